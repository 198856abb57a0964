"""Hands that count by themselves: each plainly follows the latest one (docs/decisions, 21)."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from scoring.actions import Refused
from scoring.actions.changes import dealt, next_place, write_change
from scoring.models import Correction, HandRecord, Sitting, Table
from scoring.models.chains import Chains
from scoring.models.table_in_round import round_of
from scoring.permissions import Actor

State = HandRecord.State
FOLLOWED = "Counted by itself: its phone told it right after the hand before"
WHOLE = ("sitting__table__session__club", "sitting__table__house")
GONE = "The hand it was the same as does not count any more. Nothing was decided: look again."


def stands_for(id: UUID | None, sitting: Sitting) -> UUID | None:
    """Return the hand that a phone means by this one: the one it told once more, if it did."""
    return id if id is None or id == sitting.latest else Chains(sitting).stands_for(id)


def comes_next(after: UUID | None, seen: int | None, sitting: Sitting) -> bool:
    """Return whether a hand that its phone told `after` this one is plainly the next: that is the
    latest, and the phone knew every hand that counts.

    A query only where a hand came that it had not `seen`.
    """
    if (
        stands_for(after, sitting) != sitting.latest
        or sitting.ended_at is not None
        or too_late(sitting)
    ):
        return False
    news = {told.id for told in sitting.counted if seen is not None and told.since > seen}
    return news <= {after} or Chains(sitting).knew_all(after, seen)


def let_follow(table: Table, sitting: Sitting, actor: Actor) -> None:
    """Count the hands that wait only because the one before them on their phone waited, while it is
    plain which comes next: the sitting goes on, a single hand follows the latest one, its phone
    knew every hand that counts, and it can be the next."""
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
    if sitting.ended_at is not None or too_late(sitting):
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
    """Count a hand that waits as the next one, or leave it out."""
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


def too_late(sitting: Sitting) -> bool:
    """Whether a tournament's round is over at this table, so that no further hand counts by
    itself."""
    here = round_of(sitting)
    return here is not None and here.over
