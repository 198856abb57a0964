"""A workbook (.xlsx) of tables, written row by row into a temporary file
(docs/decisions/0074-workbooks.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from itertools import chain, islice
from tempfile import TemporaryFile
from typing import Any

MOST_ROWS, LONGEST_CELL, LONGEST_TITLE = 1_048_576, 32_767, 31
"""What Excel can hold. More rows go on in another sheet."""
OLDEST = date(1900, 3, 1)
"""The day from which on all programs count days alike."""
PIECE = 65_536
"""Bytes."""
HUNDREDTHS = re.compile(r"-?(0|[1-9]\d{0,12})\.\d\d", re.ASCII)
"""An amount or an average, which is a number that can be added up."""
UNFIT_FOR_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML can hold."""
UNFIT_FOR_A_TITLE = re.compile(r"[\[\]:*?/\\\x00-\x1f]|^'|'$")
FORMATS = {
    datetime: {"num_format": "yyyy-mm-dd hh:mm:ss"},
    date: {"num_format": "yyyy-mm-dd"},
    time: {"num_format": "hh:mm"},
    Decimal: {"num_format": "0.00"},
    int: {},
    str: {},
}
"""How the values of each type are shown."""

Table = tuple[str, Sequence[str], Iterable[Sequence[object]]]
"""A title, the heads of the columns, and the rows."""


def workbook(tables: Iterable[Table]) -> Iterator[bytes]:
    """Yield the file of a workbook with these tables, piece by piece. Text is always text, so that
    none is a formula. Memory holds one row at a time."""
    from xlsxwriter import Workbook

    with TemporaryFile() as file:
        with Workbook(file, {"constant_memory": True, "remove_timezone": True}) as book:
            book.use_zip64()
            _write(book, tables)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


def _write(book: Any, tables: Iterable[Table]) -> None:
    head = book.add_format({"bold": True})
    formats = {kind: book.add_format(how) for kind, how in FORMATS.items()}
    titles: list[str] = []
    for title, heads, rows in tables:
        for part in _parts(rows):
            titles.append(_title(title, titles))
            sheet = book.add_worksheet(titles[-1])
            sheet.freeze_panes(1, 0)
            sheet.set_column(0, max(0, len(heads) - 1), 16)
            for column, text in enumerate(heads):
                sheet.write_string(0, column, _fit(text), head)
            for row, values in enumerate(part, start=1):
                for column, value in enumerate(map(_value, values)):
                    if value != "":
                        _write_cell(sheet, row, column, value, formats[type(value)])


def _write_cell(sheet: Any, row: int, column: int, value: object, how: Any) -> None:
    if isinstance(value, str):
        sheet.write_string(row, column, value, how)
    elif isinstance(value, date | time):
        sheet.write_datetime(row, column, value, how)
    else:
        sheet.write_number(row, column, value, how)


def _parts(rows: Iterable[Sequence[object]]) -> Iterator[Iterator[Sequence[object]]]:
    """Yield the rows of each sheet. Each is read to its end before the next."""
    left = iter(rows)
    yield islice(left, MOST_ROWS - 1)
    for first in left:
        yield islice(chain((first,), left), MOST_ROWS - 1)


def _title(wanted: str, titles: Sequence[str]) -> str:
    """Return the title of a sheet, which is short and differs from the others."""
    base = UNFIT_FOR_A_TITLE.sub(" ", wanted).strip()[:LONGEST_TITLE] or "Sheet"
    taken, found, no = {one.casefold() for one in titles}, base, 2
    while found.casefold() in taken:
        found = f"{base[: LONGEST_TITLE - len(str(no)) - 1]} {no}"
        no += 1
    return found


def _value(value: object) -> Any:
    """Return a value as a cell has it: a number, a day or a time that can be reckoned with, or
    text."""
    if value is None or isinstance(value, bool):
        return "yes" if value else "" if value is None else "no"
    if isinstance(value, date):
        on = value.date() if isinstance(value, datetime) else value
        return value if on >= OLDEST else _fit(value.isoformat())
    if isinstance(value, int | time):
        return value
    text = str(value)
    return Decimal(text) if HUNDREDTHS.fullmatch(text) else _fit(text)


def _fit(text: str) -> str:
    """Return text as a cell can hold it. Excel counts an emoji twice, as UTF-16 does."""
    fit = UNFIT_FOR_XML.sub("\ufffd", text[:LONGEST_CELL])
    fit = fit.encode("utf-16-le")[: 2 * LONGEST_CELL].decode("utf-16-le", "ignore")
    # XlsxWriter takes such a text for markup of its own.
    return f"{fit} " if fit.startswith("<r>") and fit.endswith("</r>") else fit
