"""A team's season: its matches, its place, its record against each team, its squad."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scoring.euchre.wording import places_as_text, score_as_text
from scoring.league.models import League, LeagueMatch, MatchPair, SquadMember, Team, Venue
from scoring.league.pure.eligibility import Appearance, Spell, team_on
from scoring.league.pure.table import TableRow, tables
from scoring.league.queries.cards import open_card
from scoring.league.queries.knock_out import is_level, winner_of
from scoring.league.queries.season import load_season
from scoring.league.queries.squads import appearances_of, spells_of

WON, DRAWN, LOST = "won", "drawn", "lost"


@dataclass(frozen=True, kw_only=True)
class TeamMatch:
    """A match as it is for one of its teams: `other` is None for a bye; how it ended ("won",
    "drawn", "lost", "" before), and the figures that decided, the team's own first."""

    match: LeagueMatch
    other: Team | None
    at_home: bool
    ended: str = ""
    figures: str = ""
    named: bool = False
    """Whether the team has named its pairs."""

    @property
    def in_short(self) -> str:
        """Return "won 7–2", "lost w/o"; "" before it counts."""
        return f"{self.ended} {'w/o' if self.match.walkover else self.figures}".strip()

    @property
    def away_from_home(self) -> Venue | None:
        """The venue, unless it is the team's own."""
        match = self.match
        own = self.at_home and match.venue_id == match.home.venue_id
        return None if own else match.venue

    @property
    def where(self) -> str:
        """Return "home", "away at Juda Inn", "home at Town Hall" where that isn't their own."""
        venue = self.away_from_home
        return f"{'home' if self.at_home else 'away'}{f' at {venue}' if venue else ''}"

    @property
    def _confirmed(self) -> tuple[bool, bool]:
        """Whether the team has confirmed the card, and the other team."""
        match = self.match
        found = bool(match.home_confirmed_at), bool(match.away_confirmed_at)
        return found if self.at_home else found[::-1]

    @property
    def waits(self) -> bool:
        """Whether the card waits for others: the other team or the secretary."""
        return bool(self.match.disputed_at) or self._confirmed[0]

    @property
    def card(self) -> str:
        """The state of a card that does not count yet: "Card overdue"."""
        if self.match.disputed_at:
            return "Card disputed"
        if self._confirmed[0]:
            return "Card waiting for confirmation"
        if self._confirmed[1]:
            return "Card to confirm"
        return "Card overdue" if open_card(self.match).overdue else "Card missing"

    @property
    def asks(self) -> str:
        """The captain's next step while the card does not count, a button's label."""
        if self.waits:
            return "Open card"
        if self._confirmed[1]:
            return "Check and confirm card"
        if not self.match.date or self.match.date > timezone.localdate():
            return "Change pairs" if self.named else "Name pairs"
        return "Enter score" if self.match.is_tonight else "Enter card"


def matches_of(team: Team, *, drafts: bool = False) -> list[TeamMatch]:
    """Return a team's matches by night, those to be agreed last: one query. Unpublished fixtures
    are left out, except with `drafts`."""
    found = LeagueMatch.objects.filter(Q(home=team) | Q(away=team))
    if not drafts and team.league.published_at is None:
        found = found.exclude(kind=LeagueMatch.Kind.LEAGUE)
    own = Q(side="home", match__home=team) | Q(side="away", match__away=team)
    named = Exists(MatchPair.objects.filter(own, match=OuterRef("pk")))
    rows = []
    for match in found.select_related("home", "away", "venue").annotate(named=named):
        match.league = team.league
        rows.append(match_of(team, match, named=match.named))
    return sorted(rows, key=lambda row: (row.match.date or date.max, row.match.pk))


