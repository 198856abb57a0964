"""The next season, with promotion and relegation proposed and editable."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.common.answers import or_show, posted, valid
from scoring.common.permissions import RUN, Actor
from scoring.league.access import league_by_number
from scoring.league.actions.seasons import finish_season, make_next_season
from scoring.league.forms.next_season import FinishForm, NextSeasonForm, season_after
from scoring.league.models import League
from scoring.league.queries.last_season import next_season_of, still_open
from scoring.league.views.about import LeaguePage


@require_http_methods(["GET", "HEAD", "POST"])
@league_by_number(RUN)
def make_next(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The next season: promotion and relegation, and the button that creates it."""
    sent = request.POST if request.method == "POST" else None
    form = _form(league, sent)
    page = partial(_page, request, league, actor, form)
    if sent is None:
        return page()
    with or_show(page, form):
        valid(form)
        made = make_next_season(league=league, actor=actor, **form.what)
    messages.success(request, f"{made} created. Now set its nights.")
    return redirect("league-nights", made.pk)


def _form(league: League, sent=None) -> NextSeasonForm:
    places, divisions = next_season_of(league), league.divisions.all()
    season = season_after(league.season, league.agreement)
    return NextSeasonForm(sent, season=season, places=places, divisions=divisions)


def _page(
    request: HttpRequest,
    league: League,
    actor: Actor,
    form: NextSeasonForm,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "page": LeaguePage(league=league, actor=actor),
        "form": form,
        "open": still_open(league),
        "next": league.followed_by.first(),
        "message": message,
    }
    return render(request, "league/setup/next_season.html", context, status=status)


@posted(league_by_number(RUN), to="next-season")
def finish(request: HttpRequest, league: League, actor: Actor) -> str:
    """Say that the season is over, or that it goes on after all."""
    with or_show(partial(_page, request, league, actor, _form(league))):
        over = valid(FinishForm(request.POST))["over"]
        finish_season(league=league, actor=actor, over=over)
    return f"{league} {'has ended' if over else 'is open again'}."
