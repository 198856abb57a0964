"""The cash in the box over time, as a picture with its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import partial
from itertools import pairwise

from scoring.common.amounts import written
from scoring.common.chart import LineChart, Series, Table, lines
from scoring.common.dates import long_day

A_DAY = timedelta(days=1)
QUARTERS = (1, 4, 7, 10)
MONTHS = 3
"""From how many months on the box has a picture: before, it is a wall at the right edge."""


def box_chart(
    days: Iterable[tuple[date, int]], *, first: date, last: date, currency: str
) -> LineChart | None:
    """Return a picture of what the box held as each day ended. `days` are the amounts by day, the
    earliest first, and the last of a day counts. None if it is not worth a picture."""
    held = dict(days)
    if first >= last or not worth_a_picture(held.items(), last):
        return None
    money = partial(written, currency=currency)
    return lines(
        [Series(name="Cash box", ink="own", values=tuple(_steps(held, first, last)))],
        says=f"Cash in the box, {money(_at(held, first))} on {long_day(first)} and "
        f"{money(_at(held, last))} on {long_day(last)}.",
        below=[
            ((month - first).days, f"{month:%b}")
            for month in _months(first, last)
            if month.month in QUARTERS
        ],
        scale=money,
        tall=12,
        table=Table(
            heads=("At the end of", "In the box"),
            rows=tuple((long_day(day), money(_at(held, day))) for day in _ends(first, last)),
            title="Month by month",
        ),
    )


def worth_a_picture(days: Iterable[tuple[date, int]], last: date) -> bool:
    """Whether the box changed, and its first change was in another month than this `last` day and
    the one before."""
    changes = (day for (_, before), (day, held) in pairwise(days) if held != before)
    first = next(changes, None)
    return first is not None and 12 * (last.year - first.year) + last.month - first.month >= (
        MONTHS - 1
    )


def _steps(held: dict[date, int], first: date, last: date) -> Iterator[tuple[int, int]]:
    """Yield the points of the line: level until the day before the amount changes."""
    before = None
    for day in sorted({first, last, *held}):
        amount = _at(held, day)
        if before is not None and before[1] != amount and day - before[0] > A_DAY:
            yield (day - first).days - 1, before[1]
        yield (day - first).days, amount
        before = day, amount


def _at(held: dict[date, int], day: date) -> int:
    """Return what was in the box as a day ended."""
    return held[max((one for one in held if one <= day), default=min(held))]


def _months(first: date, last: date) -> Iterator[date]:
    """Yield the first day of each month that begins in these days."""
    month = first if first.day == 1 else _following(first)
    while month <= last:
        yield month
        month = _following(month)


def _following(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)


def _ends(first: date, last: date) -> Iterator[date]:
    """Yield the last day of each month, and of all."""
    yield from (month - A_DAY for month in _months(first, last) if month > first)
    yield last
