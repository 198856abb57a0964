"""Restore a backup in one transaction, while others may read and write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import OperationalError, connection, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from scoring.common.models import Restored
from scoring.common.refused import Refused
from scoring.league.models import LeagueMatch
from scoring.people.models import Club
from scoring.site.backup import BadBackup
from scoring.site.backup.archive import Manifest, Reading
from scoring.site.backup.making import known_site, make_backup
from scoring.site.backup.proving import Held, held_in
from scoring.site.backup.rows import CACHE, models_in, store, values
from scoring.site.backup.scratch import loaded
from scoring.site.backup.shelf import RESTORE, put_down
from scoring.site.condition import newer_steps
from scoring.table.models import ClubSession, Sitting, Table
from scoring.tournament.models import CardClip, Tournament

FIRST = (Club, ClubSession, Table, Tournament)
"""The rows that most actions lock first. Locking in their order rarely causes a deadlock."""
PATIENCE = 60
"""Seconds to wait for a moment without writes."""
BUSY = {"55P03", "40P01"}
"""PostgreSQL's codes for a lock that did not come in time, and for two who wait for each other."""
NOTHING = Held(clubs=0, evenings=0, hands=0, people=0)
LEAP = 1000
"""How many numbers an empty site skips of what browsers and phones know by its number. An evening
or a sitting that was begun after the backup and lost must not be confused with a new one."""
KNOWN_BY_NUMBER = (ClubSession, Table, Sitting, LeagueMatch)


@dataclass(frozen=True, kw_only=True)
class Done:
    """The result of a restore."""

    manifest: Manifest
    was: Held
    """What the site held before."""
    now: Held
    before: Path | None
    """Where the site as it was before is kept; None when it was empty."""
    aside: Path | None
    """Where the database of a newer version is kept; None when it was of this one."""


NOT_OURS = (
    "is not signed by this site. Another site made it, or an older version, or the signing key has "
    "changed. It can hold any accounts and links. If you trust where it comes from, add "
    "--from-elsewhere."
)

IN_USE = "The score book is in use. Stop the site, then try again."
NEWER_POSTGRES = (
    "A newer version has upgraded this database, so this one can’t replace its data. Create an "
    "empty database, name it in DATABASE_URL, and try again. The newer one stays as it is."
)


def restore(*, file: Path, now: datetime, elsewhere: bool = False, faults: bool = False) -> Done:
    """Replace the site's data by those of a backup, and save the site as it was in BACKUP_DIR
    first. A database of a newer version can't be saved there, and is kept as a file instead.

    With `elsewhere` it may be unsigned, or signed by another site; with `faults` it may have rows
    that no page can show. Everyone has to sign in again. Raise BadBackup, Refused, OSError or
    DatabaseError; then the site is unchanged.
    """
    backup = Reading(file)
    if not (elsewhere or backup.is_ours):
        raise BadBackup(NOT_OURS)
    with loaded(backup, faults=faults) as alias, _newer_set_aside(now) as aside:
        if not _is_up_to_date():
            call_command("migrate", interactive=False, verbosity=0, stdout=StringIO())
        with _at_hand(alias) as take_over, _everything_locked():
            # Now that nobody writes: a hand that came before is in one of the two.
            was, before = (held_in(), _kept(now)) if holds_something() else (NOTHING, None)
            for model in (*_emptied(), *models_in()):
                _delete_all(model)
            for model in models_in():
                take_over(model)
            _raise_counters()
            Restored.objects.create(
                at=now,
                file=file.name[:200],
                made_at=backup.manifest.made_at,
                program=backup.manifest.program[:40],
                before=before.name if before else "",
            )
            connection.check_constraints()
            restored = held_in()
            return Done(manifest=backup.manifest, was=was, now=restored, before=before, aside=aside)


def _kept(now: datetime) -> Path:
    """Put the site as it is on the shelf; it stays there also when the restore is killed."""
    file = make_backup(folder=settings.BACKUP_DIR, now=now)
    put_down(file, why=RESTORE, made_at=now, held=held_in())
    return file


def holds_something() -> bool:
    """Return whether there is data to lose, a club or an account. Raise Refused for a database of a
    newer version."""
    if not _is_there() or not MigrationRecorder(connection).has_table():
        return False
    if not MigrationRecorder(connection).migration_qs.filter(app="scoring").exists():
        return False
    known_site()
    # Of whatever version it is: these columns never changed.
    kept = (Club, get_user_model())
    return any(model._base_manager.values("pk")[:1].exists() for model in kept)


def is_newer() -> bool:
    """Return whether a newer version has upgraded the database, so that this one can't read it."""
    return _is_there() and bool(newer_steps())


