"""Scores in words: one wording for the pad, the board, the sheets and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.rules.hand import JOKER, SUITS, Hand
from scoring.rules.rule_set import NUMBERS

VOIDS = {
    "passed-out": "Passed out",
    "misdeal": "Misdeal",
    "new-deal": "New deal",
    "imperfect-pack": "Imperfect pack",
    "both-revoked": "Both sides revoked",
}


def listed(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Ben", "Ann, Ben and Cat"; nothing for nobody."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def gains(points: Sequence[int], names: Sequence[str]) -> str:
    """Return who scores what: "Ben and Dan 3 each", "Everyone but Dan 2 each", "Nobody scores"."""
    scorers = [seat for seat, number in enumerate(points) if number]
    if not scorers:
        return "Nobody scores"
    others = [name for seat, name in enumerate(names) if seat not in scorers]
    amount = points[scorers[0]]
    if len(scorers) == 1:
        return f"{names[scorers[0]]} {amount}"
    who = f"Everyone but {others[0]}" if len(others) == 1 else listed([names[seat] for seat in scorers])
    return f"{who} {amount} each"


def told(hand: Hand, names: Sequence[str]) -> str:
    """Return what happened, without the score: "Ben with Dan, all five", "Ben alone, two tricks"."""
    if hand.void:
        return VOIDS[hand.void]
    who = names[hand.maker]
    if hand.partner is not None:
        who += f" with {names[hand.partner]}"
    elif hand.alone is not None or not hand.call:
        who += " alone"
    else:
        who += f" called {SUITS[hand.call]} and was alone"
    revokers = sorted(hand.offenders("revoke"))
    if revokers:
        return f"{who}; {listed([names[seat] for seat in revokers])} revoked"
    return f"{who}, {tricks(hand.tricks)}"


def tricks(number: int) -> str:
    """Return "no trick", "one trick", "three tricks", "all five"."""
    if number == 5:
        return "all five"
    return f"{'no' if number == 0 else NUMBERS[number]} trick{'' if number < 2 else 's'}"


def facts(hand: Hand) -> str:
    """Return the facts that the score does not need, as far as recorded: "turned ♥, ordered, called ♠"."""
    parts = []
    if hand.turned:
        parts.append("joker turned" if hand.turned == JOKER else f"{PIPS[hand.turned]} turned")
    if hand.made:
        parts.append(hand.made)
    if hand.trump and (hand.made == "named" or not hand.turned):
        parts.append(f"{PIPS[hand.trump]} trumps")
    if hand.call:
        parts.append(f"called {PIPS[hand.call]}")
    return ", ".join(parts)


PIPS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
