from __future__ import annotations

from datetime import date

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.actions import Refused
from scoring.models import Closing, Club, ClubSession, HandRecord, Link, Payment, Table
from scoring.models.reckoning import statement_of
from scoring.permissions import Actor


@transaction.atomic
def open_session(*, club: Club, title: str = "", played_on: date | None = None) -> ClubSession:
    """Return a new evening of the club; today unless a date is given."""
    return ClubSession.objects.create(club=club, title=title, played_on=played_on or timezone.localdate())


@transaction.atomic
def close_session(*, session: ClubSession, actor: Actor) -> Closing:
    """Close the evening with all its sittings and return the Closing people sign.

    Raises Refused while a hand waits for a decision or is begun, or when nothing was played.
    """
    session = _locked(session)
    if session.closed:
        raise Refused("This session is closed already.")
    _refuse_unfinished(session)
    statement = statement_of(session)
    if not statement.sittings:
        raise Refused("No hand has been played yet: there is nothing to settle.")
    ClubSession.objects.filter(pk=session.pk).update(closed_at=timezone.now())
    closing = Closing.objects.create(
        session=session,
        no=session.closings.count() + 1,
        document=statement.as_json(),
        closed_by=actor.name,
    )
    Payment.objects.bulk_create(
        Payment(
            closing=closing,
            payer_id=statement.ids[transfer.debtor],
            payee_id=statement.ids[transfer.creditor],
            amount=statement.amount(transfer),
        )
        for transfer in statement.transfers
    )
    _raise_versions(session)
    return closing


@transaction.atomic
def reopen_session(*, session: ClubSession, why: str, actor: Actor) -> None:
    """Open a closed evening again; its closing stays to be seen, what was paid stays paid."""
    session = _locked(session)
    if not session.closed:
        raise Refused("This session is open already.")
    ClubSession.objects.filter(pk=session.pk).update(closed_at=None)
    session.closings.filter(reopened_at=None).update(
        reopened_at=timezone.now(), reopened_by=actor.name, reopened_why=why
    )
    _raise_versions(session)


@transaction.atomic
def mark_paid(*, payment: Payment, paid: bool, actor: Actor) -> Payment:
    """Tick a transfer as paid, or take the tick away; the payments of an old closing stand as they are."""
    session = _locked(payment.closing.session)
    payment = Payment.objects.select_related("closing").get(pk=payment.pk)
    if payment.closing.reopened_at is not None:
        raise Refused("This closing was reopened: its payments are history and were not changed.")
    if paid != (payment.paid_at is not None):
        payment.paid_at = timezone.now() if paid else None
        payment.paid_by = actor.name if paid else ""
        payment.save()
        _raise_versions(session)
    return payment


def _locked(session: ClubSession) -> ClubSession:
    """Lock the session and its tables, tables first, in the order every writer takes them."""
    list(Table.objects.filter(session=session).select_for_update().order_by("pk"))
    return ClubSession.objects.select_for_update(of=("self",)).select_related("club").get(pk=session.pk)


def _refuse_unfinished(session: ClubSession) -> None:
    hands = HandRecord.objects.filter(sitting__table__session=session)
    if hands.waiting().exists():
        raise Refused("A hand waits for a decision: which of two is right? Decide, then close.")
    if hands.filter(state=HandRecord.State.BEGUN).exists():
        raise Refused("A hand is begun and not finished. Save it or drop it, then close.")


def _raise_versions(session: ClubSession) -> None:
    ClubSession.objects.filter(pk=session.pk).update(version=F("version") + 1)
    Table.objects.filter(session=session).update(version=F("version") + 1)


def host_link(session: ClubSession) -> Link | None:
    """Return the link by which a visitor's evening is run, if it has one."""
    return Link.objects.filter(table__session=session, right=Link.Right.HOST, revoked_at=None).first()
