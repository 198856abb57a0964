"""A team's page: squad, record and matches; for organisers, its registrations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.amounts import written
from scoring.common.answers import UNPROCESSABLE, or_show, posted, valid
from scoring.common.dates import long_day, named_day
from scoring.common.permissions import LOOK, RUN, Actor
from scoring.common.tonight import night_at
from scoring.euchre.wording import counted
from scoring.league.access import league_by_number, team_by_number
from scoring.league.actions import squads as verbs
from scoring.league.forms.squads import CaptainForm, SettleForm, SquadForm, TransferForm
from scoring.league.models import League, SquadMember, Team, TeamLink, TransferRequest
from scoring.league.pure.wording import rule_of
from scoring.league.queries.squads import elsewhere, live_link, of_other_teams, open_requests
from scoring.league.queries.teams import (
    Met,
    Squad,
    Standing,
    TeamMatch,
    find_team,
    load_squad,
    matches_of,
    met_by,
    standings_of,
)
from scoring.league.views.about import LeaguePage
from scoring.people.models import Player
from scoring.people.queries.people import doubts_in, everybody

LAST = 3
"""How many results are unfolded on a page."""
FEW = 3
"""Of so few names each is asked about that is near to a known one; a whole squad is mostly new."""


@require_safe
@team_by_number(LOOK)
def team(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """A team: its squad, next match, standing and record against each team."""
    return _page(request, team, actor)


@dataclass(frozen=True, kw_only=True)
class TeamPage(LeaguePage):
    """A team: its season, its squad and, for organisers, its registrations."""

    team: Team
    typed: SquadForm | None = None
    alike: Mapping[str, Sequence[Player]] | None = None
    """Typed names that are like those of known people, who are asked about first."""
    among: Sequence[tuple[str, str]] = ()
    """Typed names that may be one person's."""
    elsewhere: Sequence[SquadMember] = ()
    """Entered players who belong to another team."""

    @property
    def sub(self) -> str:
        return " · ".join(filter(None, _in_short(self.team, self.shown)))

    @cached_property
    def season(self) -> TeamSeason:
        return TeamSeason(team=self.team, matches=matches_of(self.team, drafts=self.runs))

    @cached_property
    def squad(self) -> Squad:
        return load_squad(self.team)

    @cached_property
    def shown(self) -> dict[str, str]:
        """What each of its people is called here."""
        captain = self.team.captain
        names = [*self.squad.names, *([captain.name] if captain else [])]
        return {name: self.naming.person(name) for name in names}

    @property
    def named(self) -> bool:
        """Whether the viewer may know who is in it."""
        return not self.naming.hides

    @cached_property
    def form(self) -> SquadForm:
        return self.typed or SquadForm(team=self.team, empty=not self.squad.lines)

    @cached_property
    def transfer_form(self) -> TransferForm | None:
        others = of_other_teams(self.team)
        return TransferForm(team=self.team, people=others) if others else None

    @property
    def captain_form(self) -> CaptainForm:
        return CaptainForm(team=self.team, squad=[line.member for line in self.squad.lines])

    @property
    def requests(self) -> list[TransferRequest]:
        """The transfers that wait for an answer."""
        return open_requests(self.team) if self.runs else []

    @property
    def link(self) -> TeamLink | None:
        """Its captain's link."""
        return live_link(self.team)

    @property
    def rules(self) -> list[str]:
        return squad_rules(self.league)


def _page(
    request: HttpRequest, team: Team, actor: Actor, *, status: int = 200, **shown: Any
) -> HttpResponse:
    page = TeamPage(league=team.league, actor=actor, team=team, **shown)
    return render(request, "league/team/team.html", {"page": page}, status=status)


def _in_short(team: Team, shown: Mapping[str, str]) -> Iterator[str]:
    """Yield the division, the venue, when a team is at home and cannot play, the captain, and that
    it withdrew."""
    if team.division and team.division.name:
        yield team.division.name
    if team.venue:
        name = "" if team.venue.name == team.name else team.venue.name
        yield ", ".join(filter(None, [name, team.venue.address]))
    if team.home_day is not None:
        yield f"at home on {team.home_day_name}s"
    if team.not_on:
        yield f"cannot play: {', '.join(map(named_day, team.off_nights))}"
    if team.captain and shown[team.captain.name]:
        yield f"captain {shown[team.captain.name]}"
    if team.withdrawn_at:
        yield f"withdrew on {long_day(timezone.localtime(team.withdrawn_at), year=False)}"


@dataclass(frozen=True, kw_only=True)
class TeamSeason:
    """A team's results and matches to come, on its own page and on its captain's."""

    team: Team
    matches: Sequence[TeamMatch]

    @property
    def _unplayed(self) -> list[TeamMatch]:
        return [one for one in self.matches if not one.match.counts and one.other]

    @cached_property
    def _to_come(self) -> list[TeamMatch]:
        first = night_at()
        found = [(one, one.match.date) for one in self._unplayed]
        return [one for one, day in found if day and day >= first]

    @cached_property
    def open(self) -> list[TeamMatch]:
        """Matches without a result whose night is over, or is to be agreed on."""
        return [one for one in self._unplayed if one not in self._to_come]

    @property
    def next(self) -> TeamMatch | None:
        return next(iter(self._to_come), None)

    @property
    def ahead(self) -> list[TeamMatch]:
        """What follows the next match."""
        return self._to_come[1:]

    @property
    def undated(self) -> list[TeamMatch]:
        return [one for one in self.open if one.match.date is None]

    @cached_property
    def _played(self) -> list[TeamMatch]:
        return [one for one in self.matches if one.ended][::-1]

    @property
    def last(self) -> list[TeamMatch]:
        return self._played[:LAST]

    @property
    def earlier(self) -> list[TeamMatch]:
        return self._played[LAST:]

    @cached_property
    def met(self) -> list[Met]:
        """Its record against each team."""
        return met_by(self.matches)

    @property
    def standings(self) -> list[Standing]:
        return standings_of(self.team)


