"""Bytes of a file to plain values: strict JSON in UTF-8, whole numbers only, a sentence for any
others; and those values read piece by piece, so that whatever is wrong is told with its place."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn, Self
from unicodedata import category

MOST_DIGITS = 15
"""Of a whole number: more fit in no database, and no file has a use for them."""
LONGEST_SHOWN = 40


class BadJSON(ValueError):
    """What these bytes are not; `key` is the one at fault, if one is."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


def parsed(data: bytes, *, kind: str) -> Any:
    """Return the value in these bytes, which are to be a `kind` ("sheet"); raise BadJSON.

    A byte order mark at the start is passed over.
    """
    try:
        return DECODER.decode(data.removeprefix(BOM_UTF8).decode())
    except BadJSON:
        raise
    except UnicodeDecodeError as cause:
        raise BadJSON(f"not UTF-8: byte {cause.start + 1} cannot be") from cause
    except RecursionError as cause:
        raise BadJSON(f"nested too deeply to be a {kind}") from cause
    except ValueError as cause:
        raise BadJSON(f"not JSON: {cause}") from cause


def _each_key_once(pairs: list[tuple[str, object]]) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        shown = twice if len(twice) <= LONGEST_SHOWN else f"{twice[:LONGEST_SHOWN]}…"
        raise BadJSON(f'"{shown}" stands twice in one object', twice)
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadJSON(f"{digits[:MOST_DIGITS]}… is too large a number")
    return int(digits)


def _not_a_number(word: str) -> NoReturn:
    raise BadJSON(f"not JSON: {word} is not a number")


DECODER = json.JSONDecoder(
    object_pairs_hook=_each_key_once, parse_int=_whole, parse_constant=_not_a_number
)


# -- Piece by piece.

MOST_IN_A_LIST = 1000
LONGEST_TEXT = 200
NO_TEXT = ("Cc", "Cs")
"""Unicode categories: control characters, and halves of surrogate pairs, which not every store
keeps."""


def quoted(value: object) -> str:
    """Return a value as a sentence quotes it."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class BadPiece(ValueError):
    """A file that cannot be read: `place` is where, such as "rounds[1].tables[3].result"."""

    def __init__(self, message: str, place: str = "") -> None:
        self.message, self.place = message, place
        super().__init__(f"{place}: {message}" if place else message)


@dataclass(frozen=True)
class Piece:
    """A value of a file, and where it stands: lists count from 0. A kind of file has pieces of its
    own, which raise its own error, `Bad`."""

    value: Any
    place: str = ""
    Bad: ClassVar[type[BadPiece]] = BadPiece

    @classmethod
    def decoded(cls, data: bytes, *, kind: str) -> Self:
        """Return what these bytes hold, which are to be a `kind` ("tournament"); raise `Bad`."""
        try:
            return cls(parsed(data, kind=kind))
        except BadJSON as wrong:
            raise cls.Bad(str(wrong)) from wrong

    def refuse(self, message: str) -> NoReturn:
        raise self.Bad(message, self.place)

    def _expect(self, kind: type, wanted: str) -> None:
        if type(self.value) is not kind:
            self.refuse(f"must be {wanted}, not {quoted(self.value)}")

    def object(self, *needed: str, optional: Iterable[str] = ()) -> dict[str, Self]:
        """Return the pieces of an object that has every needed key and no other than the optional
        ones."""
        found = self.entries()
        for key in [key for key in found if key not in {*needed, *optional}]:
            self.refuse(f"{quoted(key)} is not a key here")
        for key in needed:
            if key not in found:
                self.refuse(f"{key} is missing")
        return found

    def entries(self) -> dict[str, Self]:
        """Return the pieces of an object, whatever its keys."""
        self._expect(dict, "an object")
        return {
            key: type(self)(value, f"{self.place}.{key}".lstrip("."))
            for key, value in self.value.items()
        }

    def list(self, most: int = MOST_IN_A_LIST) -> list[Self]:
        self._expect(list, "a list")
        if len(self.value) > most:
            self.refuse(f"has more than {most} entries")
        return [type(self)(value, f"{self.place}[{at}]") for at, value in enumerate(self.value)]

    def whole(self, least: int, most: int) -> int:
        self._expect(int, "a whole number")
        if not least <= self.value <= most:
            self.refuse(f"must be from {least} to {most}, not {self.value}")
        return self.value

    def yes_or_no(self) -> bool:
        self._expect(bool, "true or false")
        return self.value

    def text(self) -> str:
        self._expect(str, "text")
        if any(category(sign) in NO_TEXT for sign in self.value):
            self.refuse("holds characters that are not text")
        if len(self.value) > LONGEST_TEXT:
            self.refuse(f"is longer than {LONGEST_TEXT} characters")
        return self.value
