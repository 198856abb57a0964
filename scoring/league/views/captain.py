"""A captain's own pages, by a link: next match, squad, registration, transfers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods, require_safe

from scoring.common.answers import UNPROCESSABLE, or_show, posted, valid
from scoring.common.chart import LineChart
from scoring.common.permissions import LOOK, WRITE, Actor, must
from scoring.league.access import by_captain
from scoring.league.actions import squads as verbs
from scoring.league.forms.squads import SettleForm, SignForm, TransferForm
from scoring.league.models import SquadMember, Team, TransferRequest
from scoring.league.queries.squads import (
    brings_first_squad,
    first_day,
    free_people,
    of_other_teams,
    open_requests,
    requests_of,
)
from scoring.league.queries.teams import Squad, TeamMatch, load_squad, matches_of
from scoring.league.views.about import CaptainPage
from scoring.league.views.squads import (
    FEW,
    TeamSeason,
    nearly_known,
    registered,
    registered_elsewhere,
    settled,
    squad_rules,
)
from scoring.league.views.table import DivisionLines, Standings, asked_of
from scoring.people.models import Player


@require_safe
@by_captain
def captain(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """The captain's first page: the next match, what waits for an answer, the last results."""
    return _home(request, team, actor)


@dataclass(frozen=True, kw_only=True)
class CaptainHome(CaptainPage):
    """A captain's first page."""

    @cached_property
    def season(self) -> TeamSeason:
        return TeamSeason(team=self.team, matches=matches_of(self.team))

    @cached_property
    def cards(self) -> CardsToTell:
        return cards_to_tell(self.season.matches)

    @property
    def requests(self) -> list[TransferRequest]:
        """The transfers that wait for an answer."""
        return open_requests(self.team)


def _home(
    request: HttpRequest, team: Team, actor: Actor, *, message: str = "", status: int = 200
) -> HttpResponse:
    page = CaptainHome(team=team, actor=actor, message=message)
    return render(request, "league/captain/captain.html", {"page": page}, status=status)


@dataclass(frozen=True, kw_only=True)
class CaptainsTable(CaptainPage):
    """The league's table, whether or not it is open to all."""

    standings: Standings

    @cached_property
    def divisions(self) -> list[DivisionLines]:
        """Their own division, then the others."""
        own = self.team.division.name if self.team.division else ""
        return sorted(self.standings.divisions, key=lambda one: one.name != own)

    @cached_property
    def flows(self) -> list[tuple[str, LineChart]]:
        """Places night by night; those of their own division first."""
        own = self.team.division.name if self.team.division else ""
        found = self.standings.flows(self.team.name)
        return sorted(found, key=lambda one: one[0] != own)


