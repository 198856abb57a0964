"""The sets of the shelf as tests ask about them: any sets, none by its name."""

from __future__ import annotations

from collections.abc import Callable

from scoring.euchre.books import SHELF
from scoring.euchre.rule_set import RuleSet

FIXED = [one for one in SHELF.values() if one.partners == "fixed" and not one.bidding]
"""Partners who turn a card, four or six."""
BIDDING = [rules for rules in SHELF.values() if rules.bidding]
OWN = [rules for rules in SHELF.values() if rules.each_scores]
"""Each scores the tricks they took."""
ALONE = [
    rules
    for rules in SHELF.values()
    if rules.partners == "none" and not rules.bidding and not rules.each_scores
]
"""Two or three, each for themselves, who turn a card."""


def sets_where(wrong: Callable[[RuleSet], object], sets: list[RuleSet] | None = None) -> dict:
    """Return what `wrong` finds in a set, by the set's key, wherever it finds anything."""
    found = {rules.key: wrong(rules) for rules in (SHELF.values() if sets is None else sets)}
    return {key: told for key, told in found.items() if told}


def parent(rules: RuleSet) -> RuleSet | None:
    """Return the set of the shelf that this one was made from, for as many players in the same
    partnerships: the examples of that one prove everything that this one keeps."""
    before = (SHELF[key] for key in reversed(rules.lineage[:-1]) if key in SHELF)
    alike = (
        one for one in before if (one.partners, one.players) == (rules.partners, rules.players)
    )
    return next(alike, None)


def own_laws(rules: RuleSet) -> dict[str, object]:
    """Return the laws of a set by what they are about, without those that its parent has too."""
    others = parent(rules).laws if parent(rules) else {}
    return {what: law for what, law in rules.laws.items() if others.get(what) != law}
