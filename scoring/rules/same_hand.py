"""Whether two tellings say the same of a deal, as far as the score goes."""

from __future__ import annotations

from scoring.rules.hand import Hand

SCORED = ("maker", "tricks", "partner", "alone", "defender_alone", "special", "void")


def same_hand(one: Hand, other: Hand) -> bool:
    """Return whether both score the same for the same reasons; suits and dealer may differ."""
    if set(one.irregularities) != set(other.irregularities):
        return False
    return all(getattr(one, fact) == getattr(other, fact) for fact in SCORED)
