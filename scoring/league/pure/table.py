"""The table of a league on a date, with the standings and their reasons, averages, and a night's
honours."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from scoring.league.pure.values import (
    SIDES,
    Decider,
    Division,
    League,
    Match,
    Pair,
    Rule,
    Settings,
    is_named,
)


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """A team's place. `points_for` and `points_against` are of its games. `points` are of the
    league, minus penalties. `by` is the rule that put it below the team above. It is None if points
    did, if no rule did, and for the first. If `is_reported` is False the figures of its games were
    not entered, and their 0 must not be shown."""

    place: int
    team: str
    played: int
    won: int
    drawn: int
    lost: int
    points_for: int
    points_against: int
    games_won: int
    games_lost: int
    points: int
    points_reported: int = 0
    games_reported: int = 0
    walkovers: int = 0
    by: Rule | None


def hundredths_of(points: int, matches: int) -> int:
    """Return points a match in hundredths, half up."""
    return (200 * points + matches) // (2 * matches)


@dataclass(frozen=True, kw_only=True)
class PairRow:
    """A pair's result, with its team's matches in which it played, and the points of its games."""

    pair: Pair
    matches: int
    points: int

    @property
    def hundredths(self) -> int:
        """Return its points a match in hundredths, half up."""
        return hundredths_of(self.points, self.matches)


@dataclass(frozen=True, kw_only=True)
class Honour:
    """The points that a night's highest or lowest pairs made in a match."""

    points: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, kw_only=True)
class Skunk:
    """A game that a pair lost to nothing, and of which teams they were."""

    by: Pair
    of: Pair
    by_team: str
    of_team: str


@dataclass(frozen=True, kw_only=True)
class Week:
    """A night's honours. `high` and `low` are among the pairs that were named, or None without
    any."""

    date: date
    high: Honour | None
    low: Honour | None
    skunks: tuple[Skunk, ...]


@dataclass(frozen=True, kw_only=True)
class DivisionTable:
    """A division at a date; `week` is None before its first match."""

    name: str | None
    rows: tuple[TableRow, ...]
    pairs: tuple[PairRow, ...]
    week: Week | None


def tables(league: League, *, until: date | None = None) -> list[DivisionTable]:
    """Return the table of each division, of what was played until this day, which counts."""
    return [_table(league, division, until) for division in league.divisions]


def _table(league: League, division: Division, until: date | None) -> DivisionTable:
    matches = [
        match
        for match in league.matches
        if match.decided and match.home in division.teams and _by(until, match.date)
    ]
    penalties = defaultdict(int)
    for penalty in league.penalties:
        if _by(until, penalty.date):
            penalties[penalty.team] += penalty.points
    records = {team: Record() for team in division.teams}
    for match in matches:
        for team, side in zip(match.teams, (0, 1), strict=True):
            records[team].add(match, side, league.settings)
    for team, record in records.items():
        record.points -= penalties[team]
    return DivisionTable(
        name=division.name,
        rows=tuple(_rows(records, matches, league.settings)),
        pairs=tuple(_pairs(matches)),
        week=_week(matches),
    )


def _by(until: date | None, day: date) -> bool:
    return until is None or day <= until


LAST = 5
"""The number of matches in a team's form."""


def forms(league: League, *, until: date | None = None) -> dict[str, str]:
    """Return the last results of each team until this day, such as "WLDWW", the latest last."""
    found: dict[str, str] = defaultdict(str)
    decided = [one for one in league.matches if one.decided and _by(until, one.date)]
    for match in sorted(decided, key=lambda one: one.date):
        for side, team in enumerate(match.teams):
            found[team] += "LDW"[outcome(match, side, league.settings) + 1]
    return {team: results[-LAST:] for team, results in found.items()}


@dataclass(frozen=True, kw_only=True)
class NightTable:
    """A division after a night: its teams in their order, and the place of each."""

    date: date
    places: Mapping[str, int]


