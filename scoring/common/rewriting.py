"""The database's own files written anew, so that nobody reads in them what was changed or deleted.

A database leaves what it no longer needs where it lay, and its log has pages as they were before.
"""

from __future__ import annotations

import logging

from django.apps import apps
from django.db import DatabaseError, connection

logger = logging.getLogger(__name__)


def rewrite_book() -> bool:
    """Write the file, or PostgreSQL's tables, anew; return whether it was done.

    On SQLite readers are answered meanwhile, and writers wait: a second for 100 MB (measured). On
    PostgreSQL each table is locked while it is written, so it is left to the night; what its own
    log and its archives hold goes when it forgets them. Never inside a transaction.
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
        logger.warning("The book could not be written anew: manage.py tidy does it.", exc_info=True)
        return False


def forget_in_the_file() -> None:
    """Write a SQLite file anew, at once: somebody was forgotten."""
    if connection.vendor == "sqlite" and not rewrite_book():
        logger.warning("A name may still be read in the file: manage.py tidy writes it anew.")
