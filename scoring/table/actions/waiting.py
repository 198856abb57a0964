"""Hands that wait for a decision, as their phone had not seen the latest hand (docs/decisions, 4
and 21).

A phone that was offline sends its hands in a chain, each after the one before. Once the first is
decided, those that follow it are counted automatically, if each follows the latest hand of the
table and its phone knew every hand that counts.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.hand import Hand, same_hand
from scoring.table.actions.changes import WHOLE, decide, let_follow
from scoring.table.actions.corrections import correct_hand, locked_record
from scoring.table.models import HandRecord, Sitting
from scoring.table.queries.chains import Chains

State = HandRecord.State
OTHERWISE = "Two phones entered this deal; the other one was right"
DEALT = "Two phones entered this deal; on the other one the dealer was changed for it"
CHANGED = "The hands at this table have changed. Reload the page and compare them again."


@transaction.atomic
def decide_waiting(
    *,
    record: HandRecord,
    keep: bool,
    same_as: UUID | None = None,
    seen: int | None = None,
    actor: Actor,
) -> HandRecord:
    """Decide about a hand that waits. Log it as the next hand, or leave it out (kept in the
    history), perhaps because it is the `same_as` one that counts. Hands that followed it on its
    phone may count then too.

    The first decision is final. Raise Refused if there is a hand that the person had not `seen`
    beside it.
    """
    table, record = locked_record(record)
    if record.state == State.WAITING:
        if keep:
            _refuse_if_unseen(record.sitting, seen)
        decide(record, table, keep=keep, same_as=same_as, actor=actor)
        _deal_as_marked(record, actor)
        let_follow(table, record.sitting, actor)
    return record


@transaction.atomic
def replace_with_waiting(
    *, record: HandRecord, same_as: UUID | None = None, revision: int | None = None, actor: Actor
) -> HandRecord:
    """Replace the facts of a hand that counts (the last one, without `same_as`) by those of the
    waiting one, which is left out. Return the corrected hand.

    `revision` is the number of its corrections that the person had seen. Raise Refused if there is
    another since.
    """
    table, waiting = locked_record(record)
    counted = waiting.sitting.hands.counted()
    logged = counted.filter(pk=same_as).first() if same_as else counted.last()
    if logged is None:
        raise Refused("No hand matches it. It still needs approval.")
    if waiting.state != State.WAITING:
        return logged
    decide(waiting, table, keep=False, same_as=logged.pk, actor=actor)
    if not _says_that(logged.hand, waiting.hand):
        seen = logged.revision if revision is None else revision
        logged = correct_hand(
            record=logged, hand=waiting.hand, revision=seen, why=OTHERWISE, actor=actor
        )
    let_follow(table, waiting.sitting, actor)
    return logged


@transaction.atomic
def decide_run(
    *, record: HandRecord, number: int, keep: bool, seen: int | None = None, actor: Actor
) -> HandRecord:
    """Decide about a hand that waits and those that follow it on its phone, `number` in all. Log
    them as the next hands, or leave each out as a duplicate of the one logged for its deal. Return
    the first.

    The first decision is final. Raise Refused, and decide nothing, if their number is different, if
    their facts are, or if there is a hand that the person had not `seen` beside them.
    """
    table, record = locked_record(record)
    if record.state != State.WAITING:
        return record
    _refuse_if_unseen(record.sitting, seen)
    chains = Chains(record.sitting)
    run = chains.run(record.pk)
    pairs = [(row, None) for row in run] if keep else chains.logged_twice(run)
    if not 0 < number <= len(pairs):
        raise Refused(CHANGED)
    for row, logged in pairs[:number]:
        one = HandRecord.objects.select_related(*WHOLE).get(pk=row.id)
        decide(one, table, keep=keep, same_as=logged and logged.id, actor=actor)
        _deal_as_marked(one, actor)
    let_follow(table, record.sitting, actor)
    return HandRecord.objects.get(pk=record.pk)


def _says_that(logged: Hand, waiting: Hand) -> bool:
    """Return whether no fact would change. A hand has a dealer only if one was set by hand."""
    return waiting in (logged, replace(logged, dealer=None))


def _deal_as_marked(left_out: HandRecord, actor: Actor) -> None:
    """Keep the dealer too when two versions have the same facts, as it belongs to the hand it was
    set for, on either phone."""
    same = HandRecord.objects.counted().filter(pk=left_out.same_as_id).first()
    if same is None or left_out.hand.dealer is None or same.hand.dealer is not None:
        return
    if same_hand(same.hand, left_out.hand):
        hand = replace(same.hand, dealer=left_out.hand.dealer)
        correct_hand(record=same, hand=hand, revision=same.revision, why=DEALT, actor=actor)


def _refuse_if_unseen(sitting: Sitting, seen: int | None) -> None:
    if seen is not None and any(logged.since > seen for logged in sitting.counted):
        raise Refused(CHANGED)
