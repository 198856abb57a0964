"""The phones of tables: whose hand is the latest, and which have not opened their pad."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery

from scoring.common.prepared import Prepared
from scoring.table.models import ClubSession, HandRecord, Sitting, Table, TablePhone

AWAY = timedelta(minutes=5)
"""A pad asks for news every minute, and that is stored within another one."""


def phones_at(table: Table) -> list[TablePhone]:
    """Return the phones that have had the table's pad open, the one seen last first."""
    return list(table.phones.order_by("-seen_at", "pk"))


_sent_from = Prepared(
    lambda hand: HandRecord.objects.filter(pk=hand).values_list(
        "phone",
        Subquery(
            TablePhone.objects.filter(
                table=OuterRef("sitting__table"), signs=OuterRef("phone")
            ).values("name")
        ),
    )
)


def sender_of_last(sitting: Sitting) -> tuple[str, str]:
    """Return the id of the phone that sent the latest hand, and what it is called on others, such
    as "Dot’s phone" or "another phone"; "" twice if no phone did."""
    if not sitting.counted:
        return "", ""
    phone, name = next(iter(_sent_from(sitting.counted[-1].id)), ("", ""))
    return (phone, name or "another phone") if phone else ("", "")


def pads_left(session: ClubSession, now: datetime, *, but: str) -> list[TablePhone]:
    """Return the phones that have not had their pad open for some minutes and may have hands that
    were not sent, by table. The phone with the id `but`, which asks, is left out.

    These are phones that have sent hands. At a table without any hand it is each phone, unless the
    table only plays rounds of a tournament.
    """
    hands = HandRecord.objects.filter(sitting__table__session=session)
    rows = hands.values_list("sitting__table", "phone", "told_on").distinct()
    sent = {(table, phone) for table, *phones in rows for phone in phones}
    heard = {table for table, _ in sent}
    usual = Sitting.objects.filter(table__session=session, round_table=None)
    silent = set(usual.values_list("table", flat=True)) - heard
    away = TablePhone.objects.filter(table__session=session, seen_at__lt=now - AWAY)
    away = away.exclude(signs=but)
    return [
        one
        for one in away.select_related("table").order_by("table__no", "seen_at", "pk")
        if (one.table_id, one.signs) in sent or one.table_id in silent
    ]
