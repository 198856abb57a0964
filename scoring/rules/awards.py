"""What a hand brings: awards, each with its reason and its law, and the score they come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scoring.rules.rule_set import Law


@dataclass(frozen=True, slots=True)
class Award:
    """Points for one reason: by seat (empty when the reason takes points away), and by which
    law."""

    points: tuple[tuple[int, int], ...]
    reason: str
    law: Law
    together: bool = False
    """Whether its players score as one side."""

    @property
    def why(self) -> str:
        """The reason with what it brings: "March with a partner, five players: 3 each"."""
        if not self.points:
            return self.reason
        number = self.points[0][1]
        sign = "\N{MINUS SIGN}" if number < 0 else ""
        each = " each" if len(self.points) > 1 and not self.together else ""
        return f"{self.reason}: {sign}{abs(number)}{each}"


class Score(NamedTuple):
    """What a hand came to: its outcome, the points of every seat, and the awards behind them."""

    outcome: str
    points: tuple[int, ...]
    awards: tuple[Award, ...]
    deals_again: bool
    """Whether the same dealer deals the next hand."""

    @classmethod
    def of(cls, outcome: str, awards: tuple[Award, ...], seats: int) -> Score:
        """Return the score that these awards come to; the deal passes on."""
        return cls(outcome, total(awards, seats), awards, False)


def total(awards: tuple[Award, ...], seats: int) -> tuple[int, ...]:
    """Return the points of every seat over all awards."""
    totals = [0] * seats
    for award in awards:
        for seat, number in award.points:
            totals[seat] += number
    return tuple(totals)
