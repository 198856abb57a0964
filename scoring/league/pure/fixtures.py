"""Plan the fixtures of a season: matches with their nights and venues (docs/league-format.md).

It takes a timetable with the fewest breaks (timetable.py). Then a search (fixture_search.py)
assigns its numbers to teams, and moves nights and matches, until no venue is overfull and no team
plays when it can't. Hard rules come first, then wishes. The seed is fixed, so a file has one plan.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, pairwise

from scoring.league.pure.fixture_search import CLOSE, planned
from scoring.league.pure.timetable import days_needed, least_breaks
from scoring.league.pure.values import Division, League, Team

WEEKDAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")


class CannotPlan(ValueError):
    """No plan is possible. The message names the nights, teams or division in the way."""


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """A match to be played; `venue` is the home team's, None where it has none."""

    home: str
    away: str
    venue: str | None


@dataclass(frozen=True, kw_only=True)
class Night:
    """A night of a division, numbered from 1; `bye` is who does not play."""

    no: int
    date: date
    division: str | None
    matches: tuple[Fixture, ...]
    bye: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """How far the wishes are met: the `breaks` and the `least` possible, the fewest and most `byes`
    of a team, the fewest nights from a match to its return (None if none meet twice), and how many
    returns are `near`."""

    breaks: int
    least: int
    byes: tuple[int, int]
    returns: int | None
    near: int = 0


@dataclass(frozen=True, kw_only=True)
class Fixtures:
    """A season, its nights in the order of their dates."""

    nights: tuple[Night, ...]
    wishes: Wishes


def fixtures(league: League, seed: int = 0) -> Fixtures:
    """Return the fixtures of a league; another seed plans them otherwise. Raises CannotPlan."""
    in_the_way = list(_in_the_way(league))
    if in_the_way:
        raise CannotPlan(" ".join(in_the_way))
    season = planned(league, seed)
    if season.wrong:
        raise CannotPlan(
            " ".join(["No plan was found that keeps everything.", *map(_sentence, season.wrong)])
        )
    nights = tuple(nights_of(league, season.matches))
    return Fixtures(nights=nights, wishes=wishes(league, nights))


# -- What no plan can keep.


def _in_the_way(league: League) -> Iterator[str]:
    """Yield sentences that name what makes every plan impossible."""
    if not league.dates:
        yield "The league has no dates to play on."
        return
    for division in league.divisions:
        teams, rounds = len(division.teams), league.settings.rounds
        needed = days_needed(teams, rounds)
        if needed > len(league.dates):
            yield (
                f"{_named(division)} needs {needed} nights for {teams} teams that meet "
                f"{_times(rounds)}, and there are {len(league.dates)}."
            )
            continue
        for team in division.teams:
            yield from _team_in_the_way(league, league.teams[team], teams)
    yield from _venues_in_the_way(league)


def _team_in_the_way(league: League, team: Team, teams: int) -> Iterator[str]:
    matches = league.settings.rounds * (teams - 1)
    free = [day for day in league.dates if day not in team.not_on]
    if len(free) < matches:
        away = ", ".join(day.isoformat() for day in league.dates if day in team.not_on)
        yield f"{team.name} has {matches} matches and {len(free)} nights: not on {away}."
    elif len(home_nights(league, team)) < least_at_home(league, matches):
        home = home_nights(league, team)
        yield (
            f"{team.name} has {least_at_home(league, matches)} matches at home, and there "
            f"are {len(home)} {_days(team)} for them."
        )


def home_nights(league: League, team: Team) -> list[date]:
    """Return the nights on which a team can be at home."""
    return [day for day in league.dates if day not in team.not_on and team.hosts_on(day)]


def least_at_home(league: League, matches: int) -> int:
    """Return how many of a team's matches are at home, one less where they are odd."""
    return matches // 2 if league.settings.home_and_away else 0


def _days(team: Team) -> str:
    return "nights" if team.home_day is None else WEEKDAYS[team.home_day]


def _venues_in_the_way(league: League) -> Iterator[str]:
    at: dict[str, list[Team]] = defaultdict(list)
    matches: Counter[str] = Counter()
    for division in league.divisions:
        for name in division.teams:
            team = league.teams[name]
            if team.venue is not None:
                at[team.venue].append(team)
                own = league.settings.rounds * (len(division.teams) - 1)
                matches[team.venue] += least_at_home(league, own)
    for venue, teams in at.items():
        nights = {day for team in teams for day in home_nights(league, team)}
        holds = league.venues.get(venue, 1)
        if len(teams) > 1 and matches[venue] > holds * len(nights):
            names = ", ".join(team.name for team in teams)
            yield (
                f"{venue} would have {matches[venue]} matches of {names} on {len(nights)} nights, "
                f"and holds {holds} at once."
            )


def _named(division: Division) -> str:
    return "The league" if division.name is None else f"Division {division.name}"


def _times(rounds: int) -> str:
    return {1: "once", 2: "twice"}.get(rounds, f"{rounds} times")


def _sentence(wrong: tuple[date, str]) -> str:
    day, what = wrong
    return f"{day.isoformat()}: {what}."


# -- What was planned.


def nights_of(league: League, matches: Iterable[tuple[int, date, str, str]]) -> Iterator[Night]:
    """Yield the nights of these matches, given as division (from 0), night, home and away."""
    by_night: dict[tuple[date, int], list[tuple[str, str]]] = defaultdict(list)
    for division, day, home, away in matches:
        by_night[day, division].append((home, away))
    numbers: Counter[int] = Counter()
    for day, at in sorted(by_night):
        division, matches = league.divisions[at], by_night[day, at]
        numbers[at] += 1
        playing = {*chain.from_iterable(matches)}
        yield Night(
            no=numbers[at],
            date=day,
            division=division.name,
            matches=tuple(
                Fixture(home=home, away=away, venue=league.teams[home].venue)
                for home, away in sorted(matches)
            ),
            bye=tuple(team for team in division.teams if team not in playing),
        )


def wishes(league: League, nights: Sequence[Night]) -> Wishes:
    """Return how far these nights meet what is wished."""
    homes: dict[str, list[bool]] = defaultdict(list)
    byes: Counter[str] = Counter()
    met: dict[frozenset[str], list[date]] = defaultdict(list)
    for night in nights:
        byes.update(night.bye)
        for match in night.matches:
            homes[match.home].append(True)
            homes[match.away].append(False)
            met[frozenset((match.home, match.away))].append(night.date)
    gaps = [
        nights_apart(league, before, after)
        for when in met.values()
        for before, after in pairwise(sorted(when))
    ]
    sizes = [len(division.teams) for division in league.divisions]
    each = [byes[team] for team in league.teams]
    return Wishes(
        breaks=sum(one == other for at in homes.values() for one, other in pairwise(at)),
        least=sum(least_breaks(size, league.settings.rounds) for size in sizes if size > 1),
        byes=(min(each), max(each)),
        returns=min(gaps, default=None),
        near=sum(gap <= CLOSE for gap in gaps),
    )


def nights_apart(league: League, before: date, after: date) -> int:
    """Return how many of the league's nights later a day is: 1 for the next. A day that is none of
    them counts as one."""
    between = sum(before < night < after for night in league.dates)
    return between + (before < after)
