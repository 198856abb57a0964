"""A spreadsheet: its columns and rows, as CSV or as a sheet of a workbook, written so that no text
in it is a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.utils import timezone

from scoring.common.workbook import Table

# By this mark a spreadsheet knows that the letters are UTF-8.
MARK = "\ufeff"
NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, kw_only=True)
class Spreadsheet:
    """A table of a club, with its columns and one row per thing."""

    name: str
    holds: str
    """What it holds, for people."""
    of: str
    """The kind of row (site/club_file/kinds.py) that says how much there is."""
    columns: Sequence[str]
    rows: Callable[[Any], Iterable[Sequence]]

    @property
    def file(self) -> str:
        return f"{self.name}.csv"

    def lines(self, club: Any) -> Iterator[str]:
        """Yield the file, line by line; a text that would be a formula is made harmless."""
        writer = csv.writer(_Lines())
        yield MARK + writer.writerow(self.columns)
        for row in self.rows(club):
            yield writer.writerow(map(cell, row))

    def table(self, club: Any) -> Table:
        """Return it as a sheet of a workbook (scoring/common/workbook.py)."""
        return self.name, self.columns, ([*map(_local, row)] for row in self.rows(club))


def _local(value: object) -> object:
    return timezone.localtime(value) if isinstance(value, datetime) else value


class _Lines:
    """A file for csv to write to. It returns the line itself."""

    def write(self, line: str) -> str:
        return line


def cell(value: object) -> object:
    """Return the content of a cell. Times are in the site's time zone, and no text can be a
    formula."""
    if value is None or isinstance(value, bool):
        return "yes" if value else "" if value is None else "no"
    if isinstance(value, datetime):
        return f"{timezone.localtime(value):%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(FORMULA) and not NUMBER.fullmatch(value):
        return f"'{value}"
    return value
