"""A hand under a rule set, scored: awards, each with its reason and its law."""

from __future__ import annotations

from dataclasses import dataclass, replace
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


def score(hand: Hand, *, rules: RuleSet, seats: int, dealer: int | None = None) -> Score:
    """Return the Score of a hand at a table of `seats` players.

    Raises ImpossibleHand when the rules do not allow the hand.
    """
    refuse(hand, rules=rules, seats=seats, dealer=dealer)
    what_scores = (hand.void, hand.maker, hand.partner, hand.alone, hand.tricks, hand.special)
    return _scored(rules, seats, what_scores, hand.defender_alone, hand.irregularities)


def total(awards: tuple[Award, ...], seats: int) -> tuple[int, ...]:
    """Return the points of every seat over all awards."""
    totals = [0] * seats
    for award in awards:
        for seat, number in award.points:
            totals[seat] += number
    return tuple(totals)


@lru_cache(maxsize=16384)
def _scored(rules: RuleSet, seats: int, what_scores: tuple, defender: int | None, offences: tuple) -> Score:
    void, maker, partner, alone, tricks, special = what_scores
    if void is not None:
        return _nothing(void, rules, seats)
    hand = Hand(
        maker=maker,
        partner=partner,
        alone=alone,
        tricks=tricks,
        special=special,
        defender_alone=defender,
        irregularities=offences,
    )
    at = Parties.of(hand, rules, seats)
    if not offences:
        outcome, award = _result(at)
        return _score(outcome, (award,), seats)
    if rules.revokes == "counted":
        return _with_counted_offences(at)
    revoked = at.guilty("revoke")
    if len(revoked) == 2:
        return _nothing("both-revoked", rules, seats)
    outcome, award = _after_a_revoke(revoked[0], at) if revoked else _result(at)
    return _lessened(outcome, award, at)


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
        return cls(hand=hand, rules=rules, seats=seats, makers=makers, adversaries=others, lone=lone)

    def guilty(self, kind: str) -> tuple[str, ...]:
        """Return which parties offended: "makers", "adversaries", both or neither."""
        offenders = self.hand.offenders(kind)
        return tuple(party for party in ("makers", "adversaries") if offenders & set(getattr(self, party)))

    def times(self, kind: str, party: str) -> int:
        """Return how often a party offended."""
        seats = getattr(self, party)
        return sum(one.times for one in self.hand.irregularities if one.kind == kind and one.by in seats)

    def award(self, seats: tuple[int, ...], number: int, reason: str, law: str) -> Award:
        """Return an award of so many points to each of these seats (none for no points)."""
        points = tuple((seat, number) for seat in seats) if number else ()
        return Award(points, reason, self.rules.law(law), self.rules.partners == "fixed")


OTHER = {"makers": "adversaries", "adversaries": "makers"}
BY = {"makers": "the maker's side", "adversaries": "an adversary"}


def _result(at: Parties) -> tuple[str, Award]:
    """Return the outcome and the award of the hand as it was played."""
    hand, rules = at.hand, at.rules
    if hand.offenders("abandoned"):
        reason = "An adversary abandoned his cards to a lone hand"
        return "abandoned", at.award(at.makers, rules.abandoned, reason, "abandoned")
    if hand.special == "jamboree":
        return "jamboree", at.award(at.makers, rules.jamboree, "Jamboree, the five best trumps", "jamboree")
    if hand.tricks < 3:
        return "euchre", _euchre(at)
    return ("point", _point(at)) if hand.tricks < 5 else _march(at)


def _point(at: Parties) -> Award:
    called = at.rules.partners == "called"
    if at.lone:
        reason = "Point, alone" if called else "Point, a lone hand"
        return at.award(at.makers, at.rules.lone_point, reason, "lone_point")
    return at.award(at.makers, at.rules.point, "Point with a partner" if called else "Point", "point")


def _march(at: Parties) -> tuple[str, Award]:
    rules, called = at.rules, at.rules.partners == "called"
    players = f", {NUMBERS[at.seats]} players" if called else ""
    if not at.lone:
        reason = f"March with a partner{players}" if called else "March"
        return "march", at.award(at.makers, rules.march[at.seats], reason, "march")
    if at.hand.special == "jambone":
        return "jambone", at.award(at.makers, rules.jambone, "Jambone, all five tricks", "jambone")
    if at.hand.offenders("exposed"):
        reason = "Lone march, but the partner showed a card"
        return "lone-march", at.award(at.makers, rules.exposed_march, reason, "exposed_march")
    award = at.award(at.makers, rules.lone_march[at.seats], f"Lone march{players}", "lone_march")
    return "lone-march", award


def _euchre(at: Parties) -> Award:
    rules = at.rules
    if rules.set_back:
        return at.award(at.makers, -rules.euchre, "Euchred and set back", "euchre")
    if at.hand.defender_alone is not None:
        reason = "Lone hand euchred by a lone defender"
        return at.award(at.adversaries, rules.lone_defence, reason, "lone_defence")
    if at.lone and rules.lone_euchre is not None:
        return at.award(at.adversaries, rules.lone_euchre, "Lone hand euchred", "lone_euchre")
    if rules.partners == "called":
        reason = "Lone hand euchred" if at.lone else "Maker and partner euchred"
    else:
        reason = "Euchre"
    return at.award(at.adversaries, rules.euchre, reason, "euchre")


