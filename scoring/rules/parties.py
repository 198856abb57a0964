"""A hand with who stood against whom: the maker's side, its adversaries, and whether it was
alone."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.awards import Award
from scoring.rules.hand import Hand
from scoring.rules.rule_set import RuleSet

OTHER = {"makers": "adversaries", "adversaries": "makers"}
BY = {"makers": "the maker's side", "adversaries": "an adversary"}


@dataclass(frozen=True, kw_only=True)
class Parties:
    """A hand with who stood against whom."""

    hand: Hand
    rules: RuleSet
    seats: int
    makers: tuple[int, ...]
    """The maker's side: maker and partner, or the maker alone."""
    adversaries: tuple[int, ...]
    lone: bool

    @classmethod
    def of(cls, hand: Hand, rules: RuleSet, seats: int) -> Parties:
        if rules.partners == "fixed":
            makers = (hand.maker % 2, hand.maker % 2 + 2)
            lone = hand.alone is not None or hand.special is not None
        else:
            makers = (hand.maker,) if hand.partner is None else (hand.maker, hand.partner)
            lone = rules.partners == "called" and hand.partner is None
        others = tuple(seat for seat in range(seats) if seat not in makers)
        return cls(
            hand=hand, rules=rules, seats=seats, makers=makers, adversaries=others, lone=lone
        )

    def guilty(self, kind: str) -> tuple[str, ...]:
        """Return which parties offended: "makers", "adversaries", both or neither."""
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
        """Return an award of so many points to each of these seats (none for no points)."""
        points = tuple((seat, number) for seat in seats) if number else ()
        return Award(points, reason, self.rules.law(law), self.rules.partners == "fixed")
