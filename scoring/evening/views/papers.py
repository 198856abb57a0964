"""The printed lists of a club night: attendance, seats and table cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from scoring.common import codes
from scoring.common.amounts import written
from scoring.common.dates import full_day
from scoring.common.local_time import clock
from scoring.common.pdf.listing import BOX, TICKED, Heading, Listing
from scoring.common.qr_codes import address_of, paper_code
from scoring.evening.sheets.table_cards import TableCard
from scoring.table.models import ClubSession, Link, Sitting
from scoring.table.views.sheets import parts_of_evening

NAME = Heading(title="Name", kind="name")


@dataclass(frozen=True, kw_only=True)
class Print:
    """A sheet to print, with its title and address."""

    title: str
    address: str


def prints_of(session: ClubSession, *, tables: bool) -> list[Print]:
    """Return what can be printed of an evening; without tables only the list for the door, which
    friends without a club do not have."""
    came = "Attendance list" if tables else "Check-in list"
    found = [*_everything(session)] if tables else []
    names = {} if session.club.casual else {came: "attendance-sheet"}
    if tables:
        names |= {"Seating plan": "seating-sheet", "Table cards": "table-cards"}
    found += [
        Print(title=title, address=reverse(name, args=[session.pk]))
        for title, name in names.items()
    ]
    return found


def _everything(session: ClubSession) -> Iterator[Print]:
    """Yield all papers of an evening as one print, or in parts after a long evening of friends."""
    title, address = "Everything for tonight", reverse("tonight-sheet", args=[session.pk])
    yield Print(title=title, address=address)
    if session.closed and session.club.casual and (more := len(parts_of_evening(session))) > 1:
        for no in range(2, 2 + more):
            yield Print(title=f"{title}, part {no}", address=f"{address}?part={no}")


WHEN = ("Guest", "Came", "Left")


def attendance_list(session: ClubSession) -> Listing:
    """Return the attendance list; before anyone has come, the members with boxes to tick."""
    came = list(session.attendances.select_related("player"))
    return _came(session, came) if came else _expected(session)


def _came(session: ClubSession, came: list) -> Listing:
    fees = any(one.fee_minor for one in came)
    columns = [Heading(title="No.", kind="figure"), NAME, *(Heading(title=one) for one in WHEN)]
    if fees:
        columns += [Heading(title="Fee", kind="figure"), Heading(title="Paid", kind="tick")]
    number = f"{len(came)} {'person' if len(came) == 1 else 'people'}"
    rows = [(str(no), *_of(one, session, fees), "") for no, one in enumerate(came, start=1)]
    return Listing(
        title="Attendance list",
        club=session.club.name,
        about=f"{full_day(session.played_on)}, {number}",
        columns=(*columns, Heading(title="Signed", kind="write")),
        rows=tuple(rows),
        totals=_sum(session, came) if fees else (),
    )


def _of(one, session: ClubSession, fees: bool) -> Iterator[object]:
    yield from (one.player.name, "guest" if one.player.guest else "", clock(one.arrived_at))
    yield clock(one.left_at) if one.left_at else ""
    if fees:
        yield written(one.fee_minor, session.club.currency) if one.fee_minor else ""
        yield TICKED if one.fee_paid_at else BOX if one.fee_minor else ""


def _sum(session: ClubSession, came: list) -> tuple[str, ...]:
    paid = sum(one.fee_minor for one in came if one.fee_paid_at)
    owed = sum(one.fee_minor for one in came)
    currency = session.club.currency
    part = f"{written(paid, currency)} of it paid"
    return ("", part, "", "", "", written(owed, currency), "", "")


def _expected(session: ClubSession) -> Listing:
    members = session.club.players.members()
    fee = session.door_fee_minor
    about = f"check-in fee {written(fee, session.club.currency)}" if fee else ""
    columns = [Heading(title="Here", kind="tick"), NAME]
    columns += [Heading(title="Paid", kind="tick")] if fee else []
    blank = [("",) * (len(columns) + 1)] * 12
    rows = [(BOX, member.name, *([BOX] if fee else []), "") for member in members]
    return Listing(
        title="Check-in list",
        club=session.club.name,
        about=", ".join(filter(None, (full_day(session.played_on), about))),
        columns=(*columns, Heading(title="Signed", kind="write")),
        rows=(*rows, *blank),
        notes=("Use the empty lines for guests.",),
    )


def seating_lists(session: ClubSession, sittings: list[Sitting]) -> tuple[Listing, Listing]:
    """Return who sits where, by name and by table, large enough to be hung up."""
    return _by_name(session, sittings), _by_table(session, sittings)


def _by_name(session: ClubSession, sittings: list[Sitting]) -> Listing:
    seats = sorted(
        (player.key, player.name, sitting.table.no, str(seat))
        for sitting in sittings
        for seat, player in enumerate(sitting.players, start=1)
    )
    return Listing(
        title="Find your seat",
        club=session.club.name,
        about=f"{full_day(session.played_on)}, by name",
        columns=(NAME, Heading(title="Table", kind="figure"), Heading(title="Seat", kind="figure")),
        rows=tuple((name, str(table), seat) for _, name, table, seat in seats),
        fills=True,
        notes=("Seats are numbered clockwise round the table.",),
    )


def _by_table(session: ClubSession, sittings: list[Sitting]) -> Listing:
    rows = [
        (
            f"{sitting.table}, {sitting.rules.name}" if not seat else "",
            str(seat + 1),
            player.name,
        )
        for sitting in sittings
        for seat, player in enumerate(sitting.players)
    ]
    return Listing(
        title="Seating plan",
        club=session.club.name,
        about=f"{full_day(session.played_on)}, by table",
        columns=(Heading(title="Table"), Heading(title="Seat", kind="figure"), NAME),
        rows=tuple(rows),
        fills=True,
        blocks=True,
    )


def table_cards(
    request: HttpRequest, session: ClubSession, sittings: list[Sitting]
) -> tuple[TableCard, ...]:
    """Return a card for each open table, with its live codes."""
    links = {
        (link.table_id, link.right): address_of(request, "pad", link.token)
        for link in Link.objects.filter(table__session=session, revoked_at=None)
    }
    return tuple(_card(request, sitting, links) for sitting in sittings)


def _card(request: HttpRequest, sitting: Sitting, links: dict) -> TableCard:
    table = sitting.table
    session = table.session
    return TableCard(
        table=str(table),
        about=f"{session.club} · {full_day(session.played_on)}",
        rules=table.terms_as_text,
        people=tuple(sitting.names),
        writes=links[table.pk, Link.Right.WRITE],
        watches=links[table.pk, Link.Right.WATCH],
        code=paper_code(request, codes.TABLE, table.pk),
    )