@require_safe
@by_captain
def table(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """The league's table for a captain."""
    must(actor, LOOK, team.league)
    standings = Standings(league=team.league, asked=asked_of(request, team.league))
    page = CaptainsTable(team=team, actor=actor, standings=standings)
    return render(request, "league/captain/table.html", {"page": page})


def on_tonight(matches: Sequence[TeamMatch]) -> list[TeamMatch]:
    """Return those of a team's matches that are played tonight."""
    return [one for one in matches if one.match.is_tonight and one.other]


SHOWN = 2
"""How many missing cards are unfolded on the captain's page."""


@dataclass(frozen=True, kw_only=True)
class CardsToTell:
    """A team's cards to enter: tonight's, or the next match; and those of earlier nights that do
    not count yet, the latest first."""

    now: list[TeamMatch]
    missing: list[TeamMatch]
    is_tonight: bool

    @property
    def first(self) -> TeamMatch | None:
        """The one with the page's strong button: tonight's, else the latest missing, else the
        next. A card that waits for others is none."""
        order = (self.now, self.missing) if self.is_tonight else (self.missing, self.now)
        return next((one for rows in order for one in rows if not one.waits), None)

    @property
    def shown(self) -> list[TeamMatch]:
        """The unfolded missing cards."""
        return self.missing[:SHOWN]

    @property
    def folded(self) -> list[TeamMatch]:
        """The folded missing cards."""
        return self.missing[SHOWN:]


def cards_to_tell(matches: Sequence[TeamMatch]) -> CardsToTell:
    """Return a team's matches whose cards are to be entered, in order."""
    today = timezone.localdate()
    found = [one for one in matches if one.other and one.match.date and not one.match.counts]
    tonight = on_tonight(found)
    later = [one for one in found if one.match.date > today]
    return CardsToTell(
        now=tonight or later[:1],
        missing=[one for one in found if one.match.date < today and one not in tonight][::-1],
        is_tonight=bool(tonight),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@by_captain
def squad(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """The squad and its registration. Known names are offered before a new person is added."""
    must(actor, WRITE, team)
    if request.method != "POST":
        return _squad(request, team, actor)
    form = SignForm(request.POST, first=brings_first_squad(team))
    page = partial(_squad, request, team, actor, typed=form)
    with or_show(page, form, "name"):
        clean = valid(form)
    names, tonight = clean["name"], on_tonight(matches_of(team))
    like, among = {}, []
    if not clean["new"]:
        few = len(names) <= FEW
        like, among = nearly_known(team.league, names, most_are_known=few)
    if like or among:
        one = like.get(names[0]) if len(names) == 1 else None
        return page(status=UNPROCESSABLE, like=one, alike=like, among=among)
    with or_show(partial(page, elsewhere=registered_elsewhere(team, names)), form, "name"):
        made = verbs.register(
            team=team,
            names=names,
            actor=actor,
            since=first_day(team, tonight[0].match.date) if tonight else None,
            on_the_night=bool(tonight),
            others=clean["new"],
        )
    messages.success(request, registered(team, made, len(names)))
    return redirect(f"{reverse('captains-squad', args=[actor.captain.token])}#top")


@dataclass(frozen=True, kw_only=True)
class SquadPage(CaptainPage):
    """A team's squad on its captain's phone, with registration."""

    typed: SignForm | None = None
    like: Sequence[Player] | None = None
    """Known people with a name like the one entered."""
    alike: Mapping[str, Sequence[Player]] | None = None
    among: Sequence[tuple[str, str]] = ()
    elsewhere: Sequence[SquadMember] = ()
    """Entered players who belong to another team."""

    @cached_property
    def squad(self) -> Squad:
        return load_squad(self.team)

    @cached_property
    def first(self) -> bool:
        """Whether it would be the team's first squad."""
        return brings_first_squad(self.team)

    @cached_property
    def form(self) -> SignForm:
        return self.typed or SignForm(first=self.first)

    @property
    def free(self) -> list[Player]:
        return free_people(self.league)

    @cached_property
    def transfer_form(self) -> TransferForm | None:
        others = of_other_teams(self.team)
        return TransferForm(team=self.team, people=others) if others else None

    @property
    def requests(self) -> list[TransferRequest]:
        """The transfers that wait for an answer."""
        return open_requests(self.team)

    @property
    def rules(self) -> list[str]:
        return squad_rules(self.league)

    @cached_property
    def plays_tonight(self) -> bool:
        return bool(on_tonight(matches_of(self.team)))

    @property
    def closed_tonight(self) -> bool:
        """Whether registration is closed tonight because of a match."""
        may_sign = self.first or self.league.agreement.players.on_the_night
        return self.plays_tonight and not may_sign


def _squad(
    request: HttpRequest, team: Team, actor: Actor, *, status: int = 200, **shown: Any
) -> HttpResponse:
    page = SquadPage(team=team, actor=actor, **shown)
    return render(request, "league/captain/squad.html", {"page": page}, status=status)


@posted(by_captain, page=_squad, to="captains-squad#top")
def ask_transfer(request: HttpRequest, team: Team, actor: Actor) -> str:
    """Request a transfer, which their captain or the secretary answers."""
    must(actor, WRITE, team)
    form = TransferForm(request.POST, team=team, people=[])
    valid(form)
    asked = verbs.ask_transfer(player=form.player, to=team, actor=actor)
    return (
        f"{asked.leaves} have been asked for {asked.player}. Their captain or the secretary must "
        "agree."
    )


@posted(by_captain, page=_home, to="captain")
def settle(request: HttpRequest, team: Team, actor: Actor, asked: int) -> str:
    """Answer a transfer request. The captain of the player's team agrees or refuses; the asking
    captain may cancel it."""
    must(actor, WRITE, team)
    found = get_object_or_404(requests_of(team), pk=asked)
    agreed = valid(SettleForm(request.POST))["agreed"]
    if agreed and found.joins_id == team.pk:
        raise verbs.Refused("Only their captain or the secretary can answer this.")
    return settled(verbs.settle_transfer(request=found, agreed=agreed, actor=actor))
