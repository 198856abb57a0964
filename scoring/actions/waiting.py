"""Hands that wait for a decision: their phone had not seen the latest hand (docs/decisions, 4 and 21).

A phone out of reach tells its hands in a chain, each after the one before. Once somebody has decided about
the first, those that follow it count by themselves, as long as each follows the latest hand of the table.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from scoring.actions import Refused
from scoring.actions.corrections import correct_hand, dealt, locked_record, next_place, write_change
from scoring.models import Correction, HandRecord, Sitting, Table
from scoring.models.table_in_round import round_of
from scoring.permissions import Actor

State = HandRecord.State
FOLLOWED = "It followed the hand before it on its phone"
WHOLE = ("sitting__table__session__club", "sitting__table__house")
OTHERWISE = "Told otherwise on another phone"


def stands_for(id: UUID | None, sitting: Sitting) -> UUID | None:
    """Return the hand that a phone means by this one: the one it told once more, if it did."""
    if id is None or id == sitting.latest:
        return id
    return HandRecord.objects.filter(pk=id).values_list("same_as", flat=True).first() or id


@transaction.atomic
def decide_waiting(
    *, record: HandRecord, keep: bool, same_as: UUID | None = None, actor: Actor
) -> HandRecord:
    """Decide about a hand that waits: log it as the next hand, or leave it out (kept in the history), which
    may be because it is the `same_as` one that counts. What followed it on its phone may count then too."""
    table, record = locked_record(record)
    if record.state != State.WAITING:
        return record
    _decide(record, table, keep=keep, same_as=same_as, actor=actor)
    let_follow(table, record.sitting, actor)
    return record


@transaction.atomic
def replace_with_waiting(*, record: HandRecord, same_as: UUID | None = None, actor: Actor) -> HandRecord:
    """Make the hand that it is the same as (without one, the last that counts) say what the waiting one says,
    which is then left out. Returns the hand put right."""
    table, waiting = locked_record(record)
    counted = waiting.sitting.hands.counted()
    told = counted.filter(pk=same_as).first() if same_as else counted.last()
    if told is None:
        raise Refused("There is no hand it could stand for. It still waits.")
    if waiting.state == State.WAITING:
        _decide(waiting, table, keep=False, same_as=told.pk, actor=actor)
    if told.hand != replace(waiting.hand, dealer=told.hand.dealer):
        told = correct_hand(
            record=told, hand=waiting.hand, revision=told.revision, why=OTHERWISE, actor=actor
        )
    let_follow(table, waiting.sitting, actor)
    return told


def _decide(
    record: HandRecord, table: Table, *, keep: bool, same_as: UUID | None, actor: Actor, why: str = ""
) -> None:
    record.state = State.COUNTED if keep else State.TAKEN_BACK
    record.place = next_place(record.sitting) if keep else None
    before, kind = record.hand, Correction.Kind.LEFT_OUT
    if keep:
        record.hand, kind = dealt(before, record.sitting), Correction.Kind.KEPT
    elif same_as and record.sitting.hands.counted().filter(pk=same_as).exists():
        record.same_as_id = same_as
    write_change(record, table, kind, before, why, actor)


def let_follow(table: Table, sitting: Sitting, actor: Actor) -> None:
    """Count the hands that wait only because the one before them on their phone waited, while it is plain
    which comes next: the sitting goes on, and a single hand follows the latest one."""
    sitting = Sitting.objects.get(pk=sitting.pk)
    if sitting.ended_at is not None or too_late(sitting):
        return
    latest = sitting.latest
    while latest is not None:
        waiting = sitting.hands.waiting().select_related(*WHOLE)
        following = [one for one in waiting if stands_for(one.after, sitting) == latest]
        if len(following) != 1:
            return
        (record,) = following
        _decide(record, table, keep=True, same_as=None, actor=actor, why=FOLLOWED)
        latest = record.pk


def too_late(sitting: Sitting) -> bool:
    """Whether a tournament's round is over at this table, so that no further hand counts by itself."""
    here = round_of(sitting)
    return here is not None and here.over
