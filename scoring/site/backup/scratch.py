"""Load a backup into a scratch database. This proves that it can be restored, and migrates one of
an older version to today's.

The scratch database takes the place of the site's own in the calling thread, because migrations and
the computing of results use that. So only commands do this, never a process that serves pages.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from uuid import uuid4

import dj_database_url
from django.core.management import call_command
from django.db import ConnectionHandler, IntegrityError, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from scoring.common.machine import own_account
from scoring.site.backup import BadBackup
from scoring.site.backup.archive import Reading
from scoring.site.backup.making import FORGOTTEN
from scoring.site.backup.rows import (
    APPS,
    CACHE,
    REFUSED,
    is_today,
    leaves,
    models_at,
    models_in,
    read,
    store,
)
from scoring.site.backup.soundness import refuse_unsound

SCRATCH = "bowerbook-scratch-"
HURRIED = (
    "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA foreign_keys=OFF; "
    f"PRAGMA cache_size=-{CACHE};"
)
"""Nothing in it outlives the process, and references are checked when all is in."""


@contextmanager
def loaded(backup: Reading, *, faults: bool = False) -> Iterator[str]:
    """Yield the alias of a database with the content of this backup, in today's models.

    Raise BadBackup if a row refers to a missing one, breaks a constraint, is of a future version,
    or could not be shown by a page. With `faults` the last is not checked.
    """
    refuse_newer(backup)
    _tidy_up()
    with TemporaryDirectory(prefix=SCRATCH) as folder, _database(Path(folder)) as alias:
        with _in_place_of_the_site(alias):
            _fill(backup)
            if not faults:
                refuse_unsound()
        yield alias


def _tidy_up() -> None:
    """Delete folders that a killed process left a day ago or earlier."""
    for folder in Path(gettempdir()).glob(f"{SCRATCH}*"):
        with suppress(OSError):
            found = folder.lstat()
            if found.st_uid == own_account() and time.time() - found.st_mtime > FORGOTTEN:
                shutil.rmtree(folder)


def refuse_newer(backup: Reading) -> None:
    """Raise BadBackup for one whose tables only a newer version knows."""
    known = MigrationLoader(None).disk_migrations.keys()
    if not known >= {tuple(one.split(".", 1)) for one in backup.manifest.migrations}:
        raise BadBackup(
            f"was made by a newer version of Bowerbook ({backup.manifest.program}): that one "
            "restores it, and those after it."
        )


@contextmanager
def _database(folder: Path) -> Iterator[str]:
    """Make an empty SQLite file a database of this thread, under the alias that is yielded."""
    alias = f"scratch-{uuid4().hex}"
    wanted = dj_database_url.parse(f"sqlite:///{folder / 'scratch.sqlite3'}")
    wanted["OPTIONS"] = {"init_command": HURRIED}
    connections[alias] = ConnectionHandler({"default": wanted})["default"]
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


@contextmanager
def _in_place_of_the_site(alias: str) -> Iterator[None]:
    ours = connections["default"]
    connections["default"] = connections[alias]
    try:
        yield
    finally:
        connections["default"] = ours


def _fill(backup: Reading) -> None:
    migrations = backup.manifest.migrations
    today = is_today(migrations)
    tables = _tables_of_today() if today else _migrated_as(migrations)
    members = {member.name: member for member in backup.manifest.members}
    if {model._meta.db_table for model in tables} != members.keys():
        raise BadBackup("is damaged: it holds other tables than its version had.")
    with connections["default"].constraint_checks_disabled(), transaction.atomic():
        for model in tables:
            rows = read(model, backup.lines(members[model._meta.db_table]))
            try:
                store(model, rows, into=connections["default"])
            except BadBackup:
                raise
            except REFUSED as wrong:
                table = model._meta.db_table
                raise BadBackup(f"has a row that cannot be, in {table}: {wrong}.") from wrong
    _refuse_loose_ends()
    if not today:
        _bring_up_to_date()
        _refuse_loose_ends()


def _tables_of_today() -> list[type[models.Model]]:
    """Make the tables as today's models have them, and return the models; quicker by seconds than
    migration by migration."""
    found = models_in()
    with connections["default"].schema_editor() as editor:
        for model in found:
            editor.create_model(model)
    return found


def _migrated_as(migrations: tuple[str, ...]) -> list[type[models.Model]]:
    """Make the tables as these migrations do, and return their models."""
    executor = MigrationExecutor(connections["default"])
    executor.migrate(leaves(executor.loader, migrations))
    return models_at(executor.loader, migrations)


def _bring_up_to_date() -> None:
    """Do what a start after an upgrade does."""
    executor = MigrationExecutor(connections["default"])
    executor.migrate([key for key in executor.loader.graph.leaf_nodes() if key[0] in APPS])
    call_command("recount", missing=True, stdout=StringIO(), stderr=StringIO())


def _refuse_loose_ends() -> None:
    try:
        connections["default"].check_constraints()
    except IntegrityError as wrong:
        raise BadBackup(f"has a row whose other half is missing: {wrong}") from wrong
