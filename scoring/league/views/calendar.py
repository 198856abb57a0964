"""The matches of a team, or of a league, in everybody's own calendar (iCalendar, RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from scoring.club.views.calendar import AN_EVENING, ASK_AGAIN
from scoring.common.access import by_captain, league_by_number
from scoring.common.permissions import LOOK, Actor, may
from scoring.common.qr_codes import address_of
from scoring.league.models import League, LeagueMatch, Team
from scoring.league.pure.naming import FULL, Naming
from scoring.league.queries.fixtures import fixtures_of
from scoring.league.views.about import naming_of
from scoring.league.views.fixture_rows import move_in_words, venue_line


@require_safe
@league_by_number(LOOK)
def league_calendar(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """A league's matches, or those of one of its teams (`?team=`)."""
    asked = request.GET.get("team", "")
    team = None
    if asked:
        team = next((one for one in league.teams.all() if str(one.pk) == asked), None)
        if team is None:
            raise Http404("This league has no such team.")
    return _answer(request, league, team, naming_of(league, serves=may(actor, LOOK, league.club)))


@require_safe
@by_captain
def captains_calendar(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """The matches of the captain's team."""
    return _answer(request, team.league, team, FULL)


def _answer(
    request: HttpRequest, league: League, team: Team | None, naming: Naming
) -> HttpResponse:
    """The calendar; 304 while nothing changed. A draft is in nobody's."""
    matches = fixtures_of(league) if league.published_at else []
    if team:
        matches = [one for one in matches if team.pk in (one.home_id, one.away_id)]
    host = urlsplit(address_of(request, "front")).netloc
    made = _calendar(league, team, [one for one in matches if one.away_id], host, naming)
    name = slugify(f"{team or league}")
    tag = _tag(league, team, matches, naming)
    headers = {
        "Content-Disposition": f'inline; filename="{name}.ics"',
        "ETag": tag,
        "Cache-Control": "private, no-cache",
    }
    answer = HttpResponse(
        made.to_ical(), content_type="text/calendar; charset=utf-8", headers=headers
    )
    return get_conditional_response(request, etag=tag, response=answer)


def _tag(league: League, team: Team | None, matches: list[LeagueMatch], naming: Naming) -> str:
    """Return what is another as soon as anything of the calendar is: results change nothing."""
    shown = [
        (one.pk, str(one), one.date, one.stage, one.venue and venue_line(one.venue))
        for one in matches
    ]
    moves = [(move.pk, move.why) for one in matches for move in one.moves.all()]
    whole = (str(league), str(team), league.starts_at, shown, moves, naming)
    return f'"{sha256(repr(whole).encode()).hexdigest()[:32]}"'


def _calendar(
    league: League, team: Team | None, matches: list[LeagueMatch], host: str, naming: Naming
) -> Calendar:
    made = Calendar()
    made.add("prodid", "-//Bowerbook//Matches of a league//EN")
    made.add("version", "2.0")
    for name in ("name", "x-wr-calname"):
        made.add(name, f"{team}, {league}" if team else str(league))
    made.add("refresh-interval", ASK_AGAIN, parameters={"value": "DURATION"})
    for match in matches:
        if match.date or match.moves.all():
            made.add_component(_event(match, league, host, naming))
    return made


def _event(match: LeagueMatch, league: League, host: str, naming: Naming) -> Event:
    """A match keeps its sign wherever it is moved; postponed without a night it is called off on
    the one that it had."""
    moves = list(match.moves.all())
    day = match.date or next(move.from_date for move in reversed(moves) if move.from_date)
    event = Event()
    event.add("uid", f"league-match-{match.pk}@{host}")
    event.add("dtstamp", datetime.now(UTC))
    event.add("sequence", match.version)
    event.add("summary", str(match))
    event.add("status", "CONFIRMED" if match.date else "CANCELLED")
    if league.starts_at:
        starts = timezone.make_aware(datetime.combine(day, league.starts_at))
        event.add("dtstart", starts.astimezone(UTC))
        event.add("duration", AN_EVENING)
    else:
        event.add("dtstart", day)
        event.add("dtend", day + timedelta(days=1))
    if match.venue:
        event.add("location", venue_line(match.venue))
    moved = (move_in_words(move, hides=naming.hides) for move in moves)
    said = [str(league), match.stage, *moved]
    event.add("description", "\n".join(filter(None, said)))
    return event
