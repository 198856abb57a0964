"""Days, hours and lengths as screens and sheets write them: four ways for a day, one for an hour.
The year of a day is left out only where the page says it, or where it is this year."""

from __future__ import annotations

from datetime import date, datetime, time


def full_day(of: date, *, year: bool = True) -> str:
    """Return "Saturday 14 November 2026", for a heading or a night."""
    return _day(of, "%A %-d %B", year)


def named_day(of: date, *, year: bool = True) -> str:
    """Return "Sat 14 Nov 2026", for a row where the weekday matters."""
    return _day(of, "%a %-d %b", year)


def long_day(of: date, *, year: bool = True) -> str:
    """Return "14 November 2026", for a sentence."""
    return _day(of, "%-d %B", year)


def short_day(of: date, *, year: bool = True) -> str:
    """Return "14 Nov 2026", for a row."""
    return _day(of, "%-d %b", year)


def written_time(at: time | datetime | None) -> str:
    """Return "19:40", "" where no time is known. A datetime is written in its own zone."""
    return f"{at:%H:%M}" if at else ""


def day_and_time(at: datetime) -> str:
    """Return "14 November 2026, 19:40", in its own zone."""
    return f"{long_day(at)}, {written_time(at)}"


def night_and_time(at: datetime) -> str:
    """Return "Saturday 14 November, 19:40", in its own zone, where the page says the year."""
    return f"{full_day(at, year=False)}, {written_time(at)}"


def lasting(minutes: int) -> str:
    """Return "12 min", from an hour on "8 h 37 min"."""
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def years(first: date, last: date) -> str:
    """Return "2026", or "2026-27" for two, as clubs write their seasons."""
    return f"{first:%Y}" if first.year == last.year else f"{first:%Y}-{last:%y}"


def _day(of: date, pattern: str, year: bool) -> str:
    return of.strftime(f"{pattern} %Y" if year else pattern)
