"""What a rule set decides, in words; and in what one set differs from another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules.provisions import HIGHEST, Provision
from scoring.rules.rule_set import NUMBERS, PROVISIONS, RuleSet
from scoring.rules.wording import listed


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A provision that is not as the book has it, both values in words."""

    name: str
    label: str
    meaning: str
    value: str
    was: str
    short: str
    """For a sentence: "to 10", "laps on", "euchre 3"."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What a table may decide for itself: what the rules say unless it does, and what it may have
    instead."""

    name: str
    label: str
    meaning: str
    value: str
    may: str


def told(rules: RuleSet, name: str) -> str:
    """Return what the rules say: "yes", "5", "2 with four, 3 with five, six and seven"."""
    provision, value = PROVISIONS()[name], getattr(rules, name)
    if provision.kind == "yes or no":
        return "yes" if value else "no"
    if provision.kind == "choice":
        return provision.values[value]
    if provision.kind == "by players":
        return _by_players(value, rules.players)
    return provision.empty if value is None else str(value)


def _by_players(numbers: Mapping[int, int], players: tuple[int, ...]) -> str:
    alike: dict[int, list[str]] = {}
    for seats in players:
        alike.setdefault(numbers[seats], []).append(NUMBERS[seats])
    if len(alike) == 1:
        return str(numbers[players[0]])
    return ", ".join(f"{number} with {listed(seats)}" for number, seats in alike.items())


def differences(rules: RuleSet, book: RuleSet) -> tuple[Difference, ...]:
    """Return every provision in which the rules are not as the book has it, in the order of a
    page."""
    return tuple(
        Difference(
            name=name,
            label=provision.label,
            meaning=provision.meaning,
            value=told(rules, name),
            was=told(book, name),
            short=_short(rules, name, provision),
        )
        for name, provision in book.provisions.items()
        if told(rules, name) != told(book, name)
    )


def _short(rules: RuleSet, name: str, provision: Provision) -> str:
    value, label = getattr(rules, name), provision.label.lower()
    if name == "target":
        return provision.empty if value is None else f"to {value}"
    if provision.kind == "yes or no":
        return f"{label} {'on' if value else 'off'}"
    if provision.kind == "choice":
        return f"{label}: {told(rules, name).partition(',')[0]}"
    return f"{label} {told(rules, name)}"


def choices(rules: RuleSet) -> tuple[Choice, ...]:
    """Return what these rules leave to the table."""
    return tuple(
        Choice(
            name=name,
            label=PROVISIONS()[name].label,
            meaning=PROVISIONS()[name].meaning,
            value=told(rules, name),
            may=_may(rules, name),
        )
        for name in rules.options
    )


def _may(rules: RuleSet, name: str) -> str:
    provision = PROVISIONS()[name]
    if provision.kind == "yes or no":
        return "yes or no"
    if provision.kind == "choice":
        return "; ".join(provision.values.values())
    if name in rules.limits:
        return " or ".join(map(str, rules.limits[name]))
    usual = f"usually {' or '.join(map(str, rules.usual[name]))}; " if name in rules.usual else ""
    return f"{usual}any number from {provision.least} to {HIGHEST}"
