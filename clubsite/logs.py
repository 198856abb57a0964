"""Logs on standard error, without secret links.

A link's secret is cut to its first four characters, which is enough to find the table. The
database's details on rows that it refused are left out, because they contain names. While the
database is out of reach, there is a line a minute about it, not one for each request.
"""

from __future__ import annotations

import logging
import re
import time
from collections import Counter
from threading import Lock

SECRETS = re.compile(
    r"/(t|w|e|me|host|door|come|coming|team|told|invitations|calendar)/([\w-]{4})[\w-]{4,}"
)
"""Addresses that contain a secret."""
ROWS = re.compile(r"^(\s*(?:DETAIL|CONTEXT):).*", re.MULTILINE)
"""Lines in which PostgreSQL shows what it was given."""
MINUTE = 60.0  # seconds
POOL = "psycopg.pool"
"""The logger of PostgreSQL's connections. It has nothing to say while all is well."""
UNAVAILABLE = {503, 507}


def masked(text: str, *secrets: str) -> str:
    """Return a text in which no link can be used, and none of these further secrets."""
    for secret in secrets:
        text = text.replace(secret, f"{secret[:4]}…")
    return ROWS.sub(r"\1 …", SECRETS.sub(r"/\1/\2…", text))


class Formatter(logging.Formatter):
    """Formats a record without secrets. After an internal error it adds the number shown on the
    page."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S%z")

    def format(self, record: logging.LogRecord) -> str:
        is_line = record.levelno < logging.ERROR or record.name.startswith("django.security")
        if is_line or hasattr(record, "trouble"):
            record.exc_info = record.exc_text = None  # what others did wrong is a line
        return masked(super().format(record), *secrets_of(record))

    def formatMessage(self, record: logging.LogRecord) -> str:
        number = getattr(request_of(record), "mistake", "")
        line = super().formatMessage(record) + (f" (number {number})" if number else "")
        return line + getattr(record, "trouble", "")


class OneAMinute(logging.Filter):
    """Passes one record a minute about each kind of trouble with the disk or the database, and
    counts the others. An outage would otherwise write thousands of equal lines."""

    def __init__(self) -> None:
        super().__init__()
        self._passed: dict[str, float] = {}
        self._left_out: Counter[str] = Counter()
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = trouble_in(record)
        if not kind:
            return True
        now = time.monotonic()
        with self._lock:
            if now - self._passed.get(kind, -MINUTE) < MINUTE:
                self._left_out[kind] += 1
                return False
            self._passed[kind] = now
            left_out = self._left_out.pop(kind, 0)
        cause = f": {record.exc_info[1]}".splitlines()[0] if record.exc_info else ""
        more = f"; {left_out:,} more since the last such line" if left_out else ""
        record.trouble = f" ({kind}{cause}{more})"
        return True


def trouble_in(record: logging.LogRecord) -> str:
    """Return what trouble with the disk or the database a record is about, in words; empty when it
    is about anything else."""
    from scoring.common.trouble import AWAY, trouble_of

    if record.name == POOL:
        return AWAY.title
    if found := trouble_of(record.exc_info[1]) if record.exc_info else None:
        return found.title
    return "The site is not ready" if getattr(record, "status_code", 0) in UNAVAILABLE else ""


class OfTheSite(logging.Filter):
    """Passes records about the site. It drops those about phones that disconnected, were too slow
    or sent invalid HTTP."""

    def filter(self, record: logging.LogRecord) -> bool:
        why = record.exc_info[1] if record.exc_info else None
        of_a_phone = isinstance(why, (ConnectionError, TimeoutError))
        return record.levelno >= logging.ERROR and not of_a_phone


def request_of(record: logging.LogRecord) -> object:
    """Return the request that a record is about, None when it is about none."""
    return getattr(record, "request", None)


def secrets_of(record: logging.LogRecord) -> list[str]:
    """Return the secrets of the link by which the request of a record came in."""
    match = getattr(request_of(record), "resolver_match", None)
    return [match.kwargs["token"]] if match and match.kwargs.get("token") else []
