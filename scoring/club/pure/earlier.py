"""Read results from a spreadsheet: player, evening, points and place, or points carried into a
season."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from scoring.common.dates import long_day
from scoring.common.days import NoDay, TwoDays, day_first_in, is_unclear, read_day
from scoring.common.lists import NAMES, BadList, by_heading, columns_of, lines_of
from scoring.common.names import name_key
from scoring.euchre.sheet_values import UNFIT
from scoring.people.pure.roll import BadValue, RollRow, name_in, values_of

MOST = 2000
UNDATED = "Points for a season have no date. Choose that season under “Contents”."
HIGHEST = 100_000
LONGEST_TITLE = 60
HEADINGS = {
    "day": "date, day, evening, played on, played, when, timestamp",
    "title": "title, session, event, tournament, called",
    "points": "points, score, total, season points",
    "place": "place, rank, position, finish",
    "evenings": "evenings, nights, played evenings, sessions",
}
KNOWN = by_heading(NAMES | HEADINGS)


@dataclass(frozen=True, kw_only=True)
class EarlierRow:
    """What one line says; `day` None where it is carried into a season."""

    line: int
    name: str
    day: date | None = None
    title: str = ""
    points: int | None = None
    place: int | None = None
    evenings: int | None = None
    wrong: str = ""
    """Why it can't be imported, a sentence for each error."""


@dataclass(frozen=True, kw_only=True)
class EarlierSheet:
    """What was read of a list of results."""

    rows: tuple[EarlierRow, ...]
    left_out: tuple[str, ...] = ()
    """The headings that are not known here, or not of such a list."""
    either: str = ""
    """A date as it is written, if it can begin with the day or the month by the whole list.
    Otherwise ""."""
    unclear: bool = False
    """Whether the order is undecided. Then such rows have no day."""

    @property
    def wrong(self) -> tuple[EarlierRow, ...]:
        return tuple(row for row in self.rows if row.wrong)

    @property
    def people(self) -> tuple[RollRow, ...]:
        """Everybody named, once, by the first line that names them."""
        found: dict[str, RollRow] = {}
        for row in self.rows:
            if not row.wrong:
                one = RollRow(line=row.line, name=row.name, says={})
                found.setdefault(name_key(row.name), one)
        return tuple(found.values())


OF_EVENINGS, CARRIED = ("day", "title", "points", "place"), ("points", "evenings")


def read_results(
    text: str, *, carried: bool, today: date, day_first: bool | None = None
) -> EarlierSheet:
    """Return the results of a list. Raise BadList if it can't be read as one.

    Its first line names the columns. `carried` means points carried into a season, without an
    evening. `day_first` says whether dates such as 3/4/2026 begin with the day. With None the list
    decides, if it does.
    """
    lines = lines_of(text)
    if not lines:
        raise BadList("The list is empty.")
    heading, rest = lines[0][1], lines[1:]
    of_these = ("name", "first", "last", *(CARRIED if carried else OF_EVENINGS))
    known = {name: column for name, column in KNOWN.items() if column in of_these}
    columns = columns_of(heading, known)
    for column, word in _needed(carried):
        if not {*column} & {*columns}:
            said = f"The first line must name the columns. There is no column “{word}”."
            raise BadList(f"{said} {UNDATED}" if "day" in column else said)
    if not rest:
        raise BadList("There are no results under the heading.")
    if len(rest) > MOST:
        raise BadList(f"{len(rest)} lines are too many. Import at most {MOST} at once.")
    days = [] if carried else [values_of(columns, cells).get("day", "") for _, cells in rest]
    by_itself = day_first_in(days)
    either = next(filter(is_unclear, days), "") if by_itself is None else ""
    order = by_itself if day_first is None else day_first
    rows = [_row(no, values_of(columns, cells), carried, today, order) for no, cells in rest]
    unclear = bool(either) and order is None
    left_out = (word for word, column in zip(heading, columns, strict=False) if word and not column)
    return EarlierSheet(
        rows=tuple(rows if unclear else _once_each(rows)),
        left_out=tuple(left_out),
        either=either,
        unclear=unclear,
    )


def _needed(carried: bool) -> tuple[tuple[tuple[str, ...], str], ...]:
    names = (("name", "first", "last"), "name")
    if carried:
        return names, (("points",), "points")
    return names, (("day",), "date"), (("points", "place"), "points” or “place")


def _row(
    line: int, values: dict[str, str], carried: bool, today: date, day_first: bool | None
) -> EarlierRow:
    name, why = name_in(values)
    said, wrong = {}, [why] if why else []
    read = {column: partial(_number, column=column) for column in ("points", "place", "evenings")}
    read |= {"title": _title, "day": partial(_day, today=today, day_first=day_first)}
    for column in ("day", "title", "points", "place", "evenings"):
        if column in values or (column == "day" and not carried):
            try:
                said[column] = read[column](values.get(column, ""))
            except BadValue as why:
                wrong.append(str(why))
    if not values.keys() & {"points", "place"}:
        wrong.append("Enter points or a place.")
    if wrong:
        return EarlierRow(line=line, name=name, wrong=" ".join(wrong))
    return EarlierRow(line=line, name=name, **said)


def _title(cell: str) -> str:
    if len(cell) > LONGEST_TITLE:
        raise BadValue(f"“{cell[:LONGEST_TITLE]}…” is longer than {LONGEST_TITLE} letters.")
    if UNFIT.search(cell):
        raise BadValue("It has a character that can’t be printed.")
    return " ".join(cell.split())


PLACE = re.compile(r"[T=]?\s*(\d{1,4})\s*(?:st|nd|rd|th)?\s*=?", re.ASCII | re.IGNORECASE)
"""A place as "1st", "2=" or "T2"."""
LEAST = {"points": -HIGHEST, "place": 1, "evenings": 0}
MOST_OF = {"points": HIGHEST, "place": 9999, "evenings": 9999}


def _number(cell: str, column: str) -> int:
    cell = cell.replace("\N{MINUS SIGN}", "-")
    if column == "place" and (place := PLACE.fullmatch(cell)):
        cell = place[1]
    found = re.fullmatch(r"=?(-?\d{1,9})(\.0+)?\.?", cell, re.ASCII)
    if not found:
        raise BadValue(f"“{cell[:40]}” is not a whole number for {column}.")
    number = int(found[1])
    if not LEAST[column] <= number <= MOST_OF[column]:
        raise BadValue(f"{number} can’t be right for {column}.")
    return number


def _day(cell: str, today: date, *, day_first: bool | None) -> date | None:
    """Return the date in a cell, or None if its order is undecided. Raise BadValue if it is not a
    date, or in the future."""
    if not cell:
        raise BadValue("Enter a date.")
    try:
        day = read_day(cell, day_first=day_first)
    except TwoDays:
        return None
    except NoDay as wrong:
        raise BadValue(str(wrong)) from wrong
    if day > today:
        raise BadValue(f"{long_day(day)} is in the future.")
    return day


def _once_each(rows: Sequence[EarlierRow]) -> Iterator[EarlierRow]:
    """Yield the rows. A second result of a player on the same evening is refused."""
    first: dict[tuple, int] = {}
    for row in rows:
        line = row.line if row.wrong else first.setdefault(_key(row), row.line)
        again = f"{row.name} is already in line {line} for the same club night."
        yield row if line == row.line else replace(row, wrong=again)


def _key(row: EarlierRow) -> tuple:
    return name_key(row.name), row.day, row.title.casefold()
