"""Correct, undo or restore a hand. The old facts stay in its history."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.hand import Hand, ImpossibleHand, same_roles
from scoring.euchre.points import score
from scoring.euchre.refusals import refuse, refuse_too_many_irregularities
from scoring.table.actions.changes import (
    let_follow,
    refuse_ahead,
    refuse_to_count_ahead,
    write_change,
)
from scoring.table.actions.limits import refuse_irregular
from scoring.table.models import Correction, Done, HandRecord, Sitting, Table

State, Kind = HandRecord.State, Correction.Kind


@transaction.atomic
def correct_hand(
    *, record: HandRecord, hand: Hand, revision: int, why: str, actor: Actor
) -> HandRecord:
    """Change the facts of a hand, and return the record. The old facts stay in its history.

    A hand without a dealer leaves the dealer unchanged. `revision` is the number of corrections
    that the person had seen. Raise Refused if there is another since.
    """
    table, record = locked_record(record)
    refuse_if_stale(record, revision)
    if record.state != State.COUNTED:
        raise Refused("Restore this hand before you correct it.")
    before, record.hand = record.hand, _dealt_as(record.hand, hand)
    _refuse_other_roles(record, before)
    record.phone = actor.phone
    if record.hand.irregularities and not before.irregularities:
        refuse_irregular(table)
    if before == record.hand:
        raise Refused("The hand already says this.")
    write_change(record, table, Kind.CORRECTED, before, why, actor)
    return record


def _dealt_as(before: Hand, hand: Hand) -> Hand:
    return hand if hand.dealer is not None else replace(hand, dealer=before.dealer)


def _refuse_other_roles(record: HandRecord, before: Hand) -> None:
    """Raise Refused where the rules do not let these players do what they did not do before."""
    sitting, hand = record.sitting, record.hand
    dealt = sitting.dealer_of(record.pk) if hand.dealer == before.dealer else hand.dealer
    at = {"seats": len(sitting.players), "dealer": dealt}
    try:
        refuse_too_many_irregularities(hand)
        kept = same_roles(before, hand)
        refuse(hand, rules=sitting.rules, kept=kept, **at)
        if not kept:
            refuse_ahead(hand, sitting, no=number_of(record))
    except ImpossibleHand as wrong:
        raise Refused(f"{wrong.message}") from wrong


def refuse_if_stale(record: HandRecord, revision: int) -> None:
    """Raise Refused if the hand was changed after the `revision` that was seen."""
    if record.revision != revision:
        did = "undid this hand" if record.state == State.TAKEN_BACK else "corrected this hand"
        raise Refused(f"Another person {did} in the meantime. Compare both, then decide again.")


@transaction.atomic
def take_back(
    *, record: HandRecord, why: str = "", key: UUID | None = None, actor: Actor
) -> HandRecord:
    """Undo a hand, so that it neither counts nor waits. It stays in the history and can be
    restored.

    `key` identifies the request of a phone that resends, so that it is done once.
    """
    table, record = _read_locked(record)
    if _done_before(key, record):
        return record
    refuse_if_closed(table)
    if record.state == State.TAKEN_BACK:
        return record
    _refuse_if_begun(record)
    waited, record.state = record.state == State.WAITING, State.TAKEN_BACK
    if not waited:
        _deal_again_if_last(record)
    write_change(record, table, Kind.TAKEN_BACK, record.hand, why, actor)
    if waited:
        let_follow(table, record.sitting, actor)
    return record


@transaction.atomic
def put_back(
    *, record: HandRecord, why: str = "", key: UUID | None = None, actor: Actor
) -> HandRecord:
    """Restore an undone hand in its old place; once for a `key`, like take_back.

    A hand that waited when it was undone waits again. A phone's late request does not restore a
    hand that people left out meanwhile. A request that arrives before its undo does nothing, and
    is not remembered, so that the same request restores the hand after its undo. A lone hand that
    never counted is refused if its side has too many points now.
    """
    table, record = _read_locked(record)
    if _done_before(key if _was_undone(record) else None, record):
        return record
    refuse_if_closed(table)
    if record.state in (State.COUNTED, State.WAITING):
        return record
    _refuse_if_begun(record)
    if record.place is None and record.corrections.last().kind == Kind.TAKEN_BACK:
        return _wait_again(record, table, why, actor)
    if record.place is None and key is not None:
        return record
    if record.place is None:
        refuse_to_count_ahead(record)
        record.place = record.sitting.next_place
    record.state, record.same_as, record.counts_since = State.COUNTED, None, table.version + 1
    _deal_on_if_last(record)
    write_change(record, table, Kind.PUT_BACK, record.hand, why, actor)
    return record


def _wait_again(record: HandRecord, table: Table, why: str, actor: Actor) -> HandRecord:
    _refuse_by_other_rules(record)
    record.state = State.WAITING
    write_change(record, table, Kind.PUT_BACK, record.hand, why, actor)
    let_follow(table, record.sitting, actor)
    return HandRecord.objects.get(pk=record.pk)


def _refuse_by_other_rules(record: HandRecord) -> None:
    """Raise Refused if the table has other rules now that this hand cannot have been played by."""
    sitting = record.sitting
    try:
        score(record.hand, rules=sitting.rules, seats=len(sitting.players), kept=True)
    except ImpossibleHand as wrong:
        raise Refused(wrong.message) from wrong


def _refuse_if_begun(record: HandRecord) -> None:
    if record.state == State.BEGUN:
        raise Refused("This hand isn’t finished.")


def _was_undone(record: HandRecord) -> bool:
    return record.corrections.filter(kind__in=(Kind.TAKEN_BACK, Kind.LEFT_OUT)).exists()


def _done_before(key: UUID | None, record: HandRecord) -> bool:
    """Return whether this request is a repetition. It is remembered from now on, even if there is
    nothing to do."""
    return (
        key is not None and not Done.objects.get_or_create(key=key, defaults={"record": record})[1]
    )


def _deal_again_if_last(record: HandRecord) -> None:
    """Undo the last hand. Its dealer deals again, and one who was set by hand stays so. A dealer
    set for the hand after it is kept for that hand."""
    sitting = record.sitting
    if _is_last(record):
        waits = record.dealer is None and sitting.next_dealer is not None
        after = sitting.hands.counted().count() + 1
        Sitting.objects.filter(pk=sitting.pk).update(
            next_dealer=sitting.next_dealer if waits else record.dealer,
            next_dealer_from=(sitting.next_dealer_from or after) if waits else None,
        )


def _deal_on_if_last(record: HandRecord) -> None:
    """Put the last hand back, and the deal has passed on; by the mark that waits for the next."""
    sitting = record.sitting
    if _is_last(record) and sitting.mark is not None:
        Sitting.objects.filter(pk=sitting.pk).update(next_dealer=None, next_dealer_from=None)


def _is_last(record: HandRecord) -> bool:
    return not record.sitting.hands.counted().filter(place__gt=record.place).exists()


def number_of(record: HandRecord) -> int | None:
    """Return the hand's number among those that count; None when it does not count."""
    if record.state != State.COUNTED:
        return None
    return record.sitting.hands.counted().filter(place__lte=record.place).count()


def locked(table: Table) -> Table:
    (found,) = Table.locked(table.pk)
    return found


class Closed(Refused):
    """The session is closed, so nothing in it can be stored until it is reopened."""


def refuse_if_closed(table: Table) -> None:
    if table.session.closed:
        raise Closed(
            "This table is closed. What you entered is still on this screen. Ask the organiser to "
            "reopen it, then save again."
        )


def locked_record(record: HandRecord) -> tuple[Table, HandRecord]:
    table, record = _read_locked(record)
    refuse_if_closed(table)
    return table, record


def _read_locked(record: HandRecord) -> tuple[Table, HandRecord]:
    table = locked(record.sitting.table)
    record = HandRecord.objects.select_related(
        "sitting__table__session__club", "sitting__table__house"
    ).get(pk=record.pk)
    return table, record
