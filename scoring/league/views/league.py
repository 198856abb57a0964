"""A league's front page, which is its table, and the list of a club's leagues."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.chart import LineChart
from scoring.common.open_pages import EMBED, Shared, shared
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.common.qr_codes import address_of
from scoring.common.to_do import Step
from scoring.league.access import by_open_league
from scoring.league.models import League
from scoring.league.queries.progress import leagues_of
from scoring.league.views.about import LeaguePage
from scoring.league.views.matches import MatchLine
from scoring.league.views.steps import steps_of
from scoring.league.views.table import Standings, asked_of
from scoring.people.access import club_by_number
from scoring.people.models import Club


@require_safe
@club_by_number(LOOK)
def leagues(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """The club's leagues, the newest season first."""
    context = {"club": club, "runs": may(actor, RUN, club), "leagues": leagues_of(club)}
    return render(request, "league/leagues.html", context)


@dataclass(frozen=True, kw_only=True)
class TablePage(LeaguePage):
    """A season's front page."""

    request: HttpRequest
    standings: Standings

    @property
    def embed(self) -> bool:
        """Whether it is shown in a frame of another website."""
        return EMBED in self.request.GET

    @cached_property
    def steps(self) -> list[Step]:
        return steps_of(self.league) if self.runs else []

    @property
    def next(self) -> list[MatchLine]:
        """The matches of the next night, once the viewer may see them."""
        return self.standings.next if self.sees_fixtures else []

    @cached_property
    def flows(self) -> list[tuple[str, LineChart]]:
        return self.standings.flows()

    @property
    def shared(self) -> Shared | None:
        """What a messenger shows of it, if everyone may see it."""
        if not self.league.open_to_all:
            return None
        says = f"League table of {self.club}. {self.standings.played} played."
        path = self.league.get_absolute_url()
        return shared(self.request, path, title=str(self.league), says=says)

    @property
    def address(self) -> str:
        """The address to hand out."""
        return address_of(self.request, "league", self.league.pk) if self.runs else ""


@require_safe
@by_open_league
def league(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """A season's front page: its table, at any day."""
    standings = Standings(league=league, asked=asked_of(request, league))
    page = TablePage(league=league, actor=actor, request=request, standings=standings)
    return render(request, "league/league.html", {"page": page})
