"""Which night is on. A night goes on past midnight, at most until noon of the next day."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone

UNTIL_NOON = timedelta(hours=12)


def night_at(at: datetime | None = None) -> date:
    """Return the date of the night at a moment, by default now. Before noon it is the day before,
    whose night may still be on."""
    return timezone.localdate((at or timezone.now()) - UNTIL_NOON)


def tonight() -> tuple[date, date]:
    """Return the first and the last date whose night may be on: today, and before noon also
    yesterday."""
    return night_at(), timezone.localdate()


def is_tonight(day: date | None) -> bool:
    """Return whether the night of this date may be on."""
    first, last = tonight()
    return day is not None and first <= day <= last