def squad_rules(league: League) -> list[str]:
    """Return the league's rules for its squads, in its own words where it has some."""
    found = ("squad", "least", "borrowed", "transfers", "on_the_night")
    return [rule for rule in (rule_of(league.agreement, key) for key in found) if rule]


# Without "#top" a browser that came from a part of the page would stay there.
@posted(team_by_number(RUN), to="league-team#top")
def register(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse | str:
    """Register the people who were typed or pasted; names nearly known are asked about first."""
    empty = not team.squad.filter(until=None).exists()
    form = SquadForm(request.POST, team=team, empty=empty)
    page = partial(_page, request, team, actor, typed=form)
    with or_show(page, form, "names"):
        clean = valid(form)
    names = clean["names"]
    like, among = {}, []
    if not clean["sure"]:
        few = len(names) <= FEW
        like, among = nearly_known(team.league, names, most_are_known=few)
    if like or among:
        return page(status=UNPROCESSABLE, alike=like, among=among)
    with or_show(partial(page, elsewhere=registered_elsewhere(team, names)), form, "names"):
        made = verbs.register(
            team=team,
            names=names,
            actor=actor,
            since=clean["since"],
            on_the_night=clean.get("night", False),
            others=clean["sure"],
        )
    return registered(team, made, len(names))


def nearly_known(
    league: League, names: Sequence[str], *, most_are_known: bool = False
) -> tuple[dict, list]:
    """Return the names that may belong to known people, and those that may be the same person."""
    return doubts_in(everybody(league.club), names, most_are_known=most_are_known)


def registered_elsewhere(team: Team, names: Sequence[str]) -> list[SquadMember]:
    """Return where those of these people are registered who are of another team."""
    there = elsewhere(team, list(team.league.club.players.named(names)))
    return list(there.values())


def registered(team: Team, made: Sequence[SquadMember], asked: int) -> str:
    """Return who was registered, and what they owe for it, in a sentence or two."""
    if not made:
        return f"They are already registered with {team}."
    fee = team.league.agreement.fees.signing
    who = made[0].player.name if len(made) == 1 else counted(len(made), "player")
    verb = "is" if len(made) == 1 else "are"
    said = f"{who} {verb} registered with {team}."
    if asked > len(made):
        said += f" {asked - len(made)} already registered."
    first = [made[0].since, *team.league.nights]
    if fee and (made[0].came == SquadMember.Came.NIGHT or made[0].since > min(first)):
        each = "" if len(made) == 1 else " each"
        amount = written(fee, team.league.club.currency)
        said += f" {amount}{each} is now owed in the team’s account."
    return said


@posted(team_by_number(RUN), page=_page, to="league-team#top")
def take_off(request: HttpRequest, team: Team, actor: Actor, member: int) -> str:
    """Remove a player from the squad."""
    gone = get_object_or_404(team.squad.select_related("player", "team__league"), pk=member)
    verbs.take_off(member=gone, actor=actor)
    return f"{gone.player} is no longer registered with {team}."


@posted(team_by_number(RUN), page=_page, to="league-team#top")
def transfer(request: HttpRequest, team: Team, actor: Actor) -> str:
    """Transfer a player from another team, on a day; the secretary keeps the paper with both
    captains' signatures."""
    form = TransferForm(request.POST, team=team, people=[])
    clean = valid(form)
    moved = verbs.transfer(player=form.player, to=team, on=clean["on"], actor=actor)
    return transferred(moved)


def transferred(member: SquadMember) -> str:
    """Return a sentence about a transfer and its fee."""
    fee = member.team.league.agreement.fees.transfer
    said = f"{member.player} plays for {member.team} from {long_day(member.since)}."
    if fee:
        amount = written(fee, member.team.league.club.currency)
        said += f" {amount} is now owed for the transfer."
    return said


@posted(team_by_number(RUN), page=_page, to="league-team#top")
def captain(request: HttpRequest, team: Team, actor: Actor) -> None:
    """Say who is captain."""
    form = CaptainForm(request.POST, team=team, squad=[])
    verbs.name_captain(team=team, actor=actor, **valid(form))


@posted(league_by_number(RUN))
def settle(request: HttpRequest, league: League, actor: Actor, asked: int) -> HttpResponse:
    """Answer a transfer that a captain asked for."""
    found = get_object_or_404(
        TransferRequest.objects.select_related("joins"), pk=asked, joins__league=league
    )
    to = find_team(league, found.joins_id)
    with or_show(partial(_page, request, to, actor)):
        answer = verbs.settle_transfer(
            request=found, actor=actor, **valid(SettleForm(request.POST))
        )
    messages.success(request, settled(answer))
    return redirect(f"{reverse('league-team', args=[league.pk, to.pk])}#top")


def settled(request: TransferRequest) -> str:
    """Return what became of a transfer that was asked for."""
    if request.agreed:
        return f"{request.player} plays for {request.joins} from today."
    return f"{request.player} stays with {request.leaves}."
