"""The weekdays on which teams are at home: the league's own, and others of its nights for the teams
that asked for them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from scoring.euchre.wording import listed
from scoring.league.pure.fixtures import WEEKDAYS, home_nights, least_at_home
from scoring.league.pure.values import League


@dataclass(frozen=True, kw_only=True)
class TooFew:
    """Teams at home on a weekday with too few nights. Each has `needs` home matches."""

    weekday: int
    teams: tuple[str, ...]
    nights: int
    needs: int

    @property
    def says(self) -> str:
        """What is missing, in a sentence."""
        day = WEEKDAYS[self.weekday].removesuffix("s")
        if not self.nights:
            lacks = f"None of the nights is a {day}."
        else:
            there = f"night is a {day}" if self.nights == 1 else f"nights are {day}s"
            lacks = f"Each needs {self.needs}, but only {self.nights} {there} they can play."
        return f"{listed(self.teams)} are at home on {day}s. {lacks}"


def own_weekday(nights: Iterable[date], asked: Iterable[int | None]) -> int | None:
    """Return the league's own weekday, given the home weekdays that teams asked for. It is None
    without nights.

    It is the weekday of most nights. But if others have at least half as many, the first choice is
    one that no team asked for, then the one that most teams asked for.
    """
    number = Counter(night.weekday() for night in nights)
    wanted = Counter(day for day in asked if day is not None)
    often = [day for day in sorted(number) if 2 * number[day] >= max(number.values())]
    return max(
        often,
        key=lambda day: (day not in wanted, wanted[day], number[day]),
        default=None,
    )


def only_for(nights: Iterable[date], homes: Mapping[str, int | None]) -> dict[int, list[str]]:
    """Return the weekdays that are among the nights for some teams alone, and those teams; `homes`
    is the weekday on which each team is at home."""
    nights = list(nights)
    own, there = own_weekday(nights, homes.values()), {night.weekday() for night in nights}
    found: dict[int, list[str]] = defaultdict(list)
    for name, day in homes.items():
        if day in there and day != own:
            found[day].append(name)
    return dict(sorted(found.items()))


def kept_for_some(league: League) -> League:
    """Return the league for planning. Teams without a weekday of their own are not at home on one
    that is only there for others."""
    some = frozenset(only_for(league.dates, homes_of(league)))
    return replace(
        league,
        teams={
            name: replace(team, not_home=some) if team.home_day is None else team
            for name, team in league.teams.items()
        },
    )


def homes_of(league: League) -> dict[str, int | None]:
    """Return the weekday on which each team is at home, None for any."""
    return {name: team.home_day for name, team in league.teams.items()}


def too_few(league: League) -> Iterator[TooFew]:
    """Yield the teams that cannot be at home as often as they must, by their weekday."""
    found: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    for division in league.divisions:
        needs = least_at_home(league, league.settings.rounds * (len(division.teams) - 1))
        for name in division.teams:
            team = league.teams[name]
            nights = len(home_nights(league, team))
            if team.home_day is not None and nights < needs:
                found[team.home_day, nights, needs].append(name)
    for (weekday, nights, needs), names in sorted(found.items()):
        yield TooFew(weekday=weekday, teams=tuple(names), nights=nights, needs=needs)
