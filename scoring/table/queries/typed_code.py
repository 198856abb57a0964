"""A table's code for typing, which leads to the link that writes, for some minutes.

It is the number of the link, encrypted with the site's secret and the time, and is not stored. So a
new link has another code, a copy of the database has none, and a code is found as quickly among
thousands of tables as among two (docs/decisions/0003-secret-links-are-doors.md).
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.crypto import salted_hmac

from scoring.common.codes import CODE_LENGTH
from scoring.people.models import SIGNS
from scoring.table.models import Link

MINUTES = 10
"""A code is good for at least so long, and at most for twice as long."""
ROUNDS = 10
"""Of the Feistel network, as NIST SP 800-38G has for FF1."""
HALF = CODE_LENGTH // 2
VALUES = len(SIGNS) ** HALF
"""Of half a code."""


def typed_code(link: Link, now: datetime) -> tuple[str, datetime]:
    """Return the code of a link that writes, and until when it is good."""
    period = _period(now)
    until = datetime.fromtimestamp((period + 2) * MINUTES * 60, UTC)
    return enciphered(link.pk, period), until


def link_of_typed_code(code: str, now: datetime) -> Link | None:
    """Return the link to which a code leads now; only a table of an open session has one."""
    if len(code) != CODE_LENGTH or not set(code) <= set(SIGNS):
        return None
    periods = (_period(now), _period(now) - 1)
    return Link.objects.filter(
        pk__in=[deciphered(code, period) for period in periods],
        right=Link.Right.WRITE,
        revoked_at=None,
        table__session__closed_at=None,
    ).first()


def _period(now: datetime) -> int:
    return int(now.timestamp()) // (MINUTES * 60)


def enciphered(number: int, period: int) -> str:
    """Return the code of a number within a period. All numbers have different codes."""
    left, right = divmod(number, VALUES)
    for no in range(ROUNDS):
        left, right = right, (left + _mixed(period, no, right)) % VALUES
    return _signs(left) + _signs(right)


def deciphered(code: str, period: int) -> int:
    """Return the number whose code this is within a period."""
    left, right = _value(code[:HALF]), _value(code[HALF:])
    for no in reversed(range(ROUNDS)):
        left, right = (right - _mixed(period, no, left)) % VALUES, left
    return left * VALUES + right


def _mixed(period: int, no: int, half: int) -> int:
    mac = salted_hmac("scoring.typed_code", f"{period} {no} {half}", algorithm="sha256")
    return int.from_bytes(mac.digest())


def _signs(value: int) -> str:
    signs = ""
    for _ in range(HALF):
        value, sign = divmod(value, len(SIGNS))
        signs = SIGNS[sign] + signs
    return signs


def _value(signs: str) -> int:
    value = 0
    for sign in signs:
        value = value * len(SIGNS) + SIGNS.index(sign)
    return value
