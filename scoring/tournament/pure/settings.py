"""A format from the settings of a director or of a file, and back (docs/tournament-format.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass, replace
from typing import Any, NoReturn

from scoring.common.strict_json import quoted
from scoring.tournament.pure.formats import (
    CRITERIA,
    ENDS,
    FORMATS,
    MOVEMENTS,
    ODD,
    PARTNERS,
    POT_TO,
    PRIZES,
    SETTINGS,
    SIT_OUT_POINTS,
    TIES,
    Format,
    Pot,
    Prize,
)
from scoring.tournament.pure.prizes import key_of

# -- The values of settings, each read from JSON by a function; a ValueError says what it should
# have been.

Reader = Callable[[object], object]
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_MONEY = 10**9
LONGEST_NAME = 60
LONGEST_GROUP = 20
MOST = 40
"""Of prizes, and of pots."""


def _refuse(wanted: str, value: object) -> NoReturn:
    raise ValueError(f"{wanted}, not {quoted(value)}.")


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


def _object(value: object, readers: dict[str, Reader], needed: tuple[str, ...]) -> dict[str, Any]:
    if type(value) is not dict:
        _refuse(f"An object with {' and '.join(needed)}", value)
    for key in needed:
        if key not in value:
            raise ValueError(f"Each needs its {key}.")
    for key in value:
        if key not in readers:
            raise ValueError(f"{quoted(key)} is not a key here.")
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


READERS = {
    "rules": slug,
    "lone_euchre": one_of(None, 2, 3, 4),
    "lone_at_head": yes_or_no,
    "rounds": whole(1, 99),
    "ends": one_of(*ENDS),
    "hands": whole(0, 99),
    "bell_at": whole(1, 99),
    "minutes": whole(0, 240),
    "break_minutes": whole(0, 240),
    "movement": one_of(*MOVEMENTS),
    "partners": one_of(*PARTNERS),
    "tie": one_of(*TIES),
    "ranking": each_once(*CRITERIA),
    "groups": groups,
    "prizes_by_group": yes_or_no,
    "odd": one_of(*ODD),
    "sit_out_points": one_of(*SIT_OUT_POINTS),
    "fee": money,
    "prizes": prizes,
    "one_prize_each": yes_or_no,
    "share": yes_or_no,
    "pots": pots,
    "suspense": yes_or_no,
}


def _keys_of_prizes(format: Format) -> set[str]:
    groups = format.groups if format.prizes_by_group else ("",)
    return {key_of(one.prize, group) for one in format.prizes for group in groups}


CONTRADICTIONS = (
    (
        "minutes",
        lambda one: one.ends == "clock" and not one.minutes,
        "A round that the clock ends needs its minutes.",
    ),
    (
        "hands",
        lambda one: one.ends == "hands" and not one.hands,
        "A round of so many hands needs one at least.",
    ),
    (
        "partners",
        lambda one: one.pairs and one.partners != "stay",
        "Fixed pairs stay together: partners cannot be split.",
    ),
    (
        "movement",
        lambda one: one.pairs and one.movement == "seats",
        "Fixed pairs cannot move by their seats: partners would part.",
    ),
    (
        "odd",
        lambda one: one.pairs and one.odd == "three",
        "Fixed pairs cannot play at a table of three.",
    ),
    (
        "tie",
        lambda one: one.movement == "progress" and one.tie == "stays",
        "Where winners progress a tie cannot stay one: the movement needs a winner.",
    ),
    (
        "prizes_by_group",
        lambda one: one.prizes_by_group and not one.groups,
        "Prizes by group need two groups.",
    ),
    (
        "pots",
        lambda one: _keys_of_prizes(one) & {pot.name for pot in one.pots},
        "A pot has a name that is no prize’s.",
    ),
)
"""By the field to change: what cannot be together, and why."""


class BadSetting(ValueError):
    """A setting that cannot be: `field` is its key, `message` a sentence that does not repeat
    it."""

    def __init__(self, field: str, message: str) -> None:
        self.field, self.message = field, message
        super().__init__(f"{field}: {message}")


def format_of(style: str, settings: Mapping[str, Any]) -> Format:
    """Return the format of this style with these settings (JSON values); raise BadSetting.

    The style is a key of FORMATS; `field` is "style" for any other.
    """
    if style not in FORMATS:
        raise BadSetting("style", f"One of {', '.join(FORMATS)}, not {quoted(style)}.")
    read = {key: _read(key, value) for key, value in settings.items()}
    found = replace(FORMATS[style], **read)
    for field, wrong, why in CONTRADICTIONS:
        if wrong(found):
            raise BadSetting(field, why)
    return found


def _read(key: str, value: object) -> object:
    if key not in READERS:
        raise BadSetting(key, "There is no such setting.")
    try:
        return READERS[key](value)
    except ValueError as wrong:
        raise BadSetting(key, str(wrong)) from wrong


def settings_of(format: Format) -> dict[str, Any]:
    """Return what differs from the format's style, as JSON values: format_of makes the same format
    of it."""
    style = FORMATS[format.style]
    return {
        key: as_json(getattr(format, key))
        for key in SETTINGS
        if getattr(format, key) != getattr(style, key)
    }
