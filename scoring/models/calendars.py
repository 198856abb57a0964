"""What of a club stands in calendars."""

from __future__ import annotations

from datetime import date, timedelta

from django.db.models import QuerySet

from scoring.models.club import Club
from scoring.models.play import ClubSession

TWO_YEARS = timedelta(days=2 * 366)


def in_calendars(club: Club, today: date) -> QuerySet[ClubSession]:
    """Return the evenings of two years back and two years ahead, the first one first."""
    found = club.sessions.filter(played_on__range=(today - TWO_YEARS, today + TWO_YEARS))
    return found.order_by("played_on", "pk")
