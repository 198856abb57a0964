"""The matches of a team, or of a league, in everybody's own calendar (iCalendar, RFC 5545)."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from icalendar import Event

from scoring.common.calendars import calendar_answer, new_calendar, new_event
from scoring.common.permissions import LOOK, Actor, may
from scoring.league.access import by_captain, league_by_number
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
    """The calendar; 304 while unchanged. It never has drafts."""
    matches = fixtures_of(league) if league.published_at else []
    if team:
        matches = [one for one in matches if team.pk in (one.home_id, one.away_id)]
    name = f"{team}, {league}" if team else str(league)
    made = new_calendar(name, of="Matches of a league")
    for match in matches:
        day = match.date or _last_night(match)
        if match.away_id and day:
            made.add_component(_event(match, day, league, naming))
    shown = _shown(league, team, matches, naming)
    return calendar_answer(request, made, shown=shown, file=slugify(f"{team or league}"))


def _shown(league: League, team: Team | None, matches: list[LeagueMatch], naming: Naming) -> tuple:
    """Return the state that the calendar depends on; results do not count."""
    seen = [
        (one.pk, str(one), one.date, one.hour, one.stage, one.venue and venue_line(one.venue))
        for one in matches
    ]
    moves = [(move.pk, move.why) for one in matches for move in one.moves.all()]
    return (str(league), str(team), seen, moves, naming)


def _last_night(match: LeagueMatch) -> date | None:
    """Return the night that a match without one had, None if it never had any."""
    return next((move.from_date for move in reversed(match.moves.all()) if move.from_date), None)


def _event(match: LeagueMatch, day: date, league: League, naming: Naming) -> Event:
    """A match keeps its sign wherever it is moved; postponed without a night it is called off on
    the one that it had."""
    moved = (move_in_words(move, hides=naming.hides) for move in match.moves.all())
    said = [str(league), match.stage, *moved]
    event = new_event(
        f"league-match-{match.pk}",
        version=match.version + league.version,
        summary=str(match),
        day=day,
        starts_at=match.hour,
        location=venue_line(match.venue) if match.venue else "",
        description="\n".join(filter(None, said)),
    )
    event.add("status", "CONFIRMED" if match.date else "CANCELLED")
    return event
