"""A table as it stood at any moment: its sittings in memory, scored like those of today."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from scoring.models.hands import Told
from scoring.models.history import RESEATED, SAT, Event, History
from scoring.models.play import Sitting
from scoring.models.reseating import moved
from scoring.models.seatings import Seating


def as_it_stood(history: History, after: int) -> list[Sitting]:
    """Return the sittings of a table after so many events, the first first: rows that are never
    stored.

    Their people, hands and scores are those of then. Who deals next follows from the hands alone:
    when the dealer's mark was moved by hand is not known.
    """
    past, seatings = history.events[:after], history.seatings(after)
    begun = {seatings[event.sitting].part_of for event in past if event.kind in (SAT, RESEATED)}
    told = _told(past, seatings)
    parts = defaultdict(list)
    for sitting in history.sittings:
        parts[seatings[sitting.pk].part_of].append(sitting)
    found = [one for one in parts.values() if one[0].pk in begun or one[0].pk in told]
    return [
        _sitting(history, rows, no, told[rows[0].pk], seatings[rows[0].pk].people, past[-1].at)
        for no, rows in enumerate(found, start=1)
    ]


def _told(past: tuple[Event, ...], seatings: dict[int, Seating]) -> dict[int, list[Told]]:
    """Return what each hand was after the last of these events, by the sitting that it was part
    of."""
    last = {event.record.pk: event for event in past if event.state}
    order = {key: no for no, key in enumerate(seatings)}
    found = defaultdict(list)
    for event in sorted(last.values(), key=lambda one: (order[one.sitting], _place(one) or 0)):
        seating = seatings[event.sitting]
        here = found[seating.part_of]
        place = len(here) + 1 if _place(event) else None
        here.append(Told(event.record.pk, event.state, place, moved(event.says, seating.to)))
    return found


def _place(event: Event) -> int | None:
    """Return the place of a hand that counted after the event."""
    return event.record.place if event.state == State.COUNTED else None


def _sitting(
    history: History,
    rows: list[Sitting],
    no: int,
    told: list[Told],
    people: tuple[int, ...],
    now: datetime,
) -> Sitting:
    """Return one sitting; `rows` are the parts that seats put right have made of it since."""
    ended = rows[-1].ended_at
    found = Sitting(
        pk=rows[0].pk,
        table=history.table,
        no=no,
        first_dealer=rows[0].first_dealer,
        started_at=rows[0].started_at,
        ended_at=ended if ended and ended <= now else None,
        round_table_id=rows[0].round_table_id,
    )
    found.players, found.told = history.players(people), told
    return found
