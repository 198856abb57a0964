"""The score of a hand in which each player scores the tricks they took: Buck Euchre."""

from __future__ import annotations

from dataclasses import replace

from scoring.euchre.awards import Award, Score, total
from scoring.euchre.hand import Hand
from scoring.euchre.rule_set import NUMBERS, RuleSet

MADE, SET, NO_MAKER, REVOKE = "made", "set", "no-maker", "revoke"
REVOKED = "Revoke, no points for the tricks"
NO_TRICKS = "Wrong number of cards: no points for the tricks"


def score_own_tricks(hand: Hand, rules: RuleSet, seats: int) -> Score:
    """Return the Score of a hand by each player's tricks.

    A maker with too few tricks is set, and so is a player who stayed in and took none. Players who
    dropped out neither score nor lose.
    """
    revoked, barred = hand.offenders("revoke"), hand.offenders("wrong-cards")
    awards = [*_revokes(hand, rules), *_sets(hand, rules, revoked)]
    found = _tricks(hand, rules, revoked)
    awards += [_without(award, barred) for award in found]
    if barred - revoked:
        awards.append(Award((), NO_TRICKS, rules.law("wrong-cards")))
    kept = tuple(award for award in awards if award.points or award.reason in (REVOKED, NO_TRICKS))
    kept = kept or (Award((), "No points", rules.law("trick")),)
    return Score(_outcome(hand, rules), total(kept, seats), kept, False)


def is_set(hand: Hand, rules: RuleSet, seat: int) -> bool:
    """Return whether a player is set: the maker with too few tricks, another player with none."""
    took = (hand.taken or ())[seat]
    needs = rules.made_at if seat == hand.maker else 1
    return took is not None and took < needs


def _outcome(hand: Hand, rules: RuleSet) -> str:
    if hand.maker is None:
        return NO_MAKER
    if hand.maker in hand.offenders("revoke"):
        return REVOKE
    return SET if is_set(hand, rules, hand.maker) else MADE


def _revokes(hand: Hand, rules: RuleSet) -> list[Award]:
    """Return what the players who revoked lose. They score no tricks (a ruling)."""
    lost = tuple((seat, -rules.revoke) for seat in sorted(hand.offenders("revoke")))
    return [Award(lost if rules.revoke else (), REVOKED, rules.law("revoke"))] if lost else []


def _sets(hand: Hand, rules: RuleSet, revoked: set[int]) -> list[Award]:
    found = [
        seat
        for seat, _ in enumerate(hand.taken or ())
        if seat not in revoked and is_set(hand, rules, seat)
    ]
    makers = tuple((seat, -rules.euchre) for seat in found if seat == hand.maker and rules.euchre)
    others = tuple(
        (seat, -rules.buck_set) for seat in found if seat != hand.maker and rules.buck_set
    )
    few = NUMBERS[rules.made_at]
    return [
        Award(makers, f"The maker is set, with fewer than {few}", rules.law("euchre")),
        Award(others, "Set, without a trick", rules.law("buck_set")),
    ]


def _tricks(hand: Hand, rules: RuleSet, revoked: set[int]) -> list[Award]:
    """Return an award for each number of tricks, the most first, to all who took so many."""
    by_number: dict[int, list[int]] = {}
    for seat, took in enumerate(hand.taken or ()):
        if took and seat not in revoked and not is_set(hand, rules, seat):
            by_number.setdefault(took, []).append(seat)
    law = rules.law("trick")
    return [
        Award(tuple((seat, took * rules.trick) for seat in who if rules.trick), _took(took), law)
        for took, who in sorted(by_number.items(), reverse=True)
    ]


def _took(number: int) -> str:
    return f"{NUMBERS[number].capitalize()} trick{'' if number == 1 else 's'}"


def _without(award: Award, barred: set[int]) -> Award:
    kept = tuple((seat, number) for seat, number in award.points if seat not in barred)
    return award if kept == award.points else replace(award, points=kept)
