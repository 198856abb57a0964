"""The values of settings, each read from JSON by a function; a ValueError says what it should have
been."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import NoReturn

from scoring.movements.tournament.formats import POT_TO, PRIZES, Pot, Prize

Reader = Callable[[object], object]
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_MONEY = 10**9
LONGEST_NAME = 60
LONGEST_GROUP = 20
MOST = 40
"""Of prizes, and of pots."""
LONGEST_SHOWN = 40


def shown(value: object) -> str:
    """Return a value as a sentence quotes it."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _refuse(wanted: str, value: object) -> NoReturn:
    raise ValueError(f"{wanted}, not {shown(value)}.")


def whole(least: int, most: int) -> Reader:
    def read(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            _refuse(f"A whole number from {least} to {most}", value)
        return value

    return read


money = whole(0, MOST_MONEY)


def yes_or_no(value: object) -> bool:
    if type(value) is not bool:
        _refuse("Yes or no (true or false)", value)
    return value


def one_of(*allowed: object) -> Reader:
    """Return a reader of one of these; true is not 1."""

    def read(value: object) -> object:
        if not any(type(value) is type(one) and value == one for one in allowed):
            _refuse(f"One of {', '.join(map(_bare, allowed))}", value)
        return value

    return read


def _bare(value: object) -> str:
    return "none (null)" if value is None else str(value)


def _list(value: object, most: int = MOST) -> list:
    if type(value) is not list or len(value) > most:
        _refuse(f"A list of {most} at most", value)
    return value


def each_once(*allowed: str) -> Reader:
    """Return a reader of a list of these, one at least and none twice."""
    one = one_of(*allowed)

    def read(value: object) -> tuple[str, ...]:
        found = tuple(one(each) for each in _list(value))
        if not found or len(set(found)) < len(found):
            raise ValueError("One at least, and each once.")
        return found

    return read


def text(longest: int, least: int = 1) -> Reader:
    def read(value: object) -> str:
        if type(value) is not str or value != value.strip() or not value.isprintable():
            _refuse("Text on one line", value)
        if not least <= len(value) <= longest:
            _refuse(f"From {least} to {longest} characters", value)
        return value

    return read


def slug(value: object) -> str:
    if type(value) is not str or not SLUG.fullmatch(value):
        _refuse("The key of a rule set, such as american", value)
    return value


def groups(value: object) -> tuple[str, ...]:
    found = tuple(map(text(LONGEST_GROUP), _list(value)))
    if len(found) not in (0, 2) or len(set(found)) < len(found):
        raise ValueError("Two groups of different names, or none.")
    return found


PRIZE = {"prize": one_of(*PRIZES), "amount": money, "gift": text(LONGEST_NAME, 0)}
POT = {
    "name": text(LONGEST_NAME),
    "to": one_of(*POT_TO),
    "amount": money,
    "each": money,
    "for_each": one_of("", "lone", "euchre"),
}


def _object(
    value: object, readers: dict[str, Reader], needed: tuple[str, ...]
) -> dict[str, object]:
    if type(value) is not dict:
        _refuse(f"An object with {' and '.join(needed)}", value)
    for key in needed:
        if key not in value:
            raise ValueError(f"Each needs its {key}.")
    for key in value:
        if key not in readers:
            raise ValueError(f"{shown(key)} is not a key here.")
    return {key: readers[key](each) for key, each in value.items()}


def prizes(value: object) -> tuple[Prize, ...]:
    found = tuple(Prize(**_object(each, PRIZE, ("prize",))) for each in _list(value))
    if len({one.prize for one in found}) < len(found):
        raise ValueError("Each prize once.")
    return found


def pots(value: object) -> tuple[Pot, ...]:
    found = tuple(Pot(**_object(each, POT, ("name", "to"))) for each in _list(value))
    if len({one.name for one in found}) < len(found):
        raise ValueError("Each pot by a name of its own.")
    return found


def as_json(value: object) -> object:
    """Return a value of a setting as JSON has it; what is 0 or empty in a prize or a pot is left
    out."""
    if is_dataclass(value):
        return {key: each for key, each in asdict(value).items() if each}
    return [as_json(each) for each in value] if type(value) is tuple else value
