"""What an evening's page shows: its tables as they play, and what needs somebody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from clubsite.build import BUILD_ID
from scoring.models import ClubSession, Sitting, Table
from scoring.models.agreed import open_objections
from scoring.models.evening_now import (
    GONE,
    HERE,
    LiveTable,
    Person,
    at_the_door,
    is_planned,
    live_tables,
)
from scoring.permissions import RUN, Actor, may
from scoring.views.dates import clock
from scoring.views.door_page import counts_of, fees_told
from scoring.views.evening_papers import prints_of
from scoring.views.games import game_score

QUIET = timedelta(minutes=10)
FORGOTTEN = timedelta(hours=6)
"""A table that is silent for longer waits for nobody: its evening was not closed."""


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A table on the evening's page."""

    table: Table
    totals: list[tuple[str, str]]
    """Who stands where: points by player, or by side the game in progress and the games won."""
    about: str
    """ "Hand 12 · the last one 3 min ago"."""
    waits: int
    """How many hands wait for a decision."""
    objections: int
    """How many hands somebody objects to as they stand."""
    quiet: int
    """For how many minutes nothing was heard, when that is unusual; else 0."""
    links: dict[str, str]


def evening_tag(session: ClubSession, actor: Actor) -> str:
    """Return the polling tag: it changes with the evening, with every minute, and with who looks."""
    minute = int(timezone.now().timestamp()) // 60
    return f"{session.version}-{minute}-{BUILD_ID}-{may(actor, RUN, session)}"


def evening_context(session: ClubSession, actor: Actor) -> dict:
    """Return everything templates/sessions/session.html shows of the evening; a fixed number of queries."""
    now = timezone.now()
    objections = open_objections(session)
    tables = [
        table_line(live, now, session, objections=objections.get(live.table.pk, 0))
        for live in live_tables(session)
    ]
    people = at_the_door(session)
    return {
        "session": session,
        "runs": may(actor, RUN, session),
        "tag": evening_tag(session, actor),
        "planned": is_planned(session),
        "forgotten": not session.closed and session.played_on < timezone.localdate(),
        "fees": fees_told(session),
        "counts": counts_of(people),
        "unseated": unseated(people) if tables and not session.closed else [],
        "left_seated": [] if session.closed else left_seated(people),
        "tables": tables,
        "papers": prints_of(session, tables=bool(tables)),
        "waiting": [line for line in tables if line.waits],
        "objected": [line for line in tables if line.objections],
        "quiet": [line for line in tables if line.quiet],
    }


def unseated(people: Iterable[Person]) -> list[str]:
    """Return the names of who is here and sits nowhere."""
    return [person.player.name for person in people if person.state == HERE and not person.table]


def left_seated(people: Iterable[Person]) -> list[Person]:
    """Return who has left and still holds a seat: somebody must take it."""
    return [person for person in people if person.state == GONE and person.seat]


def table_line(live: LiveTable, now: datetime, session: ClubSession, *, objections: int = 0) -> TableLine:
    """Return the line of a table as it stands now."""
    return TableLine(
        table=live.table,
        totals=totals(live.sitting) if live.sitting else [],
        about=_about(live, now),
        waits=live.table.waiting,
        objections=objections,
        quiet=0 if session.closed else _quiet(live, now),
        links=live.links,
    )


def totals(sitting: Sitting) -> list[tuple[str, str]]:
    """Return who stands where: points by player or by side; in games the one in progress and those won."""
    if score := game_score(sitting):
        return [
            (side.name, f"{side.points} ({side.won})" if side.won else str(side.points))
            for side in score.sides
        ]
    return [(name, str(points)) for name, points in zip(sitting.names, sitting.totals, strict=True)]


def _about(live: LiveTable, now: datetime) -> str:
    if live.sitting is None:
        return "Broken up: nobody sits here."
    hands, ago = len(live.sitting.played), since(live.heard_at, now)
    if live.table.begun:
        return f"Hand {hands + 1} is begun · the last one {ago}" if hands else "Hand 1 is begun"
    return f"Hand {hands + 1} · the last one {ago}" if hands else f"No hand yet · opened {ago}"


def _quiet(live: LiveTable, now: datetime) -> int:
    if live.sitting is None or live.table.waiting:
        return 0
    passed = now - live.heard_at
    return minutes(passed) if QUIET < passed < FORGOTTEN else 0


def since(moment: datetime, now: datetime) -> str:
    """Return how long ago something was: "just now", "3 min ago", "at 19:40", "on 14 November"."""
    passed, local = now - moment, timezone.localtime(moment)
    if passed < timedelta(minutes=1):
        return "just now"
    if passed < timedelta(hours=1):
        return f"{minutes(passed)} min ago"
    return f"at {clock(moment)}" if passed < timedelta(hours=12) else f"on {local:%-d %B}"


def minutes(passed: timedelta) -> int:
    """Return the whole minutes of a stretch of time."""
    return passed // timedelta(minutes=1)
