"""A remedy of a book, filled with the numbers of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from string import Formatter

from scoring.rules.remedies.remedy import Remedy
from scoring.rules.remedies.rulings import CHOICE
from scoring.rules.rule_set import NUMBERS, Law, RuleSet
from scoring.rules.rule_sets import on_shelf


def filled(remedy: Remedy, rules: RuleSet) -> Remedy:
    """Return the remedy as this table reads it: its numbers, and the law they rest on."""
    names = {name for _, name, _, _ in Formatter().parse(remedy.remedy) if name}
    text = remedy.remedy.format_map({name: _number(name, rules) for name in names})
    return replace(remedy, remedy=text, law=_law(remedy.law, names, rules))


def _law(law: Law | str, names: set[str], rules: RuleSet) -> Law:
    """Return the law: the house's own, when a number in the text is not that of the book."""
    if rules.base and any(
        _number(name, rules) != _number(name, on_shelf(rules.base)) for name in names
    ):
        return Law(source=rules.name, number="house rule")
    return cited(law, rules) if isinstance(law, str) else law


def cited(name: str, rules: RuleSet) -> Law:
    """Return what the rules rest this on; the table's own choice for a provision that neither the
    book nor the house decides."""
    return rules.laws.get(name, CHOICE) if name in rules.options else rules.law(name)


def _number(name: str, rules: RuleSet) -> str:
    value = getattr(rules, name)
    if name == "lone_euchre" and value is None:
        value = rules.euchre
    return _by_players(value, rules.players) if isinstance(value, Mapping) else str(value)


def _by_players(numbers: Mapping[int, int], players: tuple[int, ...]) -> str:
    """Return "2 with four players, 3 with five or six or seven"; "2" when it is always 2."""
    groups: dict[int, list[str]] = {}
    for seats in players:
        groups.setdefault(numbers[seats], []).append(NUMBERS[seats])
    if len(groups) == 1:
        return str(numbers[players[0]])
    told = [f"{number} with {' or '.join(words)}" for number, words in groups.items()]
    return ", ".join([f"{told[0]} players", *told[1:]])
