"""Check the values of a score sheet file. Errors are sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NoReturn

from scoring.common import strict_json
from scoring.common.names import clean_name
from scoring.common.shapes import TEXT, shaped

WANTED = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    dict: "an object",
    list: "a list",
}
WORDS = {None: "null", True: "true", False: "false"}
# Control characters but for tabs and line breaks, and halves of surrogate pairs: not every store
# keeps them.
UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
LONGEST_SHOWN = 40
LONGEST_MESSAGE = 300


class BadSheet(ValueError):
    """A sheet that cannot be read: `hand` counts from 1, `field` names the key; either may be
    None."""

    def __init__(self, message: str, *, field: str | None = None, hand: int | None = None) -> None:
        self.message = _one_line(message)
        self.field = field and _one_line(field)
        self.hand = hand
        super().__init__(f"hand {hand}: {self.message}" if hand else self.message)


def _one_line(text: str) -> str:
    """Return the text in a form that any screen can show."""
    text = text if len(text) <= LONGEST_MESSAGE else f"{text[: LONGEST_MESSAGE - 1]}…"
    return (
        text
        if text.isprintable()
        else "".join(char if char.isprintable() else "\ufffd" for char in text)
    )


def refuse(message: str, field: str | None = None) -> NoReturn:
    raise BadSheet(message, field=field)


def shown(value: object) -> str:
    """Return a value for use in a sentence. Text is quoted and cut, and a list is only named as
    such."""
    if isinstance(value, str):
        return f'"{_cut(value)}"'
    if isinstance(value, (dict, list)):
        return WANTED[type(value)]
    return WORDS[value] if value is None or isinstance(value, bool) else _cut(repr(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def expect(kind: type, value: object, field: str | None, what: str | None = None):
    """Return `value`, which must be of exactly this kind (true and 3.0 are not whole numbers)."""
    if type(value) is not kind:
        refuse(f"{what or field} must be {WANTED[kind]}, not {shown(value)}", field)
    return value


def expect_keys(
    found: dict, *, needed: tuple[str, ...], allowed: tuple[str, ...] = (), what: str
) -> dict:
    """Return an object that has every needed key and no other than the allowed ones."""
    for key in found:
        if key not in needed and key not in allowed:
            refuse(f"{shown(key)} is not a key of {what}", key)
    for key in needed:
        if key not in found:
            refuse(f"{key} is missing from {what}", key)
    return found


@shaped(TEXT)
def text(value: object, field: str) -> str:
    """Return free text with its line breaks. Refuse characters that can't be printed or stored."""
    if UNFIT.search(expect(str, value, field)):
        refuse(f"{field} holds characters that are not text", field)
    return value


@shaped(TEXT)
def player(value: object, role: str, seats: Mapping[str, int]) -> int:
    """Return the seat of the player of this name, in whatever spelling of Unicode."""
    found = seats.get(expect(str, value, role))
    if found is None:
        found = seats.get(clean_name(value))
    if found is None:
        refuse(f"{role} {shown(value)} is not at this table", role)
    return found


# -- The bytes of a sheet to plain values, and a BadSheet for bytes that are none.


def parsed(data: bytes) -> object:
    """Return the value in these bytes."""
    try:
        return strict_json.parsed(data, kind="sheet")
    except strict_json.BadJSON as wrong:
        raise BadSheet(str(wrong), field=wrong.key) from wrong