def _after_a_revoke(guilty: str, at: Parties) -> tuple[str, Award]:
    """Return what a revoke by one party brings, where it decides the hand."""
    rules = at.rules
    if rules.revokes == "march":
        return "revoke", _march_for_a_revoke(guilty, at)
    if rules.set_back:
        revokers = tuple(sorted(at.hand.offenders("revoke")))
        return "revoke", at.award(revokers, -rules.revoke, "Revoke: euchred and set back", "revoke")
    winners = getattr(at, OTHER[guilty])
    return "revoke", at.award(winners, rules.revoke, f"Revoke by {BY[guilty]}", "revoke")


def _march_for_a_revoke(guilty: str, at: Parties) -> Award:
    """Foster 36 to 38: the other side scores as if it had won all it could."""
    rules, players = at.rules, f"{NUMBERS[at.seats]} players"
    if guilty == "makers":
        return at.award(at.adversaries, rules.euchre, "Revoke by the maker's side", "revoke_by_maker")
    if at.lone:
        number, reason = rules.lone_march[at.seats], f"Revoke against a lone hand, {players}"
        return at.award(at.makers, number, reason, "revoke_against_lone")
    reason = f"Revoke by an adversary, a march, {players}"
    return at.award(at.makers, rules.march[at.seats], reason, "revoke_by_adversary")


def _lessened(outcome: str, award: Award, at: Parties) -> Score:
    """Return the score without those whom an irregularity bars from scoring, and why."""
    barred: set[int] = set()
    notes: list[Award] = []
    for offender in sorted(at.hand.offenders("intimation")):
        barred.add(offender)
        notes.append(at.award((), 0, "The partner betrayed himself: he scores nothing", "intimation"))
    for guilty in at.guilty("wrong-cards"):
        barred |= set(getattr(at, guilty))
        reason = f"Wrong number of cards, {BY[guilty]}: that side scores nothing"
        notes.append(at.award((), 0, reason, "wrong-cards"))
    kept = tuple((seat, number) for seat, number in award.points if seat not in barred or number < 0)
    return _score(outcome, (replace(award, points=kept), *notes), at.seats)


def _with_counted_offences(at: Parties) -> Score:
    """Leeds & Dwight: revokes first, then what wrong cards forfeit, then the hand's own result."""
    outcome, award = _result(at)
    guilty = at.guilty("wrong-cards")
    barred = {seat for party in guilty for seat in getattr(at, party)}
    if barred & {seat for seat, _ in award.points}:
        award = replace(award, points=(), reason=f"{award.reason}, not scored")
    return _score(outcome, (*_counted_revokes(at), *_forfeits(guilty, at), award), at.seats)


def _counted_revokes(at: Parties) -> tuple[Award, ...]:
    makers, adversaries = at.times("revoke", "makers"), at.times("revoke", "adversaries")
    if makers == adversaries:
        cancel = at.award((), 0, "Equal revokes on both sides cancel each other", "revokes_cancel")
        return (cancel,) if makers else ()
    guilty = "makers" if makers > adversaries else "adversaries"
    more, each = abs(makers - adversaries), at.rules.revoke_lone if at.lone else at.rules.revoke
    reason = f"{'Revoke' if more == 1 else f'{more} revokes'} by {BY[guilty]}"
    if makers and adversaries:
        reason += f", the others cancelled ({max(makers, adversaries)} against {min(makers, adversaries)})"
    return (at.award(getattr(at, OTHER[guilty]), more * each, reason, "revoke"),)


def _forfeits(guilty: tuple[str, ...], at: Parties) -> tuple[Award, ...]:
    if len(guilty) == 2:
        return (
            at.award((), 0, "Wrong number of cards on both sides: nobody scores the hand", "wrong-cards"),
        )
    number = at.rules.forfeit_lone if at.lone else at.rules.forfeit
    return tuple(
        at.award(
            getattr(at, OTHER[party]),
            number,
            f"Wrong number of cards, {BY[party]}: that side forfeits and scores nothing for the hand",
            "wrong-cards",
        )
        for party in guilty
    )


def _score(outcome: str, awards: tuple[Award, ...], seats: int) -> Score:
    return Score(outcome, total(awards, seats), awards, False)


VOID_WORDS = {
    "passed-out": "Nobody made the trump: no score, the deal passes to the left",
    "misdeal": "Misdeal: no score, the deal is lost and passes to the left",
    "new-deal": "New deal: no score, the same dealer deals again",
    "imperfect-pack": "Imperfect pack: this deal is void, earlier scores stand, same dealer",
    "both-revoked": "Both sides revoked: the deal is void, same dealer",
}


def _nothing(outcome: str, rules: RuleSet, seats: int) -> Score:
    reason = Award((), VOID_WORDS[outcome], rules.law(outcome))
    return Score(outcome, (0,) * seats, (reason,), outcome in rules.same_dealer_after)
