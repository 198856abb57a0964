"""The condition of the site, as far as it can check itself, for readiness probes and for `manage.py
doctor`."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

LEAST_FREE = 100_000_000
"""Bytes: with less the next evening may not fit any more."""


def why_no_database() -> str:
    """Return why the database does not answer, in its own words; empty when it does."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except (DatabaseError, OSError) as cause:
        return str(cause).strip() or type(cause).__name__
    return ""


def steps_missing() -> int:
    """Return how many migrations of this version the database has not had yet."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def newer_steps(loader: MigrationLoader | None = None) -> list[tuple[str, str]]:
    """Return the migrations of the database that only a newer version knows, as app and name.

    A squashed migration knows those that it replaces. Those of an app that is no longer installed
    change nothing for this version.
    """
    loader = loader or MigrationLoader(connection)
    known = {*loader.disk_migrations}
    for migration in loader.disk_migrations.values():
        known.update(migration.replaces)
    applied = {key for key in loader.applied_migrations if key[0] in loader.migrated_apps}
    return sorted(applied - known)


def free_bytes(folder: Path) -> int:
    """Return how much may still be written where a folder is, or where it would be made."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.is_dir())
    return shutil.disk_usage(there).free
