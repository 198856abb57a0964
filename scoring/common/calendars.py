"""What every calendar that a phone subscribes to has in common (iCalendar, RFC 5545)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from icalendar import Calendar, Event, vText

from scoring.common.letters import isolated_text

# Nobody says when an evening ends; people plan for so long.
AN_EVENING = timedelta(hours=4)
ASK_AGAIN = timedelta(hours=6)


def new_calendar(name: str, *, of: str) -> Calendar:
    """Return an empty calendar of this name; `of` says what is in it ("Evenings of a club")."""
    made = Calendar()
    made.add("prodid", f"-//Bowerbook//{of}//EN")
    made.add("version", "2.0")
    for title in ("name", "x-wr-calname"):
        # icalendar escapes no text of a property it doesn't know.
        made.add(title, vText(isolated_text(name)))
    made.add("refresh-interval", ASK_AGAIN, parameters={"value": "DURATION"})
    return made


def new_event(
    of: str,
    *,
    version: int,
    summary: str,
    day: date,
    starts_at: time | None,
    location: str = "",
    description: str = "",
) -> Event:
    """Return the calendar event `of` something, such as "session-7". It lasts an evening if the
    start is known, and otherwise all day. Its UID is the site's own and stays the same at another
    address of the site; `version` rises whenever the event changes."""
    event = Event()
    event.add("uid", str(UUID(salted_hmac("calendar", of, algorithm="sha256").hexdigest()[:32])))
    event.add("dtstamp", datetime.now(UTC))
    event.add("sequence", version)
    for name, text in (("summary", summary), ("location", location), ("description", description)):
        if text:
            event.add(name, isolated_text(text))
    if starts_at:
        starts = timezone.make_aware(datetime.combine(day, starts_at))
        event.add("dtstart", starts.astimezone(UTC))
        event.add("duration", AN_EVENING)
    else:
        event.add("dtstart", day)
        event.add("dtend", day + timedelta(days=1))
    return event


def calendar_answer(
    request: HttpRequest, calendar: Calendar, *, shown: tuple, file: str
) -> HttpResponse:
    """Return the calendar as a file of this name; 304 while `shown`, all that it depends on, is as
    it was."""
    tag = f'"{sha256(repr(shown).encode()).hexdigest()[:32]}"'
    headers = {
        "Content-Disposition": f'inline; filename="{file}.ics"',
        "ETag": tag,
        "Cache-Control": "private, no-cache",
    }
    answer = HttpResponse(
        calendar.to_ical(), content_type="text/calendar; charset=utf-8", headers=headers
    )
    return get_conditional_response(request, etag=tag, response=answer)
