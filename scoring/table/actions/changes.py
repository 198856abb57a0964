"""The common part of every change to a hand. It is recorded, the table's version rises, and hands
that plainly follow are counted automatically (docs/decisions, 21)."""

from __future__ import annotations

from contextlib import nullcontext
from uuid import UUID

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.game import ImpossibleSitting
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.euchre.refusals import refuse_a_lone_hand_ahead
from scoring.table import hooks
from scoring.table.actions.limits import MOST_CORRECTIONS, refuse_if_full
from scoring.table.models import Correction, HandRecord, Sitting, Table
from scoring.table.models.hands import hand_as_json
from scoring.table.queries.chains import Chains


def use_mark(hand: Hand, sitting: Sitting) -> None:
    """Use up the dealer who was set by hand, if that was for this hand and it is the next. The
    phone showed that dealer, so the hand has it."""
    if hand.dealer is None or hand.dealer != sitting.mark:
        return
    Sitting.objects.filter(pk=sitting.pk).update(next_dealer=None, next_dealer_from=None)
    sitting.next_dealer = sitting.next_dealer_from = None


def refuse_ahead(hand: Hand, sitting: Sitting, *, no: int | None = None) -> None:
    """Raise ImpossibleHand for a lone hand of a side with too many points to play alone. It is the
    next hand, or comes in place of hand `no`."""
    if sitting.rules.no_lone_from is None:
        return
    standing = (sitting.until(no - 1) if no else sitting).standing
    refuse_a_lone_hand_ahead(hand, sitting.rules, standing and standing.score)


def refuse_to_count_ahead(record: HandRecord) -> None:
    """Raise Refused if this hand may not be the next one because its side has too many points to
    play alone."""
    try:
        refuse_ahead(record.hand, record.sitting)
    except ImpossibleHand as wrong:
        raise Refused(wrong.message) from wrong


def write_change(
    record: HandRecord,
    table: Table,
    kind: str,
    before: Hand,
    why: str,
    actor: Actor,
) -> None:
    """Store the record and its correction, unless the sitting would then hold an impossible
    hand. Raise Refused at a table with too many corrections."""
    corrected = Correction.objects.filter(record__sitting__table=table)
    refuse_if_full(corrected, MOST_CORRECTIONS, "corrections")
    if record.place is None:  # one that never counted moves nothing
        _write(record, before, kind=kind, why=why, actor=actor)
    else:
        with hooks.changing_a_hand.first(record.sitting, actor) or nullcontext():
            _write(record, before, kind=kind, why=why, actor=actor)
    table.raise_version()


def _write(record: HandRecord, before: Hand, *, kind: str, why: str, actor: Actor) -> None:
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


def _refuse_an_impossible_sitting(sitting: Sitting) -> None:
    sitting.read_again()  # whoever decided may have read the hands as they were
    try:
        _ = sitting.played
    except ImpossibleSitting as cause:
        transaction.set_rollback(True)
        raise Refused(cause.as_text) from cause


State = HandRecord.State
FOLLOWED = "Counted automatically, as its phone entered it right after the hand before"
WHOLE = ("sitting__table__session__club", "sitting__table__house")
GONE = "The hand it repeats no longer counts. Reload the page and decide again."


def stands_for(id: UUID | None, sitting: Sitting) -> UUID | None:
    """Return the hand that a phone means by this one, which may be a duplicate of another."""
    return id if id is None or id == sitting.latest else Chains(sitting).stands_for(id)


def comes_next(after: UUID | None, seen: int | None, sitting: Sitting) -> bool:
    """Return whether a hand that its phone logged `after` this one is plainly the next, which is so
    if this is the latest and the phone knew every hand that counts.

    It needs a query only if there are hands that the phone had not `seen`.
    """
    if stands_for(after, sitting) != sitting.latest or _is_over(sitting):
        return False
    news = {one.id for one in sitting.counted if seen is not None and one.since > seen}
    return news <= {after} or Chains(sitting).knew_all(after, seen)


def let_follow(table: Table, sitting: Sitting, actor: Actor) -> None:
    """Count the hands that wait only because the one before them on their phone waited.

    They must plainly come next. The sitting goes on, a single hand follows the latest one, its
    phone knew every hand that counts, and the rules allow it.
    """
    while (record := _plainly_next(sitting.pk)) is not None:
        version = table.version
        try:
            with transaction.atomic():
                decide(record, table, keep=True, same_as=None, actor=actor, why=FOLLOWED)
        except Refused:
            table.version = version  # as it is stored: what was raised in here is undone
            return


def _plainly_next(pk: int) -> HandRecord | None:
    sitting = Sitting.objects.get(pk=pk)
    if _is_over(sitting):
        return None
    chains = Chains(sitting)
    following = chains.following(chains.latest)
    if len(following) != 1 or not chains.knew_all(following[0].after, following[0].seen):
        return None
    return HandRecord.objects.select_related(*WHOLE).get(pk=following[0].id)


def decide(
    record: HandRecord,
    table: Table,
    *,
    keep: bool,
    same_as: UUID | None,
    actor: Actor,
    why: str = "",
) -> None:
    """Count a hand that waits as the next one, or leave it out. Raise Refused where it can't be the
    next one."""
    if keep:
        refuse_to_count_ahead(record)
    record.state = State.COUNTED if keep else State.TAKEN_BACK
    record.place = record.sitting.next_place if keep else None
    record.counts_since = table.version + 1 if keep else 0
    before, kind = record.hand, Correction.Kind.LEFT_OUT
    if keep:
        kind = Correction.Kind.KEPT
        use_mark(before, record.sitting)
    elif same_as:
        if not record.sitting.hands.counted().filter(pk=same_as).exists():
            raise Refused(GONE)
        record.same_as_id = same_as
    write_change(record, table, kind, before, why, actor)


def _is_over(sitting: Sitting) -> bool:
    """Return whether no further hand of a sitting counts automatically."""
    over = sitting.ended_at is not None or too_late(sitting)
    return over and not hooks.comes_again.first(sitting)


def too_late(sitting: Sitting) -> bool:
    """Return whether a tournament's round is over at this table, so that no further hand is counted
    automatically."""
    return bool(hooks.round_is_over.first(sitting))
