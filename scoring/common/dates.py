"""Days and hours as screens and sheets write them."""

from __future__ import annotations

from datetime import date, datetime, time

from django.utils import timezone


def day(of: date) -> str:
    """Return "Friday 14 November 2026"."""
    return f"{of:%A %-d %B %Y}"


def clock(at: datetime) -> str:
    """Return the hour where the site is: "19:40"."""
    return f"{timezone.localtime(at):%H:%M}"


def clock_of(hour: time | None) -> str:
    """Return "19:40", or "" where no hour is known."""
    return f"{hour:%H:%M}" if hour else ""
