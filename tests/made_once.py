"""Fixtures made once: the first test makes them by the actions, later tests copy the rows.

`@made_once` decorates a function that stores rows and returns one, or None. Rows are copied only
into a database in a known state: empty, or filled in this way and unchanged since. Otherwise, on
PostgreSQL, and with `each_time`, the actions run each time.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache, wraps

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import DateTimeField, Model
from django.utils import timezone

from scoring.euchre.hand import Hand
from scoring.movement.rotation import search

NOW = timezone.now
Rows = dict[tuple[str, object], tuple]
"""What is stored, by table and key."""


@dataclass(frozen=True)
class Stored:
    """What a function stored, and what it returned."""

    new: Rows
    changed: list[tuple[str, object, dict]]
    """Table, key, and what its columns say now."""
    gone: list[tuple[str, object]]
    moments: list[str]
    """The times that were "now" meanwhile, in their order."""
    answer: Model | None

    @property
    def anything(self) -> bool:
        return bool(self.new or self.changed or self.gone)


each_time = False
"""Whether to run the actions each time, as tests.frozen does to compare them."""
made: dict[str, Stored] = {}
known: tuple[tuple, str] | None = None
"""How the database looked when something was put there last, and what that was."""


def made_once(verb: Callable) -> Callable:
    @wraps(verb)
    def once(*given, **named):
        global known
        what = described([given, named])
        before = where() if what and possible() else None
        if before is None:
            return verb(*given, **named)
        key = f"{before} {verb.__name__} {what} {search.STEPS}"
        if key not in made:
            answer = recorded(key, lambda: verb(*given, **named))
        else:
            answer = put_back(made[key])
        known = (looks(), key if made[key].anything else before)
        return answer

    return once


@contextmanager
def beside() -> Iterator[None]:
    """Ignore writes inside, such as a browser's login, which don't affect the actions."""
    global known
    before = where() if possible() else None
    yield
    if before is not None:
        known = (looks(), before)


def possible() -> bool:
    """Return whether this test is rolled back at its end, so that no other process writes."""
    usual = timezone.now is NOW and not each_time
    return usual and connection.vendor == "sqlite" and connection.in_atomic_block


def described(thing: object) -> str:
    """Return what was given in a way that another test can give it too; "" when there is none."""
    try:
        return json.dumps(thing, default=_described)
    except TypeError:
        return ""


def _described(thing: object) -> str:
    if isinstance(thing, Model):
        return f"{thing._meta.label} {thing.pk}"
    if isinstance(thing, Hand):
        return repr(thing)
    raise TypeError(thing)


# -- where we are


def where() -> str | None:
    """Return what is stored as far as that is known; None when anything may be."""
    mark = looks()
    if known is not None and known[0] == mark:
        return known[1]
    (anything,) = connection.connection.execute(is_there_anything()).fetchone()
    return None if anything else f"nothing, {timezone.localdate()}, {mark[2]}:"


def looks() -> tuple:
    """Return values that change with every write, and if stored rows were rolled back."""
    connection.ensure_connection()
    raw = connection.connection
    numbers = raw.execute("SELECT name, seq FROM sqlite_sequence ORDER BY name").fetchall()
    versions = raw.execute("SELECT id, version FROM scoring_tournament ORDER BY id").fetchall()
    return id(raw), raw.total_changes, numbers, versions


@cache
def tables() -> dict[str, tuple[list[str], str, list[int]]]:
    """Return of each table its columns, which of them is the key, and which are moments."""
    models = [*apps.get_app_config("scoring").get_models(include_auto_created=True)]
    return {
        model._meta.db_table: (
            [field.column for field in model._meta.concrete_fields],
            model._meta.pk.column,
            [
                no
                for no, field in enumerate(model._meta.concrete_fields)
                if isinstance(field, DateTimeField)
            ],
        )
        for model in [*models, get_user_model()]
    }


@cache
def is_there_anything() -> str:
    return "SELECT " + " OR ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in tables())


def rows() -> Rows:
    """Return everything that is stored, as SQLite keeps it."""
    found = {}
    for table, (columns, key, _) in tables().items():
        # The + keeps the driver from making dates of them.
        said = ", ".join(f'+"{column}"' for column in columns)
        place = columns.index(key)
        for row in connection.connection.execute(f'SELECT {said} FROM "{table}"'):
            found[table, row[place]] = row
    return found


# -- to and fro


def recorded(key: str, verb: Callable) -> Model | None:
    """Run the action, and record its result."""
    before, began = rows(), NOW()
    answer = verb()
    after, ended = rows(), NOW()
    new = {place: row for place, row in after.items() if place not in before}
    changed = [
        (*place, differences(place[0], before[place], row))
        for place, row in after.items()
        if place in before and before[place] != row
    ]
    found = {text for text in moments(new, changed) if began <= read(text) <= ended}
    made[key] = Stored(
        new=new,
        changed=changed,
        gone=[place for place in before if place not in after],
        moments=sorted(found, key=read),
        answer=copy(answer),  # a test may change what it was given
    )
    return answer


def differences(table: str, before: tuple, after: tuple) -> dict:
    columns = tables()[table][0]
    three = zip(columns, before, after, strict=True)
    return {column: new for column, old, new in three if new != old}


def moments(new: Rows, changed: list[tuple[str, object, dict]]) -> Iterator[str]:
    """Yield every time that was stored."""
    for (table, _), row in new.items():
        yield from (row[no] for no in tables()[table][2] if row[no] is not None)
    for table, _, said in changed:
        columns, _, places = tables()[table]
        times = (said.get(columns[no]) for no in places)
        yield from (text for text in times if text is not None)


def read(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def put_back(stored: Stored) -> Model | None:
    """Store it again, as if it happened now, everything in its order."""
    now = NOW().replace(tzinfo=None)
    times = {
        text: str(now + timedelta(microseconds=no)) for no, text in enumerate(stored.moments, 1)
    }
    with transaction.atomic():
        run = connection.connection.execute
        for table, key in stored.gone:
            run(f'DELETE FROM "{table}" WHERE "{tables()[table][1]}" = ?', [key])
        for (table, _), row in stored.new.items():
            columns, _, places = tables()[table]
            row = list(row)
            for no in places:
                row[no] = times.get(row[no], row[no])
            marks = ", ".join("?" * len(columns))
            run(f'INSERT INTO "{table}" ({", ".join(map(quoted, columns))}) VALUES ({marks})', row)
        for table, key, said in stored.changed:
            told = ", ".join(f"{quoted(column)} = ?" for column in said)
            columns, pk, places = tables()[table]
            timed = {columns[no] for no in places}
            values = [
                times.get(value, value) if column in timed else value
                for column, value in said.items()
            ]
            run(f'UPDATE "{table}" SET {told} WHERE "{pk}" = ?', [*values, key])
    return stored.answer and type(stored.answer).objects.get(pk=stored.answer.pk)


def quoted(column: str) -> str:
    return f'"{column}"'
