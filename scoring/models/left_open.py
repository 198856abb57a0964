"""What an evening leaves open besides what is owed for its hands."""

from __future__ import annotations

from collections import Counter

from django.db.models import Count, Sum

from scoring.models.agreed import said_of
from scoring.models.hands import HandRecord
from scoring.models.play import ClubSession


def unpaid_fees(session: ClubSession) -> tuple[int, int]:
    """Return how many door fees are not paid, and what they come to; one query."""
    open_ones = session.attendances.filter(fee_minor__gt=0, fee_paid_at=None).order_by()
    found = open_ones.aggregate(number=Count("pk"), minor=Sum("fee_minor"))
    return found["number"], found["minor"] or 0


def not_agreed(session: ClubSession) -> dict[int, int]:
    """Return how many hands of each table that asks for it, by its key, nobody has spoken of; two
    queries."""
    hands = HandRecord.objects.filter(
        sitting__table__session=session, sitting__table__asks_agreement=True
    ).counted()
    tables = dict(hands.values_list("pk", "sitting__table"))
    silent = (one.id for one in said_of(hands).values() if not one.state) if tables else ()
    return dict(Counter(tables[hand] for hand in silent))
