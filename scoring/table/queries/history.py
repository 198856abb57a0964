"""Everything that happened at a table in order of time, and the table after each event."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.utils.functional import cached_property

from scoring.euchre.hand import Hand
from scoring.people.models import Player
from scoring.table.models import (
    Assent,
    Closing,
    Correction,
    FormerTerms,
    HandRecord,
    Reseating,
    Sitting,
    Table,
)
from scoring.table.models.hands import BareHand
from scoring.table.queries.reseating import PEOPLE, moved
from scoring.table.queries.settlement import whole


@dataclass(frozen=True, kw_only=True)
class Seating:
    """What a sitting of today was at a moment."""

    part_of: int
    """The key of the sitting that its hands were part of."""
    people: tuple[int, ...]
    """The players, clockwise, by their keys."""
    to: Mapping[int, int]
    """Where the one of each seat of today sat; empty when everybody sat where they sit."""


def seatings_back(
    sittings: Iterable[Sitting], undone: Iterable[Reseating]
) -> Iterator[dict[int, Seating]]:
    """Yield how sittings, in their order, are seated today, and then how they were before each of
    these was made, the latest of them first."""
    found = {
        one.pk: Seating(part_of=one.pk, people=tuple(player.pk for player in one.players), to={})
        for one in sittings
    }
    order = list(found)
    yield found
    for made in undone:
        found = dict(found)
        whole = made.sitting_id
        if splits(made) and order.index(whole):
            whole = order[order.index(whole) - 1]
            order.remove(made.sitting_id)
        for key, seating in found.items():
            if seating.part_of == made.sitting_id:
                found[key] = Seating(
                    part_of=whole, people=tuple(made.before), to=_back(made, seating.to)
                )
        yield found


def splits(made: Reseating) -> bool:
    """Whether correcting these seats made a sitting of its own from its hands."""
    return made.from_no > 1 or any(
        person in made.after and made.after.index(person) != seat
        for seat, person in enumerate(made.before)
    )


def _back(made: Reseating, to: Mapping[int, int]) -> dict[int, int]:
    """Return where the one of each seat of today sat before it, `to` being where they sat after
    it."""
    if made.hands_stay_with != PEOPLE:
        return dict(to)
    return {
        seat: made.before.index(made.after[to.get(seat, seat)]) for seat in range(len(made.after))
    }


State, Kind = HandRecord.State, Correction.Kind
SAT, ENDED, LOGGED, ARRIVED, RESEATED = "sat down", "ended", "logged", "arrived", "seats put right"
WITHDRAWN, WAITS_AGAIN = "taken back while it waited", "put back to wait"
RETERMED = "rules or stake changed"
AGREED, OBJECTED, CLOSED, REOPENED = "agreed", "objected", "closed", "reopened"
STATE_AFTER = {
    LOGGED: State.COUNTED,
    ARRIVED: State.WAITING,
    Kind.CORRECTED: State.COUNTED,
    Kind.TAKEN_BACK: State.TAKEN_BACK,
    Kind.PUT_BACK: State.COUNTED,
    Kind.KEPT: State.COUNTED,
    Kind.LEFT_OUT: State.TAKEN_BACK,
    Kind.LET_STAND: State.COUNTED,
    WITHDRAWN: State.TAKEN_BACK,
    WAITS_AGAIN: State.WAITING,
}
"""The events that say something of a hand, and what it then is."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened at a table: `no` counts from 1, in order of time."""

    at: datetime
    kind: str
    by: str = ""
    why: str = ""
    sitting: int | None = None
    """The key of the sitting it belongs to today; None for what concerns the whole session."""
    record: HandRecord | None = None
    after: Callable[[], Hand] | None = None
    before: Callable[[], Hand] | None = None
    reseating: Reseating | None = None
    former: tuple[FormerTerms, ...] = ()
    """The rules and the stakes before it, of every sitting where they changed."""
    no: int = 0
    hand_no: int | None = None
    """The hand's number among those that counted then; an undone one has the number that it had."""

    @property
    def says(self) -> Hand | None:
        """The hand after it, with the rules of today; None for an event without a hand. It is only
        made of its facts when a page shows it."""
        return self.after() if self.after else None

    @property
    def said(self) -> Hand | None:
        """The hand before it, if it was changed."""
        return self.before() if self.before else None

    @property
    def state(self) -> str | None:
        """What the hand was after it."""
        return STATE_AFTER.get(self.kind)


