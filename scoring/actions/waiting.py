"""Hands that wait for a decision: their phone had not seen the latest hand (docs/decisions, 4 and 21).

A phone out of reach tells its hands in a chain, each after the one before. Once somebody has decided about
the first, those that follow it count by themselves, as long as each follows the latest hand of the table and
its phone knew every hand that counts.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from scoring.actions import Refused
from scoring.actions.corrections import correct_hand, dealt, locked_record, next_place, write_change
from scoring.models import Correction, HandRecord, Sitting, Table
from scoring.models.chains import Chains
from scoring.models.table_in_round import round_of
from scoring.permissions import Actor

State = HandRecord.State
FOLLOWED = "It followed the hand before it on its phone"
WHOLE = ("sitting__table__session__club", "sitting__table__house")
OTHERWISE = "Told otherwise on another phone"
CHANGED = "What is told at this table has changed meanwhile. Nothing was decided: look at both again."
GONE = "The hand it was to be the same as does not count any more. Nothing was decided: look again."


def stands_for(id: UUID | None, sitting: Sitting) -> UUID | None:
    """Return the hand that a phone means by this one: the one it told once more, if it did."""
    return id if id is None or id == sitting.latest else Chains(sitting).stands_for(id)


@transaction.atomic
def decide_waiting(
    *, record: HandRecord, keep: bool, same_as: UUID | None = None, seen: int | None = None, actor: Actor
) -> HandRecord:
    """Decide about a hand that waits: log it as the next hand, or leave it out (kept in the history), which
    may be because it is the `same_as` one that counts. What followed it on its phone may count then too.

    The first decision stands. Refused where a hand came that whoever logs this one had not `seen` beside it.
    """
    table, record = locked_record(record)
    if record.state == State.WAITING:
        _refuse_if_unseen(record.sitting, keep, seen)
        _decide(record, table, keep=keep, same_as=same_as, actor=actor)
        let_follow(table, record.sitting, actor)
    return record


@transaction.atomic
def replace_with_waiting(
    *, record: HandRecord, same_as: UUID | None = None, revision: int | None = None, actor: Actor
) -> HandRecord:
    """Make the hand that it is the same as (without one, the last that counts) say what the waiting one says,
    which is then left out. Returns the hand put right.

    `revision` is how many corrections of it the person had seen: Refused when another came in between.
    """
    table, waiting = locked_record(record)
    counted = waiting.sitting.hands.counted()
    told = counted.filter(pk=same_as).first() if same_as else counted.last()
    if told is None:
        raise Refused("There is no hand it could stand for. It still waits.")
    if waiting.state != State.WAITING:
        return told
    _decide(waiting, table, keep=False, same_as=told.pk, actor=actor)
    if told.hand != replace(waiting.hand, dealer=told.hand.dealer):
        seen = told.revision if revision is None else revision
        told = correct_hand(record=told, hand=waiting.hand, revision=seen, why=OTHERWISE, actor=actor)
    let_follow(table, waiting.sitting, actor)
    return told


@transaction.atomic
def decide_run(
    *, record: HandRecord, number: int, keep: bool, seen: int | None = None, actor: Actor
) -> HandRecord:
    """Decide about a hand that waits and those that follow it on its phone, `number` in all: log them as the
    next hands, or leave each out as the same as the one that was told for its deal. Returns the first.

    The first decision stands. Refused, and nothing is decided, where they are not so many, or say something
    else than what was told.
    """
    table, record = locked_record(record)
    if record.state != State.WAITING:
        return record
    _refuse_if_unseen(record.sitting, keep, seen)
    chains = Chains(record.sitting)
    run = chains.run(record.pk)
    pairs = [(row, None) for row in run] if keep else chains.told_twice(run)
    if not 0 < number <= len(pairs):
        raise Refused(CHANGED)
    for row, told in pairs[:number]:
        one = HandRecord.objects.select_related(*WHOLE).get(pk=row.id)
        _decide(one, table, keep=keep, same_as=told and told.id, actor=actor)
    let_follow(table, record.sitting, actor)
    return HandRecord.objects.get(pk=record.pk)


def _refuse_if_unseen(sitting: Sitting, keep: bool, seen: int | None) -> None:
    if keep and seen is not None and any(told.since > seen for told in sitting.counted):
        raise Refused(CHANGED)


def _decide(
    record: HandRecord, table: Table, *, keep: bool, same_as: UUID | None, actor: Actor, why: str = ""
) -> None:
    record.state = State.COUNTED if keep else State.TAKEN_BACK
    record.place = next_place(record.sitting) if keep else None
    record.counts_since = table.version + 1 if keep else 0
    before, kind = record.hand, Correction.Kind.LEFT_OUT
    if keep:
        record.hand, kind = dealt(before, record.sitting), Correction.Kind.KEPT
    elif same_as:
        if not record.sitting.hands.counted().filter(pk=same_as).exists():
            raise Refused(GONE)
        record.same_as_id = same_as
    write_change(record, table, kind, before, why, actor)


def comes_next(after: UUID | None, seen: int | None, sitting: Sitting) -> bool:
    """Return whether a hand that its phone told `after` this one is plainly the next: that is the latest, and
    the phone knew every hand that counts.

    A query only where a hand came that it had not `seen`.
    """
    if stands_for(after, sitting) != sitting.latest or sitting.ended_at is not None or too_late(sitting):
        return False
    news = {told.id for told in sitting.counted if seen is not None and told.since > seen}
    return news <= {after} or Chains(sitting).knew_all(after, seen)


def let_follow(table: Table, sitting: Sitting, actor: Actor) -> None:
    """Count the hands that wait only because the one before them on their phone waited, while it is plain
    which comes next: the sitting goes on, a single hand follows the latest one, its phone knew every hand
    that counts, and it can be the next."""
    while (record := _plainly_next(sitting.pk)) is not None:
        version = table.version
        try:
            with transaction.atomic():
                _decide(record, table, keep=True, same_as=None, actor=actor, why=FOLLOWED)
        except Refused:
            table.version = version  # as it is stored: what was raised in here is undone
            return


def _plainly_next(pk: int) -> HandRecord | None:
    sitting = Sitting.objects.get(pk=pk)
    if sitting.ended_at is not None or too_late(sitting):
        return None
    chains = Chains(sitting)
    following = chains.following(chains.latest)
    if len(following) != 1 or not chains.knew_all(following[0].after, following[0].seen):
        return None
    return HandRecord.objects.select_related(*WHOLE).get(pk=following[0].id)


def too_late(sitting: Sitting) -> bool:
    """Whether a tournament's round is over at this table, so that no further hand counts by itself."""
    here = round_of(sitting)
    return here is not None and here.over
