"""Plausible hands, drawn from a seed, by better and worse players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from scoring.euchre.hand import Hand
from scoring.euchre.rule_set import RuleSet


def a_hand(rules: RuleSet, people: Sequence[str], skill: Mapping[str, int], chance: Random) -> Hand:
    """Return a hand of this table; `skill` is 0 to 100 a name, 50 where it says nothing."""
    if chance.randrange(20) == 0:
        return Hand(void="passed-out")
    bold = [skill.get(name, 50) + 60 for name in people]
    maker = chance.choices(range(len(people)), bold)[0]
    strength = skill.get(people[maker], 50)
    bold_enough = chance.randrange(100) < 4 + strength // 20
    alone = maker if bold_enough and rules.alone != "nobody" else None
    return Hand(
        maker=maker,
        partner=_partner(rules, len(people), maker, alone, chance),
        alone=alone if rules.partners != "none" else None,
        tricks=_tricks(strength, chance),
    )


def _partner(
    rules: RuleSet, seats: int, maker: int, alone: int | None, chance: Random
) -> int | None:
    if rules.partners != "called" or alone is not None:
        return None
    return chance.choice([seat for seat in range(seats) if seat != maker])


def _tricks(strength: int, chance: Random) -> int:
    """Return the tricks of the maker's side. A good player is euchred less often, and takes all
    five more often."""
    euchred, march = 26 - strength // 8, 10 + strength // 8
    drawn = chance.randrange(100)
    if drawn < euchred:
        return chance.choice((1, 2, 2))
    return 5 if drawn >= 100 - march else chance.choice((3, 3, 4))
