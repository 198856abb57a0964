"""A hand under a rule set, scored: awards, each with its reason and its law."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scoring.rules.hand import Hand
from scoring.rules.refusals import refuse
from scoring.rules.rule_set import NUMBERS, Law, RuleSet


@dataclass(frozen=True, slots=True)
class Award:
    """Points for one reason: by seat (empty when the reason takes points away), and by which law."""

    points: tuple[tuple[int, int], ...]
    reason: str
    law: Law

    @property
    def why(self) -> str:
        """The reason with what it brings: "March with a partner, five players: 3 each"."""
        if not self.points:
            return self.reason
        return f"{self.reason}: {self.points[0][1]}{' each' if len(self.points) > 1 else ''}"


class Score(NamedTuple):
    """What a hand came to: its outcome, the points of every seat, and the awards behind them."""

    outcome: str
    points: tuple[int, ...]
    awards: tuple[Award, ...]
    deals_again: bool
    """Whether the same dealer deals the next hand."""


def score(hand: Hand, *, rules: RuleSet, seats: int, dealer: int | None = None) -> Score:
    """Return the Score of a hand at a table of `seats` players.

    Raises ImpossibleHand when the rules do not allow the hand.
    """
    refuse(hand, rules=rules, seats=seats, dealer=dealer)
    if hand.void is not None:
        return _nothing(hand.void, rules, seats)
    side = (hand.maker,) if hand.partner is None else (hand.maker, hand.partner)
    revoked = _sides(hand, "revoke", side) if hand.irregularities else ()
    if len(revoked) == 2:
        return _nothing("both-revoked", rules, seats)
    outcome, reason = _after_a_revoke(revoked, hand) if revoked else _by_tricks(hand)
    full = _full(rules, seats, side, outcome, reason)
    return _lessened(full, hand, rules, side) if hand.irregularities else full


AGAINST_MAKER = {"euchre", "lone_euchre", "revoke_by_maker"}


def _by_tricks(hand: Hand) -> tuple[str, str]:
    """Return the outcome and the reason, by the tricks of the maker's side."""
    lone = hand.partner is None
    if hand.tricks < 3:
        return "euchre", "lone_euchre" if lone else "euchre"
    if hand.tricks < 5:
        return "point", "lone_point" if lone else "point"
    return ("lone-march", "lone_march") if lone else ("march", "march")


def _after_a_revoke(revoked: tuple[str, ...], hand: Hand) -> tuple[str, str]:
    if revoked == ("maker",):
        return "revoke", "revoke_by_maker"
    return "revoke", "revoke_against_lone" if hand.partner is None else "revoke_by_adversary"


def _sides(hand: Hand, kind: str, side: tuple[int, ...]) -> tuple[str, ...]:
    """Return which sides offended: "maker", "adversary", both or neither."""
    guilty = hand.offenders(kind)
    found = (("maker", guilty & set(side)), ("adversary", guilty - set(side)))
    return tuple(name for name, seats in found if seats)


@lru_cache(maxsize=4096)
def _full(rules: RuleSet, seats: int, side: tuple[int, ...], outcome: str, reason: str) -> Score:
    """Return what the reason brings, before any irregularity takes from it."""
    number, words, law = _reasons(rules, seats)[reason]
    winners = tuple(seat for seat in range(seats) if seat not in side) if reason in AGAINST_MAKER else side
    return _score(
        outcome, Award(tuple((seat, number) for seat in winners), words, rules.law(law)), seats=seats
    )


@lru_cache(maxsize=64)
def _reasons(rules: RuleSet, seats: int) -> dict[str, tuple[int, str, str]]:
    """Return for every reason to score: the number, its words, the law's name."""
    players = f"{NUMBERS[seats]} players"
    march, lone_march = rules.march[seats], rules.lone_march[seats]
    return {
        "point": (rules.point, "Point with a partner", "point"),
        "lone_point": (rules.lone_point, "Point, alone", "lone_point"),
        "march": (march, f"March with a partner, {players}", "march"),
        "lone_march": (lone_march, f"Lone march, {players}", "lone_march"),
        "euchre": (rules.euchre, "Maker and partner euchred", "euchre"),
        "lone_euchre": (rules.euchre, "Lone hand euchred", "euchre"),
        "revoke_by_adversary": (march, f"Revoke by an adversary, a march, {players}", "revoke_by_adversary"),
        "revoke_against_lone": (lone_march, f"Revoke against a lone hand, {players}", "revoke_against_lone"),
        "revoke_by_maker": (rules.euchre, "Revoke by the maker's side", "revoke_by_maker"),
    }


def _lessened(full: Score, hand: Hand, rules: RuleSet, side: tuple[int, ...]) -> Score:
    """Return the score without those whom an irregularity bars from scoring, and why."""
    award = full.awards[0]
    barred: set[int] = set()
    notes: list[Award] = []
    for offender in sorted(hand.offenders("intimation")):
        barred.add(offender)
        notes.append(Award((), "The partner betrayed himself: he scores nothing", rules.law("intimation")))
    for guilty in _sides(hand, "wrong-cards", side):
        ours = guilty == "maker"
        who = "the maker's side" if ours else "an adversary"
        law = rules.law("wrong-cards")
        barred |= set(side) if ours else {seat for seat, _ in award.points} - set(side)
        notes.append(Award((), f"Wrong number of cards, {who}: that side scores nothing", law))
    kept = tuple((seat, number) for seat, number in award.points if seat not in barred)
    return _score(full.outcome, Award(kept, award.reason, award.law), *notes, seats=len(full.points))


def _score(outcome: str, *awards: Award, seats: int) -> Score:
    totals = [0] * seats
    for award in awards:
        for seat, number in award.points:
            totals[seat] += number
    return Score(outcome, tuple(totals), awards, False)


VOID_WORDS = {
    "passed-out": "Nobody made the trump: no score, the deal passes to the left",
    "misdeal": "Misdeal: no score, the deal is lost and passes to the left",
    "new-deal": "New deal: no score, the same dealer deals again",
    "imperfect-pack": "Imperfect pack: this deal is void, earlier scores stand, same dealer",
    "both-revoked": "Both sides revoked: the deal is void, same dealer",
}


@lru_cache(maxsize=256)
def _nothing(outcome: str, rules: RuleSet, seats: int) -> Score:
    reason = Award((), VOID_WORDS[outcome], rules.law(outcome))
    return Score(outcome, (0,) * seats, (reason,), outcome in rules.same_dealer_after)
