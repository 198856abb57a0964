from __future__ import annotations

from collections.abc import Iterator

from scoring.models.club import Club
from scoring.models.ledger import Entry
from scoring.models.money import Closing
from scoring.models.spreadsheets.spreadsheet import AT_ONCE, Spreadsheet
from scoring.rules.money import plain


def _payments(club: Club) -> Iterator[tuple]:
    closings = Closing.objects.filter(session__club=club).select_related("session")
    closings = closings.prefetch_related("payments__payer", "payments__payee")
    for closed in closings.order_by("session__played_on", "session", "no").iterator(
        chunk_size=AT_ONCE
    ):
        money, session = closed.statement.for_money, closing.session
        unit = club.currency if money else "points"
        about = session.played_on, str(session), closed.no, closed.reopened_at
        for one in closed.payments.all():
            amount = plain(one.amount, club.currency) if money else one.amount
            yield *about, one.payer.name, one.payee.name, amount, unit, one.paid_at, one.carried_at


def _entries(club: Club) -> Iterator[tuple]:
    found = Entry.objects.filter(club=club).select_related(
        "session", "debited", "credited", "reverses"
    )
    for no, line in enumerate(found.order_by("at", "pk").iterator(chunk_size=AT_ONCE), start=1):
        amounts = plain(line.amount_minor, club.currency), plain(line.cash_minor, club.currency)
        accounts = (one.name if one else "the club" for one in (line.debited, line.credited))
        session = line.session and str(line.session)
        about = line.note, line.by, str(line.key), line.reverses and str(line.reverses.key)
        yield no, line.at, line.kind, *accounts, *amounts, club.currency, session, *about


PAYMENTS = Spreadsheet(
    name="payments",
    holds="every transfer of every settlement, and whether it was paid",
    of="payment",
    columns=(
        *("date", "session", "closing", "closing reopened", "payer", "payee", "amount", "unit"),
        *("paid", "left to the accounts"),
    ),
    rows=_payments,
)
ENTRIES = Spreadsheet(
    name="entries",
    holds="the club’s book of money, line by line",
    of="entry",
    columns=(
        *(
            "line",
            "at",
            "kind",
            "from the account of",
            "to the account of",
            "amount",
            "into the cash box",
        ),
        *("currency", "session", "note", "by", "key", "takes back the line"),
    ),
    rows=_entries,
)
