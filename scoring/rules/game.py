"""The hands of a sitting in order: who dealt, what each scored, how the score stood after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scoring.rules.hand import Hand, ImpossibleHand
from scoring.rules.points import Score, score
from scoring.rules.rule_set import RuleSet


class ImpossibleSitting(ValueError):
    """A hand of the sitting is impossible: `no` counts hands from 1."""

    def __init__(self, no: int, cause: ImpossibleHand) -> None:
        super().__init__(f"hand {no}: {cause.message}")
        self.no = no
        self.field = cause.field
        self.message = cause.message


class Played(NamedTuple):
    """A hand in its place: number from 1, dealer's seat, the next dealer's, score, totals after it."""

    no: int
    dealer: int
    next_dealer: int
    hand: Hand
    score: Score
    totals: tuple[int, ...]


def play(hands: Iterable[Hand], *, rules: RuleSet, seats: int, first_dealer: int) -> list[Played]:
    """Return every hand Played, in order. Raises ImpossibleSitting, naming the hand."""
    played: list[Played] = []
    dealer, totals = first_dealer, (0,) * seats
    for no, hand in enumerate(hands, start=1):
        if hand.dealer is not None:
            dealer = hand.dealer
        try:
            result = score(hand, rules=rules, seats=seats, dealer=dealer)
        except ImpossibleHand as cause:
            raise ImpossibleSitting(no, cause) from cause
        totals = tuple([before + more for before, more in zip(totals, result.points, strict=True)])
        next_dealer = dealer if result.deals_again else (dealer + 1) % seats
        played.append(Played(no, dealer, next_dealer, hand, result, totals))
        dealer = next_dealer
    return played
