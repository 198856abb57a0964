"""A hand put right, taken back or put back: the old facts stay in its history."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max

from scoring.actions import Refused
from scoring.models import Correction, Done, HandRecord, Sitting, Table, Tournament
from scoring.models.hands import hand_as_json
from scoring.permissions import Actor
from scoring.rules.game import ImpossibleSitting
from scoring.rules.hand import Hand

State = HandRecord.State


@transaction.atomic
def correct_hand(*, record: HandRecord, hand: Hand, revision: int, why: str, actor: Actor) -> HandRecord:
    """Change what a hand says; the old facts stay in its history. Returns the record as it stands now.

    `revision` is how many corrections the person had seen: Refused when another came in between.
    """
    table, record = locked_record(record)
    refuse_if_stale(record, revision)
    if record.state != State.COUNTED:
        raise Refused("Only a hand that counts can be corrected: put it back first. Nothing was changed.")
    before, record.hand = record.hand, replace(hand, dealer=record.hand.dealer)
    record.phone = actor.phone
    if before == record.hand:
        raise Refused("That is what the hand says already. Nothing was changed.")
    write_change(record, table, Correction.Kind.CORRECTED, before, why, actor)
    return record


def refuse_if_stale(record: HandRecord, revision: int) -> None:
    """Raise Refused when somebody changed the hand after the `revision` that was seen."""
    if record.revision != revision:
        did = "took this hand back" if record.state == State.TAKEN_BACK else "corrected this hand"
        raise Refused(f"Somebody else {did} in the meantime. Look at both, then decide again.")


@transaction.atomic
def take_back(*, record: HandRecord, why: str = "", key: UUID | None = None, actor: Actor) -> HandRecord:
    """Make a hand not count any more (undo). It stays in the history and can be put back.

    `key` is what the phone that kept this calls it: told again, it is not done again.
    """
    table, record = _read_locked(record)
    if _told_before(key, record):
        return record
    refuse_if_closed(table)
    if record.state == State.TAKEN_BACK:
        return record
    if record.state != State.COUNTED:
        raise Refused("Only a hand that counts can be taken back. Nothing was changed.")
    record.state = State.TAKEN_BACK
    _move_deal_if_last(record, record.dealer)
    write_change(record, table, Correction.Kind.TAKEN_BACK, record.hand, why, actor)
    return record


@transaction.atomic
def put_back(*, record: HandRecord, why: str = "", key: UUID | None = None, actor: Actor) -> HandRecord:
    """Make a hand that was taken back count again, in its old place; once for a `key`, like take_back."""
    table, record = _read_locked(record)
    if _told_before(key, record):
        return record
    refuse_if_closed(table)
    if record.state == State.COUNTED:
        return record
    if record.state != State.TAKEN_BACK:
        raise Refused("Only a hand that was taken back can be put back. Nothing was changed.")
    record.state, record.same_as, record.counts_since = State.COUNTED, None, table.version + 1
    record.place = record.place if record.place is not None else next_place(record.sitting)
    _move_deal_if_last(record, None)
    write_change(record, table, Correction.Kind.PUT_BACK, record.hand, why, actor)
    return record


def dealt(hand: Hand, sitting: Sitting) -> Hand:
    """Return the next hand with its dealer, if the dealer's mark was moved by hand; that uses it up."""
    if sitting.next_dealer is None:
        return hand
    Sitting.objects.filter(pk=sitting.pk).update(next_dealer=None)
    hand, sitting.next_dealer = replace(hand, dealer=sitting.next_dealer), None
    return hand


def _told_before(key: UUID | None, record: HandRecord) -> bool:
    """Whether this was told before; it is remembered from now on, also where there is nothing to do."""
    return key is not None and not Done.objects.get_or_create(key=key, defaults={"record": record})[1]


def _move_deal_if_last(record: HandRecord, seat: int | None) -> None:
    """Undo the last hand, and its dealer deals again; put it back, and the deal has passed on."""
    sitting = record.sitting
    if not sitting.hands.counted().filter(place__gt=record.place).exists():
        Sitting.objects.filter(pk=sitting.pk).update(next_dealer=seat)


def number_of(record: HandRecord) -> int | None:
    """Return the hand's number among those that count; None when it does not count."""
    if record.state != State.COUNTED:
        return None
    return record.sitting.hands.counted().filter(place__lte=record.place).count()


def write_change(
    record: HandRecord,
    table: Table,
    kind: str,
    before: Hand,
    why: str,
    actor: Actor,
) -> None:
    """Store the record and its correction, unless the sitting would then hold an impossible hand."""
    record.revision += 1
    record.save()
    Correction.objects.create(
        record=record,
        kind=kind,
        before=hand_as_json(before),
        after=hand_as_json(record.hand),
        why=why,
        by=actor.name,
        user=actor.account,
    )
    _refuse_an_impossible_sitting(record.sitting)
    if kind != Correction.Kind.LEFT_OUT:
        _tell_standings(record.sitting)
    table.raise_version()


def _tell_standings(sitting: Sitting) -> None:
    """Let players' phones and the wall notice that a round of a tournament came to something else."""
    if sitting.round_table_id is None:
        return
    running = Tournament.objects.filter(rounds__tables=sitting.round_table_id, finished_at=None)
    if not running.update(version=F("version") + 1):
        raise Refused(
            "This tournament is finished, and its prizes went by this hand. Nothing was changed; its "
            "director can open it again."
        )


def _refuse_an_impossible_sitting(sitting: Sitting) -> None:
    sitting.read_again()  # whoever decided may have read the hands as they were
    try:
        _ = sitting.played
    except ImpossibleSitting as cause:
        transaction.set_rollback(True)
        raise Refused(f"Then hand {cause.no} could not be: {cause.message} Nothing was changed.") from cause


def locked(table: Table) -> Table:
    (found,) = Table.locked(table.pk)
    return found


def refuse_if_closed(table: Table) -> None:
    if table.session.closed:
        raise Refused(
            "This session is closed, so nothing was stored. What you entered is still on this screen: "
            "ask whoever runs the session to reopen it, then save again."
        )


def locked_record(record: HandRecord) -> tuple[Table, HandRecord]:
    table, record = _read_locked(record)
    refuse_if_closed(table)
    return table, record


def _read_locked(record: HandRecord) -> tuple[Table, HandRecord]:
    table = locked(record.sitting.table)
    record = HandRecord.objects.select_related("sitting__table__session__club", "sitting__table__house").get(
        pk=record.pk
    )
    return table, record


def next_place(sitting: Sitting) -> int:
    return (sitting.hands.aggregate(last=Max("place"))["last"] or 0) + 1
