"""The score of a hand, as the sum of awards. Each award has a reason and a law."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scoring.euchre.hand import Hand
from scoring.euchre.rule_set import Law, RuleSet


@dataclass(frozen=True, slots=True)
class Award:
    """Points for one reason, by seat, with the law. It has no points if the reason takes points
    away."""

    points: tuple[tuple[int, int], ...]
    reason: str
    law: Law
    together: bool = False
    """Whether its players score as one side."""
    penalty: bool = False
    """Whether the table gave or took it. It then scores by itself, before the hand's result."""

    @property
    def why(self) -> str:
        """The reason with its points, such as "March with a partner, five players: 3 each"."""
        if not self.points:
            return self.reason
        number = self.points[0][1]
        sign = "\N{MINUS SIGN}" if number < 0 else ""
        each = " each" if len(self.points) > 1 and not self.together else ""
        return f"{self.reason}: {sign}{abs(number)}{each}"


class Score(NamedTuple):
    """The result of a hand, with its outcome, the points of every seat, and the awards behind
    them."""

    outcome: str
    points: tuple[int, ...]
    awards: tuple[Award, ...]
    deals_again: bool
    """Whether the same dealer deals the next hand."""
    bidder: int | None = None
    """The seat of the bidder, where there was a bid. The points of both sides are then written down
    together."""

    @classmethod
    def of(cls, outcome: str, awards: tuple[Award, ...], seats: int) -> Score:
        """Return the sum of these awards as a score, after which the deal passes on."""
        return cls(outcome, total(awards, seats), awards, False)


def total(awards: tuple[Award, ...], seats: int) -> tuple[int, ...]:
    """Return the points of every seat over all awards."""
    totals = [0] * seats
    for award in awards:
        for seat, number in award.points:
            totals[seat] += number
    return tuple(totals)


# -- A hand with who stood against whom: the maker's side, its adversaries, and whether it was
# alone.

OTHER = {"makers": "adversaries", "adversaries": "makers"}
WRONG_CARDS = "Wrong number of cards, {}: that side scores nothing"
BY = {"makers": "the maker’s side", "adversaries": "an adversary"}


@dataclass(frozen=True, kw_only=True)
class Parties:
    """A hand with its two parties, makers and adversaries."""

    hand: Hand
    rules: RuleSet
    seats: int
    makers: tuple[int, ...]
    """The maker and partner, or the maker alone."""
    adversaries: tuple[int, ...]
    lone: bool

    @classmethod
    def of(cls, hand: Hand, rules: RuleSet, seats: int) -> Parties:
        if rules.partners == "fixed":
            makers = tuple(range(hand.maker % 2, seats, 2))
            lone = hand.alone is not None or hand.special is not None
        else:
            makers = tuple(seat for seat in (hand.maker, hand.partner) if seat is not None)
            lone = hand.partner is None if rules.partners == "called" else hand.alone is not None
        others = tuple(seat for seat in range(seats) if seat not in makers)
        return cls(
            hand=hand, rules=rules, seats=seats, makers=makers, adversaries=others, lone=lone
        )

    def guilty(self, kind: str) -> tuple[str, ...]:
        """Return the parties that offended, of "makers" and "adversaries"."""
        offenders = self.hand.offenders(kind)
        return tuple(
            party for party in ("makers", "adversaries") if offenders & set(getattr(self, party))
        )

    def times(self, kind: str, party: str) -> int:
        """Return how often a party offended."""
        seats = getattr(self, party)
        return sum(
            one.times for one in self.hand.irregularities if one.kind == kind and one.by in seats
        )

    def award(self, seats: tuple[int, ...], number: int, reason: str, law: str) -> Award:
        """Return an award of this number of points to each of these seats. It is empty for no
        points."""
        points = tuple((seat, number) for seat in seats) if number else ()
        return Award(points, reason, self.rules.law(law), self.rules.partners == "fixed")
