"""Par, the score of an average player of the club in the same seats with the same partners, and how
far luck alone moves such a score.

docs/luck.md explains the method and has its sources. All figures are whole numbers or fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Any, NamedTuple

from scoring.club.pure.career import Rows, Share, added, gather, share
from scoring.table.pure.play import Play, Points

WEIGHT = 100
"""How many average hands are added to the hands of a partner or a seat. Few hands say little, so
their figure is moved towards the average of the club."""
LEAST_OF_CLUB = 300
"""Hands of the others without which there is no average of the club."""
LEAST_OF_PLAYER = 10
"""Hands of a player without which there is no par."""
DEVIATIONS = 2
"""Standard errors to each side, which hold 19 of 20 scores."""
SEATS = ("dealer", "eldest", "others")


class NightResult(NamedTuple):
    """The player of a tally, with their hands, the points from them, and their Play as JSON."""

    player: int
    hands: int
    points: int
    play: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Par:
    """A score beside par. `+` adds the scores under other rules."""

    hands: int
    points: int
    expected: Fraction
    """The score of an average player."""
    spread: Fraction
    """The variance of their score, with that of the estimate."""
    partners: bool = False
    """Whether it counts with which partners they played."""
    may_lose: bool = True
    """Whether a score may be below zero."""

    def __add__(self, other: Par) -> Par:
        return Par(
            hands=self.hands + other.hands,
            points=self.points + other.points,
            expected=self.expected + other.expected,
            spread=self.spread + other.spread,
            partners=self.partners or other.partners,
            may_lose=self.may_lose or other.may_lose,
        )

    @property
    def par(self) -> int:
        """The expected score as a whole number, half up."""
        return floor(self.expected + Fraction(1, 2))

    @property
    def ahead(self) -> int:
        return self.points - self.par

    @property
    def _reach(self) -> int:
        return _root(DEVIATIONS**2 * self.spread)

    @property
    def low(self) -> int:
        """The least that luck alone usually brings."""
        low = floor(self.expected) - self._reach
        return low if self.may_lose else max(low, 0)

    @property
    def high(self) -> int:
        """The most that luck alone usually brings."""
        return ceil(self.expected) + self._reach

    @property
    def by_luck(self) -> bool:
        """Whether luck alone explains the score."""
        return self.low <= self.points <= self.high

    @property
    def within(self) -> int:
        """How far their points per hand may be off, in tenths of a point, at least one."""
        return max(1, _root(Fraction(self.spread * (10 * DEVIATIONS) ** 2, self.hands**2)))


def _root(value: Fraction) -> int:
    """Return the square root as a whole number, rounded up."""
    whole = ceil(value)
    return isqrt(whole - 1) + 1 if whole > 0 else 0


@dataclass(frozen=True, kw_only=True)
class _Sums:
    """Sums of hands and points, also by seat, table and partner, and of squares for their
    variance."""

    hands: int
    points: int
    squares: int
    """The sum of points by points of each tally."""
    crossed: int
    """The sum of hands by points."""
    hands_squared: int
    seats: dict[str, list[int]]
    tables: dict[str, list[int]]
    beside: dict[str, list[int]]
    lone: int
    lone_made: int


def _sums(kept: Collection[NightResult]) -> _Sums:
    seats: Rows = defaultdict(list)
    tables: Rows = defaultdict(list)
    beside: Rows = defaultdict(list)
    lone = lone_made = 0
    for one in kept:
        play = one.play
        gather(seats, {name: play[name] for name in SEATS if name in play})
        gather(tables, play.get("tables", {}))
        gather(beside, play.get("beside", {}))
        *_, declared, made = play.get("maker", (0, 0))
        lone, lone_made = lone + declared, lone_made + made
    return _Sums(
        hands=sum(one.hands for one in kept),
        points=sum(one.points for one in kept),
        squares=sum(one.points**2 for one in kept),
        crossed=sum(one.hands * one.points for one in kept),
        hands_squared=sum(one.hands**2 for one in kept),
        seats=added(seats),
        tables=added(tables),
        beside=added(beside),
        lone=lone,
        lone_made=lone_made,
    )


NONE = _sums([])


class ClubResults:
    """The results of a club under one rule set, to compare players with."""

    def __init__(self, kept: Iterable[NightResult], *, fixed_partners: bool) -> None:
        """`fixed_partners`: whether partners stay for a sitting. Only then does par count them."""
        self.fixed_partners = fixed_partners
        results = list(kept)
        self._all = _sums(results)
        self._may_lose = any(one.points < 0 for one in results)
        of_each: dict[int, list[NightResult]] = defaultdict(list)
        for one in results:
            of_each[one.player].append(one)
        self._own = {player: _sums(those) for player, those in of_each.items()}

    def _of(self, player: int) -> _Sums:
        return self._own.get(player, NONE)

    def lone_without(self, player: int) -> Share:
        """Return how many lone hands of the others took every trick."""
        all_, own = self._all, self._of(player)
        return share(all_.lone_made - own.lone_made, all_.lone - own.lone)

    def seat_without(self, player: int, seat: str) -> Points:
        """Return the hands and points of the others in a seat."""
        return _less(self._all.seats.get(seat), self._of(player).seats.get(seat))

    def par(self, player: int, play: Play) -> Par | None:
        """Return par for these hands of a player, who isn't part of the average. None for few hands
        of theirs, or of the others."""
        all_, own = self._all, self._of(player)
        hands = all_.hands - own.hands
        if hands < LEAST_OF_CLUB or play.hands < LEAST_OF_PLAYER:
            return None
        mean = Fraction(all_.points - own.points, hands)
        expected, unsure = play.hands * mean, Fraction(play.hands**2, hands)
        for name in SEATS:
            effect = _effect(self.seat_without(player, name), mean)
            expected += getattr(play, name).hands * effect
        for number, row in play.tables.items():
            others = _less(all_.tables.get(str(number)), own.tables.get(str(number)))
            expected += row.hands * _effect(others, mean)
        for who, row in play.beside.items() if self.fixed_partners else ():
            others = _less(all_.beside.get(str(who)), own.beside.get(str(who)))
            expected += row.hands * _effect(others, mean)
            unsure += Fraction(row.hands**2, others.hands + WEIGHT)
        return Par(
            hands=play.hands,
            points=play.points,
            expected=expected,
            spread=self._per_hand(own, mean) * (play.hands + unsure),
            partners=self.fixed_partners,
            may_lose=self._may_lose or play.points < 0,
        )

    def _per_hand(self, own: _Sums, mean: Fraction) -> Fraction:
        """Return the variance of a hand, from how far the nights of the others were from the
        mean."""
        all_ = self._all
        squares = all_.squares - own.squares
        crossed = all_.crossed - own.crossed
        hands_squared = all_.hands_squared - own.hands_squared
        spread = squares - 2 * mean * crossed + mean * mean * hands_squared
        return Fraction(spread, all_.hands - own.hands)


def _less(all_: list[int] | None, own: list[int] | None) -> Points:
    (hands, points), (less, fewer) = all_ or (0, 0), own or (0, 0)
    return Points(hands - less, points - fewer)


def _effect(row: Points, mean: Fraction) -> Fraction:
    """Return by how much a hand of these brings more than the mean, moved towards nothing."""
    return Fraction(row.points - row.hands * mean, row.hands + WEIGHT)
