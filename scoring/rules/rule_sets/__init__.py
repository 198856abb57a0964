"""The bookshelf: one short file a printed source, and the one way to find a set by its key."""

from __future__ import annotations

from functools import cache

from scoring.rules.rule_set import RuleSet, UnknownRule
from scoring.rules.rule_sets.foster_call_ace import CALL_ACE

SHELF: dict[str, RuleSet] = {rules.key: rules for rules in (CALL_ACE,)}


def find(key: str, /, **options: object) -> RuleSet:
    """Return the rule set of this key with the table's options; raise UnknownRule when there is none."""
    if key not in SHELF:
        raise UnknownRule(f'"{key}" is not a rule set; known: {", ".join(SHELF)}.')
    SHELF[key].refuse_options(options)
    return _with_options(key, tuple(sorted(options.items())))


@cache
def _with_options(key: str, options: tuple[tuple[str, object], ...]) -> RuleSet:
    """Return one and the same set for the same choices, which must have been checked: 1 equals true here."""
    return SHELF[key].with_options(**dict(options))
