"""Find the faults of a set of fixtures that were drawn, moved by hand or imported: breaches of
rules that must be kept, and of wishes (docs/league-format.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from itertools import combinations, pairwise

from scoring.common.dates import full_day
from scoring.league.pure.fixture_search import CLOSE
from scoring.league.pure.fixtures import WEEKDAYS, nights_apart
from scoring.league.pure.values import League


@dataclass(frozen=True, kw_only=True)
class Planned:
    """A match and its night, or None without one. Only matches of the league count as meetings, but
    a team in a cup match is busy that night."""

    key: int
    date: date | None
    home: str
    away: str
    venue: str | None
    hour: time | None = None
    of_league: bool = True


@dataclass(frozen=True, kw_only=True)
class Breach:
    """A breach, as a sentence with its matches. It is allowed if `hard` is False, but worth
    knowing. `at` is the night and the team or venue with too much."""

    hard: bool
    says: str
    matches: tuple[int, ...]
    at: tuple[date, str] | None = None


def breaches(league: League, matches: Iterable[Planned]) -> list[Breach]:
    """Return all breaches in these matches of a season, the hard ones first.

    `rounds` in the league's settings is how often two teams of a division meet in the whole season.
    """
    matches = list(matches)
    on = sorted((one for one in matches if one.date), key=lambda one: (one.date, one.key))
    found = [
        *_on_a_night(on),
        *_overfull(league, on),
        *_not_able(league, on),
        *_meetings(league, matches),
        *_other_nights(league, on),
        *_running(league, on),
        *_near(league, on),
    ]
    return sorted(found, key=lambda breach: not breach.hard)


def moved(
    league: League, before: Sequence[Planned], after: Sequence[Planned]
) -> tuple[list[Breach], list[Breach]]:
    """Return the breaches that a change adds, and those that it removes. For a venue that stays
    overfull, only the part that got worse or better counts."""
    was, will_be = breaches(league, before), breaches(league, after)
    return [*_not_in(was, will_be)], [*_not_in(will_be, was)]


def _not_in(known: Sequence[Breach], found: Iterable[Breach]) -> Iterator[Breach]:
    says = {one.says for one in known}
    too_many = {one.at: len(one.matches) for one in known if one.at}
    for one in found:
        fewer = one.at is not None and len(one.matches) <= too_many.get(one.at, 0)
        if one.says not in says and not fewer:
            yield one


def against_night(
    league: League, matches: Iterable[Planned], teams: Iterable[str], night: date
) -> list[str]:
    """Return what speaks against a night for these teams, whoever is drawn against whom: a team
    that cannot play then or plays already, and a night that the season leaves out."""
    busy = defaultdict(list)
    for one in matches:
        if one.date == night:
            busy[one.home].append(one)
            busy[one.away].append(one)
    found = []
    for name in teams:
        if name in league.teams and night in league.teams[name].not_on:
            found.append(_cannot(name, night))
        already = f"{name} already play on {on_day(night)}"
        found += [f"{already}: {one.home} v {one.away}." for one in busy[name]]
    if _left_out(league, night):
        found.append(LEFT_OUT.format(on_day(night)))
    return found


def _cannot(team: str, night: date) -> str:
    return f"{team} cannot play on {on_day(night)}."


def on_day(day: date) -> str:
    """Return "Thursday 12 November"."""
    return full_day(day, year=False)


def close_together(matches: Iterable[Planned]) -> Iterator[tuple[str, date, date]]:
    """Yield the teams that play twice within `DAYS_APART` days, and the two days."""
    dated = sorted((one for one in matches if one.date), key=lambda one: one.date)
    for team, found in sorted(_by_team(dated).items()):
        for one, other in pairwise(found):
            if 0 < (other.date - one.date).days <= DAYS_APART:
                yield team, one.date, other.date


DAYS_APART = 3


# -- What must be kept.


def _on_a_night(matches: Sequence[Planned]) -> Iterator[Breach]:
    by_team: dict[tuple[date, str], list[Planned]] = defaultdict(list)
    for one in matches:
        for team in (one.home, one.away):
            by_team[one.date, team].append(one)
    for (day, team), found in by_team.items():
        if len(found) > 1:
            times = "twice" if len(found) == 2 else f"{len(found)} times"
            says = f"{team} would play {times} on {on_day(day)}."
            yield _breach(found, says, at=(day, team))


def _overfull(league: League, matches: Sequence[Planned]) -> Iterator[Breach]:
    by_venue: dict[tuple[date, str], list[Planned]] = defaultdict(list)
    for one in matches:
        if one.venue is not None:
            by_venue[one.date, one.venue].append(one)
    for (day, venue), found in by_venue.items():
        holds = league.venues.get(venue, 1)
        if len(found) > holds:
            teams = ", ".join(f"{one.home} v {one.away}" for one in found)
            yield _breach(
                found,
                f"{venue} would have {len(found)} matches on {on_day(day)}, but has room for "
                f"{holds}: {teams}.",
                at=(day, venue),
            )


def _not_able(league: League, matches: Sequence[Planned]) -> Iterator[Breach]:
    for one in matches:
        for name in (one.home, one.away):
            if name in league.teams and one.date in league.teams[name].not_on:
                yield _breach([one], _cannot(name, one.date))
        home = league.teams.get(one.home)
        if home and not home.hosts_on(one.date):
            days = WEEKDAYS[one.date.weekday() if home.home_day is None else home.home_day]
            why = f"{days} are for other teams" if home.home_day is None else f"they host on {days}"
            yield _breach([one], f"{one.home} would be at home on {on_day(one.date)}, but {why}.")


def _meetings(league: League, matches: Iterable[Planned]) -> Iterator[Breach]:
    """How often each meets each, and how often at home; a match without a night counts too."""
    of_league = [one for one in matches if one.of_league]
    between: dict[frozenset[str], list[Planned]] = defaultdict(list)
    for one in of_league:
        between[frozenset((one.home, one.away))].append(one)
    rounds = league.settings.rounds
    for division in league.divisions:
        for two in combinations(division.teams, 2):
            found = between.pop(frozenset(two), [])
            if not found:
                yield _breach((), f"{two[0]} and {two[1]} do not meet.")
            elif len(found) != rounds:
                meet = f"{two[0]} and {two[1]} meet {_times(len(found))}"
                too_often = found if len(found) > rounds else ()
                yield _breach(too_often, f"{meet}, not {_times(rounds)}.")
            elif league.settings.home_and_away:
                yield from _home_too_often(found)
    for two, found in between.items():
        gone = sorted(two - league.teams.keys())
        names = " and ".join(gone or sorted(two))
        what = "have left the league" if gone else "are of different divisions"
        yield _breach(found, f"{names} {what}.")
    if league.settings.home_and_away:
        for division in league.divisions:
            yield from _not_level(division.teams, of_league)


def _home_too_often(found: Sequence[Planned]) -> Iterator[Breach]:
    homes = [one.home for one in found]
    for team in sorted({*homes}):
        if 2 * homes.count(team) - len(homes) > 1:
            against = next(one.away for one in found if one.home == team)
            often = _times(homes.count(team))
            yield _breach(found, f"{team} are at home {often} against {against}, {_of(found)}.")


def _of(found: Sequence[Planned]) -> str:
    return f"of {len(found)} matches"


def _not_level(teams: Iterable[str], matches: Iterable[Planned]) -> Iterator[Breach]:
    homes: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for one in matches:
        homes[one.home][0] += 1
        homes[one.away][1] += 1
    for team in teams:
        here, there = homes[team]
        if abs(here - there) > 1:
            yield _breach((), f"{team} are at home {_times(here)} and away {_times(there)}.")


# -- What is wished.


def _other_nights(league: League, matches: Iterable[Planned]) -> Iterator[Breach]:
    others: dict[date, list[Planned]] = defaultdict(list)
    for one in matches:
        if one.of_league and one.date not in league.dates:
            others[one.date].append(one)
    for day, found in others.items():
        other = f"{on_day(day)} is not one of the league’s nights."
        says = LEFT_OUT.format(on_day(day)) if _left_out(league, day) else other
        yield _breach(found, says, hard=False)


LEFT_OUT = "{} is left out of the season, so no other match is played then."


def _left_out(league: League, day: date) -> bool:
    """Return whether a season has no match on this day, though it is of its weekdays."""
    nights = league.dates
    in_season = bool(nights) and day not in nights and nights[0] < day < nights[-1]
    return in_season and day.weekday() in {night.weekday() for night in nights}


def _running(league: League, matches: Iterable[Planned]) -> Iterator[Breach]:
    """Yield every break, which is two matches running at home, or away."""
    for team, found in _by_team(matches).items():
        for one, other in pairwise(found):
            # Twice on a night is a breach of its own.
            if one.date != other.date and (one.home == team) == (other.home == team):
                where = "at home" if one.home == team else "away"
                days = f"{on_day(one.date)} and {on_day(other.date)}"
                says = f"{team} are {where} twice running, on {days}."
                yield _breach([one, other], says, hard=False)


def _near(league: League, matches: Sequence[Planned]) -> Iterator[Breach]:
    between: dict[frozenset[str], list[Planned]] = defaultdict(list)
    for one in matches:
        if one.of_league:
            between[frozenset((one.home, one.away))].append(one)
    for found in between.values():
        for one, other in pairwise(found):
            apart = nights_apart(league, one.date, other.date)
            if apart <= CLOSE:
                after = {0: "the same night", 1: "on the next league night"}.get(
                    apart, f"{apart} league nights later"
                )
                says = f"{one.home} and {one.away} meet again {after}, on {on_day(other.date)}."
                yield _breach([one, other], says, hard=False)


def _by_team(matches: Iterable[Planned]) -> Mapping[str, list[Planned]]:
    found: dict[str, list[Planned]] = defaultdict(list)
    for one in matches:
        if one.of_league:
            found[one.home].append(one)
            found[one.away].append(one)
    return found


def _breach(
    matches: Iterable[Planned],
    says: str,
    *,
    hard: bool = True,
    at: tuple[date, str] | None = None,
) -> Breach:
    return Breach(hard=hard, says=says, matches=tuple(one.key for one in matches), at=at)


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
