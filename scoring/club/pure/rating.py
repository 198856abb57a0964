"""The sittings of an evening that are rated, and the display of a rating.

`scoring.club.pure.rating_formula` computes the effect of a match. It alone uses fractions.
Everywhere else strengths are whole thousandths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from scoring.euchre.statement import SittingLine, Statement

FEWEST_HANDS = 4
"""A sitting of fewer says too little."""
PROVISIONAL = 5
"""Sittings until a rating is more than provisional."""
STEP = 25
"""Thousandths in a point of a rating as shown. An average player has 25,000, which is shown as
1000."""


class Match(NamedTuple):
    """A sitting as a contest, with the players of sides of equal size and each side's final
    score."""

    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]


class Strength(NamedTuple):
    """The estimated strength of a player and its uncertainty (one standard deviation), in
    thousandths."""

    mu: int = 25_000
    sigma: int = 8_333
    sittings: int = 0
    """Rated so far."""

    @property
    def sure(self) -> int:
        """What ranks: the strength less three deviations, which they very likely have at least."""
        return self.mu - 3 * self.sigma

    @property
    def estimate(self) -> int:
        """The strength as it is shown: 1000 is an average player."""
        return _steps(self.mu)

    @property
    def give_or_take(self) -> int:
        """How far off the estimate may be, as it is shown."""
        return _steps(3 * self.sigma)

    @property
    def rating(self) -> int:
        """The estimate minus its uncertainty. It begins at zero."""
        return self.estimate - self.give_or_take

    @property
    def provisional(self) -> bool:
        return self.sittings < PROVISIONAL


def _steps(thousandths: int) -> int:
    return (2 * thousandths + STEP) // (2 * STEP)


def matches_of(statement: Statement) -> Iterator[Match]:
    """Yield the rated sittings of an evening in order, from the signed statement, with players by
    their keys.

    Sittings of fewer than four deals are not rated, nor games of which none was finished.
    """
    for line in statement.sittings:
        decided = line.debts is None or line.story
        if line.hands >= FEWEST_HANDS and decided:
            yield _match(line, statement.ids)


def _match(line: SittingLine, ids: tuple[int, ...]) -> Match:
    had, sides = _had(line), _sides(line)
    return Match(
        sides=tuple(tuple(ids[player] for player in side) for side in sides),
        scores=tuple(sum(had[player] for player in side) for side in sides),
    )


def _sides(line: SittingLine) -> tuple[tuple[int, ...], ...]:
    if line.sides:
        return line.sides
    # Wherever else four or six play games, the sides sit alternately (test_rating.py).
    if line.debts is not None and len(line.players) in (4, 6):
        return line.players[::2], line.players[1::2]
    return tuple((player,) for player in line.players)


def _had(line: SittingLine) -> dict[int, int]:
    """Return each player's final score, in points, or for games the game points won minus those
    lost."""
    if line.debts is None:
        return dict(zip(line.players, line.totals, strict=True))
    had: Counter[int] = Counter()
    for debtor, creditor, points in line.debts:
        had[creditor] += points
        had[debtor] -= points
    return had
