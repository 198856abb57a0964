"""Our rulings of another day: which hands they count otherwise
(docs/decisions/0038-rulings-of-their-day.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from scoring.euchre.game import Played
from scoring.euchre.points import score
from scoring.euchre.rule_set import RuleSet


class Otherwise(NamedTuple):
    """A hand with its points by seat as our rulings before 0.6 had them, and as today's have."""

    no: int
    before: tuple[int, ...]
    now: tuple[int, ...]


def counted_otherwise(played: Iterable[Played], *, rules: RuleSet, seats: int) -> list[Otherwise]:
    """Return the hands that bring other points by our rulings before 0.6 than by today's."""
    before, now = replace(rules, earlier=True), replace(rules, earlier=False)
    found = [
        Otherwise(
            one.no,
            score(one.hand, rules=before, seats=seats, kept=True).points,
            score(one.hand, rules=now, seats=seats, kept=True).points,
        )
        for one in played
        if one.hand.offenders("revoke")
    ]
    return [one for one in found if one.before != one.now]
