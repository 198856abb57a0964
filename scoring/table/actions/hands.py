from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.prepared import KeyTaken
from scoring.common.refused import Refused
from scoring.euchre.hand import Hand
from scoring.euchre.refusals import refuse
from scoring.table.actions.changes import (
    comes_next,
    let_follow,
    refuse_ahead,
    too_late,
    use_mark,
)
from scoring.table.actions.corrections import locked, number_of, refuse_if_closed
from scoring.table.actions.limits import (
    MOST_HANDS,
    MOST_WAITING,
    refuse_full_evening,
    refuse_if_full,
    refuse_irregular,
)
from scoring.table.actions.times import after_all
from scoring.table.models import HandRecord, Reseating, Sitting, Table
from scoring.table.models.hands import hand_as_json
from scoring.table.queries.reseating import PEOPLE, ROLES

State = HandRecord.State
WORTH_NOTING = 10
"""Seconds: a hand kept no longer was sent at once."""


@dataclass(frozen=True, kw_only=True)
class Logged:
    """The outcome of storing a hand. It has the record, its number among the hands that count (None
    while it waits), and the table with it."""

    record: HandRecord
    no: int | None
    table: Table


class AlreadyLogged(Refused):
    """This id was stored with other facts; `record` has them."""

    def __init__(self, record: HandRecord, message: str) -> None:
        super().__init__(message)
        self.record = record


@transaction.atomic
def begin_hand(
    *,
    table: Table,
    sitting: int,
    id: UUID,
    maker: int,
    call: str | None,
    bid: int | str | None = None,
    alone: bool = False,
    actor: Actor,
) -> HandRecord:
    """Return a begun hand, with its maker and call or bid, before it is played. It says that a
    number is played `alone` where the rules let a bidder do so."""
    table = locked(table)
    record = _known(table, id)
    if record is not None and record.state != State.BEGUN:
        message = "This hand was already saved, with different details."
        raise AlreadyLogged(record, message)
    refuse_if_closed(table)
    if table.sitting.pk != sitting:
        raise Refused("The players or the rules changed. Tap the maker again.")
    if table.sitting.ended_at is not None:
        raise Refused("This table was broken up. Choose who plays here now, then tap again.")
    if too_late(table.sitting):
        raise Refused("This round is over. A hand that is not finished does not count.")
    if bid is not None and bid not in table.rules.bids:
        raise Refused("That bid isn’t allowed here. Tap the bid again.")
    table.sitting.hands.filter(state=State.BEGUN).exclude(id=id).delete()
    record = record or HandRecord(
        id=id, sitting=table.sitting, state=State.BEGUN, logged_by=actor.name
    )
    lone = maker if alone and table.rules.alone_at and isinstance(bid, int) else None
    record.hand = Hand(maker=maker, call=call or None, bid=bid, alone=lone)
    _store(record)
    table.raise_version()
    return record


@transaction.atomic
def drop_begun(*, table: Table) -> None:
    """Forget the hand that was begun and not played to its end, if there is one."""
    table = locked(table)
    refuse_if_closed(table)
    table.sitting.hands.filter(state=State.BEGUN).delete()
    table.raise_version()


@transaction.atomic
def log_hand(*, table: Table, **hand: object) -> Logged:
    """Lock the table, and store a hand there by `log_at_locked`."""
    return log_at_locked(table=locked(table), **hand)


def log_at_locked(  # noqa: PLR0913
    *,
    table: Table,
    sitting: int,
    id: UUID,
    hand: Hand,
    after: UUID | None,
    actor: Actor,
    note: str = "",
    seen: int | None = None,
    ago: int = 0,
    told_on: str = "",
) -> Logged:
    """Store a hand once, at a table that is locked, and return the outcome. If it raises, the
    transaction must not be committed.

    `after` is the id of the latest hand that the phone knew, and `seen` the version of the table on
    its screen. If others were logged since, or if the sitting or its round of a tournament has
    ended, the hand waits for a decision. `ago` is how many seconds the phone had kept it. `told_on`
    is the id of the phone that handed it over to the one that sends it. The hand has a dealer if
    one was set by hand on its phone's screen. That dealer stays with the hand. Idempotent, as the
    same id and facts return the first answer again. Raise AlreadyLogged for the same id with other
    facts, and ImpossibleHand for a hand that the rules do not allow.
    """
    record = _known(table, id)
    if record is not None and record.state != State.BEGUN:
        return _logged_before(record, hand, table)
    refuse_if_closed(table)
    sitting = _sitting(table, sitting)
    if _hands_at(table, sitting) >= MOST_HANDS:
        raise Refused(f"This table is full: it has {MOST_HANDS} hands. Start a new table.")
    refuse_full_evening(table.session)
    if hand.irregularities:
        refuse_irregular(table)
    counts = comes_next(after, seen, sitting)
    if not counts:
        refuse_if_full(sitting.hands.waiting(), MOST_WAITING, "hands that need approval")
    by_seat = hand.made or hand.alone is not None or hand.special  # depends on who deals
    dealer = (sitting.turn if hand.dealer is None else hand.dealer) if counts and by_seat else None
    refuse(hand, rules=sitting.rules, seats=sitting.size, dealer=dealer)
    if counts:
        refuse_ahead(hand, sitting)
        use_mark(hand, sitting)
        if sitting.uncounted(State.BEGUN):
            sitting.hands.filter(state=State.BEGUN).exclude(id=id).delete()
    record = record or HandRecord(id=id)
    waiting = () if counts else sitting.hands.waiting().values_list("logged_at", flat=True)
    record.logged_at = after_all(*waiting)  # not when it was begun
    record.sitting, record.hand, record.note = sitting, hand, note
    record.logged_by, record.phone = actor.name, actor.phone
    record.told_on = "" if told_on == actor.phone else told_on
    record.after, record.seen, record.told_at = after, seen, _kept_since(ago, sitting)
    record.state = State.COUNTED if counts else State.WAITING
    record.place = sitting.next_place if counts else None
    record.counts_since = table.version + 1 if counts else 0
    _store(record)
    table.raise_version()
    sitting.take_in(record.bare)
    if counts and sitting.uncounted(State.WAITING):
        let_follow(table, sitting, actor)
        del table.sitting  # read again, with what followed
    return Logged(record=record, no=len(sitting.counted) if counts else None, table=table)


