"""Times that are compared with each other, though a clock can be put back between two of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

LEAST = timedelta.resolution


def after_all(*others: datetime | None) -> datetime:
    """Return now, or the time right after the latest of these where the clock was ahead then."""
    return max([timezone.now(), *(other + LEAST for other in others if other is not None)])
