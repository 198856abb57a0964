"""Lists of fixtures: a match in words, and lists by night, team or venue."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.http import HttpRequest

from scoring.common.dates import written_time
from scoring.common.tonight import night_at
from scoring.league.actions.fixtures import result_of
from scoring.league.models import Division, League, LeagueMatch, MatchMove, Team, Venue
from scoring.league.pure.fixture_faults import on_day
from scoring.league.queries.teams import match_of

FOLDED_FROM = 60
"""From this many matches on, a list is folded by night, with only one night open."""


@dataclass(frozen=True, kw_only=True)
class FixtureRow:
    """A match on a list."""

    match: LeagueMatch
    result: str
    about: str
    """Its kind, other than a match of its division, and its own hour: "Final · 20:00"."""
    moves: tuple[str, ...]
    against: tuple[str, ...]
    """The problems of its night or venue, shown to organisers."""
    open: bool
    """Whether it is still to be played."""
    goes_to: str = ""
    """The address of its card, for readers with access."""
    enter: str = ""
    """Where its missing card is entered, for those who may, once its night is over."""


@dataclass(frozen=True, kw_only=True)
class NightRow:
    """A night: its matches by division, and who has a bye."""

    date: date
    part: str
    groups: tuple[tuple[str, list[FixtureRow], str], ...]
    """The division's name, its matches, and its byes in words."""
    past: bool

    @property
    def matches(self) -> int:
        """How many are played."""
        return sum(len(rows) for _, rows, _ in self.groups)

    @property
    def open(self) -> int:
        """How many of its matches have no result."""
        return sum(row.open for _, rows, _ in self.groups for row in rows)


def fixture_row(
    match: LeagueMatch,
    against: Mapping[int, list[str]],
    *,
    goes_to: str = "",
    enter: str = "",
    hides: bool = False,
) -> FixtureRow:
    """Return a match as a row of a list; `hides` the reason for a move, which may name a person."""
    kind = match.get_kind_display() if match.kind != LeagueMatch.Kind.LEAGUE else ""
    cup = match.league.agreement.cup or "Knock-out"
    name = match.stage or (f"{cup}, round {match.cup_round.no}" if match.cup_round else kind)
    played = match.counts
    return FixtureRow(
        match=match,
        result=result_in_row(match) if played else "",
        about=" · ".join(filter(None, (name, "" if played else written_time(match.starts_at)))),
        moves=tuple(move_in_words(move, hides=hides) for move in match.moves.all()),
        against=() if played else tuple(against.get(match.pk, ())),
        open=not played,
        goes_to=goes_to,
        enter=enter,
    )


def result_in_row(match: LeagueMatch) -> str:
    """Return a result as a list has it: "412–389", "w/o"."""
    return "w/o" if match.walkover else result_of(match)


def move_in_words(move: MatchMove, *, hides: bool = False) -> str:
    """Return "moved from Thursday 12 November: snow"; `hides` the reason."""
    why = f": {move.why}" if move.why and not hides else ""
    if move.from_date == move.to_date:
        return f"changed{why}"
    if move.to_date is None:
        return f"postponed from {on_day(move.from_date)}{why}"
    if move.from_date is None:
        return f"set for {on_day(move.to_date)}{why}"
    return f"moved from {on_day(move.from_date)}{why}"


@dataclass(frozen=True, kw_only=True)
class ByNight:
    """A season night by night, first the nights to come, then past ones, the latest first."""

    nights: list[NightRow]
    past: list[NightRow]

    chosen = None

    @property
    def folds(self) -> bool:
        return sum(night.matches for night in [*self.nights, *self.past]) >= FOLDED_FROM

    @property
    def without(self) -> int:
        """How many matches of nights that are over have no result."""
        return sum(night.open for night in self.past)


def by_night(league: League, rows: Iterable[FixtureRow], teams: list[Team]) -> ByNight:
    """Return the nights of these matches."""
    nights = list(_nights(league, rows, teams))
    return ByNight(
        nights=[night for night in nights if not night.past],
        past=[night for night in nights if night.past][::-1],
    )


def _nights(league: League, rows: Iterable[FixtureRow], teams: list[Team]) -> Iterator[NightRow]:
    rows = list(rows)
    first, parts = night_at(), league.agreement.parts
    in_division: dict[Division, list[Team]] = defaultdict(list)
    for team in teams:
        if team.division and not team.withdrawn_at:
            in_division[team.division].append(team)
    few_idle = {one for one, here in in_division.items() if _few_idle(one, len(here), rows)}
    dated = sorted((row for row in rows if row.match.date), key=lambda row: row.match.date)
    for day, found in groupby(dated, key=lambda row: row.match.date):
        here = list(found)
        of_league = [row.match.part for row in here if row.match.kind == LeagueMatch.Kind.LEAGUE]
        part = max(of_league, default=len(parts))
        yield NightRow(
            date=day,
            part=parts[part] if part < len(parts) else "",
            groups=tuple(_groups(here, in_division, few_idle)),
            past=day < first,
        )


