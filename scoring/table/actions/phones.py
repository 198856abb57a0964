"""Note which phones have a pad open, and name them.

A pad asks for news at least once a minute while it is shown. Requests only note that in memory, so
that no page waits for the database's lock. A thread stores it once a minute.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, close_old_connections, connection, transaction
from django.utils import timezone

from scoring.table.actions.limits import MOST_PHONES
from scoring.table.models import Link, Table, TablePhone

EVERY = 60.0  # seconds
MOST = 5000
"""Phones noted between two writes. More are not noted."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Sighting:
    """A phone that asked for its pad, with its name and when that was given on it."""

    at: datetime
    name: str = ""
    named_at: datetime | None = None


_seen: dict[tuple[str, str], Sighting] = {}


def note_seen(*, token: str, signs: str, sighting: Sighting) -> None:
    """Remember that the phone with this id showed the pad of a link; nothing is stored yet."""
    if len(_seen) < MOST:
        _seen[token, signs] = sighting


def store_seen() -> None:
    """Store when each phone noted since the last time was seen, and its name if it is newer."""
    noted = {}
    while _seen:
        place, sighting = _seen.popitem()
        noted[place] = sighting
    links = Link.objects.filter(
        token__in={token for token, _ in noted}, right=Link.Right.WRITE, revoked_at=None
    )
    tables = dict(links.values_list("token", "table_id"))
    seen = {(tables[token], signs): one for (token, signs), one in noted.items() if token in tables}
    if not seen:
        return
    with transaction.atomic():
        known = {
            (row.table_id, row.signs): row
            for row in TablePhone.objects.filter(table__in=set(tables.values()))
        }
        TablePhone.objects.bulk_create(
            [_row(known.get(place), place, one) for place, one in seen.items()],
            update_conflicts=True,
            unique_fields=["table", "signs"],
            update_fields=["name", "named_at", "seen_at"],
        )
        for table in set(tables.values()):
            _forget_the_rest(table)


def _forget_the_rest(table: int) -> None:
    """Forget phones of a table that has too many, those that were seen last excepted."""
    rows = TablePhone.objects.filter(table=table).order_by("-seen_at", "pk")
    if rest := list(rows.values_list("pk", flat=True)[MOST_PHONES:]):
        TablePhone.objects.filter(pk__in=rest).delete()


def _row(known: TablePhone | None, place: tuple[int, str], seen: Sighting) -> TablePhone:
    table, signs = place
    row = TablePhone(table_id=table, signs=signs, seen_at=seen.at)
    if known and known.named_at and (seen.named_at is None or known.named_at >= seen.named_at):
        row.name, row.named_at = known.name, known.named_at
    else:
        row.name, row.named_at = seen.name, seen.named_at
        if seen.name and _was_changed(row):
            row.name = ""
    return row


def _was_changed(row: TablePhone) -> bool:
    """Return whether the club has changed this phone's name at a table since it was given on the
    phone, by an erasure (`named_at` is the same then) or by an organiser."""
    club = Table.objects.filter(pk=row.table_id).values("session__club")
    named = TablePhone.objects.filter(table__session__club__in=club, signs=row.signs)
    return named.filter(named_at__gte=row.named_at).exclude(name=row.name).exists()


def name_phone(*, phone: TablePhone, name: str) -> None:
    """Give a phone at a table a name, or "" for none. It is idempotent."""
    phone.name, phone.named_at = name, timezone.now()
    phone.save(update_fields=["name", "named_at"])


def start_noting() -> None:
    """Start the thread; it ends with the process."""
    threading.Thread(target=_go_on, name="phones", daemon=True).start()


def _go_on() -> None:
    pause = threading.Event()
    while True:
        pause.wait(EVERY)
        try:
            store_seen()
        except DatabaseError:  # they are seen again within a minute
            connection.close()
        except Exception:  # it must go on, whatever it was
            log.exception("Phones could not be noted.")
        close_old_connections()
