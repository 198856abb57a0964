"""A club's evenings in everybody's own calendar (iCalendar, RFC 5545)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from icalendar import Event

from scoring.club.queries.agenda import in_calendars
from scoring.common.access import in_one_snapshot
from scoring.common.calendars import calendar_answer, new_calendar, new_event
from scoring.common.permissions import Actor
from scoring.evening.access import by_pass
from scoring.evening.models import Pass
from scoring.people.models import Club
from scoring.table.models import ClubSession


@require_safe
@in_one_snapshot
@by_pass(Pass.Right.CALENDAR)
def calendar(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """The club's evenings, those that were and those that are planned; 304 while nothing
    changed."""
    club = shown.club
    sessions = list(in_calendars(club, timezone.localdate()))
    made = new_calendar(club.name, of="Club nights")
    for session in sessions:
        made.add_component(_event(session, club))
    # Hands that are logged change nothing.
    seen = [(one.pk, one.title, one.played_on, one.starts_at, one.notice) for one in sessions]
    return calendar_answer(request, made, shown=(club.name, club.place, seen), file="evenings")


def _event(session: ClubSession, club: Club) -> Event:
    return new_event(
        f"session-{session.pk}",
        version=session.version + club.public_version,
        summary=f"{club}: {session.title}" if session.title else str(club),
        day=session.played_on,
        starts_at=session.starts_at,
        location=club.place,
        description=session.notice,
    )
