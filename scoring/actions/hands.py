from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max

from scoring.actions import Refused
from scoring.models import Correction, HandRecord, Sitting, Table, Tournament
from scoring.models.hands import hand_as_json
from scoring.models.table_in_round import round_of
from scoring.permissions import Actor
from scoring.rules.game import ImpossibleSitting
from scoring.rules.hand import Hand
from scoring.rules.refusals import refuse

State = HandRecord.State


@dataclass(frozen=True, kw_only=True)
class Logged:
    """What became of a hand: its record, its number among the hands that count (None while it waits),
    and the table as it stands with it."""

    record: HandRecord
    no: int | None
    table: Table


class AlreadyTold(Refused):
    """This id was stored with other facts; `record` is what stands."""

    def __init__(self, record: HandRecord) -> None:
        super().__init__("This hand was already saved, with other facts. Nothing was changed.")
        self.record = record


@transaction.atomic
def begin_hand(
    *, table: Table, sitting: int, id: UUID, maker: int, call: str | None, actor: Actor
) -> HandRecord:
    """Return the hand begun: who made the trump, and what he called, before it is played."""
    table = _locked(table)
    record = _known(table, id)
    if record is not None and record.state != State.BEGUN:
        raise AlreadyTold(record)
    _refuse_if_closed(table)
    if table.sitting.pk != sitting:
        raise Refused("Other people sit here now. Nothing was begun: tap who made the trump again.")
    if table.sitting.ended_at is not None:
        raise Refused("This table was broken up. Nothing was begun: say who sits here now, then tap again.")
    if _too_late(table.sitting):
        raise Refused("This round is over. Nothing was begun: a hand that is not finished does not count.")
    table.sitting.hands.filter(state=State.BEGUN).exclude(id=id).delete()
    record = record or HandRecord(id=id, sitting=table.sitting, state=State.BEGUN, logged_by=actor.name)
    record.hand = Hand(maker=maker, call=call or None)
    record.save(force_insert=record._state.adding)
    table.raise_version()
    return record


@transaction.atomic
def drop_begun(*, table: Table) -> None:
    """Forget the hand that was begun and not played to its end, if there is one."""
    table = _locked(table)
    _refuse_if_closed(table)
    table.sitting.hands.filter(state=State.BEGUN).delete()
    table.raise_version()


@transaction.atomic
def log_hand(
    *, table: Table, sitting: int, id: UUID, hand: Hand, after: UUID | None, actor: Actor, note: str = ""
) -> Logged:
    """Store a hand, once, and return what became of it.

    `after` is the id of the latest hand the phone had seen: when it is not the latest any more, or the
    sitting or its round of a tournament has ended, the hand waits for a decision. The same id and facts
    again return the first answer again; with other facts, AlreadyTold. Raises ImpossibleHand for a hand the
    rules do not allow.
    """
    before, table = table.sitting, _locked(table)
    record = _known(table, id)
    if record is not None and record.state != State.BEGUN:
        return _told_before(record, hand, table)
    _refuse_if_closed(table)
    sitting = _sitting(table, sitting)
    if sitting.pk == before.pk:
        sitting.players = before.players  # the same to its end
    seen = sitting.latest == after and sitting.ended_at is None and not _too_late(sitting)
    dealer = sitting.dealer if seen and hand.made else None  # only how it was made depends on him
    refuse(hand, rules=table.rules, seats=len(sitting.players), dealer=dealer)
    if seen:
        hand = _dealt(hand, sitting)
        if sitting.uncounted(State.BEGUN):
            sitting.hands.filter(state=State.BEGUN).exclude(id=id).delete()
    record = record or HandRecord(id=id)
    record.sitting, record.hand, record.note, record.logged_by = sitting, hand, note, actor.name
    record.state = State.COUNTED if seen else State.WAITING
    record.place = sitting.next_place if seen else None
    record.save(force_insert=record._state.adding)
    table.raise_version()
    sitting.take_in(record.told)
    return Logged(record=record, no=len(sitting.counted) if seen else None, table=table)


def _too_late(sitting: Sitting) -> bool:
    """Whether a tournament's round is over at this table, so that no further hand counts by itself."""
    here = round_of(sitting)
    return here is not None and here.over


def _known(table: Table, id: UUID) -> HandRecord | None:
    """Return the hand of this id, if it was told before; Refused when that was at another table."""
    record = next(iter(HandRecord.by_id(id)), None)
    if record is not None and record.sitting.table_id != table.pk:
        raise Refused("This hand belongs to another table. Nothing was changed.")
    return record


def _dealt(hand: Hand, sitting: Sitting) -> Hand:
    """Return the next hand with its dealer, if the dealer's mark was moved by hand; that uses it up."""
    if sitting.next_dealer is None:
        return hand
    Sitting.objects.filter(pk=sitting.pk).update(next_dealer=None)
    hand, sitting.next_dealer = replace(hand, dealer=sitting.next_dealer), None
    return hand


def _move_deal_if_last(record: HandRecord, seat: int | None) -> None:
    """Undo the last hand, and its dealer deals again; put it back, and the deal has passed on."""
    sitting = record.sitting
    if not sitting.hands.counted().filter(place__gt=record.place).exists():
        Sitting.objects.filter(pk=sitting.pk).update(next_dealer=seat)


