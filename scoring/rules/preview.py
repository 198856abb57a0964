"""What each usual hand would score, for a page that must answer without asking the server."""

from __future__ import annotations

from scoring.rules.hand import Hand
from scoring.rules.points import score
from scoring.rules.rule_set import RuleSet


def score_table(rules: RuleSet, seats: int) -> dict[str, list[dict]]:
    """Return, for "with" a partner and "alone", six rows by tricks: points by role, why, law."""
    return {
        "with": [_row(Hand(maker=0, partner=1, tricks=tricks), rules, seats) for tricks in range(6)],
        "alone": [_row(Hand(maker=0, alone=0, tricks=tricks), rules, seats) for tricks in range(6)],
    }


def _row(hand: Hand, rules: RuleSet, seats: int) -> dict:
    result = score(hand, rules=rules, seats=seats)
    award = result.awards[0]
    return {
        "maker": result.points[0],
        "partner": result.points[1],
        "others": result.points[2],
        "why": award.reason,
        "law": award.law.short,
    }
