"""A league's front page, which is its table, and the list of a club's leagues."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.open_pages import EMBED
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.common.qr_codes import address_of
from scoring.league.access import by_open_league
from scoring.league.models import League
from scoring.league.queries.progress import leagues_of
from scoring.league.views.about import about
from scoring.league.views.steps import steps_of
from scoring.league.views.table import table_context
from scoring.people.access import club_by_number
from scoring.people.models import Club


@require_safe
@club_by_number(LOOK)
def leagues(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The club's leagues, the newest season first."""
    context = {"club": club, "runs": may(actor, RUN, club), "leagues": leagues_of(club)}
    return render(request, "league/leagues.html", context)


@require_safe
@by_open_league
def league(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """A season's front page: its table, at any day."""
    context = about(league, actor)
    context |= table_context(request, league, fixtures=context["sees_fixtures"])
    context["steps"] = steps_of(league) if context["runs"] else []
    context["embed"] = EMBED in request.GET
    context["address"] = address_of(request, "league", league.pk) if context["runs"] else ""
    return render(request, "league/league.html", context)