@dataclass(frozen=True, kw_only=True)
class History:
    """The sittings of a table as they are today, who ever sat there by their key, and all
    events."""

    table: Table
    sittings: list[Sitting]
    people: dict[int, Player]
    events: tuple[Event, ...]

    @cached_property
    def _seatings(self) -> list[dict[int, Seating]]:
        """The seats of today's sittings after no seat correction, after the first, and so on."""
        made = [event.reseating for event in self.events if event.reseating]
        return list(seatings_back(self.sittings, made[::-1]))[::-1]

    @cached_property
    def _reseated(self) -> list[int]:
        """The numbers of the events that corrected seats."""
        return [no for no, event in enumerate(self.events, start=1) if event.reseating]

    @cached_property
    def _former(self) -> list[tuple[int, FormerTerms]]:
        """What changed the rules or the stake of a sitting, each with the number of its event."""
        return [(no, one) for no, event in enumerate(self.events, start=1) for one in event.former]

    def seatings(self, after: int) -> dict[int, Seating]:
        """Return the seats of each sitting of today after this number of events, by its key."""
        return self._seatings[bisect_right(self._reseated, after)]

    def terms(self, sitting: Sitting, after: int) -> Table:
        """Return the table with the rules and the stake of a sitting of today after this number of
        events."""
        later = (one for no, one in self._former if no > after)
        then = next((one for one in later if one.sitting_id == sitting.pk), None)
        return then.terms_at(sitting.table) if then else sitting.terms

    def players(self, people: Iterable[int]) -> list[Player]:
        """Return people by their keys."""
        return [self.people.get(key) or Player(name="somebody") for key in people]


def history_of(table: Table) -> History:
    """Return the History of a table in nine queries, for any number of events."""
    sittings = whole(table.sittings.order_by("no"))
    reseatings = list(Reseating.objects.filter(sitting__table=table))
    hands = list(_hands(table))
    found = [
        *_sittings(sittings, reseatings, hands),
        *hands,
        *(_reseated(one) for one in reseatings),
        *_retermed(table),
        *_sessions(table),
    ]
    found.sort(key=lambda event: event.at)
    people = {player.pk: player for sitting in sittings for player in sitting.players}
    left = {key for one in reseatings for key in one.before} - people.keys()
    people |= Player.objects.in_bulk(left) if left else {}
    history = History(table=table, sittings=sittings, people=people, events=tuple(found))
    return replace(history, events=tuple(_numbered(history)))


def _sittings(
    sittings: list[Sitting], reseatings: list[Reseating], hands: list[Event]
) -> Iterator[Event]:
    """Yield who sat down and when they left, without later corrections of seats.

    Players sit before they play, though an imported sheet may say otherwise.
    """
    parted = {one.sitting_id for one in reseatings if splits(one)}
    first = {
        event.sitting: event.at for event in sorted(hands, key=lambda one: one.at, reverse=True)
    }
    for sitting, following in zip(sittings, [*sittings[1:], None], strict=True):
        if sitting.pk not in parted:
            began = min(sitting.started_at, first.get(sitting.pk, sitting.started_at))
            yield Event(at=began, kind=SAT, sitting=sitting.pk)
        if sitting.ended_at and not (following and following.pk in parted):
            yield Event(at=sitting.ended_at, kind=ENDED, sitting=sitting.pk)


def _hands(table: Table) -> Iterator[Event]:
    """Yield what happened to the hands, a hand's own events in their order."""
    records = HandRecord.objects.filter(sitting__table=table).exclude(state=State.BEGUN)
    records = records.prefetch_related("corrections").order_by("sitting__no", "place", "logged_at")
    assents = defaultdict(list)
    for assent in Assent.objects.filter(record__sitting__table=table):
        assents[assent.record_id].append(assent)
    for record in records:
        changes = list(record.corrections.all())
        yield (event := _logged(record, changes))
        for change in changes:
            yield (event := _changed(record, change, before=event))
        yield from (_assented(record, changes, assent) for assent in assents[record.pk])


def _logged(record: HandRecord, changes: list[Correction]) -> Event:
    waited = record.place is None or any(one.kind in (Kind.KEPT, Kind.LEFT_OUT) for one in changes)
    return Event(
        at=record.logged_at,
        kind=ARRIVED if waited else LOGGED,
        by=record.who_logged,
        why=record.note,
        sitting=record.sitting_id,
        record=record,
        after=lambda: changes[0].hand_before if changes else record.hand,
    )


WHILE_IT_WAITS = {
    (ARRIVED, Kind.TAKEN_BACK): WITHDRAWN,
    (WAITS_AGAIN, Kind.TAKEN_BACK): WITHDRAWN,
    (WITHDRAWN, Kind.PUT_BACK): WAITS_AGAIN,
}
"""Return the kind of a change, after another of the same hand, if the hand did not count."""


def _changed(record: HandRecord, change: Correction, *, before: Event) -> Event:
    return Event(
        at=max(change.at, before.at),  # a clock can be put back
        kind=WHILE_IT_WAITS.get((before.kind, change.kind), change.kind),
        by=change.by,
        why=change.why,
        sitting=record.sitting_id,
        record=record,
        after=lambda: change.hand_after,
        before=(lambda: change.hand_before) if change.before != change.after else None,
    )


def _assented(record: HandRecord, changes: list[Correction], assent: Assent) -> Event:
    later = changes[assent.revision :]
    return Event(
        at=assent.at,
        kind=AGREED if assent.agrees else OBJECTED,
        by=assent.by,
        why=assent.why,
        sitting=record.sitting_id,
        record=record,
        after=lambda: later[0].hand_before if later else record.hand,
    )


