"""Read results from a spreadsheet: player, evening, points and place, or points carried into a
season."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial

from scoring.common.names import name_key
from scoring.euchre.sheet_values import UNFIT
from scoring.people.pure.roll import (
    COLUMNS,
    BadRoll,
    BadValue,
    RollRow,
    columns_of,
    lines_of,
    name_in,
    values_of,
)

MOST = 2000
UNDATED = "Points for a season have no date. Choose that season under “Contents”."
HIGHEST = 100_000
LONGEST_TITLE = 60
HEADINGS = {
    "day": "date, day, evening, played on, played, when",
    "title": "title, session, event, tournament, called",
    "points": "points, score, total, season points",
    "place": "place, rank, position, finish",
    "evenings": "evenings, nights, played evenings, sessions",
}
KNOWN = {heading: column for column, says in HEADINGS.items() for heading in says.split(", ")}
KNOWN |= {
    heading: column for heading, column in COLUMNS.items() if column in ("name", "first", "last")
}


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
    """Return the results of a list. Raise BadRoll if it can't be read as one.

    Its first line names the columns. `carried` means points carried into a season, without an
    evening. `day_first` says whether dates such as 3/4/2026 begin with the day. With None the list
    decides, if it does.
    """
    lines = lines_of(text)
    if not lines:
        raise BadRoll("The list is empty.")
    heading, rest = lines[0][1], lines[1:]
    of_these = ("name", "first", "last", *(CARRIED if carried else OF_EVENINGS))
    known = {name: column for name, column in KNOWN.items() if column in of_these}
    columns = columns_of(heading, known)
    for column, word in _needed(carried):
        if not {*column} & {*columns}:
            said = f"The first line must name the columns. There is no column “{word}”."
            raise BadRoll(f"{said} {UNDATED}" if "day" in column else said)
    if not rest:
        raise BadRoll("There are no results under the heading.")
    if len(rest) > MOST:
        raise BadRoll(f"{len(rest)} lines are too many. Import at most {MOST} at once.")
    days = [] if carried else [values_of(columns, cells).get("day", "") for _, cells in rest]
    by_itself = _day_first(days)
    either = next(filter(_either_way, days), "") if by_itself is None else ""
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
    read |= {"title": _title, "day": partial(read_day, today=today, day_first=day_first)}
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


LEAST = {"points": -HIGHEST, "place": 1, "evenings": 0}
MOST_OF = {"points": HIGHEST, "place": 9999, "evenings": 9999}


def _number(cell: str, column: str) -> int:
    cell = cell.replace("\N{MINUS SIGN}", "-")
    found = re.fullmatch(r"=?(-?\d{1,9})(\.0+)?\.?", cell, re.ASCII)
    if not found:
        raise BadValue(f"“{cell[:40]}” is not a whole number for {column}.")
    number = int(found[1])
    if not LEAST[column] <= number <= MOST_OF[column]:
        raise BadValue(f"{number} can’t be right for {column}.")
    return number


PARTED = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})", re.ASCII)
ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})( 0?0:00(:00)?)?", re.ASCII)
WRITTEN = ("%d %B %Y", "%d %b %Y", "%B %d %Y", "%b %d %Y")


def _day_first(cells: Sequence[str]) -> bool | None:
    """Return whether dates such as 3/4/2026 begin with the day, as the unambiguous dates in the
    list do. It is None if there are none, or if they differ."""
    found = [match for cell in cells if (match := PARTED.fullmatch(cell))]
    ways = {int(one[1]) > 12 for one in found if (int(one[1]) > 12) != (int(one[2]) > 12)}
    return ways.pop() if len(ways) == 1 else None


def _either_way(cell: str) -> bool:
    """Whether a cell is a day whichever of day and month comes first, and another one."""
    day, month = ways_to_read(cell)
    return None not in (day, month) and day != month


def ways_to_read(cell: str) -> tuple[date | None, date | None]:
    """Return the day that a cell such as 3/4/2026 says when the day comes first, and when the month
    does; with dots the day does."""
    parted = PARTED.fullmatch(cell)
    if not parted:
        return None, None
    first, second, year = map(int, parted.groups())
    by_day = _real(year, second, first)
    return by_day, by_day if "." in cell else _real(year, first, second)


def read_day(cell: str, today: date, *, day_first: bool | None) -> date | None:
    """Return the date in a cell, or None if its order is undecided. Raise BadValue if it is not a
    date, or in the future."""
    if day_first is None and _either_way(cell):
        return None
    day = _day(cell, day_first)
    if day is None and (PARTED.fullmatch(cell) or ISO.fullmatch(cell)):
        order = {None: "", True: " when the day comes first", False: " when the month comes first"}
        swapped = any(ways_to_read(cell))
        raise BadValue(f"“{cell}” is not a date{order[day_first] if swapped else ''}.")
    if day is None:
        raise BadValue(
            f"“{cell[:40]}” is not a date. Write it as 2026-03-01." if cell else "Enter a date."
        )
    if day > today:
        raise BadValue(f"{day:%-d %B %Y} is in the future.")
    if day.year < 1900:
        raise BadValue(f"{day:%-d %B %Y} is too long ago.")
    return day


def _day(cell: str, day_first: bool | None) -> date | None:
    if PARTED.fullmatch(cell):
        by_day, by_month = ways_to_read(cell)
        return {None: by_day or by_month, True: by_day, False: by_month}[day_first]
    if iso := ISO.fullmatch(cell):
        return _real(*map(int, iso.groups()[:3]))
    for written in WRITTEN:
        try:
            return datetime.strptime(" ".join(cell.replace(",", " ").split()), written).date()
        except ValueError:
            continue
    return None


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _once_each(rows: Sequence[EarlierRow]) -> Iterator[EarlierRow]:
    """Yield the rows. A second result of a player on the same evening is refused."""
    first: dict[tuple, int] = {}
    for row in rows:
        line = row.line if row.wrong else first.setdefault(_key(row), row.line)
        again = f"{row.name} is already in line {line} for the same club night."
        yield row if line == row.line else replace(row, wrong=again)


def _key(row: EarlierRow) -> tuple:
    return name_key(row.name), row.day, row.title.casefold()