def _hands_at(table: Table, sitting: Sitting) -> int:
    """Return how many hands the table has; most tables have one sitting, which was read."""
    here = len(sitting.bare_hands)
    if table.sitting.no == 1:
        return here
    elsewhere = HandRecord.objects.filter(sitting__table=table).exclude(sitting=sitting)
    return here + elsewhere.count()


def _kept_since(ago: int, sitting: Sitting) -> datetime | None:
    """Return when a hand was logged that its phone kept for a while; the phone's clock is not
    used."""
    if ago < WORTH_NOTING:
        return None
    return max(timezone.now() - timedelta(seconds=ago), sitting.started_at)


def _known(table: Table, id: UUID) -> HandRecord | None:
    """Return the hand of this id if it is stored. Raise Refused if that is at another table. A
    table with one sitting needs no query, as its hands were read; `_store` refuses then."""
    sitting = table.sitting
    if sitting.no == 1 and all(one.id != id for one in sitting.bare_hands):
        return None
    record = next(iter(HandRecord.by_id(id)), None)
    if record is not None and record.sitting.table_id != table.pk:
        raise Refused(OF_ANOTHER_TABLE)
    return record


def _store(record: HandRecord) -> None:
    """Store a hand. Raise Refused if its id is at another table."""
    try:
        record.store()
    except KeyTaken as taken:
        raise Refused(OF_ANOTHER_TABLE) from taken


def _logged_before(record: HandRecord, hand: Hand, table: Table) -> Logged:
    first = record.corrections.first()
    logged = first.hand_before if first else record.hand
    if replace(logged, dealer=None) != replace(hand, dealer=None) and not _moved_since(
        record, logged, hand
    ):
        no = number_of(record)
        which = f"hand {no}" if no else "a hand not counted"
        message = (
            f"This was saved before, as {which}, with different details. To change it, correct it "
            "on the score."
        )
        raise AlreadyLogged(record, message)
    return Logged(record=record, no=number_of(record), table=table)


def _moved_since(record: HandRecord, logged: Hand, hand: Hand) -> bool:
    """Return whether these differ by their seats alone, and seats were corrected since it was
    logged."""
    moves = Reseating.objects.filter(
        sitting__table=record.sitting.table_id, hands_stay_with=PEOPLE, at__gt=record.logged_at
    )
    return _but_for_seats(logged) == _but_for_seats(hand) and moves.exists()


def _but_for_seats(hand: Hand) -> dict:
    facts = hand_as_json(replace(hand, dealer=None, irregularities=()))
    return {fact: fact in ROLES or value for fact, value in facts.items()}


OF_ANOTHER_TABLE = "This hand belongs to another table."
UNKNOWN_ROUND = (
    "The round of this hand was undone, or now uses totals. Enter the hand again where it belongs."
)
UNKNOWN_PLAYERS = (
    "The site doesn’t know the players of this hand at this table. It may have been restored from "
    "a backup. Seat them again if they still play. Enter the hand again."
)


def _sitting(table: Table, pk: int) -> Sitting:
    """Return the sitting that the phone means, usually the one in progress."""
    if table.sitting.pk == pk:
        return table.sitting
    sitting = table.sittings.filter(pk=pk).first()
    if sitting is not None:
        return sitting
    if Sitting.objects.filter(pk=pk).exists():
        raise Refused(OF_ANOTHER_TABLE)
    raise Refused(UNKNOWN_ROUND if table.sitting.round_table_id else UNKNOWN_PLAYERS)