def _reseated(one: Reseating) -> Event:
    return Event(
        at=one.at, kind=RESEATED, by=one.by, why=one.why, sitting=one.sitting_id, reseating=one
    )


def _retermed(table: Table) -> Iterator[Event]:
    """Yield the changes of rules and stake for earlier hands, each with all of its sittings."""
    former = FormerTerms.objects.filter(sitting__table=table).select_related("house", "sitting")
    for at, rows in groupby(former, key=lambda one: one.at):
        found = tuple(rows)
        first = min(found, key=lambda one: one.sitting.no)
        yield Event(
            at=at,
            kind=RETERMED,
            by=first.by,
            why=first.why,
            sitting=first.sitting_id,
            former=found,
        )


def _sessions(table: Table) -> Iterator[Event]:
    for one in Closing.objects.filter(session=table.session_id).defer("document"):
        yield Event(at=one.closed_at, kind=CLOSED, by=one.closed_by)
        if one.reopened_at:
            yield Event(at=one.reopened_at, kind=REOPENED, by=one.reopened_by, why=one.reopened_why)


def _numbered(history: History) -> Iterator[Event]:
    """Yield the events with their numbers, and with those that their hands had then."""
    places, parts = defaultdict(list), _parts(history.seatings(0))
    for no, event in enumerate(history.events, start=1):
        if event.reseating:
            parts = _parts(history.seatings(no))
        hand_no = _number(event, places, parts[event.sitting]) if event.record else None
        yield replace(event, no=no, hand_no=hand_no)


def _parts(seatings: dict[int, Seating]) -> dict[int, list[int]]:
    """Return the sittings of today that were one with each of them then, in their order."""
    wholes = defaultdict(list)
    for key, seating in seatings.items():
        wholes[seating.part_of].append(key)
    return {key: wholes[seating.part_of] for key, seating in seatings.items()}


def _number(event: Event, places: dict[int, list[int]], parts: list[int]) -> int | None:
    """Return the number of an event's hand; `places` are those of the hands that count, kept up to
    date, and `parts` the sittings that were one with its own."""
    here, place, state = places[event.sitting], event.record.place, event.state
    if state == State.COUNTED and place not in here:
        insort(here, place)
    if place not in here:
        return None
    number = bisect_right(here, place)
    for key in parts[: parts.index(event.sitting)]:
        number += len(places[key])
    if state is not None and state != State.COUNTED:
        here.remove(place)
    return number


def as_it_stood(history: History, after: int) -> list[Sitting]:
    """Return the sittings of a table after this number of events, in order, as rows that are never
    stored.

    They have the people, hands and scores of that time. The next dealer follows from the hands
    alone, because it is not known when a dealer was set by hand.
    """
    past, seatings = history.events[:after], history.seatings(after)
    begun = {seatings[event.sitting].part_of for event in past if event.kind in (SAT, RESEATED)}
    bare = _bare_hands(past, seatings)
    parts = defaultdict(list)
    for sitting in history.sittings:
        parts[seatings[sitting.pk].part_of].append(sitting)
    found = [one for one in parts.values() if one[0].pk in begun or one[0].pk in bare]
    return [
        _sitting(history, rows, no, bare[rows[0].pk], seatings[rows[0].pk].people, after)
        for no, rows in enumerate(found, start=1)
    ]


def _bare_hands(past: tuple[Event, ...], seatings: dict[int, Seating]) -> dict[int, list[BareHand]]:
    """Return what each hand was after the last of these events, by the sitting that it was part
    of."""
    last = {event.record.pk: event for event in past if event.state}
    order = {key: no for no, key in enumerate(seatings)}
    found = defaultdict(list)
    for event in sorted(last.values(), key=lambda one: (order[one.sitting], _place(one) or 0)):
        seating = seatings[event.sitting]
        here = found[seating.part_of]
        place = len(here) + 1 if _place(event) else None
        here.append(BareHand(event.record.pk, event.state, place, moved(event.says, seating.to)))
    return found


def _place(event: Event) -> int | None:
    """Return the place of a hand that counted after the event."""
    return event.record.place if event.state == State.COUNTED else None


def _sitting(
    history: History,
    rows: list[Sitting],
    no: int,
    bare: list[BareHand],
    people: tuple[int, ...],
    after: int,
) -> Sitting:
    """Return one sitting; `rows` are the parts that seat corrections have made of it since."""
    ended, now = rows[-1].ended_at, history.events[after - 1].at
    found = Sitting(
        pk=rows[0].pk,
        table=history.terms(rows[0], after),
        no=no,
        first_dealer=rows[0].first_dealer,
        started_at=rows[0].started_at,
        ended_at=ended if ended and ended <= now else None,
        round_table_id=rows[0].round_table_id,
    )
    found.players, found.bare_hands = history.players(people), bare
    return found
