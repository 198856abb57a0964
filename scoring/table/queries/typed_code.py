"""A table's code to be typed: it leads to the link that writes, for some minutes.

It is computed from the link and the time, and stored nowhere: a new link has another, and whoever
has a copy of the database has none without the site's secret
(docs/decisions/0003-secret-links-are-doors.md).
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.crypto import constant_time_compare, salted_hmac

from scoring.common.codes import CODE_LENGTH
from scoring.people.models import SIGNS
from scoring.table.models import Link

MINUTES = 10
"""A code is good for at least so long, and at most for twice as long."""


def typed_code(link: Link, now: datetime) -> tuple[str, datetime]:
    """Return the code of a link that writes, and until when it is good."""
    period = _period(now)
    until = datetime.fromtimestamp((period + 2) * MINUTES * 60, UTC)
    return _code(link.token, period), until


def link_of_typed_code(code: str, now: datetime) -> Link | None:
    """Return the link to which a code leads now; only a table of an open session has one."""
    good = Link.objects.filter(
        right=Link.Right.WRITE, revoked_at=None, table__session__closed_at=None
    )
    periods = (_period(now), _period(now) - 1)
    for pk, token in good.values_list("pk", "token"):
        for period in periods:
            if constant_time_compare(_code(token, period), code):
                return good.get(pk=pk)
    return None


def _period(now: datetime) -> int:
    return int(now.timestamp()) // (MINUTES * 60)


def _code(token: str, period: int) -> str:
    digest = salted_hmac("scoring.typed_code", f"{token} {period}", algorithm="sha256").digest()
    return "".join(SIGNS[byte % len(SIGNS)] for byte in digest[:CODE_LENGTH])