def _told_before(record: HandRecord, hand: Hand, table: Table) -> Logged:
    first = record.corrections.first()
    told = first.hand_before if first else record.hand
    if replace(told, dealer=None) != replace(hand, dealer=None):
        raise AlreadyTold(record)
    return Logged(record=record, no=number_of(record), table=table)


def number_of(record: HandRecord) -> int | None:
    """Return the hand's number among those that count; None when it does not count."""
    if record.state != State.COUNTED:
        return None
    return record.sitting.hands.counted().filter(place__lte=record.place).count()


@transaction.atomic
def correct_hand(*, record: HandRecord, hand: Hand, revision: int, why: str, actor: Actor) -> HandRecord:
    """Change what a hand says; the old facts stay in its history. Returns the record as it stands now.

    `revision` is how many corrections the person had seen: Refused when another came in between.
    """
    table, record = _locked_record(record)
    if record.revision != revision:
        raise Refused("Somebody else corrected this hand in the meantime. Look at both, then decide again.")
    if record.state != State.COUNTED:
        raise Refused("Only a hand that counts can be corrected: put it back first. Nothing was changed.")
    before, record.hand = record.hand, replace(hand, dealer=record.hand.dealer)
    if before == record.hand:
        raise Refused("That is what the hand says already. Nothing was changed.")
    _write(record, table, Correction.Kind.CORRECTED, before, why, actor)
    return record


@transaction.atomic
def take_back(*, record: HandRecord, why: str = "", actor: Actor) -> HandRecord:
    """Make a hand not count any more (undo). It stays in the history and can be put back."""
    table, record = _locked_record(record)
    if record.state == State.TAKEN_BACK:
        return record
    if record.state != State.COUNTED:
        raise Refused("Only a hand that counts can be taken back. Nothing was changed.")
    record.state = State.TAKEN_BACK
    _move_deal_if_last(record, record.dealer)
    _write(record, table, Correction.Kind.TAKEN_BACK, record.hand, why, actor)
    return record


@transaction.atomic
def put_back(*, record: HandRecord, why: str = "", actor: Actor) -> HandRecord:
    """Make a hand that was taken back count again, in its old place."""
    table, record = _locked_record(record)
    if record.state == State.COUNTED:
        return record
    if record.state != State.TAKEN_BACK:
        raise Refused("Only a hand that was taken back can be put back. Nothing was changed.")
    record.state = State.COUNTED
    record.place = record.place if record.place is not None else _next_place(record.sitting)
    _move_deal_if_last(record, None)
    _write(record, table, Correction.Kind.PUT_BACK, record.hand, why, actor)
    return record


@transaction.atomic
def decide_waiting(*, record: HandRecord, keep: bool, actor: Actor) -> HandRecord:
    """Decide about a hand that waits: log it as the next hand, or leave it out (kept in the history)."""
    table, record = _locked_record(record)
    if record.state != State.WAITING:
        return record
    record.state = State.COUNTED if keep else State.TAKEN_BACK
    record.place = _next_place(record.sitting) if keep else None
    before, kind = record.hand, Correction.Kind.LEFT_OUT
    if keep:
        record.hand, kind = _dealt(before, record.sitting), Correction.Kind.KEPT
    _write(record, table, kind, before, "", actor)
    return record


@transaction.atomic
def replace_with_waiting(*, record: HandRecord, actor: Actor) -> HandRecord:
    """Make the last hand that counts say what the waiting one says, which is then left out."""
    decided = decide_waiting(record=record, keep=False, actor=actor)
    last = decided.sitting.hands.counted().last()
    if last is None:
        raise Refused("There is no hand it could stand for. It still waits.")
    if last.hand == replace(decided.hand, dealer=last.hand.dealer):
        return last
    why = "Told otherwise on another phone"
    return correct_hand(record=last, hand=decided.hand, revision=last.revision, why=why, actor=actor)


def _write(record: HandRecord, table: Table, kind: str, before: Hand, why: str, actor: Actor) -> None:
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
    try:
        _ = sitting.played
    except ImpossibleSitting as cause:
        transaction.set_rollback(True)
        raise Refused(f"Then hand {cause.no} could not be: {cause.message} Nothing was changed.") from cause


def _locked(table: Table) -> Table:
    (found,) = Table.locked(table.pk)
    return found


def _refuse_if_closed(table: Table) -> None:
    if table.session.closed:
        raise Refused(
            "This session is closed, so nothing was stored. What you entered is still on this screen: "
            "ask whoever runs the session to reopen it, then save again."
        )


def _locked_record(record: HandRecord) -> tuple[Table, HandRecord]:
    table = _locked(record.sitting.table)
    _refuse_if_closed(table)
    record = HandRecord.objects.select_related("sitting__table__session__club", "sitting__table__house").get(
        pk=record.pk
    )
    return table, record


def _sitting(table: Table, pk: int) -> Sitting:
    """Return the sitting the phone means: as a rule the one in progress."""
    if table.sitting.pk == pk:
        return table.sitting
    sitting = table.sittings.filter(pk=pk).first()
    if sitting is None:
        raise Refused("This hand names a sitting of another table. Nothing was stored.")
    return sitting


def _next_place(sitting: Sitting) -> int:
    return (sitting.hands.aggregate(last=Max("place"))["last"] or 0) + 1