def _few_idle(division: Division, teams: int, rows: Iterable[FixtureRow]) -> bool:
    """Return whether half of a division's teams play on each of its nights, except nights that
    matches were moved to. Then each night lists the idle teams."""
    playing: dict[date, set[int]] = defaultdict(set)
    for row in rows:
        match = row.match
        of_league = match.kind == LeagueMatch.Kind.LEAGUE and match.division_id == division.pk
        if of_league and match.date and not row.moves:
            playing[match.date] |= {match.home_id, match.away_id}
    return all(2 * len(here) >= teams for here in playing.values())


def _groups(
    rows: list[FixtureRow],
    in_division: Mapping[Division, list[Team]],
    few_idle: set[Division],
) -> Iterator[tuple[str, list[FixtureRow], str]]:
    """Yield the divisions of a night, then its other matches, such as knock-out and play-offs."""
    for division, teams in sorted(in_division.items(), key=lambda one: one[0].no):
        here = [row for row in rows if row.match.division_id == division.pk]
        of_league = [row for row in here if row.match.kind == LeagueMatch.Kind.LEAGUE]
        playing = {pk for row in of_league for pk in (row.match.home_id, row.match.away_id)}
        byes = [team.name for team in teams if team.pk not in playing]
        if here:
            # On a night of one or two moved matches nobody asks who does not play.
            says = division in few_idle and len(playing) >= len(byes)
            yield division.name, here, ", ".join(byes) if says else ""
    others = [row for row in rows if row.match.division not in in_division]
    if others:
        yield "", others, ""


@dataclass(frozen=True, kw_only=True)
class ByTeam:
    """The season of one team: its matches, and its nights without one."""

    chosen: Team | None
    lines: list[dict]

    @property
    def next(self) -> FixtureRow | None:
        first = night_at()
        rows = (line["row"] for line in self.lines if "row" in line and line["date"])
        return next((row for row in rows if row.match.date >= first and row.open), None)


def by_team(
    request: HttpRequest, rows: Iterable[FixtureRow], teams: list[Team], own: Team | None
) -> ByTeam:
    """Return what is to be shown of the team that the address asks for, else of one's own."""
    asked = request.GET.get("team", "")
    chosen = next((team for team in teams if str(team.pk) == asked), None)
    chosen = chosen or own or next(iter(teams), None)
    if chosen is None:
        return ByTeam(chosen=None, lines=[])
    rows = list(rows)
    here = [row for row in rows if chosen.pk in (row.match.home_id, row.match.away_id)]
    lines = [
        {"date": row.match.date, "row": row, "of_team": match_of(chosen, row.match)} for row in here
    ]
    nights = nights_without(chosen, [row.match for row in rows])
    lines += [{"date": day} for day in nights]
    lines.sort(key=lambda line: line["date"] or date.max)
    return ByTeam(chosen=chosen, lines=lines)


def nights_without(team: Team, matches: Iterable[LeagueMatch]) -> set[date]:
    """Return the nights on which the team's division plays as one, and the team does not; none
    where they are more than one to four matches, because a list of matches is clearer."""
    playing, planned, own = defaultdict(int), set(), set()
    for match in matches:
        if match.kind == LeagueMatch.Kind.LEAGUE and match.division_id == team.division_id:
            playing[match.date] += 1
            if match.date and not match.moves.all():
                planned.add(match.date)
        if team.pk in (match.home_id, match.away_id):
            own.add(match.date)
    most = max(playing.values(), default=0)
    if MATCHES_TO_IDLE * len(planned - own) > max(MATCHES_TO_IDLE, len(own)):
        return set()
    return {day for day, number in playing.items() if day and 2 * number >= most} - own


MATCHES_TO_IDLE = 4
"""One idle night may have a line for this many matches played."""


@dataclass(frozen=True, kw_only=True)
class ByVenue:
    """The season at one venue: its nights to come, and those that had a match."""

    venues: list[Venue]
    chosen: Venue | None
    days: list[tuple[date, list[FixtureRow]]]
    days_past: list[tuple[date, list[FixtureRow]]]


def by_venue(request: HttpRequest, league: League, rows: Iterable[FixtureRow]) -> ByVenue:
    """Return what is to be shown of the venue that the address asks for, else of the first."""
    venues = list(league.venues.all())
    asked = request.GET.get("venue", "")
    chosen = next((venue for venue in venues if str(venue.pk) == asked), None)
    chosen = chosen or next(iter(venues), None)
    first = night_at()
    at: dict[date, list[FixtureRow]] = defaultdict(list)
    for row in rows:
        if chosen and row.match.date and row.match.venue_id == chosen.pk:
            at[row.match.date].append(row)
    return ByVenue(
        venues=venues,
        chosen=chosen,
        days=[(day, at.get(day, [])) for day in sorted({*at, *league.nights}) if day >= first],
        days_past=[(day, here) for day, here in sorted(at.items()) if day < first],
    )


def venue_line(venue: Venue) -> str:
    """Return a venue with its address: "Red Mouse, 1 High Street"."""
    return ", ".join(filter(None, (venue.name, venue.address)))
