"""Days and hours as screens and sheets write them."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone


def day(of: date) -> str:
    """Return "Friday 14 November 2026"."""
    return f"{of:%A %-d %B %Y}"


def clock(at: datetime) -> str:
    """Return the hour where the site is: "19:40"."""
    return f"{timezone.localtime(at):%H:%M}"
