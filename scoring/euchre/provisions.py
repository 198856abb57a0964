"""A provision: one number, choice, or yes or no of a rule set, with its meaning and allowed values.

The options of a table, house rules and the rules pages are all made from provisions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

HIGHEST = 99


class BadProvision(ValueError):
    """A value that a provision cannot have; the message goes on after its name."""


@dataclass(frozen=True, kw_only=True)
class Provision:
    """What one number of a rule set means. `read` returns a value it may have, or raises
    BadProvision."""

    label: str
    meaning: str
    kind: str
    """ "number", "by players", "yes or no" or "choice"."""
    values: Mapping[object, str] = field(default_factory=dict)
    """The values of a choice in words, or words that are allowed instead of a number."""
    least: int = 0
    most: int = HIGHEST
    empty: str = ""
    """The meaning of a blank number (None), in words. It is "" if the number is required."""
    applies: Callable[[Any], bool] = lambda rules: True
    """Whether it means anything in a RuleSet."""
    otherwise: Provision | None = None
    """What the same name means in other sets, where `applies` is false."""

    @property
    def meanings(self) -> tuple[Provision, ...]:
        """This provision, and the others of the same name."""
        return (self, *(self.otherwise.meanings if self.otherwise else ()))

    def in_rules(self, rules: Any) -> Provision | None:
        """Return what the name means in a RuleSet, or None if it means nothing there."""
        return next((one for one in self.meanings if one.applies(rules)), None)

    @property
    def optional(self) -> bool:
        """Whether a number may be left empty (None)."""
        return bool(self.empty)

    def read(self, value: object, players: tuple[int, ...]) -> object:
        if self.kind == "yes or no":
            return _expect(isinstance(value, bool), value, "is either true or false.")
        if self.kind == "choice":
            known = value is None or isinstance(value, str)
            words = ", ".join("null" if key is None else f'"{key}"' for key in self.values)
            return _expect(known and value in self.values, value, f"is one of {words}.")
        if self.kind == "by players":
            return self._by_players(value, players)
        if value is None and self.optional:
            return None
        if isinstance(value, str) and value in self.values:
            return value
        return self._number(value)

    def read_option(self, value: object, players: tuple[int, ...]) -> object:
        """As `read`; but a table leaves no number empty, only house rules do."""
        return replace(self, empty="").read(value, players)

    @property
    def _in_a_word(self) -> str:
        return "".join(f'"{word}" or ' for word in self.values)

    def _number(self, value: Any) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        number: int = _expect(
            whole and self.least <= value <= self.most,
            value,
            f"is {self._in_a_word}a whole number from {self.least} to {self.most}.",
        )
        return number

    def _by_players(self, value: object, players: tuple[int, ...]) -> Mapping[int, int]:
        """Read one number for all, or an object by the number of players: {"4": 2, "5": 3}."""
        if not isinstance(value, Mapping):
            return MappingProxyType(dict.fromkeys(players, self._number(value)))
        if {str(key) for key in value} != {str(number) for number in players}:
            raise BadProvision("needs one number, or one for every number of players.")
        return MappingProxyType({number: self._number(_at(value, number)) for number in players})


def _at(by_players: Mapping, number: int) -> object:
    return by_players[number] if number in by_players else by_players[str(number)]


def _expect(fits: bool, value: Any, otherwise: str) -> Any:
    if not fits:
        raise BadProvision(otherwise)
    return value


def number(label: str, meaning: str, *, default: int | None, **more: Any) -> Any:
    """Return a dataclass field for a whole number."""
    return _field(default, label=label, meaning=meaning, kind="number", **more)


def by_players(label: str, meaning: str, *, default: int, **more: Any) -> Any:
    """Return a dataclass field for a whole number by the number of players, two to seven. Each is
    `default` at first."""
    numbers = MappingProxyType(dict.fromkeys(range(2, 8), default))
    return _field(numbers, label=label, meaning=meaning, kind="by players", **more)


def yes_or_no(label: str, meaning: str, **more: Any) -> Any:
    """Return a dataclass field for a yes or a no. It is no unless a set says yes."""
    return _field(False, label=label, meaning=meaning, kind="yes or no", **more)


def choice(label: str, meaning: str, *, default: str | None, values: Mapping, **more: Any) -> Any:
    """Return a dataclass field for one of a few words."""
    return _field(default, label=label, meaning=meaning, kind="choice", values=values, **more)


def either(one: Any, other: Any) -> Any:
    """Return a dataclass field that is one provision in some sets and the other in others. Both
    have the same default."""
    provision = replace(one.metadata["provision"], otherwise=other.metadata["provision"])
    return field(default=other.default, metadata={"provision": provision})


def _field(default: object, **provision: Any) -> Any:
    metadata = {"provision": Provision(**provision)}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)
