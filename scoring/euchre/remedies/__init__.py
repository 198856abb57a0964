"""The laws of a table on what to do when something goes wrong.

The remedies are in the TOML files of this folder. They have placeholders for the numbers of the
RuleSet, so that house rules show their own. docs/laws.md lists the law behind each remedy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from string import Formatter

from scoring.common import word_search
from scoring.euchre.books import on_shelf
from scoring.euchre.remedies.reading import table_of, tables
from scoring.euchre.remedies.remedy import OF_A_BID, TOPICS, Remedy
from scoring.euchre.rule_set import NUMBERS, PROVISIONS, Law, RuleSet

__all__ = ["CHOICE", "TOPICS", "Remedy", "book_of", "cited", "remedies", "search"]

CHOICE = Law(source="This table’s choice", number="")


def book_of(rules: RuleSet) -> tuple[Remedy, ...]:
    """Return the remedies of the nearest book that these rules come from, as it writes them."""
    table = table_of(rules, tables())
    if table is None:
        raise LookupError(f'No laws for the rule set "{rules.key}".')
    return table.remedies


def remedies(rules: RuleSet) -> tuple[Remedy, ...]:
    """Return what can go wrong at a table of these rules, with its remedy, in the order of
    TOPICS."""
    found = [filled(one, rules) for one in book_of(rules) if one.applies(rules)]
    return tuple(sorted(found, key=lambda one: TOPICS.index(one.topic)))


# -- A remedy of a book, filled with the numbers of a table.
# ----------------------------------------------------------------------------------------------


def filled(remedy: Remedy, rules: RuleSet) -> Remedy:
    """Return the remedy for this table, with its numbers and law filled in."""
    names = {name for _, name, _, _ in Formatter().parse(remedy.remedy) if name}
    text = remedy.remedy.format_map({name: _number(name, rules) for name in names})
    return replace(remedy, remedy=text, law=_law(remedy.law, names, rules))


def _law(law: Law | str, names: set[str], rules: RuleSet) -> Law:
    """Return the law, which is the house's own if a number in the text differs from the book's, or
    who pays it."""
    names = names | ({"revoke_from"} if "revoke" in names else set())
    if rules.base and any(
        _number(name, rules) != _number(name, on_shelf(rules.base)) for name in names
    ):
        return Law(source=rules.name, number="house rule")
    return cited(law, rules) if isinstance(law, str) else law


def cited(name: str, rules: RuleSet) -> Law:
    """Return the law of a provision. If it has none of its own, this is the book, provided that the
    book has the same value, and otherwise the table's choice."""
    if name in rules.laws or name not in PROVISIONS():
        return rules.law(name)
    book = on_shelf(rules.shelf_key)
    decided = getattr(rules, name) == getattr(book, name)
    return Law(source=book.source, number="") if decided else CHOICE


def _number(name: str, rules: RuleSet) -> str:
    value = OF_A_BID[name](rules) if name in OF_A_BID else rules.number(name)
    if name == "made":
        scores, bonus = value
        return MADE_IN_WORDS[scores] + (f", and {bonus} more" if bonus else "")
    if name in BIDS_IN_WORDS:
        return BIDS_IN_WORDS[name].get(value, str(value))
    return _by_players(value, rules.players) if isinstance(value, Mapping) else str(value)


MADE_IN_WORDS = {"bid": "the bid", "tricks": "the tricks taken, at least the bid"}
BIDS_IN_WORDS = {
    "set_loses": {"bid": "the bid", None: "nothing"},
    "set_gives": {"bid": "the bid", "tricks": "their tricks, at least one", None: "nothing"},
    "lone_loses": {0: "nothing"},
    "lone_gives": {"tricks": "their tricks, at least one", None: "nothing"},
}
"""Effects of a revoke on a bid, as in `bidding.score_bid`."""


def _by_players(numbers: Mapping[int, int], players: tuple[int, ...]) -> str:
    """Return "2 with four players, 3 with five, six or seven"; "2" when it is always 2."""
    groups: dict[int, list[str]] = {}
    for seats in players:
        groups.setdefault(numbers[seats], []).append(NUMBERS[seats])
    if len(groups) == 1:
        return str(numbers[players[0]])
    parts = [f"{number} with {_any_of(words)}" for number, words in groups.items()]
    return ", ".join([f"{parts[0]} players", *parts[1:]])


def _any_of(words: Sequence[str]) -> str:
    """Return "five, six or seven"."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


# -- Finding a remedy by the words somebody at the table would type.
# ----------------------------------------------------------------------------------------------


def search(remedies: Iterable[Remedy], text: str) -> tuple[Remedy, ...]:
    """Return the remedies that match a search: by title, then by further words, then by text.

    Figures match words. The page's script finds the same (static/table/search.js).
    """
    return word_search.search(remedies, text, _texts, FIGURES)


FIGURES = {str(number): word for number, word in enumerate(NUMBERS)}


def _texts(remedy: Remedy) -> tuple[str, str, str]:
    return remedy.title, " ".join(remedy.words), remedy.remedy
