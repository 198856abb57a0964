"""Explain storage errors that are not bugs, such as a full disk, an unreachable database or a
lock."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import DatabaseError, InterfaceError, connection

SERVICE_UNAVAILABLE, INSUFFICIENT_STORAGE = 503, 507


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """The message for people, and the seconds until a retry makes sense."""

    title: str
    message: str
    status: int = SERVICE_UNAVAILABLE
    retry_after: int = 30


FULL = Trouble(
    title="The disk is full",
    message="The server has no space left, so nothing can be saved. Contact the person "
    "who runs the site.",
    status=INSUFFICIENT_STORAGE,
)
READ_ONLY = Trouble(
    title="Nothing can be saved",
    message="The database is read-only. Contact the person who runs the site.",
)
BUSY = Trouble(
    title="One moment",
    message="The database is busy. Try again in a few seconds.",
    retry_after=5,
)
AWAY = Trouble(
    title="The database is out of reach",
    message="The site is running, but its database doesn’t answer. If this lasts, contact the "
    "person who runs the site.",
    retry_after=10,
)
DAMAGED = Trouble(
    title="The database can’t be read",
    message="The database file is damaged, or the disk is failing. Contact the person who runs the "
    "site. They can restore a backup.",
)
BY_NUMBER = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EIO: DAMAGED,
}
"""By the number of an OSError."""
BY_WORDS = {
    "disk is full": FULL,
    "readonly database": READ_ONLY,
    "is locked": BUSY,
    "unable to open database": AWAY,
    "no score book": AWAY,
    "malformed": DAMAGED,
    "not a database": DAMAGED,
    "disk i/o error": DAMAGED,
}
"""By what SQLite says."""
BY_STATE = {
    "53100": FULL,
    "25006": READ_ONLY,
    "55P03": BUSY,
    "40P01": BUSY,
    "40001": BUSY,
    "57014": BUSY,
}
"""By PostgreSQL’s SQLSTATE."""
AWAY_STATES = ("08", "53", "57P")
"""First characters of a SQLSTATE if the server is unreachable or refuses connections."""


def trouble_of(why: BaseException | None) -> Trouble | None:
    """Return what is wrong with the disk or the database; None where it is our mistake."""
    return next(filter(None, map(_one, _chain(why))), None)


def _chain(why: BaseException | None) -> Iterator[BaseException]:
    while why is not None:
        yield why
        why = why.__cause__ or why.__context__


def _one(why: BaseException) -> Trouble | None:
    if isinstance(why, OSError):
        return BY_NUMBER.get(why.errno)
    if not isinstance(why, (DatabaseError, InterfaceError)):
        return None
    if connection.vendor == "postgresql":
        return _of_postgres(why)
    said = str(why).lower()
    return next((trouble for words, trouble in BY_WORDS.items() if words in said), None)


def _of_postgres(why: BaseException) -> Trouble | None:
    state = getattr(why.__cause__, "sqlstate", None)
    if state:
        return BY_STATE.get(state) or (AWAY if state.startswith(AWAY_STATES) else None)
    # Without a state nobody answered: the connection broke, or there was none to be had.
    return AWAY if type(why).__name__ in {"OperationalError", "InterfaceError"} else None


def forget_broken_connections() -> None:
    """Drop broken connections, so that no one else gets them. Each in PostgreSQL's pool is
    checked."""
    pool = getattr(connection, "pool", None)
    if pool and not pool.closed:  # it is until its first connection
        pool.check()
