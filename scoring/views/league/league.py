"""A league's front page, and the list of a club's leagues."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.models import Club, League
from scoring.permissions import LOOK, RUN, Actor, may
from scoring.queries.league.progress import leagues_of
from scoring.views.access import club_by_number, league_by_number
from scoring.views.league.steps import steps_of


@require_safe
@club_by_number(LOOK)
def leagues(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The club's leagues, the newest season first."""
    context = {"club": club, "runs": may(actor, RUN, club), "leagues": leagues_of(club)}
    return render(request, "league/leagues.html", context)


@require_safe
@league_by_number(LOOK)
def league(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """A season's front page."""
    context = about(league, actor)
    context["steps"] = steps_of(league) if context["runs"] else []
    return render(request, "league/league.html", context)


def about(league: League, actor: Actor) -> dict:
    """Return what every page of a league needs: whose it is, and what the one who looks may do."""
    return {
        "league": league,
        "club": league.club,
        "runs": may(actor, RUN, league.club),
        "serves": may(actor, LOOK, league.club),
    }
