"""Parse a day as people type it, such as "24 December 2026", "24/12/26", "Thu 24 Dec" or
"2026-12-24", and a day with its time, such as "24 Dec 18:00" or "2026-12-24T18:00".

Figures such as 3/4/2026 can begin with the day or the month. A weekday beside them decides, the
other days of a list, or the nights of a league. Otherwise they are refused, never guessed. With
dots, as in 3.4.2026, the day comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime, time

from scoring.common.dates import long_day, named_day

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAY = re.compile(rf"^({'|'.join(WEEKDAYS)})[a-z]*[.,]?\s+", re.IGNORECASE)
ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
FIGURES = re.compile(r"(\d{1,2})\s*([-/. ])\s*(\d{1,2})(?:\s*[-/. ]\s*(\d{4}|\d{2}))?\.?")
WORD = r"([a-z]{3,9})\.?"
DAY_FIRST = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?[-\s]*{WORD}[-,\s]*['’]?(\d{{4}}|\d{{2}})?"
)
MONTH_FIRST = re.compile(rf"{WORD}\s*(\d{{1,2}})(?:st|nd|rd|th)?[,\s]*(\d{{4}})?")
SHORT_MONTH = re.compile(
    rf"\b({'|'.join(MONTHS)})[a-z]*\.?\s+\d{{1,2}}(st|nd|rd|th)?$", re.IGNORECASE
)
LONG_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
BEFORE_A_TIME = r"(?:[\s,]|(?<=[\d\s])T|\bat\b)+"
"""What parts a time from its day; the last letter of "1 Oct" is none."""
TIME = r"(\d{1,2})(?:[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?)?\s*(?:([ap])\.?m\.?)?"
ALONE = re.compile(TIME, re.IGNORECASE)
AFTER_A_DAY = re.compile(rf"{BEFORE_A_TIME}{TIME}$", re.IGNORECASE)
"""A time after a day, such as "T18:00", ", 18.00", " at 6 pm" or " 6:30pm"."""
STAMP = re.compile(
    rf"{BEFORE_A_TIME}(?:\d{{1,2}}:\d{{2}}(:\d{{2}}(\.\d+)?)?(\s*[ap]\.?m\.?)?|"
    r"\d{1,2}(\.\d{2})?\s*[ap]\.?m\.?)"
    r"(\s*(z|utc|gmt)?([+-]\d{1,2}(:?\d{2})?)?)$",
    re.IGNORECASE,
)
"""The time of a spreadsheet or a form after a day, such as " 19:32:10" or " 7:32:10 PM GMT+1"."""
CENTURY = 2000
YEARS = range(1900, 2200)
"""The years in which people play, so that no reckoning with days leaves the calendar."""
NO_NIGHT = frozenset[date]().__contains__


class NoDay(ValueError):
    """A text that is no day. The message says how one is written."""


class TwoDays(NoDay):
    """A text that could be two days."""


def ways_to_read(
    text: str, *, after: date | None = None, near: date | None = None
) -> tuple[date, ...]:
    """Return the day that a text says, or the two that it could be, the one that begins with the
    day first. A time beside it is left out. Raise NoDay, also for a year that is not in YEARS.

    Without a year it is the first from `after` on, else the one nearest to `near`.
    """
    found = _days(text, after, near)
    if not found:
        raise NoDay(f"{_quoted(text)} is not a date. Write it as 24 December 2026.")
    if not any(found):
        raise NoDay(f"{_quoted(text)} is not in the calendar.")
    days = tuple(dict.fromkeys(filter(None, found)))
    if days[0].year not in YEARS:
        raise NoDay(f"{_quoted(text)}: enter a year from {YEARS[0]} to {YEARS[-1]}.")
    return days


def read_day(
    text: str,
    *,
    after: date | None = None,
    near: date | None = None,
    day_first: bool | None = None,
    fits: Callable[[date], int] = NO_NIGHT,
) -> date:
    """Return the day that was typed, read as in `ways_to_read`. `day_first` says how figures begin.
    If it is None, the day is meant that is not before `after`, or that `fits` better as one of the
    nights. Raise TwoDays if two are left, or NoDay."""
    ways = ways_to_read(text, after=after, near=near)
    if day_first is not None:
        return ways[0 if day_first else -1]
    left = [day for day in ways if after is None or day >= after] or ways
    best = max(map(fits, left))
    left = [day for day in left if fits(day) == best]
    if len(left) > 1:
        one, other = (long_day(day, year=False) for day in left)
        year = f" {left[0].year}" if left[0].year == left[1].year else ""
        raise TwoDays(
            f"{_quoted(text)} could be {one} or {other}{year}. Write the month as a word."
        )
    return left[0]


def is_unclear(text: str, **how) -> bool:
    """Return whether `read_day` would raise TwoDays."""
    try:
        read_day(text, **how)
    except NoDay as wrong:
        return isinstance(wrong, TwoDays)
    return False


def day_first_in(
    texts: Iterable[str],
    *,
    after: date | None = None,
    near: date = date.max,
    fits: Callable[[date], bool] = NO_NIGHT,
) -> bool | None:
    """Return whether the figures of a list of days begin with the day. Days that can be read in one
    way decide, or else which way more of them fit as nights. None if neither does."""
    ways = [both for text in texts if len(both := _days(text, after, near)) == 2]
    orders = {one is not None for one, other in ways if (one is None) != (other is None)}
    if orders:
        return orders.pop() if len(orders) == 1 else None
    by_day, by_month = (sum(fits(both[at]) for both in ways if both[at]) for at in (0, 1))
    return None if by_day == by_month else by_day > by_month


def _days(text: str, after: date | None, near: date | None) -> list[date | None]:
    """Return the days that a text could be, first the one that begins with the day, None for one
    that is not in the calendar; [] if it is no day. A weekday beside them decides."""
    weekday, said = _bare(text)
    parts = _parts(said)
    if parts and parts[0][0] is None and (near or after) is None:
        raise NoDay(f"{_quoted(text)}: add the year, as in 24 December 2026.")
    found = [_day(*one, after, near) for one in parts]
    no = WEEKDAYS.index(weekday) if weekday else None
    on_it = [day if day and day.weekday() == no else None for day in found]
    return on_it if any(on_it) else found


def _bare(text: str) -> tuple[str, str]:
    """Return the weekday before a day, "" if there is none, and the day without it and without the
    time of a stamp."""
    said = STAMP.sub("", " ".join(text.split())).lower()
    weekday = WEEKDAY.match(said)
    return (weekday[1], said[weekday.end() :]) if weekday else ("", said)


def read_hour(text: str, *, near: date) -> datetime:
    """Return the day and the hour that were typed, of no zone; a day without a year is the one
    nearest to `near`. Raises NoDay."""
    day, hour = apart(text)
    on = read_day(day, near=near)
    if hour is None:
        raise NoDay(f"{_quoted(text)}: add the time, as in {named_day(near)} 18:00.")
    return datetime.combine(on, hour)


def apart(text: str) -> tuple[str, time | None]:
    """Return the day in a text as it was typed, and the time after it. Raises NoDay for a time such
    as 25:00."""
    text = text.strip()
    found = AFTER_A_DAY.search(text)
    if found is None or not (found[2] or found[3]):
        return text, None
    day = text[: found.start()]
    surely = ":" in found[0] or found[3]  # the dots of "Thu 05.03.26" are of the day
    return (day, _time(found)) if surely or _parts(_bare(day)[1]) else (text, None)


def read_time(text: str) -> time | None:
    """Return the time that was typed, such as "19:30", "7.30 pm" or "7pm", None for anything else.
    Raises NoDay for one such as 25:00."""
    found = ALONE.fullmatch(text.strip())
    return _time(found) if found and (found[2] or found[3]) else None


def _time(found: re.Match) -> time:
    hour = int(found[1])
    if found[3]:
        hour = hour % 12 + 12 * (found[3].lower() == "p") if 1 <= hour <= 12 else 24
    try:
        return time(hour, int(found[2] or 0))
    except ValueError:
        raise NoDay(f"{_quoted(found.string)}: there is no such time.") from None


def days_apart(text: str) -> list[str]:
    """Return the single days in a list. They are separated by commas, semicolons or lines, or by
    spaces if they are in figures. "December 24, 2026" is one day."""
    found: list[str] = []
    for part in re.split(r"[,;\n\r\t]+", text):
        part = part.strip()
        if re.fullmatch(r"\d{4}", part) and found and SHORT_MONTH.search(found[-1]):
            found[-1] += f" {part}"
        elif WEEKDAY.fullmatch(f"{part} "):
            continue  # "Thursday, 24 December 2026"
        elif re.fullmatch(r"(\d[\d/.-]{3,}\s+)+\d[\d/.-]{3,}", part):
            found += part.split()
        elif part:
            found.append(part)
    return found


def _parts(said: str) -> list[tuple[int | None, int, int]]:
    """Return year, month and day of a text; twice where figures can begin with either; [] for what
    is no day."""
    if match := ISO.fullmatch(said):
        year, month, day = map(int, match.groups())
        return [(year, month, day)]
    if match := FIGURES.fullmatch(said):
        one, other, year = int(match[1]), int(match[3]), _year(match[4])
        by_day, by_month = (year, other, one), (year, one, other)
        return [by_day] if match[2] == "." else [by_day, by_month]
    if match := DAY_FIRST.fullmatch(said):
        day, word, year = match.groups()
    elif match := MONTH_FIRST.fullmatch(said):
        word, day, year = match.groups()
    else:
        return []
    return [(_year(year), MONTHS.index(word[:3]) + 1, int(day))] if _is_month(word) else []


def _is_month(word: str) -> bool:
    return word == "sept" or any(month.startswith(word) for month in LONG_MONTHS)


def _year(text: str | None) -> int | None:
    if text is None:
        return None
    return int(text) + (CENTURY if len(text) == 2 else 0)


def _day(
    year: int | None, month: int, day: int, after: date | None, near: date | None
) -> date | None:
    if year is not None:
        return _real(year, month, day)
    here = near if after is None else after
    around = [_real(here.year + no, month, day) for no in (-1, 0, 1)]
    found = [one for one in around if one and (after is None or one >= after)]
    return min(found, key=lambda one: abs(one - here), default=None)


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _quoted(text: str) -> str:
    return f"“{' '.join(text.split())[:30]}”"
