"""Strict JSON, read piece by piece: whatever is wrong is told with its place in the file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn
from unicodedata import category

from scoring import strict_json
from scoring.movements.tournament.setting_values import shown

MOST_IN_A_LIST = 1000
LONGEST_TEXT = 200
NO_TEXT = ("Cc", "Cs")
"""Unicode categories: control characters, and halves of surrogate pairs, which not every store
keeps."""


class BadTournament(ValueError):
    """A tournament's file that cannot be read: `place` is where, such as
    "rounds[1].tables[3].result"."""

    def __init__(self, message: str, place: str = "") -> None:
        self.message, self.place = message, place
        super().__init__(f"{place}: {message}" if place else message)


@dataclass(frozen=True)
class Piece:
    """A value of the file, and where it stands: lists count from 0."""

    value: object
    place: str = ""

    def refuse(self, message: str) -> NoReturn:
        raise BadTournament(message, self.place)

    def _expect(self, kind: type, wanted: str) -> None:
        if type(self.value) is not kind:
            self.refuse(f"must be {wanted}, not {shown(self.value)}")

    def object(self, *needed: str, optional: Iterable[str] = ()) -> dict[str, Piece]:
        """Return the pieces of an object that has every needed key and no other than the optional
        ones."""
        found = self.entries()
        for key in found.keys() - {*needed, *optional}:
            self.refuse(f"{shown(key)} is not a key here")
        for key in needed:
            if key not in found:
                self.refuse(f"{key} is missing")
        return found

    def entries(self) -> dict[str, Piece]:
        """Return the pieces of an object, whatever its keys."""
        self._expect(dict, "an object")
        return {
            key: Piece(value, f"{self.place}.{key}".lstrip("."))
            for key, value in self.value.items()
        }

    def list(self) -> list[Piece]:
        self._expect(list, "a list")
        if len(self.value) > MOST_IN_A_LIST:
            self.refuse(f"has more than {MOST_IN_A_LIST} entries")
        return [Piece(value, f"{self.place}[{at}]") for at, value in enumerate(self.value)]

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


def decoded(data: bytes) -> Piece:
    """Return what these bytes hold; raise BadTournament."""
    try:
        return Piece(strict_json.parsed(data, kind="tournament"))
    except strict_json.BadJSON as wrong:
        raise BadTournament(str(wrong)) from wrong
