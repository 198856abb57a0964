"""Read a club's file row by row, and check every key and value. Errors name the line."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from errno import EFBIG
from pathlib import Path
from typing import NoReturn

from scoring.common.bounded import read_lines
from scoring.euchre.sheet_values import BadSheet, expect, expect_keys, parsed, refuse, shown, text
from scoring.site.club_file.kinds import BY_NAME, Kind
from scoring.site.club_file.values import MISSING, expect_uuid
from scoring.site.club_file.writing import FORMAT

BROKEN_OFF = "the file breaks off here: its last line, which counts the others, is missing"


class BadClubFile(ValueError):
    """A file that can't be read, or an inconsistent club. The message names the line, if there is
    one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line else message)


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row of the file. It refers to other rows by their numbers."""

    line: int
    kind: Kind
    number: int | None
    says: dict

    def refuse(self, why: object) -> NoReturn:
        raise BadClubFile(f"this {self.kind.name} cannot be: {why}", self.line)


@dataclass(frozen=True)
class ClubFile:
    """A file that may hold a club; compressed where its name ends in .gz."""

    path: Path

    def rows(self) -> Iterator[FileRow]:
        """Yield its rows, the club first; raise BadClubFile at the first one that cannot be
        read."""
        line, ended = 0, False
        for line, data in self._lines():
            try:
                found = _parsed(data, first=line == 1, ended=ended)
                ended = found["is"] == "end"
                if ended:
                    _refuse_another_number(found, line - 1)
                else:
                    yield _row(line, found)
            except BadSheet as wrong:
                raise BadClubFile(wrong.message, line) from wrong
        if not ended:
            raise BadClubFile(BROKEN_OFF, line)

    def line_of(self, id: object) -> int | None:
        """Return the first line that has this id in it."""
        wanted = str(id).encode()
        return next((line for line, data in self._lines() if wanted in data), None)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        line = 0
        try:
            with (gzip.open if self.path.suffix == ".gz" else open)(self.path, "rb") as file:
                for data in read_lines(file):
                    line += 1
                    yield line, data
        except (EOFError, zlib.error, gzip.BadGzipFile) as wrong:
            raise BadClubFile(
                "the compressed file breaks off, or is damaged, after this", line
            ) from wrong
        except OSError as wrong:
            if wrong.errno != EFBIG:
                raise
            raise BadClubFile("this line is too long to be one", line + 1) from wrong


def _parsed(data: bytes, *, first: bool, ended: bool) -> dict:
    if ended:
        refuse("this line stands after the last")
    if not data.endswith(b"\n"):
        refuse(BROKEN_OFF)
    found = expect(dict, parsed(data), None, "a line")
    if first and found.pop("format", None) != FORMAT:
        refuse(f'this is no club: its first line does not say "format": "{FORMAT}"', "format")
    kind = expect(str, found.get("is"), "is")
    if first != (kind == "club"):
        refuse("the first line, and no other, is the club", "is")
    if kind not in {*BY_NAME, "end"}:
        refuse(f"{shown(kind)} is no kind of row", "is")
    return found


def _refuse_another_number(last: dict, rows: int) -> None:
    if expect_keys(last, needed=("is", "rows"), what="the last line")["rows"] != rows:
        refuse(f"{rows} rows stand above, not {shown(last['rows'])}")


def _row(line: int, found: dict) -> FileRow:
    kind = BY_NAME[found.pop("is")]
    number = expect(int, found.pop("id", None), "id") if kind.numbered else None
    for key in found:
        if key not in kind.empty:
            refuse(f"{shown(key)} is not a key of {kind.name}", key)
    return FileRow(line, kind, number, {name: _value(kind, name, found) for name in kind.empty})


def _value(kind: Kind, name: str, found: dict) -> object:
    if name not in found:
        if kind.empty[name] is MISSING:
            refuse(f"{name} is missing", name)
        return kind.empty[name]
    if name in kind.readers:
        return kind.readers[name](found[name])
    if name in kind.accounts:
        return text(found[name], name)
    return (
        expect(int, found[name], name)
        if kind.refers[name].numbered
        else expect_uuid(found[name], name)
    )
