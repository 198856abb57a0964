"""Logs on standard error, without secret links.

A link's secret is cut to its first four characters, which is enough to find the table. The
database's details on rows that it refused are left out, because they contain names.
"""

from __future__ import annotations

import logging
import re

SECRETS = re.compile(
    r"/(t|w|e|me|host|door|come|coming|team|told|invitations|calendar)/([\w-]{4})[\w-]{4,}"
)
"""Addresses that contain a secret."""
ROWS = re.compile(r"^(\s*(?:DETAIL|CONTEXT):).*", re.MULTILINE)
"""Lines in which PostgreSQL shows what it was given."""


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
        if record.levelno < logging.ERROR or record.name.startswith("django.security"):
            record.exc_info = record.exc_text = None  # what others did wrong is a line
        return masked(super().format(record), *secrets_of(record))

    def formatMessage(self, record: logging.LogRecord) -> str:
        number = getattr(request_of(record), "mistake", "")
        return super().formatMessage(record) + (f" (number {number})" if number else "")


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
