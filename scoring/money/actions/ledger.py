"""Entries that an evening makes in a club's accounts. Each action is idempotent, so nothing is
entered twice. Entries are never changed or deleted. A reversal undoes one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Protocol

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.money.models import Entry
from scoring.money.pure.ledger import LedgerLine, in_money, moves, paying, with_the_club
from scoring.money.queries.accounts import (
    closing_without_lines,
    fee_lines,
    line_of_tick,
    settled_so_far,
    ticks_without_a_line,
)
from scoring.people.models import Club
from scoring.table.actions.lock import lock_session
from scoring.table.models import Closing, ClubSession, Payment


class DoorFee(Protocol):
    """A person at an evening, with their check-in fee."""

    session: ClubSession
    session_id: int
    player_id: int
    fee_minor: int


@transaction.atomic
def charge_fee(*, attendance: DoorFee, actor: Actor, why: str = "") -> None:
    """Charge a person's check-in fee (`fee_minor`) to their account, unless it is charged already.
    `why` is the reason for undoing another fee."""
    lock_session(attendance.session_id)
    charged, _ = fee_lines(attendance.session, attendance.player_id)
    owed = LedgerLine(debited=attendance.player_id, amount=attendance.fee_minor)
    _bring_to(owed, charged, attendance, actor, why=why)


@transaction.atomic
def charge_fees(*, attendances: Iterable[DoorFee], actor: Actor) -> None:
    """Charge the check-in fees of people who have just come, and who were not charged before.

    The session is locked.
    """
    Entry.objects.bulk_create(
        _fee_line(LedgerLine(debited=came.player_id, amount=came.fee_minor), came, actor)
        for came in attendances
        if came.fee_minor
    )


@transaction.atomic
def pay_fee(*, attendance: DoorFee, paid: bool, actor: Actor) -> None:
    """Make the book say whether they paid their fee into the cash box, or that they did not."""
    lock_session(attendance.session_id)
    charged, lines = fee_lines(attendance.session, attendance.player_id)
    amount = attendance.fee_minor if paid else 0
    cash = LedgerLine(credited=attendance.player_id, amount=amount, cash=amount)
    _bring_to(cash, lines, attendance, actor, charged=charged)


@transaction.atomic
def drop_fee(*, attendance: DoorFee, actor: Actor, why: str = "") -> None:
    """Undo the entries for a person's fee, paid or not, if they did not come, need not pay, or are
    paid back in cash."""
    lock_session(attendance.session_id)
    for lines in fee_lines(attendance.session, attendance.player_id):
        for line in lines:
            reverse(line=line, by=actor.name, note=why)


def _bring_to(
    line: LedgerLine,
    standing: list[Entry],
    attendance: DoorFee,
    actor: Actor,
    *,
    charged: Sequence[Entry] = (),
    why: str = "",
) -> None:
    """Leave the entries alone if they add up to this one's amount. Otherwise undo them, and make
    this one.

    A fee `charged` on the same day is shown as one line with the cash that pays it.
    """
    if sum(entry.amount_minor for entry in standing) == line.amount:
        return
    for entry in standing:
        reverse(line=entry, by=actor.name, note=why)
    if line.amount:
        entry = _fee_line(line, attendance, actor)
        alike = (entry.amount_minor, entry.dated)
        same = (one for one in charged if (one.amount_minor, one.dated) == alike)
        entry.settles = next(same, None)
        entry.save()


def _fee_line(line: LedgerLine, attendance: DoorFee, actor: Actor) -> Entry:
    session = attendance.session
    about = {
        "club_id": session.club_id,
        "session": session,
        "kind": Entry.Kind.FEE,
        "dated": day_of(session),
        "by": actor.name,
    }
    return Entry(**columns(line), **about)


@transaction.atomic
def enter_settlement(*, closing: Closing) -> int:
    """Write what a closing moves between each player and the club, and return how many lines that
    took.

    Only the difference to what earlier closings of the evening wrote; the lines sum to nothing.
    """
    moved = moves(settled_so_far(closing.session), in_money(closing.statement))
    about = {
        "club_id": closing.session.club_id,
        "session_id": closing.session_id,
        "closing": closing,
        "kind": Entry.Kind.SETTLEMENT,
        "dated": day_of(closing.session, closing.closed_at),
        "at": closing.closed_at,
        "by": closing.closed_by,
    }
    lines = [Entry(**columns(with_the_club(who, amount)), **about) for who, amount in moved.items()]
    return len(Entry.objects.bulk_create(lines))


@transaction.atomic
def enter_tick(*, payment: Payment, by: str) -> int:
    """Make the entries match the tick of a transfer, paid or not. Return how many entries that
    took.

    Points are no money, so they make none. The caller must hold the lock of the payment's session.
    """
    line = line_of_tick(payment)
    if payment.paid_at is None:
        return 0 if line is None else int(reverse(line=line, by=by))
    if line is not None or not payment.closing.statement.for_money:
        return 0
    Entry.objects.create(
        **columns(paying(payment.payer_id, payment.payee_id, payment.amount)),
        club_id=payment.closing.session.club_id,
        session_id=payment.closing.session_id,
        closing_id=payment.closing_id,
        payment=payment,
        kind=Entry.Kind.PAYMENT,
        dated=timezone.localdate(payment.paid_at),
        at=payment.paid_at,
        by=by,
    )
    return 1


@transaction.atomic
def enter_missing(*, club: Club, sessions: Collection[int] | None = None) -> int:
    """Enter closings and ticks from before there was a book, once, of all evenings or of these;
    return how many lines that took."""
    entered = 0
    wanted = {} if sessions is None else {"pk__in": sessions}
    for session in (
        ClubSession.objects.select_for_update(of=("self",))
        .filter(club=club, **wanted)
        .order_by("pk")
    ):
        if closing := closing_without_lines(session):
            entered += enter_settlement(closing=closing)
        for payment in ticks_without_a_line(session):
            entered += enter_tick(payment=payment, by=payment.paid_by)
    return entered


def reverse(*, line: Entry, by: str, note: str = "") -> bool:
    """Undo an entry by a reversal, and return whether that was new. There is at most one. It has
    the same day as the entry."""
    opposite = LedgerLine(
        debited=line.credited_id,
        credited=line.debited_id,
        amount=line.amount_minor,
        cash=-line.cash_minor,
        held=-line.held_minor,
    )
    same = {
        name: getattr(line, name)
        for name in ("club_id", "session_id", "closing_id", "payment_id", "kind", "pot", "dated")
    }
    _, new = Entry.objects.get_or_create(
        reverses=line, defaults={**columns(opposite), **same, "by": by, "note": note}
    )
    return new


def day_of(session: ClubSession, at: datetime | None = None) -> date:
    """Return the day for an evening's entries. It is the evening's own, even after midnight. Before
    the evening it is the day of entry (`at`, or today)."""
    return min(session.played_on, timezone.localdate(at))


def columns(line: LedgerLine) -> dict:
    """Return a line of the book as the fields of its Entry."""
    return {
        "debited_id": line.debited,
        "credited_id": line.credited,
        "amount_minor": line.amount,
        "cash_minor": line.cash,
        "held_minor": line.held,
    }
