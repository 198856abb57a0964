"""What the clock and the calendar say where the site is."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone

from scoring.common.dates import written_time


def clock(at: datetime) -> str:
    """Return the hour where the site is: "19:40"."""
    return written_time(timezone.localtime(at))


def other_year(of: date) -> bool:
    """Return whether a day is in another year than today, so that its year is written."""
    return of.year != timezone.localdate().year