def night_by_night(
    league: League, division: Division, *, until: date | None = None, last: int | None = None
) -> list[NightTable]:
    """Return the division after each night with a result, or after this number of the last ones.
    Penalties count from their day on, those after the last night on that."""
    by_night: dict[date, list[Match]] = defaultdict(list)
    for match in league.matches:
        if match.decided and match.home in division.teams and _by(until, match.date):
            by_night[match.date].append(match)
    nights = sorted(by_night)
    deducted: dict[date, Counter[str]] = defaultdict(Counter)
    for penalty in league.penalties if nights else ():
        if penalty.team in division.teams and _by(until, penalty.date):
            night = nights[min(bisect_left(nights, penalty.date), len(nights) - 1)]
            deducted[night][penalty.team] += penalty.points
    records = {team: Record() for team in division.teams}
    so_far: list[Match] = []
    found = []
    for no, night in enumerate(nights):
        for match in by_night[night]:
            for side, team in enumerate(match.teams):
                records[team].add(match, side, league.settings)
        for team, points in deducted[night].items():
            records[team].points -= points
        so_far += by_night[night]
        if last is None or no >= len(nights) - last:
            rows = _rows(records, so_far, league.settings)
            found.append(NightTable(date=night, places={row.team: row.place for row in rows}))
    return found


# -- Who stands where.


@dataclass(kw_only=True)
class Record:
    """The results of a team's matches."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_for: int = 0
    points_against: int = 0
    games_won: int = 0
    games_lost: int = 0
    points: int = 0
    points_reported: int = 0
    """The number of matches whose game points were entered. `games_reported` is for the games
    won."""
    games_reported: int = 0
    walkovers: int = 0

    def add(self, match: Match, side: int, settings: Settings) -> None:
        """Count a match in which the team was on this side: 0 is home."""
        found = outcome(match, side, settings)
        self.played += 1
        self.won += found > 0
        self.drawn += found == 0
        self.lost += found < 0
        total, games = match.total or (0, 0), match.games_won or (0, 0)
        self.points_for += total[side]
        self.points_against += total[1 - side]
        self.games_won += games[side]
        self.games_lost += games[1 - side]
        self.points += league_points(match, side, settings)
        self.points_reported += match.total is not None
        self.games_reported += match.games_won is not None
        self.walkovers += bool(match.walkover)


def unreported(row: TableRow | Record, what: Decider) -> int:
    """Return how many of a team's matches lack the points, or the games won."""
    reported = row.points_reported if what == "points" else row.games_reported
    return row.played - row.walkovers - reported


def is_reported(row: TableRow | Record, what: Decider) -> bool:
    """Return whether a team's points, or games won, may be shown. They may not if it has played,
    and none of its matches has them."""
    missing = unreported(row, what)
    return not missing or missing < row.played - row.walkovers


UNTOLD = "–"
"""Shown instead of a figure that was not entered."""


def outcome(match: Match, side: int, settings: Settings) -> int:
    """Return 1 where this side won the match or was given it, 0 for a draw, -1 where it lost. A
    match that neither side played is lost by both."""
    if match.walkover:
        return 1 if SIDES[side] == match.walkover else -1
    given = match.total if settings.decided_by == "points" else match.games_won
    return (given[side] > given[1 - side]) - (given[side] < given[1 - side])


def league_points(match: Match, side: int, settings: Settings) -> int:
    """Return the points of the league that a match gives this side."""
    points, found = settings.points, outcome(match, side, settings)
    if match.walkover:
        return points.walkover if found > 0 else points.walkover_against
    games = match.games_won[side] if match.games_won else 0
    return (points.loss, points.draw, points.win)[found + 1] + games * points.game


FIGURES: Mapping[Rule, Callable[[Record], int]] = {
    "points": lambda record: record.points,
    "wins": lambda record: record.won,
    "games": lambda record: record.games_won,
    "difference": lambda record: record.points_for - record.points_against,
    "for": lambda record: record.points_for,
}


