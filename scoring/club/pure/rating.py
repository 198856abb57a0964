"""Which sittings of an evening are rated, and how a rating is shown.

What a match does to it is computed in `scoring.club.pure.rating_formula`, the one place with
fractions; everywhere else strengths are whole thousandths.
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
"""Thousandths in a point of a rating as it is shown: an average player stands at 25,000, shown as
1000."""


class Match(NamedTuple):
    """A sitting as a contest: sides of equal size by their players, and what each side had in the
    end."""

    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]


class Strength(NamedTuple):
    """How strong somebody is taken to be, and how unsure that is (one standard deviation):
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
        """The one number: the estimate less what it may be off. It begins at nothing."""
        return self.estimate - self.give_or_take

    @property
    def provisional(self) -> bool:
        return self.sittings < PROVISIONAL


def _steps(thousandths: int) -> int:
    return (2 * thousandths + STEP) // (2 * STEP)


def matches_of(statement: Statement) -> Iterator[Match]:
    """Yield the rated sittings of an evening in their order, from what people signed; players by
    their keys.

    Not rated: fewer than four deals, and where games are played and none was finished.
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
    # Wherever four or six play games, the sides sit alternately (tests/club/pure/test_rating.py).
    if line.debts is not None and len(line.players) in (4, 6):
        return line.players[::2], line.players[1::2]
    return line.sides or tuple((player,) for player in line.players)


def _had(line: SittingLine) -> dict[int, int]:
    """Return what each had in the end: points, or where games are played what they won less what
    they lost."""
    if line.debts is None:
        return dict(zip(line.players, line.totals, strict=True))
    had: Counter[int] = Counter()
    for debtor, creditor, points in line.debts:
        had[creditor] += points
        had[debtor] -= points
    return had
