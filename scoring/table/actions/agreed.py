"""The other side agrees or objects to a hand; play goes on meanwhile."""

from __future__ import annotations

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.table.actions.changes import write_change
from scoring.table.actions.corrections import locked, locked_record, refuse_if_closed
from scoring.table.actions.limits import MOST_WORDS, refuse_if_full
from scoring.table.actions.times import after_all
from scoring.table.models import Assent, Correction, HandRecord, Table
from scoring.table.queries.agreed import HandSaid, said_of


@transaction.atomic
def say(
    *,
    record: HandRecord,
    agrees: bool,
    revision: int,
    why: str = "",
    turned: bool = False,
    actor: Actor,
) -> Assent:
    """Store that the opponents confirm a hand or dispute it, and return their word.

    The opponents speak from a phone that did not log the hand, or from the one that did, `turned`
    to them. `revision` is the number of corrections that they had seen. Earlier words of the same
    voice are kept. The same word again is stored once.
    """
    table, record = locked_record(record)
    _refuse_what_nobody_asks(record, table, revision)
    said = said_of(HandRecord.objects.filter(pk=record.pk))[record.pk]
    if not (said.asked or said.last_words):
        raise Refused("The opponents weren’t asked about this hand. If it is wrong, correct it.")
    own = said.came_from(actor.name, actor.phone)
    if own and not turned:
        raise Refused(
            "This phone entered the hand. Show it to your opponents, or let them confirm on theirs."
        )
    turned = turned and own
    why = "" if agrees else why
    if _said_already(said, agrees, why, (actor.name, turned)):
        return record.assents.filter(revision=revision, by=actor.name, turned=turned).last()
    said_here = Assent.objects.filter(record__sitting__table=table)
    refuse_if_full(said_here, MOST_WORDS, "confirmations and disputes")
    word = Assent.objects.create(
        record=record,
        revision=revision,
        agrees=agrees,
        why=why,
        by=actor.name,
        user=actor.account,
        turned=turned,
        at=after_all(said.reseated),
    )
    table.raise_version()
    return word


def _said_already(said: HandSaid, agrees: bool, why: str, voice: tuple[str, bool]) -> bool:
    return any(
        (word.agrees, word.why, word.voice) == (agrees, why, voice) for word in said.last_words
    )


def _refuse_what_nobody_asks(record: HandRecord, table: Table, revision: int) -> None:
    if not table.asks_agreement:
        raise Refused("This table no longer asks opponents to confirm hands.")
    if record.state != HandRecord.State.COUNTED:
        raise Refused("This hand no longer counts, so there is nothing to confirm.")
    if record.revision != revision:
        raise Refused(f"This hand has changed. {OUT_OF_DATE}")


@transaction.atomic
def let_stand(*, record: HandRecord, revision: int, why: str, actor: Actor) -> HandRecord:
    """Keep a disputed hand, as the organiser decides; return it.

    The decision is kept in the hand's history as a change without a difference, so that earlier
    words no longer apply. Idempotent.
    """
    table, record = locked_record(record)
    if record.revision == revision + 1 and _was_let_stand(record, why, actor):
        return record
    _refuse_what_nobody_asks(record, table, revision)
    if said_of(HandRecord.objects.filter(pk=record.pk))[record.pk].objection is None:
        raise Refused("This hand is no longer disputed.")
    write_change(record, table, Correction.Kind.LET_STAND, record.hand, why, actor)
    return record


def _was_let_stand(record: HandRecord, why: str, actor: Actor) -> bool:
    last = record.corrections.last()
    return (last.kind, last.why, last.by) == (Correction.Kind.LET_STAND, why, actor.name)


@transaction.atomic
def ask_agreement(*, table: Table, asks: bool) -> None:
    """Switch on or off that opponents are asked to confirm each hand of this table from now on.
    Their words so far are kept, and earlier hands need no confirmation."""
    table = locked(table)
    refuse_if_closed(table)
    if table.asks_agreement != asks:
        table.raise_version()
        Table.objects.filter(pk=table.pk).update(asks_agreement=asks, asks_since=table.version)