def _rows(
    records: Mapping[str, Record], matches: Sequence[Match], settings: Settings
) -> Iterator[TableRow]:
    place = 0
    ranked = _ranked(sorted(records), records, matches, settings, settings.order)
    for at, (team, by) in enumerate(ranked, start=1):
        if by != LEVEL:
            place = at
        shown = by if by not in (FIRST, LEVEL, "points") else None
        yield TableRow(place=place, team=team, by=shown, **vars(records[team]))


FIRST, LEVEL = "first", "level"
"""Reasons, apart from the rules, for a place if no rule decided it."""


def _ranked(
    teams: Sequence[str],
    records: Mapping[str, Record],
    matches: Sequence[Match],
    settings: Settings,
    order: Sequence[Rule],
) -> Iterator[tuple[str, str]]:
    """Yield teams that are tied so far, best first, each with the rule that put it below the one
    before. This is FIRST for the first, and LEVEL for a team that stays tied."""
    if len(teams) == 1 or not order:
        yield from ((team, LEVEL if at else FIRST) for at, team in enumerate(teams))
        return
    rule, *others = order
    figures = (
        _among(teams, matches, settings)
        if rule == "head-to-head"
        else {team: FIGURES[rule](records[team]) for team in teams}
    )
    best_first = sorted(teams, key=figures.get, reverse=True)
    for at, (_, level) in enumerate(groupby(best_first, key=figures.get)):
        for team, by in _ranked(list(level), records, matches, settings, others):
            yield team, (rule if at and by == FIRST else by)


def _among(teams: Sequence[str], matches: Iterable[Match], settings: Settings) -> Mapping[str, int]:
    """Return the league points of each team in the matches among them."""
    found = dict.fromkeys(teams, 0)
    for match in matches:
        if match.home in found and match.away in found:
            for side, team in enumerate(match.teams):
                found[team] += league_points(match, side, settings)
    return found


# -- Pairs.


def _of_pairs(match: Match) -> Mapping[Pair, int]:
    """Return the points that each pair made in a match, those alone that are named."""
    found: dict[Pair, int] = defaultdict(int)
    for meeting in match.meetings:
        for pair, points in zip(meeting.pairs, meeting.total, strict=True):
            if is_named(pair):
                found[pair] += points
    return found


def _pairs(matches: Iterable[Match]) -> list[PairRow]:
    """Return the pairs by average, then points, then names."""
    found: dict[Pair, list[int]] = defaultdict(list)
    for match in matches:
        for pair, points in _of_pairs(match).items():
            found[pair].append(points)
    rows = [
        PairRow(pair=pair, matches=len(points), points=sum(points))
        for pair, points in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.hundredths, -row.points, row.pair))


def _week(matches: Sequence[Match]) -> Week | None:
    """Return the honours of the last night."""
    if not matches:
        return None
    last = max(match.date for match in matches)
    tonight = [match for match in matches if match.date == last]
    made = [(points, pair) for match in tonight for pair, points in _of_pairs(match).items()]
    return Week(
        date=last,
        high=_honour(made, max),
        low=_honour(made, min),
        skunks=tuple(skunk for match in tonight for skunk in _skunks(match)),
    )


def _honour(made: Sequence[tuple[int, Pair]], best: Callable) -> Honour | None:
    if not made:
        return None
    points = best(made)[0]
    return Honour(points=points, pairs=tuple(sorted(pair for had, pair in made if had == points)))


def _skunks(match: Match) -> Iterator[Skunk]:
    for meeting in match.meetings:
        for home, away in meeting.games:
            if home and not away:
                yield Skunk(**_of_teams(match, 0), by=meeting.home, of=meeting.away)
            elif away and not home:
                yield Skunk(**_of_teams(match, 1), by=meeting.away, of=meeting.home)


def _of_teams(match: Match, side: int) -> Mapping[str, str]:
    return {"by_team": match.teams[side], "of_team": match.teams[1 - side]}
