from __future__ import annotations

from copy import copy
from datetime import date, time
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.common.amounts import written
from scoring.common.idempotent import key_in, made_before
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening import hooks
from scoring.evening.queries.calling_off import was_held
from scoring.evening.queries.fees import usual_fees
from scoring.money.actions.ledger import enter_settlement
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club
from scoring.table.actions.lock import for_changes, lock_with_tables, raise_versions
from scoring.table.models import Closing, ClubSession, HandRecord, Link, Payment
from scoring.table.queries.settlement import statement_of


@transaction.atomic
def open_session(
    *,
    club: Club,
    title: str = "",
    played_on: date | None = None,
    key: UUID | None = None,
    **what,
) -> ClubSession:
    """Return a new club night, today unless a date is given, and planned if that is in the future.
    The same form (`key`) makes it once.

    `what` may hold starts_at, door_fee_minor and guest_fee_minor; None uses the club's default.
    Guests pay what members pay if only that was given.
    """
    if key:
        lock_club(club.pk)
    key = key_in(club, key)
    if made := made_before(ClubSession, key):
        return made
    played_on = played_on or timezone.localdate()
    return ClubSession.objects.create(
        club=club, title=title, played_on=played_on, key=key, **_as_usual(club, **what)
    )


def _as_usual(
    club: Club,
    *,
    starts_at: time | None = None,
    door_fee_minor: int | None = None,
    guest_fee_minor: int | None = None,
) -> dict:
    members, guests = usual_fees(club, door_fee_minor, guest_fee_minor)
    return {
        "starts_at": club.starts_at if starts_at is None else starts_at,
        "door_fee_minor": members,
        "guest_fee_minor": guests,
    }


@transaction.atomic
def change_session(
    *,
    session: ClubSession,
    title: str = "",
    played_on: date | None = None,
    actor: Actor | None = None,
    why: str = "",
    **what,
) -> ClubSession:
    """Change the name, date, time and fees of an open club night, as in `open_session`.

    People already checked in keep their original fee. The activity log keeps the reason for other
    fees (`why`). Raise Refused if it is closed.
    """
    session = for_changes(session)
    changed = {
        "title": title,
        "played_on": played_on or session.played_on,
        **_as_usual(session.club, **what),
    }
    ClubSession.objects.filter(pk=session.pk).update(**changed, version=F("version") + 1)
    before = copy(session)
    session.refresh_from_db()
    if why and actor:
        note_new_fees(session=session, before=before, actor=actor, why=why)
    hooks.moved(session, before)
    return session


def note_new_fees(*, session: ClubSession, before: ClubSession, actor: Actor, why: str) -> None:
    """Write other check-in fees and their reason into the activity log."""
    currency = session.club.currency

    def said(fee: str) -> str:
        was, now = (written(getattr(one, fee), currency) for one in (before, session))
        return f"{now} (was {was})" if was != now else now

    fees = f"check-in fee {said('door_fee_minor')}, guests {said('guest_fee_minor')}"
    note_down(club=session.club, actor=actor, said=f"{session.called}: {fees}. Reason: {why}")


@transaction.atomic
def write_notice(*, session: ClubSession, notice: str) -> None:
    """Store the notice on the club night's page and on the big screen; an empty one removes it."""
    session = for_changes(session)
    ClubSession.objects.filter(pk=session.pk).update(notice=notice, version=F("version") + 1)


MOST_CLOSINGS_OF_FRIENDS = 6
"""Of an evening without a club, which a stranger can begin, close and reopen. The page of the
settlement shows all of them."""


@transaction.atomic
def close_session(*, session: ClubSession, actor: Actor) -> Closing:
    """Close the club night with all its sittings, and return the Closing that people sign.

    If anything was already carried over to the accounts, the open payments of this closing are too.
    A tournament is settled by its prizes, outside the statement. If people came and no hands were
    played, the settlement is empty. Raise Refused if a hand needs approval or is unfinished, if a
    tournament is unfinished, or if there are no records.
    """
    lock_club(session.club_id)
    session = lock_with_tables(session)
    if session.closed:
        raise Refused(f"This {session.noun} is already closed.")
    if session.club.casual and session.closings.count() >= MOST_CLOSINGS_OF_FRIENDS:
        raise Refused(f"This evening was closed {MOST_CLOSINGS_OF_FRIENDS} times. Start a new one.")
    _refuse_unfinished(session)
    if not was_held(session):
        raise Refused(nothing_to_close(session))
    statement = statement_of(session)
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
            carried_at=closing.closed_at if statement.left_to_the_accounts else None,
        )
        for transfer in statement.transfers
    )
    enter_settlement(closing=closing)
    hooks.closed(session)
    raise_versions(session)
    return closing


def nothing_to_close(session: ClubSession) -> str:
    """Return the reason why a club night without records cannot be closed."""
    if session.club.casual:
        return "No hands have been played, so there is nothing to settle."
    return (
        "This club night has no records, so there is nothing to close. If it didn’t take place, "
        "cancel it."
    )


@transaction.atomic
def reopen_session(*, session: ClubSession, why: str, actor: Actor) -> None:
    """Open a closed evening again; its closing stays to be seen, what was paid stays paid."""
    session = lock_with_tables(session)
    if not session.closed:
        raise Refused(f"This {session.noun} is already open.")
    ClubSession.objects.filter(pk=session.pk).update(closed_at=None)
    session.closings.filter(reopened_at=None).update(
        reopened_at=timezone.now(), reopened_by=actor.name, reopened_why=why
    )
    raise_versions(session)


def _refuse_unfinished(session: ClubSession) -> None:
    hands = HandRecord.objects.filter(sitting__table__session=session)
    if hands.waiting().exists():
        raise Refused("A hand needs approval. Choose the right version, then close.")
    if hands.filter(state=HandRecord.State.BEGUN).exists():
        raise Refused("A hand is not finished. Save or discard it, then close.")
    hooks.about_to_be_closed(session)


def host_link(session: ClubSession) -> Link | None:
    """Return the link by which a visitor's evening is run, if it has one."""
    return Link.objects.filter(
        table__session=session, right=Link.Right.HOST, revoked_at=None
    ).first()
