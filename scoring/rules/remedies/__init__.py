"""What happened? What the laws of this table say to do about it.

A book's remedies are written once, with placeholders for the numbers of the RuleSet, so that house
rules show their own. Which law of a book stands behind which remedy: docs/laws.md.
"""

from __future__ import annotations

from scoring.rules.remedies.borrowed import (
    SILENT_EACH_FOR_HIMSELF,
    SILENT_PARTNERS,
    without_those_of,
)
from scoring.rules.remedies.britannica import BRITANNICA
from scoring.rules.remedies.filling import filled
from scoring.rules.remedies.foster import FOSTER
from scoring.rules.remedies.hoffmann import HOFFMANN
from scoring.rules.remedies.keller import KELLER
from scoring.rules.remedies.leeds_dwight import LEEDS_DWIGHT
from scoring.rules.remedies.remedy import TOPICS, Remedy
from scoring.rules.remedies.searching import search
from scoring.rules.rule_set import RuleSet

__all__ = ["BOOKS", "TOPICS", "Remedy", "remedies", "search"]

HOYLE = (*HOFFMANN, *without_those_of(HOFFMANN, SILENT_EACH_FOR_HIMSELF))
BOOKS: dict[str, tuple[Remedy, ...]] = {
    "club-laws": LEEDS_DWIGHT,
    "keller": (*KELLER, *without_those_of(KELLER, SILENT_PARTNERS)),
    "hoyle-four": (*HOFFMANN, *without_those_of(HOFFMANN, SILENT_PARTNERS)),
    "britannica-four": BRITANNICA,
    "hoyle-two": HOYLE,
    "britannica-two": BRITANNICA,
    "britannica-three": BRITANNICA,
}
"""By the key of a set whose book says something itself. What was made from it has the same."""
SILENT = {"called": FOSTER, "fixed": SILENT_PARTNERS, "none": SILENT_EACH_FOR_HIMSELF}
"""Where no book in the lineage of a set says anything: by its `partners`."""


def book_of(rules: RuleSet) -> tuple[Remedy, ...]:
    """Return the remedies of the nearest book that these rules come from, as it writes them."""
    known = (BOOKS[key] for key in reversed(rules.lineage) if key in BOOKS)
    return next(known, SILENT[rules.partners])


def remedies(rules: RuleSet) -> tuple[Remedy, ...]:
    """Return what can go wrong at a table of these rules, with its remedy, in the order of
    TOPICS."""
    found = [filled(one, rules) for one in book_of(rules) if one.applies(rules)]
    return tuple(sorted(found, key=lambda one: TOPICS.index(one.topic)))
