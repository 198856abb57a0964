"""A provision: one number, choice, or yes or no of a rule set, with its meaning and allowed values.

The options of a table, house rules and the rules pages are all made from provisions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from scoring.common.names import UNFIT_FOR_A_NAME

HIGHEST = 99
MOST_LONE_BIDS = 3
"""Beside "alone": more keys do not fit on a phone."""
BID_KEY = re.compile(r"[a-z][a-z0-9_-]{0,15}")
LONGEST_BID = 16
SHOWN = 40
"""How much of a name that is too long a sentence repeats."""
MOST_CARDS = 13


class BadProvision(ValueError):
    """A value that a provision cannot have; the message goes on after its name."""


@dataclass(frozen=True, kw_only=True)
class LoneBid:
    """A bid to take all the tricks without the partner, for points of its own."""

    key: str
    """As a hand has it."""
    name: str
    value: int
    cards: int = 0
    """How many cards the partner passes first."""


@dataclass(frozen=True, kw_only=True)
class Provision:
    """What one number of a rule set means. `read` returns a value it may have, or raises
    BadProvision."""

    label: str
    meaning: str
    kind: str
    """ "number", "by players", "yes or no", "choice" or "lone bids"."""
    values: Mapping[object, str] = field(default_factory=dict)
    """The values of a choice in words, or words that are allowed instead of a number."""
    least: int = 0
    most: int = HIGHEST
    only: tuple[int, ...] = ()
    """The only numbers that it may have, if not all of them."""
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
        if self.kind == "lone bids":
            return self._lone_bids(value)
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
        between = f"a whole number from {self.least} to {self.most}"
        number: int = _expect(
            whole and self.least <= value <= self.most and value in (self.only or (value,)),
            value,
            f"is {self._in_a_word}{' or '.join(map(str, self.only)) or between}.",
        )
        return number

    def _lone_bids(self, value: Any) -> tuple[LoneBid, ...]:
        """Read the lone bids of a list, the lowest first."""
        listed = isinstance(value, (list, tuple))
        _expect(listed, value, "is a list of bids.")
        number = len(value)
        too_many = f"has {number} bids. At most {self.most} fit on a phone beside the numbers."
        _expect(number <= self.most, value, too_many)
        found = tuple(map(self._lone_bid, value))
        keys, values = [one.key for one in found], [one.value for one in found]
        _expect(len(set(keys)) == len(keys), value, "has the same key twice.")
        _expect(values == sorted(values), value, "begins with the lowest value.")
        return found

    def _lone_bid(self, value: Any) -> LoneBid:
        """Read {"key": "shoot", "name": "Shoot", "value": 12, "cards": 1}."""
        if isinstance(value, LoneBid):
            return value
        known = {one.name for one in fields(LoneBid)}
        whole = isinstance(value, Mapping) and known - {"cards"} <= value.keys() <= known
        _expect(whole, value, "has a key, a name, a value and the partner’s cards for each bid.")
        key, name = value["key"], value["name"]
        key = bid_key(key) if isinstance(key, str) else ""
        fits = BID_KEY.fullmatch(key) is not None
        _expect(fits, value, "has keys of up to 16 letters, digits and hyphens, such as call-two.")
        named = isinstance(name, str) and bool(name.strip())
        fits = named and "," not in name and not UNFIT_FOR_A_NAME.search(name)
        _expect(fits, value, f"has names of 1 to {LONGEST_BID} characters without commas.")
        length = len(name.strip())
        too_long = f"has “{name.strip()[:SHOWN]}”, a name of {length} characters. At most "
        _expect(length <= LONGEST_BID, value, f"{too_long}{LONGEST_BID} fit on a key.")
        number = replace(self, kind="number", least=1, most=HIGHEST)
        passed = replace(self, kind="number", least=0, most=MOST_CARDS)
        return LoneBid(
            key=key,
            name=name.strip(),
            value=number._number(value["value"]),
            cards=passed._number(value.get("cards", 0)),
        )

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


def lone_bids(label: str, meaning: str, **more: Any) -> Any:
    """Return a dataclass field for lone bids. There are none unless a set lists some."""
    return _field((), label=label, meaning=meaning, kind="lone bids", most=MOST_LONE_BIDS, **more)


def bid_key(said: str) -> str:
    """Return the key of a lone bid as hands store it: "Call two" is call-two."""
    return "-".join(said.lower().split())


def lone_bids_in_words(bids: Iterable[LoneBid]) -> str:
    """Return "Shoot 12, Call two 18 with 2 cards"."""
    return ", ".join(f"{one.name} {one.value}{_with_cards(one.cards)}" for one in bids)


def _with_cards(number: int) -> str:
    return f" with {number} card{'' if number == 1 else 's'}" if number else ""


def lone_bids_from_words(text: str, known: Iterable[LoneBid] = ()) -> list[dict[str, Any]]:
    """Return the lone bids of such words, as a sheet has them. Those of `known` keep their keys, by
    name. Raise BadProvision."""
    keys = {one.name: one.key for one in known}
    return [_from_words(part.strip(), keys) for part in text.split(",") if part.strip()]


def _from_words(text: str, keys: Mapping[str, str]) -> dict[str, Any]:
    said = LONE_BID.fullmatch(text)
    if said is None:
        raise BadProvision(
            f"is written like “Shoot 12” or “Call two 18 with 2 cards”, not “{text}”."
        )
    name, value, cards = said.groups()
    slug = re.sub("[^a-z0-9]+", "-", name.casefold()).strip("-")
    key = keys.get(name) or (slug if BID_KEY.fullmatch(slug) else f"bid-{value}")
    return {"key": key, "name": name, "value": int(value), "cards": int(cards or 0)}


LONE_BID = re.compile(
    r"(.*\S)\s+(\d{1,3})(?:\s+with\s+(\d{1,2})\s+cards?)?", re.ASCII | re.IGNORECASE
)


def either(one: Any, other: Any) -> Any:
    """Return a dataclass field that is one provision in some sets and the other in others. Both
    have the same default."""
    provision = replace(one.metadata["provision"], otherwise=other.metadata["provision"])
    default = {"default": other.default}
    if callable(other.default_factory):
        default = {"default_factory": other.default_factory}
    return field(**default, metadata={"provision": provision})


def _field(default: object, **provision: Any) -> Any:
    metadata = {"provision": Provision(**provision)}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)
