"""Everything of a club night that needs attention, while it goes on and before it is closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils import timezone

from scoring.common.amounts import written
from scoring.common.to_do import Need
from scoring.euchre.rule_set import NUMBERS
from scoring.euchre.wording import counted, listed
from scoring.evening import hooks
from scoring.evening.queries.fees import fee_for
from scoring.evening.queries.now import (
    GONE,
    HERE,
    Person,
    never_checked_in,
    not_agreed,
    people_of,
    unpaid_fees,
)
from scoring.evening.queries.plans import waits_elsewhere
from scoring.evening.views.table_lines import TableLine, table_lines
from scoring.money.queries.prizes import describe_prizes_to_pay
from scoring.people.models import Player
from scoring.table.models import ClubSession
from scoring.table.queries.phones import pads_left


def needs_at(
    line: TableLine, session: ClubSession, gone: Iterable[Person], twice: Iterable[dict]
) -> Iterator[Need]:
    """Yield everything that needs attention at a table, the most urgent first."""
    write = line.links.get("write")
    if line.waits:
        yield Need(kind="waits", says=line.waiting, address=reverse("pad", args=[write]))
    if line.objections:
        yield Need(kind="objected", says=line.objected, address=reverse("score", args=[write]))
    for one in twice:
        others = [sitting.table for sitting, _ in one["at"] if sitting.table_id != line.table.pk]
        for sitting, link in one["at"]:
            if sitting.table_id == line.table.pk:
                at = listed([*map(str, others)])
                says = f"{one['player']} also sits at {at}. Correct the seats."
                address = reverse("put-right", args=[link, sitting.no])
                yield Need(kind="twice", says=says, address=address)
    for person in gone:
        if person.seat.sitting.table == line.table:
            says = f"{person.player} has left. Choose who takes the seat."
            address = reverse("cut-in", args=[session.pk, line.table.no])
            yield Need(kind="left", says=says, address=address)


def chips(
    session: ClubSession,
    lines: Iterable[TableLine],
    *,
    gone: list[Person],
    twice: list[dict],
    free: list[Player],
    unchecked: list[Person],
) -> Iterator[Need]:
    """Yield everything that needs attention, each kind counted once, the most urgent first."""
    yield from _at_tables(lines, gone, twice)
    if quiet := [line for line in lines if line.quiet]:
        yield Need(says=describe_quiet(len(quiet)), address=f"#table-{quiet[0].table.no}")
    yield from _without_a_seat(session, free)
    if unchecked:
        door = reverse("door", args=[session.pk])
        names = ", ".join(one.player.name for one in unchecked)
        says = f"{len(unchecked)} not checked in"
        yield Need(says=says, address=f"{door}?show={HERE}", title=names)


def _at_tables(lines: Iterable[TableLine], gone: list[Person], twice: list[dict]) -> Iterator[Need]:
    """Yield what `needs_at` says of single tables, counted over all."""
    hands, objections = (
        sum(getattr(line, one) for line in lines) for one in ("waits", "objections")
    )
    kinds = describe_open_hands(waits=hands, objections=objections) | {
        "twice": f"{len(twice)} seated twice" if twice else "",
        "left": f"{len(gone)} gone, still seated" if gone else "",
    }
    for kind, says in kinds.items():
        if says:
            first = next(line for line in lines if any(need.kind == kind for need in line.needs))
            yield Need(says=says, address=f"#table-{first.table.no}")


def describe_open_hands(*, waits: int, objections: int) -> dict[str, str]:
    """Return "2 hands to approve" and "1 hand disputed" by kind; nothing where there are none."""
    return {
        "waits": f"{counted(waits, 'hand')} to approve" if waits else "",
        "objected": f"{counted(objections, 'hand')} disputed" if objections else "",
    }


def describe_quiet(tables: int) -> str:
    """Return "2 tables quiet"; nothing where none is."""
    return f"{counted(tables, 'table')} quiet" if tables else ""


def _without_a_seat(session: ClubSession, free: list[Player]) -> Iterator[Need]:
    waits = waits_elsewhere(session) if free and not session.has_tournament else {}
    waiting = [one for one in free if one.pk in waits]
    others = [one for one in free if one.pk not in waits]
    seats = reverse("tournament-people" if session.has_tournament else "seats", args=[session.pk])
    for says, people in (
        (f"{len(waiting)} waiting to cut in", waiting),
        (f"{len(others)} without a seat", others),
    ):
        if people:
            yield Need(says=says, address=seats, title=", ".join(one.name for one in people))


def unseated(people: Iterable[Person], session: ClubSession) -> list[Player]:
    """Return the people here without a seat. Players in a tournament's round have a place."""
    placed = hooks.in_the_round_now.first(session) or set()
    free = (one for one in people if one.state == HERE and not one.table)
    return [one.player for one in free if one.player.pk not in placed]


def left_seated(people: Iterable[Person]) -> list[Person]:
    """Return the people who have left but still have a seat. A tournament manages its own seats."""
    return [
        one
        for one in people
        if one.state == GONE and one.seat and not one.seat.sitting.round_table_id
    ]


def twice_seated(people: Iterable[Person], tables: Iterable[TableLine]) -> list[dict]:
    """Return the players with seats at two tables, and the links to correct each. A tournament
    manages its own seats."""
    links = {line.table.pk: line.links.get("write") for line in tables}
    found = []
    for person in people:
        seats = [
            seat
            for seat in (*person.other_seats, person.seat)
            if seat and not seat.sitting.round_table_id
        ]
        if len(seats) > 1:
            seats.sort(key=lambda seat: seat.sitting.table.no)
            number = NUMBERS[len(seats)] if len(seats) < len(NUMBERS) else len(seats)
            at = [(seat.sitting, links[seat.sitting.table_id]) for seat in seats]
            found.append({"player": person.player, "number": number, "at": at})
    return found


def left_open(session: ClubSession, *, phone: str) -> dict:
    """Return the open points before a club night is closed, other than its hands. `phone` is the id
    of the phone that asks, or ""."""
    now = timezone.now()
    tables, people = table_lines(session, now), people_of(session)
    links = {line.table.pk: line.links.get("write") for line in tables}
    silent, unchecked = not_agreed(session), never_checked_in(session)
    found = {
        "waiting": [line for line in tables if line.waits],
        "begun": [line for line in tables if line.table.begun],
        "objected": [line for line in tables if line.objections],
        "left_seated": left_seated(people),
        "twice_seated": twice_seated(people, tables),
        "away": [(one, links[one.table_id]) for one in pads_left(session, now, but=phone)],
        "silent": [(line, silent[line.table.pk]) for line in tables if line.table.pk in silent],
        "unchecked": unchecked,
        "unpaid": describe_unpaid(session),
        "prizes": describe_prizes_to_pay(session),
    }
    fees = sum(fee_for(session, player) for player in unchecked)
    not_charged = written(fees, session.club.currency)
    return found | {"alarms": any(found.values()), "not_charged": not_charged}


def describe_unpaid(session: ClubSession) -> str:
    """Return "2 door fees (£10.00)", which are not paid; nothing when all are."""
    fees, minor = unpaid_fees(session)
    if not fees:
        return ""
    return f"{counted(fees, 'check-in fee')} ({written(minor, session.club.currency)})"