def match_of(team: Team, match: LeagueMatch, *, named: bool = False) -> TeamMatch:
    """Return a match as it is for this team; `named` says whether it has named its pairs."""
    at_home = match.home_id == team.pk
    other = match.away if at_home else match.home
    about = {"match": match, "at_home": at_home, "other": other, "named": named}
    if not match.counts or match.away_id is None:
        return TeamMatch(**about)
    if match.walkover:
        ended = WON if match.given_to == team else LOST
        figures = "by walkover" if match.given_to else "not played"
        return TeamMatch(**about, ended=ended, figures=figures)
    by_points = team.league.agreement.settings.decided_by == "points"
    figures = (match.total if by_points else match.games_won) or ()
    winner = None if is_level(match) else winner_of(match)
    ended = DRAWN if winner is None else WON if winner.pk == team.pk else LOST
    own_first = figures if at_home else figures[::-1]
    return TeamMatch(**about, ended=ended, figures=score_as_text(own_first))


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A team's row in its division's table, of a half where the season has halves."""

    part: str
    row: TableRow
    place: str
    """In figures, "=3" where others share it."""
    teams: int


def version_by_link(token: str) -> int | None:
    """Return the version of the league to whose team a live link leads: one query."""
    live = League.objects.filter(teams__links__token=token, teams__links__revoked_at=None)
    return live.values_list("version", flat=True).first()


def standings_of(team: Team) -> list[Standing]:
    """Return a team's row in each half that it has played in: six queries a half."""
    found = []
    for no, part in enumerate(team.league.agreement.parts):
        for table in tables(load_season(team.league, part=no)):
            own = next((row for row in table.rows if row.team == team.name), None)
            if own and own.played:
                places = places_as_text(row.place for row in table.rows)
                about = {"place": places[own.place], "teams": len(table.rows)}
                found.append(Standing(part=part, row=own, **about))
    return found


@dataclass(frozen=True, kw_only=True)
class Met:
    """The results against another team."""

    other: Team
    played: int
    won: int
    drawn: int
    lost: int


def met_by(matches: Iterable[TeamMatch]) -> list[Met]:
    """Return the record against each team that was met, by name."""
    ended: dict[Team, Counter] = defaultdict(Counter)
    for one in matches:
        if one.ended and one.other:
            ended[one.other][one.ended] += 1
    return [
        Met(
            other=other,
            played=sum(count.values()),
            won=count[WON],
            drawn=count[DRAWN],
            lost=count[LOST],
        )
        for other, count in sorted(ended.items(), key=lambda pair: pair[0].name_key)
    ]


@dataclass(frozen=True, kw_only=True)
class SquadLine:
    """A squad member: the number of their matches, the team they transferred from, the teams that
    borrowed them."""

    member: SquadMember
    matches: int
    came_from: str = ""
    borrowed_by: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Their whole name."""
        return self.member.player.name


@dataclass(frozen=True, kw_only=True)
class Borrowed:
    """A borrowed player, and how often."""

    name: str
    team: str
    times: int


@dataclass(frozen=True, kw_only=True)
class Squad:
    """A team's members, former members and borrowed players."""

    lines: tuple[SquadLine, ...]
    left: tuple[SquadMember, ...]
    borrowed: tuple[Borrowed, ...]

    @property
    def names(self) -> list[str]:
        """Everybody's whole name."""
        people = [*(line.member for line in self.lines), *self.left]
        return [*(one.player.name for one in people), *(one.name for one in self.borrowed)]


def load_squad(team: Team) -> Squad:
    """Return a team's squad with what it played: three queries."""
    members = list(team.squad.select_related("player").order_by("player__key"))
    spells: dict[str, list[Spell]] = defaultdict(list)
    for spell in spells_of(team.league):
        spells[spell.name].append(spell)
    own = {member.player.name for member in members}
    seen = [
        (one, team_on(spells[one.name], one.name, one.date))
        for one in appearances_of(team.league)
        if one.team == team.name or one.name in own
    ]
    now = tuple(_line(team, member, spells, seen) for member in members if not member.until)
    here = {line.name for line in now}
    borrowed = Counter(
        (one.name, theirs)
        for one, theirs in seen
        if one.team == team.name and theirs not in ("", team.name)
    )
    return Squad(
        lines=now,
        left=tuple(one for one in members if one.until and one.player.name not in here),
        borrowed=tuple(
            Borrowed(name=name, team=theirs, times=times)
            for (name, theirs), times in sorted(borrowed.items())
        ),
    )


def _line(
    team: Team,
    member: SquadMember,
    spells: Mapping[str, Sequence[Spell]],
    seen: Sequence[tuple[Appearance, str]],
) -> SquadLine:
    """`seen` are appearances, each with the team that the player was of on that day."""
    name = member.player.name
    before = [one.team for one in spells[name] if one.until == member.since]
    transferred = member.came == SquadMember.Came.TRANSFER
    mine = [(one, theirs) for one, theirs in seen if one.name == name]
    return SquadLine(
        member=member,
        matches=sum(one.team == team.name for one, _ in mine),
        came_from=before[-1] if before and transferred else "",
        borrowed_by=tuple(
            dict.fromkeys(one.team for one, theirs in mine if theirs not in ("", one.team))
        ),
    )


def find_team(league: League, pk: int) -> Team | None:
    """Return the league's team of this number with its venue, division and captain."""
    found = league.teams.select_related("venue", "division", "captain").filter(pk=pk).first()
    if found:
        found.league = league
    return found
