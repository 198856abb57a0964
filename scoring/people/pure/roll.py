"""Read a list of people from a spreadsheet: text with a name a line, or columns under a heading."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any

from scoring.common.names import folded, name_key, why_unfit
from scoring.euchre.sheet_values import UNFIT
from scoring.people.pure.contact import LONGEST_EMAIL, LONGEST_PHONE, why_no_email, why_no_phone

# -- What the cells of a list of people say.
# ----------------------------------------------------------------------------------------------

YES = "yes y true t 1 x ja oui si".split()
NO = "no n false f 0 - nein non".split()
ABOUT_MEMBERS = {"member": False, "full": False, "guest": True, "visitor": True}
STILL_COMES = {"active": True, "current": True, "inactive": False, "left": False, "former": False}


class BadValue(ValueError):
    """A cell that says nothing we know; the message is a sentence about it."""


def read_value(column: str, cell: str) -> dict[str, Any]:
    """Return what a cell says about a person, by the name of the field; raises BadValue."""
    if column == "phone":
        return {column: _fit(_text(" ".join(cell.split()), LONGEST_PHONE), why_no_phone)}
    if column == "email":
        return {column: _fit(_text(cell, LONGEST_EMAIL), why_no_email)}
    if column == "notes":
        return {column: _text(cell, 500)}
    if column == "short_name":
        return {column: _text(" ".join(cell.split()), 12)}
    word = folded(cell)
    if column == "active":
        return {"active": _yes(word, cell, STILL_COMES)}
    if column == "guest":
        return {"guest": _yes(word, cell, ABOUT_MEMBERS)}
    return _status(word, cell)


def _status(word: str, cell: str) -> dict[str, Any]:
    """Return the values of a membership column, which may contain "inactive" as well as "guest"."""
    if word in STILL_COMES:
        return {"active": STILL_COMES[word]}
    if word in ABOUT_MEMBERS:
        return {"guest": ABOUT_MEMBERS[word]}
    return {"guest": not _yes(word, cell, {})}


def _yes(word: str, cell: str, words: dict[str, bool]) -> bool:
    known = dict.fromkeys(YES, True) | dict.fromkeys(NO, False) | words
    if word not in known:
        raise BadValue(f"“{cell[:40]}” isn’t yes or no.")
    return known[word]


def _text(cell: str, longest: int) -> str:
    if len(cell) > longest:
        raise BadValue(f"“{cell[:longest]}…” is longer than {longest} letters.")
    if UNFIT.search(cell):
        raise BadValue("It contains a character that can’t be printed.")
    return cell


def _fit(text: str, why: Callable[[str], str]) -> str:
    if wrong := why(text):
        raise BadValue(wrong)
    return text


MOST = 500
DELIMITERS = ",;\t"
HEADINGS = {
    "name": "name, full name, player, person, who",
    "first": "first name, first names, forename, given name, christian name",
    "last": "last name, surname, family name",
    "short_name": "short name, short, nickname, nick, known as, called",
    "guest": "guest, is guest, visitor",
    "member": "member, is member, member or guest, membership, status, kind, type",
    "active": "active, is active, still comes, current",
    "phone": "telephone, phone, telephone number, phone number, tel, mobile, mobile number, cell",
    "email": "e mail, email, mail, e mail address, email address",
    "notes": "notes, note, remark, remarks, comment, comments",
}
COLUMNS = {heading: column for column, says in HEADINGS.items() for heading in says.split(", ")}


class BadRoll(ValueError):
    """A text that cannot be read as a list of people; the message says why."""


@dataclass(frozen=True, kw_only=True)
class RollRow:
    """A person in one line of the list."""

    line: int
    """The line in the spreadsheet, from 1."""
    name: str
    says: Mapping[str, Any]
    """Other values of the line, without empty cells: short_name, phone, email and notes (text),
    guest and active (yes or no)."""
    wrong: str = ""
    """Why it cannot be taken, in a sentence."""


@dataclass(frozen=True, kw_only=True)
class Roll:
    """What was read of a list."""

    rows: tuple[RollRow, ...]
    headed: bool = True
    """Whether its first line named the columns; if not, only the first column was read."""
    left_out: tuple[str, ...] = ()
    """The headings that are not known here."""


def read_roll(text: str) -> Roll:
    """Return the people of a list; raises BadRoll when there are none, or too many.

    The first line is a heading if it names a column of names; else each line begins with a name.
    """
    lines = lines_of(text)
    if not lines:
        raise BadRoll("The list has no names.")
    columns = columns_of(lines[0][1], COLUMNS)
    people = lines[1:] if columns else lines
    if not people:
        raise BadRoll("The list has column names but no people.")
    if len(people) > MOST:
        raise BadRoll(
            f"The list has {len(people)} lines, and the most is {MOST}. Split it and import the "
            "parts one by one."
        )
    rows = (_row(line, columns or ["name"], cells) for line, cells in people)
    left_out = (
        heading
        for heading, column in zip(lines[0][1], columns, strict=False)
        if heading and not column
    )
    return Roll(rows=tuple(_once_each(rows)), headed=bool(columns), left_out=tuple(left_out))


def lines_of(text: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line that holds any, with its number; raises BadRoll."""
    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        lines = [(no, list(map(_cell, cells))) for no, cells in enumerate(reader, start=1)]
    except csv.Error as wrong:
        raise BadRoll("This isn’t a CSV file from a spreadsheet.") from wrong
    return [(no, cells) for no, cells in lines if any(cells)]


