"""Read a list of people from a spreadsheet: text with a name a line, or columns under a heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.common.lists import (
    NAMES,
    BadList,
    by_heading,
    columns_of,
    lines_of,
    may_be_a_heading,
    name_under,
    seems_headed,
    without_mark,
)
from scoring.common.names import folded, name_key, why_unfit
from scoring.euchre.sheet_values import UNFIT
from scoring.people.pure.contact import LONGEST_EMAIL, LONGEST_PHONE, why_no_email, why_no_phone

# -- What the cells of a list of people say.
# ----------------------------------------------------------------------------------------------

YES = "yes y true t 1 x ja oui si".split()
NO = "no n false f 0 - nein non".split()
ABOUT_MEMBERS = {"member": False, "full": False, "guest": True, "visitor": True}
STILL_COMES = {"active": True, "current": True, "inactive": False, "left": False, "former": False}


LONGEST_NOTES = 500


class BadValue(ValueError):
    """A cell that says nothing we know; the message is a sentence about it."""


class BadContact(BadValue):
    """A cell that is no telephone number or e-mail address, as where it says "ask Ann"."""


def read_value(column: str, cell: str) -> dict[str, Any]:
    """Return what a cell says about a person, by the name of the field; raises BadValue."""
    if column == "phone":
        return {column: _fit(_text(" ".join(cell.split()), LONGEST_PHONE), why_no_phone)}
    if column == "email":
        return {column: _fit(_text(cell, LONGEST_EMAIL), why_no_email)}
    if column == "notes":
        return {column: _text(cell, LONGEST_NOTES)}
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
        raise BadContact(wrong)
    return text


MOST = 500
HEADINGS = NAMES | {
    "short_name": "short name, short, nickname, nick, known as, called",
    "guest": "guest, is guest, visitor",
    "member": "member, is member, member or guest, membership, status, kind, type",
    "active": "active, is active, still comes, current",
    "phone": "telephone, phone, telephone number, phone number, tel, phones, contact number",
    "mobile": "mobile, mobile number, mobile phone, cell, cell phone, second phone",
    "email": "e mail, email, mail, e mail address, email address",
    "notes": "notes, note, remark, remarks, comment, comments",
}
COLUMNS = by_heading(HEADINGS)
CONTACTS = {"phone": "Telephone", "email": "E-mail"}
NOTHING = "n/a na - – — none nil ? unknown".split()
"""Cells that say that there is no number or address."""


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
    aside: str = ""
    """What is no telephone number or e-mail address, for the notes: "Telephone: ask Ann"."""
    asked: bool = False
    """Whether it may be a heading that is not known."""


@dataclass(frozen=True, kw_only=True)
class Roll:
    """What was read of a list."""

    rows: tuple[RollRow, ...]
    headed: bool = True
    """Whether its first line named the columns; if not, only the first column was read."""
    left_out: tuple[str, ...] = ()
    """The headings that are not known here."""


def read_roll(text: str) -> Roll:
    """Return the people of a list; raises BadList when there are none, or too many.

    The first line is a heading if it names a column of names; else each line begins with a name.
    """
    lines = lines_of(text)
    if not lines:
        raise BadList("The list has no names.")
    columns = columns_of(lines[0][1], COLUMNS)
    if not {"name", "first", "last"} & {*columns}:
        if any(columns) or seems_headed(lines):
            raise BadList(
                f"Line {lines[0][0]} has column names, but none for the names of people. Call that "
                "column “name”."
            )
        columns = []
    people = lines[1:] if columns else lines
    if not people:
        raise BadList("The list has column names but no people.")
    if len(people) > MOST:
        raise BadList(
            f"The list has {len(people)} lines, and the most is {MOST}. Split it and import the "
            "parts one by one."
        )
    if not columns:
        people = [(line, [without_mark(cells[0])]) for line, cells in people]
    rows = [_row(line, columns or ["name"], cells) for line, cells in people]
    if not columns and may_be_a_heading([row.name for row in rows]):
        rows[0] = replace(rows[0], asked=True)
    left_out = (
        heading
        for heading, column in zip(lines[0][1], columns, strict=False)
        if heading and not column
    )
    return Roll(rows=tuple(_once_each(rows)), headed=bool(columns), left_out=tuple(left_out))


def _row(line: int, columns: Sequence[str | None], cells: Sequence[str]) -> RollRow:
    values = values_of(columns, cells)
    name, wrong = name_in(values)
    phones = [values.pop(one) for one in ("phone", "mobile") if one in values]
    if said := [one for one in phones if one.lower() not in NOTHING]:
        values["phone"] = ", ".join(said)
    if values.get("email", "").lower() in NOTHING:
        values.pop("email", None)
    says: dict[str, Any] = {}
    aside = []
    for column, cell in values.items():
        try:
            says |= read_value(column, cell)
        except BadContact:
            aside.append(f"{CONTACTS[column]}: {cell}")
        except BadValue as why:
            wrong = wrong or str(why)
    return RollRow(line=line, name=name, says=says, wrong=wrong, aside="\n".join(aside))


def values_of(columns: Sequence[str | None], cells: Sequence[str]) -> dict[str, str]:
    """Return the values of the known columns, without empty cells."""
    return {column: cell for column, cell in zip(columns, cells, strict=False) if column and cell}


def name_in(values: dict[str, str]) -> tuple[str, str]:
    """Take the name out of the values of a line, and return it with why it cannot be one."""
    name = name_under({part: values.pop(part, "") for part in NAMES})
    return name, why_unfit(name) or _parted(name)


def _parted(name: str) -> str:
    """Return why a name with a comma is refused: commas separate names when they are typed."""
    return (
        "A comma separates two names here. Write the first name first, without a comma."
        if set(name) & {",", ";"}
        else ""
    )


def _once_each(rows: Sequence[RollRow]) -> Iterator[RollRow]:
    """Yield the rows. A name that appears a second time is refused."""
    first: dict[str, int] = {}
    for row in rows:
        line = first.setdefault(name_key(row.name), row.line)
        twice = not row.wrong and line != row.line
        yield replace(row, wrong=f"{row.name} is already on line {line}.") if twice else row
