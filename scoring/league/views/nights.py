"""The nights to play on, and how many matches each venue holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scoring.common.answers import UNPROCESSABLE, or_show, piece_or_page, valid
from scoring.common.permissions import RUN, Actor
from scoring.euchre.wording import counted, listed
from scoring.league.access import league_by_number
from scoring.league.actions.teams import set_season
from scoring.league.forms.nights import NightsForm, derbies_shown, nights_shown
from scoring.league.forms.teams import HousesForm
from scoring.league.models import League
from scoring.league.pure.home_days import homes_of, only_for, too_few
from scoring.league.pure.league_file import WEEKDAYS
from scoring.league.queries.fixtures import to_plan
from scoring.league.queries.progress import derbies_of, progress_of, too_few_nights
from scoring.league.views.about import LeaguePage
from scoring.league.views.teams import METHODS


@require_http_methods(METHODS)
@league_by_number(RUN)
def nights(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """On which nights the season is played, and how many matches each venue holds, saved together;
    the fixtures come next. `look` says how many nights were typed, and stores nothing."""
    if request.method != "POST":
        return _nights(request, league, actor)
    sent = _with_every(request.POST)
    form = NightsForm(sent, teams=league.teams.all())
    houses = HousesForm(sent, venues=_houses(league))
    page = partial(_nights, request, league, actor, form=form, houses=houses)
    if "look" in request.POST:
        form.is_valid()
        houses.is_valid()
        return page()
    with or_show(page, form):
        houses_are_valid = houses.is_valid()
        clean = valid(form)
        if not houses_are_valid:
            return page(status=UNPROCESSABLE)
        what = {key: clean[key] for key in ("starts_at", "derbies")}
        set_season(league=league, actor=actor, nights=form.nights, houses=houses.what, **what)
    messages.success(request, f"{counted(len(form.nights), 'night')} saved.")
    found = progress_of(league)
    enough = len(form.nights) >= found.needed and not any(too_few_nights(league, form.nights))
    ready = found.teams > 1 and not found.fixtures and enough
    return redirect("league-fixtures" if ready else "league-nights", league.pk)


def _with_every(sent: QueryDict) -> QueryDict:
    """Return what was sent, with the weekday whose button was pressed among the nights."""
    weekday = sent.get("every", "")
    if weekday not in EVERY:
        return sent
    typed = sent.copy()
    there = [text for text in (sent.get("more", "").strip(" ,;"),) if text]
    typed["more"] = ", ".join([*there, f"every {EVERY[weekday]}"])
    return typed


EVERY = {str(no): day.capitalize() for no, day in enumerate(WEEKDAYS)}


def _nights(
    request: HttpRequest,
    league: League,
    actor: Actor,
    *,
    form: NightsForm | None = None,
    houses: HousesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    plan = to_plan(league)
    homes = homes_of(plan)
    shown = nights_shown(league.nights, homes.values()) | {
        "starts_at": league.starts_at,
        "derbies": derbies_shown(derbies_of(league)),
    }
    form = form or NightsForm(initial=shown)
    houses = houses or HousesForm(venues=_houses(league))
    wrong = list(form.errors.values()) if form.is_bound else []
    found = getattr(form, "nights", [] if form.is_bound else league.nights)
    plan = replace(plan, dates=tuple(found))
    lacking = [
        (one, EVERY[str(one.weekday)], _more_of(one.weekday, form, found))
        for one in (too_few(plan) if found else ())
    ]
    context = {
        "page": LeaguePage(league=league, actor=actor),
        "form": form,
        "houses_form": houses,
        "typed": [*form, *houses],
        "nights": found,
        "last": found[-1] if found else None,
        "wrong": [error for errors in wrong for error in errors],
        "lacking": lacking,
        "only_for": [
            (WEEKDAYS[day].capitalize(), listed(names))
            for day, names in only_for(found, homes).items()
        ],
        "others": None in homes.values(),
        "understood": list(form.understood) if form.is_bound else [],
        "needed": progress_of(league).needed,
    }
    return piece_or_page(
        request, "league/setup/nights.html", context, piece="so_many", status=status
    )


def _more_of(weekday: int, form: NightsForm, nights: list[date]) -> bool:
    """Return whether the season has more of a weekday than there are among the nights."""
    first, last = nights[0], nights[-1]
    if form.is_bound and (typed := form.cleaned_data).get("first"):
        first, last = typed["first"], typed["last"]
    season = (first + timedelta(days=after) for after in range((last - first).days + 1))
    return any(day.weekday() == weekday and day not in nights for day in season)


def _houses(league: League):
    return league.venues.annotate(number=Count("teams"))
