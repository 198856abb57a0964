"""A club's evenings by date: current, future and past ones."""

from __future__ import annotations

from datetime import date, timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from scoring.common.dates import full_day
from scoring.common.names import folded
from scoring.common.tonight import tonight
from scoring.people.models import Club
from scoring.table.models import ClubSession
from scoring.tournament.models import Tournament

MOST_ON = 6


def on_now(club: Club, today: date) -> list[ClubSession]:
    """Return the evenings that are open and have begun, the latest first, at most MOST_ON of them.

    Each has `tables_open`, how many tables it has, and `here`, how many people are there.
    """
    found = club.sessions.filter(closed_at=None, played_on__lte=today)
    return list(
        found.order_by("-played_on", "-pk").annotate(
            tables_open=Count("tables", distinct=True),
            here=Count("attendances", filter=Q(attendances__left_at=None), distinct=True),
        )[:MOST_ON]
    )


def tonight_for(user: AbstractBaseUser) -> list[ClubSession]:
    """Return tonight's open evenings in the clubs where this user has a role, without nights of
    leagues, at most MOST_ON of them. Each has `tables_open`, `here` and `has_tournament`."""
    found = ClubSession.objects.filter(
        club__officers__user=user,
        closed_at=None,
        played_on__range=tonight(),
        league_match=None,
    )
    return list(
        found.order_by("-played_on", "pk")
        .select_related("club")
        .annotate(
            tables_open=Count("tables", distinct=True),
            here=Count("attendances", filter=Q(attendances__left_at=None), distinct=True),
            has_tournament=Exists(Tournament.objects.filter(session=OuterRef("pk"))),
        )[:MOST_ON]
    )


def to_come(club: Club, today: date) -> QuerySet[ClubSession]:
    """Return the evenings that are planned, the next one first; each with `entered`, how many have
    entered its tournament."""
    found = club.sessions.filter(closed_at=None, played_on__gt=today).order_by("played_on", "pk")
    return found.annotate(entered=Count("tournament__entrants"))


def earlier(club: Club, today: date, *, but: list[ClubSession]) -> QuerySet[ClubSession]:
    """Return the evenings that were, the latest first, without those that are on."""
    shown = [session.pk for session in but]
    found = club.sessions.exclude(pk__in=shown).exclude(closed_at=None, played_on__gt=today)
    return found.select_related("club")


def sought(club: Club, said: str) -> list[ClubSession]:
    """Return the evenings that match every word of the search, by the beginnings of words, the
    latest first. It searches the title, the day ("thursday", "12", "nov", "2026") and the kind of
    evening."""
    words = folded(said).split()
    evenings = club.sessions.select_related("club", "tournament")
    return [session for session in evenings if words and _goes_by(session, words)]


def _goes_by(session: ClubSession, words: list[str]) -> bool:
    day = f"{full_day(session.played_on)} {session.played_on}"
    kind = "tournament" if hasattr(session, "tournament") else "club night evening session"
    known = folded(f"{session.title} {day} {kind}").split()
    return all(any(one.startswith(word) for one in known) for word in words)


TWO_YEARS = timedelta(days=2 * 366)


def in_calendars(club: Club, today: date) -> QuerySet[ClubSession]:
    """Return the evenings of two years back and two years ahead, the first one first."""
    found = club.sessions.filter(played_on__range=(today - TWO_YEARS, today + TWO_YEARS))
    return found.order_by("played_on", "pk")
