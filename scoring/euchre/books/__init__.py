"""The bookshelf: one short file a printed source, and the one way to find a set by its key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scoring.common.names import UNFIT_FOR_A_NAME
from scoring.euchre.books.american import AMERICAN
from scoring.euchre.books.auction import AUCTION, AUCTION_SIX
from scoring.euchre.books.bid import BID, BID_DOUBLE, BID_THREE
from scoring.euchre.books.britannica import BRITANNICA_FOUR, BRITANNICA_THREE, BRITANNICA_TWO
from scoring.euchre.books.british import BRITISH
from scoring.euchre.books.buck import BUCK
from scoring.euchre.books.foster_call_ace import CALL_ACE
from scoring.euchre.books.hoffmann import HOYLE_FOUR, HOYLE_THREE, HOYLE_THREE_SETBACK, HOYLE_TWO
from scoring.euchre.books.keller import KELLER
from scoring.euchre.books.leeds_dwight import CLUB_LAWS
from scoring.euchre.books.railroad import RAILROAD
from scoring.euchre.books.six_handed import SIX_HANDED
from scoring.euchre.rule_set import RuleSet, UnknownRule

SHELF: dict[str, RuleSet] = {
    rules.key: rules
    for rules in (
        CALL_ACE,
        CLUB_LAWS,
        KELLER,
        HOYLE_FOUR,
        BRITANNICA_FOUR,
        AMERICAN,
        RAILROAD,
        BRITISH,
        SIX_HANDED,
        AUCTION,
        AUCTION_SIX,
        BID,
        BID_DOUBLE,
        BID_THREE,
        HOYLE_TWO,
        BRITANNICA_TWO,
        HOYLE_THREE,
        HOYLE_THREE_SETBACK,
        BRITANNICA_THREE,
        BUCK,
    )
}
LONGEST_NAME = 60
HOUSE_KEY = "house"


def find(key: str, /, **options: object) -> RuleSet:
    """Return the rule set of this key with the table's options; raise UnknownRule when there is
    none."""
    on_shelf(key).refuse_options(options)
    return _with_options(key, json.dumps(options, sort_keys=True) if options else "{}")


def on_shelf(key: str) -> RuleSet:
    """Return the set of this key without options; raise UnknownRule when there is none."""
    if key not in SHELF:
        raise UnknownRule(f'"{key}" is not a rule set; known: {", ".join(SHELF)}.')
    return SHELF[key]


def find_house(house: Mapping[str, Any], /, **options: object) -> RuleSet:
    """Return the house rules {"base": key, "name": name, provision: value, …} with the table's
    options.

    Equal values return the same set. Raise UnknownRule, with the name of the field.
    """
    base, name = house.get("base"), house.get("name")
    if not isinstance(base, str):
        raise UnknownRule("House rules need a base: the key of a rule set.", "base")
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise UnknownRule(f"House rules need a name of 1 to {LONGEST_NAME} characters.", "name")
    if UNFIT_FOR_A_NAME.search(name):
        raise UnknownRule("The name of the house rules holds characters that are not text.", "name")
    on_shelf(base).refuse_options(options)
    changes = {what: value for what, value in house.items() if what not in ("base", "name")}
    # Before they become JSON: what is nested without end cannot.
    on_shelf(base).read_changes(changes)
    return _house(
        base, name.strip(), *(json.dumps(part, sort_keys=True) for part in (changes, options))
    )


@lru_cache(maxsize=512)
def _with_options(key: str, options: str) -> RuleSet:
    """Return one and the same set for the same choices. As JSON, since 1 and true are equal
    otherwise."""
    return SHELF[key].with_options(**json.loads(options))


@lru_cache(maxsize=512)
def _house(base: str, name: str, changes: str, options: str) -> RuleSet:
    house = SHELF[base].house(key=HOUSE_KEY, name=name, changes=json.loads(changes))
    return house.with_options(**json.loads(options))