def _cell(cell: str) -> str:
    """Return the text of a cell, without the mark by which a spreadsheet knows that it is no
    formula."""
    cell = cell.replace("\r\n", "\n").replace("\r", "\n").strip()
    return cell[1:] if cell[:1] == "'" and cell[1:2] in {*"=+-@"} else cell


def columns_of(heading: Sequence[str], known: Mapping[str, str]) -> list[str | None]:
    """Return what each column holds by these headings; nothing at all when this line is no heading
    with a column of names. Raises BadRoll where two say the same."""
    found = [
        known.get(" ".join(folded(cell).replace("_", " ").replace("-", " ").split()))
        for cell in heading
    ]
    twice = next(
        (heading[no] for no, column in enumerate(found) if column and column in found[:no]), None
    )
    if twice:
        raise BadRoll(
            f"Two columns have the same meaning, and “{twice}” is the second. Leave one of them "
            "out."
        )
    return found if {"name", "first", "last"} & set(found) else []


def _row(line: int, columns: Sequence[str | None], cells: Sequence[str]) -> RollRow:
    values = values_of(columns, cells)
    name, wrong = name_in(values)
    says: dict[str, Any] = {}
    for column, cell in values.items():
        try:
            says |= read_value(column, cell)
        except BadValue as why:
            wrong = wrong or str(why)
    return RollRow(line=line, name=name, says=says, wrong=wrong)


def values_of(columns: Sequence[str | None], cells: Sequence[str]) -> dict[str, str]:
    """Return the values of the known columns, without empty cells."""
    return {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}


def name_in(values: dict[str, str]) -> tuple[str, str]:
    """Take the name out of the values of a line, and return it with why it cannot be one."""
    parts = [" ".join(values.pop(part, "").split()) for part in ("name", "first", "last")]
    name = parts[0] or " ".join(filter(None, parts[1:]))
    return name, why_unfit(name) or _parted(name)


def _parted(name: str) -> str:
    """Return why a name with a comma is refused: commas separate names when they are typed."""
    return (
        "A comma separates two names here. Write the first name first, without a comma."
        if set(name) & {",", ";"}
        else ""
    )


def _once_each(rows: Iterator[RollRow]) -> Iterator[RollRow]:
    """Yield the rows. A name that appears a second time is refused."""
    first: dict[str, int] = {}
    for row in rows:
        line = first.setdefault(name_key(row.name), row.line)
        twice = not row.wrong and line != row.line
        yield replace(row, wrong=f"{row.name} is already on line {line}.") if twice else row
