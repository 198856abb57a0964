"""What every change to a hand that was told does: it is written down, and the table's version
rises."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.db.models import F, Max

from scoring.actions import Refused
from scoring.actions.tournament.late_hands import minding_the_next_round
from scoring.models import Correction, HandRecord, Sitting, Table, Tournament
from scoring.models.hands import hand_as_json
from scoring.permissions import Actor
from scoring.rules.game import ImpossibleSitting
from scoring.rules.hand import Hand


def dealt(hand: Hand, sitting: Sitting) -> Hand:
    """Return the next hand with its dealer, if the dealer's mark was moved by hand; that uses it
    up."""
    if sitting.next_dealer is None:
        return hand
    Sitting.objects.filter(pk=sitting.pk).update(next_dealer=None)
    hand, sitting.next_dealer = replace(hand, dealer=sitting.next_dealer), None
    return hand


def next_place(sitting: Sitting) -> int:
    return (sitting.hands.aggregate(last=Max("place"))["last"] or 0) + 1


def write_change(
    record: HandRecord,
    table: Table,
    kind: str,
    before: Hand,
    why: str,
    actor: Actor,
) -> None:
    """Store the record and its correction, unless the sitting would then hold an impossible
    hand."""
    if record.place is None:  # one that never counted moves nothing
        _write(record, before, kind=kind, why=why, actor=actor)
    else:
        with minding_the_next_round(record.sitting, actor):
            _write(record, before, kind=kind, why=why, actor=actor)
            _tell_standings(record.sitting)
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


def _tell_standings(sitting: Sitting) -> None:
    """Let players' phones and the wall notice that a round of a tournament came to something
    else."""
    if sitting.round_table_id is None:
        return
    running = Tournament.objects.filter(rounds__tables=sitting.round_table_id, finished_at=None)
    if not running.update(version=F("version") + 1):
        raise Refused(
            "This tournament is finished, and its prizes went by this hand. Nothing was changed; "
            "its "
            "director can open it again."
        )


def _refuse_an_impossible_sitting(sitting: Sitting) -> None:
    sitting.read_again()  # whoever decided may have read the hands as they were
    try:
        _ = sitting.played
    except ImpossibleSitting as cause:
        transaction.set_rollback(True)
        raise Refused(
            f"Then hand {cause.no} could not be: {cause.message} Nothing was changed."
        ) from cause
