"""Rewrite the database's files (VACUUM), so that deleted or changed data can't be read there.

A database leaves old data in its file, and its log keeps old pages.
"""

from __future__ import annotations

import logging

from django.apps import apps
from django.db import DatabaseError, connection

logger = logging.getLogger(__name__)


def rewrite_book() -> bool:
    """Rewrite the file, or PostgreSQL's tables (VACUUM), and return whether it was done.

    On SQLite readers continue meanwhile and writers wait, a second for 100 MB (measured). On
    PostgreSQL each table is locked while it is rewritten, so it is done at night. Its own log and
    its archives expire separately. Never call this inside a transaction.
    """
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                for model in apps.get_app_config("scoring").get_models():
                    name = connection.ops.quote_name(model._meta.db_table)
                    cursor.execute(f"VACUUM (FULL) {name}")
                return True
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (waits_for_readers, *_) = cursor.fetchone()
            return not waits_for_readers
    except DatabaseError:
        logger.warning("Couldn’t rewrite the database file. Run manage.py tidy.", exc_info=True)
        return False


def forget_in_the_file() -> None:
    """Rewrite a SQLite file at once, after a player was forgotten."""
    if connection.vendor == "sqlite" and not rewrite_book():
        logger.warning(
            "The database file may still contain an erased name. Run manage.py tidy to rewrite it."
        )
