"""A league, its teams and its matches with results, as values (docs/league-format.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Literal

Pair = tuple[str, str]
"""Two names in alphabetical order, so that a pair is the same in either order. A name is empty if
it was not entered. The site has such pairs, a file never."""
Side = Literal["home", "away"]
SIDES: tuple[Side, Side] = ("home", "away")
Decider = Literal["points", "games"]
Rule = Literal["points", "wins", "games", "difference", "for", "head-to-head"]
RULES: tuple[Rule, ...] = ("points", "wins", "games", "difference", "for", "head-to-head")


def pair_of(one: str, other: str) -> Pair:
    """Return two people as a pair."""
    return (one, other) if one <= other else (other, one)


def is_named(pair: Pair) -> bool:
    """Return whether it is known who both of a pair are."""
    return all(pair)


@dataclass(frozen=True, kw_only=True)
class LeaguePoints:
    """A team's points for a match. `game` is for every game won, whichever team won the match."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    walkover: int = 2
    walkover_against: int = 0
    game: int = 0


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a league plays. `games` is how many a pair plays in a match, each to `target` points, or
    by hands if that is None. `order` has the rules that rank teams."""

    pairs: int
    games: int
    target: int | None = None
    decided_by: Decider
    points: LeaguePoints = LeaguePoints()
    order: tuple[Rule, ...]
    rounds: int
    home_and_away: bool


@dataclass(frozen=True, kw_only=True)
class Team:
    """`home_day` is the weekday (0 is Monday) on which it is at home, None for any but those of
    `not_home`."""

    name: str
    venue: str | None = None
    players: tuple[str, ...] = ()
    home_day: int | None = None
    not_on: frozenset[date] = frozenset()
    not_home: frozenset[int] = frozenset()

    def hosts_on(self, day: date) -> bool:
        """Return whether the weekday is one on which it is at home."""
        weekday = day.weekday()
        return self.home_day in (None, weekday) and weekday not in self.not_home


@dataclass(frozen=True, kw_only=True)
class Division:
    """`name` is None where a league has one division only."""

    name: str | None
    teams: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """Two pairs at a table and their games, each the points of home and away."""

    home: Pair
    away: Pair
    games: tuple[tuple[int, int], ...]

    @property
    def pairs(self) -> tuple[Pair, Pair]:
        return self.home, self.away

    @property
    def total(self) -> tuple[int, int]:
        return sum(home for home, _ in self.games), sum(away for _, away in self.games)

    @property
    def games_won(self) -> tuple[int, int]:
        won = [home > away for home, away in self.games if home != away]
        return won.count(True), won.count(False)


@dataclass(frozen=True, kw_only=True)
class Match:
    """Two teams on a night. `total` and `games_won`, for home and away, are None if they were not
    entered. `walkover` is the side that was given the match, or "neither", and both lose it."""

    date: date
    home: str
    away: str
    meetings: tuple[Meeting, ...] = ()
    total: tuple[int, int] | None = None
    games_won: tuple[int, int] | None = None
    walkover: Side | Literal["neither"] | None = None
    hour: time | None = None
    """Its own hour, where it isn't the league's."""

    @property
    def teams(self) -> tuple[str, str]:
        return self.home, self.away

    @property
    def decided(self) -> bool:
        """Whether there is a result; without one it is a fixture."""
        given = (self.total, self.games_won, self.walkover)
        return any(one is not None for one in given)


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """League points that a team loses, from a day on."""

    team: str
    date: date
    points: int
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Derby:
    """A match that is wished for a night."""

    teams: tuple[str, str]
    date: date


@dataclass(frozen=True, kw_only=True)
class League:
    """A league. `dates` are its nights in order. A venue that is not in `venues` holds one match at
    once. `undated` is the number of matches without a night, which are not in `matches`."""

    name: str
    settings: Settings
    divisions: tuple[Division, ...]
    teams: Mapping[str, Team]
    dates: tuple[date, ...] = ()
    venues: Mapping[str, int] = field(default_factory=dict)
    matches: tuple[Match, ...] = ()
    undated: int = 0
    penalties: tuple[Penalty, ...] = ()
    derbies: tuple[Derby, ...] = ()
