"""Versions of the things that screens show, and how a process notices the writes of another.

Each write raises a version in its own transaction, whether a process, a command or a restored
backup does it. News are therefore read from the database and never sent around it. On SQLite its
change counter is checked ten times a second. PostgreSQL sends a notification (migration 0015).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from threading import Event
from typing import NamedTuple

import psycopg
from django.db import close_old_connections, connection
from django.db.models import QuerySet

from scoring.common.hooks import Hook

CHANNEL = "news"
LOOK_SECONDS = 0.1
"""How soon a write is noticed on SQLite; a new topic, on PostgreSQL."""
topics: Hook[[], dict[str, QuerySet]] = Hook()
"""Hook for the kinds of topic that screens wait for. Each feature registers its kinds with their
rows (key, version, session). The session is 0 for a topic outside any evening."""
rounds_over: Hook[[set[int]], dict[int, tuple[int, bool]]] = Hook()
"""Given sessions, the latest round of each that is over, and whether the bell ended it."""


class Topic(NamedTuple):
    """The key of a thing that a screen shows, such as a table, an evening, a tournament or a
    league."""

    kind: str
    pk: int


@dataclass(frozen=True)
class News:
    """The state of a topic: its version, and the latest finished round of its evening's
    tournament."""

    version: int
    over: int = 0
    """The number of the latest round, once it has ended; else 0."""
    bell: bool = False
    """Whether the bell ended it."""


def latest(topics: Iterable[Topic]) -> dict[Topic, News]:
    """Return the current news of these topics, without the deleted ones, in at most five
    queries."""
    by_kind = defaultdict(list)
    for topic in topics:
        by_kind[topic.kind].append(topic.pk)
    rows = [
        (Topic(kind, pk), version, session)
        for kind, keys in by_kind.items()
        for pk, version, session in _topics()[kind].filter(pk__in=keys)
    ]
    over = rounds_over.first({session for _, _, session in rows}) or {}
    return {topic: News(version, *over.get(session, ())) for topic, version, session in rows}


@cache
def _topics() -> dict[str, QuerySet]:
    return {kind: rows for kinds in topics() for kind, rows in kinds.items()}


def changes(wanted: Event) -> Iterator[set[Topic] | None]:
    """Yield, again and again and after a short wait each time, which topics were written; None
    where that may be any. `wanted` ends a wait early. Raises Django's errors when the database is
    away."""
    return _heard_from_postgres() if connection.vendor == "postgresql" else _seen_in_sqlite(wanted)


def _seen_in_sqlite(wanted: Event) -> Iterator[set[Topic] | None]:
    before = None
    while True:
        wanted.wait(LOOK_SECONDS)
        close_old_connections()  # and with it a file that was put in another's place
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            now = (id(connection.connection), cursor.fetchone())
        yield set() if now == before else None
        before = now


def _heard_from_postgres() -> Iterator[set[Topic] | None]:
    parameters = connection.get_connection_params()
    with connection.wrap_database_errors, psycopg.connect(**parameters, autocommit=True) as line:
        line.execute(f"LISTEN {CHANNEL}")
        yield None
        while True:
            notices = line.notifies(timeout=LOOK_SECONDS, stop_after=1)
            yield {Topic(kind, int(pk)) for kind, pk in (one.payload.split() for one in notices)}
