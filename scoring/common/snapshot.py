"""Reading as of one moment: what others commit meanwhile is not seen by halves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Everything read inside is read as it stands at the first query, and nobody waits for it.
    Nothing is written inside. In a transaction that goes on already it changes nothing."""
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
    """A transaction of SQLite that locks out nobody, as the usual one would."""
    connection.ensure_connection()  # which sets its mode
    usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
    try:
        with transaction.atomic():
            connection.transaction_mode = usual
            yield
    finally:
        connection.transaction_mode = usual
