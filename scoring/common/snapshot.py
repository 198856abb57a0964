"""Read from one database snapshot (repeatable read), so that no write of others is seen by
halves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Read everything inside as of the first query, without making others wait. Don't write inside.
    In a running transaction it has no effect."""
    if connection.in_atomic_block:
        yield
        return
    with _repeatable() if connection.vendor == "postgresql" else _deferred():
        yield


@contextmanager
def _repeatable() -> Iterator[None]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _deferred() -> Iterator[None]:
    """Run a deferred transaction of SQLite, which takes no write lock, unlike the usual one."""
    connection.ensure_connection()  # which sets its mode
    usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
    try:
        with transaction.atomic():
            connection.transaction_mode = usual
            yield
    finally:
        connection.transaction_mode = usual