@contextmanager
def _newer_set_aside(now: datetime) -> Iterator[Path | None]:
    """Rename the SQLite file of a newer version, and yield its new path; None if this version knows
    the database. If the restore fails, the file gets its name back."""
    if not is_newer():
        yield None
        return
    file = _file()
    if file is None:
        raise Refused(NEWER_POSTGRES)
    try:
        with connection.cursor() as cursor:
            # Its log becomes part of it. This fails while another process has it open.
            cursor.execute("PRAGMA journal_mode=DELETE")
    except OperationalError as wrong:
        raise Refused(IN_USE) from wrong
    connection.close()
    aside = file.rename(file.with_stem(f"{file.stem}-newer-{now.astimezone(UTC):%Y-%m-%d-%H%M%SZ}"))
    try:
        yield aside
    except BaseException:
        connection.close()
        aside.replace(file)
        raise


def where() -> str:
    """Return which database is meant, in words."""
    return str(_file() or f"the database {connection.settings_dict['NAME']}")


def _file() -> Path | None:
    """The SQLite file of the site; None on PostgreSQL."""
    return getattr(connection, "file", None)


def _is_there() -> bool:
    return _file() is None or _file().exists()


def _is_up_to_date() -> bool:
    if not _is_there():
        return False
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _emptied() -> list[type[models.Model]]:
    """Return the models that no backup has and that refer to others: those about accounts, such as
    sessions and permissions, and pictures of tally cards."""
    names = ("sessions.Session", "admin.LogEntry")
    user = get_user_model()
    return [
        CardClip,
        *map(apps.get_model, names),
        user.groups.through,
        user.user_permissions.through,
    ]


@contextmanager
def _at_hand(alias: str) -> Iterator[Callable[[type[models.Model]], object]]:
    """Yield a function that copies the rows of a table from the scratch database.

    Writes wait meanwhile, so SQLite copies from file to file in a fifth of the time. But it can't
    detach a file during a transaction.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield lambda model: store(model, values(model, using=alias), into=connection)
        return
    with connection.cursor() as cursor:
        cursor.execute("ATTACH DATABASE %s AS scratch", [connections[alias].settings_dict["NAME"]])
    try:
        yield _copy
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DETACH DATABASE scratch")


def _copy(model: type[models.Model]) -> None:
    quoted, table = connection.ops.quote_name, model._meta.db_table
    columns = ", ".join(quoted(one.column) for one in model._meta.local_concrete_fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {quoted(table)} ({columns}) SELECT {columns} FROM scratch.{quoted(table)}"
        )


def _delete_all(model: type[models.Model]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


@contextmanager
def _pragma(name: str, value: int) -> Iterator[None]:
    """Let a setting of SQLite have this value meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        (before,) = cursor.fetchone()
        cursor.execute(f"PRAGMA {name} = {value}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {name} = {before}")


@contextmanager
def _everything_locked() -> Iterator[None]:
    """Run a transaction that blocks all other writes. On SQLite every one does."""
    if connection.vendor != "postgresql":
        patience, room = _pragma("busy_timeout", PATIENCE * 1000), _pragma("cache_size", -CACHE)
        with patience, room, transaction.atomic():
            yield
        return
    end = time.monotonic() + PATIENCE
    while True:
        with transaction.atomic():
            if _lock_tables(last=time.monotonic() > end):
                yield
                return
        time.sleep(0.05)


def _lock_tables(*, last: bool) -> bool:
    """Lock out all writers. Return False in case of a deadlock with one of them."""
    others = [model for model in (*models_in(), *_emptied()) if model not in FIRST]
    names = [connection.ops.quote_name(one._meta.db_table) for one in (*FIRST, *others)]
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            # Well before PostgreSQL itself would end one of two who wait for each other.
            cursor.execute("SET LOCAL lock_timeout = '400ms'")
            cursor.execute(f"LOCK TABLE {', '.join(names)} IN EXCLUSIVE MODE")
            cursor.execute("SET LOCAL lock_timeout = DEFAULT")
    except OperationalError as wrong:
        if last or getattr(wrong.__cause__, "sqlstate", "") not in BUSY:
            raise
        return False
    return True


def _raise_counters() -> None:
    """Let new rows have numbers that no row here ever had. Phones know some by their numbers: there
    many are left out, since the site that made the backup may have given more of them since."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for model in models_in():
                raise_counter(cursor, model, LEAP if model in KNOWN_BY_NUMBER else 0)
        else:
            # SQLite's own counters never go back; that of an empty table is not there yet.
            for name in (model._meta.db_table for model in KNOWN_BY_NUMBER):
                cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
                seq = next(iter(cursor.fetchall()), [0])[0] + LEAP
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [name, seq])


def raise_counter(cursor, model: type[models.Model], leap: int = 0) -> None:
    """Let PostgreSQL give this model numbers above its highest one, by so many more."""
    table, key = model._meta.db_table, model._meta.pk.column
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', key])
    (counter,) = cursor.fetchone()
    if counter is None:
        return
    cursor.execute(
        f"SELECT GREATEST((SELECT MAX({key}) FROM {table}), "
        f"CASE WHEN is_called THEN last_value END) FROM {counter}"
    )
    (highest,) = cursor.fetchone()
    if highest or leap:
        cursor.execute("SELECT setval(%s, %s)", [counter, (highest or 0) + leap])
