"""The bookshelf as people look for a game: by how many they are, and how they play together."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.rules.rule_set import NUMBERS, RuleSet
from scoring.rules.rule_sets import SHELF


def shelf() -> dict[str, tuple[RuleSet, ...]]:
    """Return the sets by their kind, as they stand on the shelf."""
    found: dict[str, tuple[RuleSet, ...]] = {}
    for rules in SHELF.values():
        found[kind(rules)] = (*found.get(kind(rules), ()), rules)
    return found


def kind(rules: RuleSet) -> str:
    """Return how many play and how: "Four in partners", "Four to seven, each for himself",
    "Two"."""
    how = {"called": ", each for himself", "fixed": " in partners", "none": ""}
    return f"{for_how_many(rules).capitalize()}{how[rules.partners]}"


def for_how_many(rules: RuleSet) -> str:
    """Return "four to seven" or "two"."""
    few, many = min(rules.players), max(rules.players)
    return NUMBERS[few] if few == many else f"{NUMBERS[few]} to {NUMBERS[many]}"


def wrong_number(found: int, rules: RuleSet, others: Iterable[RuleSet]) -> str:
    """Return why so many names do not fit these rules, and which of the others would be for
    them."""
    names = f"{found} name{'' if found == 1 else 's'}"
    fitting = [one.name for one in others if found in one.pack]
    instead = f" For {NUMBERS[found]} there is: {'; '.join(fitting)}." if fitting else ""
    return f"{names}: {rules.name} is for {for_how_many(rules)}.{instead} Part the names by commas."
