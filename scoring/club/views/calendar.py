"""A club's evenings in everybody's own calendar (iCalendar, RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from scoring.club.queries.agenda import in_calendars
from scoring.common.access import by_pass, in_one_snapshot
from scoring.common.permissions import Actor
from scoring.common.qr_codes import address_of
from scoring.evening.models import Pass
from scoring.people.models import Club
from scoring.table.models import ClubSession

# Nobody says when an evening ends; people plan for so long.
AN_EVENING = timedelta(hours=4)
ASK_AGAIN = timedelta(hours=6)


@require_safe
@in_one_snapshot
@by_pass(Pass.Right.CALENDAR)
def calendar(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """The club's evenings, those that were and those that are planned; 304 while nothing
    changed."""
    sessions = list(in_calendars(shown.club, timezone.localdate()))
    tag = _tag(shown.club, sessions)
    made = _calendar(shown.club, sessions, host=urlsplit(address_of(request, "front")).netloc)
    headers = {
        "Content-Disposition": 'inline; filename="evenings.ics"',
        "ETag": tag,
        "Cache-Control": "private, no-cache",
    }
    answer = HttpResponse(
        made.to_ical(), content_type="text/calendar; charset=utf-8", headers=headers
    )
    return get_conditional_response(request, etag=tag, response=answer)


def _tag(club: Club, sessions: list[ClubSession]) -> str:
    """Return what is another as soon as anything of the calendar is: hands that are logged change
    nothing."""
    shown = [(one.pk, one.title, one.played_on, one.starts_at, one.notice) for one in sessions]
    return f'"{sha256(repr((club.name, club.place, shown)).encode()).hexdigest()[:32]}"'


def _calendar(club: Club, sessions: list[ClubSession], *, host: str) -> Calendar:
    made = Calendar()
    made.add("prodid", "-//Bowerbook//Evenings of a club//EN")
    made.add("version", "2.0")
    for name in ("name", "x-wr-calname"):
        made.add(name, club.name)
    made.add("refresh-interval", ASK_AGAIN, parameters={"value": "DURATION"})
    for session in sessions:
        made.add_component(_event(session, club, host))
    return made


def _event(session: ClubSession, club: Club, host: str) -> Event:
    event = Event()
    event.add("uid", f"session-{session.pk}@{host}")
    event.add("dtstamp", datetime.now(UTC))
    event.add("sequence", session.version)
    event.add("summary", f"{club}: {session.title}" if session.title else str(club))
    if session.starts_at:
        starts = timezone.make_aware(datetime.combine(session.played_on, session.starts_at))
        event.add("dtstart", starts.astimezone(UTC))
        event.add("duration", AN_EVENING)
    else:
        event.add("dtstart", session.played_on)
        event.add("dtend", session.played_on + timedelta(days=1))
    for name, text in (("location", club.place), ("description", session.notice)):
        if text:
            event.add(name, text)
    return event
