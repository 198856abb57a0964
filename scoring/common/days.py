"""Parse a day as people type it, such as "24 December 2026", "24/12/26", "Thu 24 Dec" or
"2026-12-24", and a day with its time, such as "24 Dec 18:00" or "2026-12-24T18:00".

In figures the day comes before the month, as in Britain. A date that doesn't fit this is refused,
with a suggestion that spells out the month.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAY = re.compile(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+", re.IGNORECASE)
ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
FIGURES = re.compile(r"(\d{1,2})\s*[-/. ]\s*(\d{1,2})(?:\s*[-/. ]\s*(\d{4}|\d{2}))?\.?")
WORD = r"([a-z]{3,9})\.?"
DAY_FIRST = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?[-\s]*{WORD}[-,\s]*(\d{{4}}|\d{{2}})?"
)
MONTH_FIRST = re.compile(rf"{WORD}\s*(\d{{1,2}})(?:st|nd|rd|th)?[,\s]*(\d{{4}})?")
SHORT_MONTH = re.compile(
    rf"\b({'|'.join(MONTHS)})[a-z]*\.?\s+\d{{1,2}}(st|nd|rd|th)?$", re.IGNORECASE
)
LONG_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
HOUR = re.compile(
    r"(?:[\sT,]|\bat\b)+(\d{1,2})(?:[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?)?\s*(am|pm)?$",
    re.IGNORECASE,
)
"""A time after a day, such as "T18:00", ", 18.00", " at 6 pm" or " 6:30pm"."""
CENTURY = 2000


class NoDay(ValueError):
    """A text that is no day; the message says how one is written."""


def read_day(text: str, *, after: date | None = None, near: date | None = None) -> date:
    """Return the day that was typed. Without a year it is the first from `after` on, else the one
    that is nearest to `near`. Raises NoDay."""
    said = WEEKDAY.sub("", " ".join(text.split())).lower()
    year, month, day = _parts(said, text)
    if year is None:
        if (near or after) is None:
            raise NoDay(f"{_quoted(text)}: say the year too, as in 24 December 2026.")
        found = [_day((after or near).year + no, month, day) for no in (-1, 0, 1)]
        real = [one for one in found if one is not None and (after is None or one >= after)]
        if not real:
            raise NoDay(f"{_quoted(text)}: there is no such day.")
        return min(real, key=lambda one: abs(one - (after or near)))
    found = _day(year, month, day)
    if found is None:
        raise NoDay(f"{_quoted(text)}: there is no such day.")
    return found


def read_hour(text: str, *, near: date) -> datetime:
    """Return the day and the hour that were typed, of no zone; a day without a year is the one
    nearest to `near`. Raises NoDay."""
    found = HOUR.search(text.strip())
    if found is None or not (found[2] or found[3]):
        read_day(text, near=near)
        raise NoDay(f"{_quoted(text)}: say the hour too, as in {in_words(near)} 18:00.")
    day = read_day(text.strip()[: found.start()], near=near)
    hour = int(found[1])
    if found[3]:
        hour = hour % 12 + 12 * (found[3].lower() == "pm") if 1 <= hour <= 12 else 24
    try:
        return datetime.combine(day, time(hour, int(found[2] or 0)))
    except ValueError:
        raise NoDay(f"{_quoted(text)}: there is no such hour.") from None


def in_words(day: date) -> str:
    """Return "Thu 24 Dec 2026", which `read_day` reads."""
    return f"{day:%a %-d %b %Y}"


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


def _parts(said: str, text: str) -> tuple[int | None, int, int]:
    if match := ISO.fullmatch(said):
        year, month, day = map(int, match.groups())
        return year, month, day
    if match := FIGURES.fullmatch(said):
        day, month = int(match[1]), int(match[2])
        if month > 12 >= day:
            meant = f"{month} {LONG_MONTHS[day - 1].capitalize()}"
            raise NoDay(f"{_quoted(text)}: the day stands before the month here. Write {meant}.")
        return _year(match[3]), month, day
    match = DAY_FIRST.fullmatch(said)
    if match:
        day, word, year = match.groups()
    else:
        match = MONTH_FIRST.fullmatch(said)
        if not match:
            raise NoDay(_no_day(text))
        word, day, year = match.groups()
    if not _is_month(word):
        raise NoDay(_no_day(text))
    return _year(year), MONTHS.index(word[:3]) + 1, int(day)


def _is_month(word: str) -> bool:
    return word == "sept" or any(month.startswith(word) for month in LONG_MONTHS)


def _year(text: str | None) -> int | None:
    if text is None:
        return None
    return int(text) + (CENTURY if len(text) == 2 else 0)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _quoted(text: str) -> str:
    return f"“{' '.join(text.split())[:30]}”"


def _no_day(text: str) -> str:
    return f"{_quoted(text)} is no day. Write one such as 24 December 2026 or 24/12/2026."
