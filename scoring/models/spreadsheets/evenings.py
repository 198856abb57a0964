from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.models.club import Club
from scoring.models.evening import Attendance
from scoring.models.play import Seat, Sitting
from scoring.models.reckoning import whole
from scoring.models.spreadsheets.spreadsheet import AT_ONCE, Spreadsheet
from scoring.rules.money import plain

SITTINGS_AT_ONCE = 200


def _sessions(club: Club) -> Iterator[tuple]:
    for session in club.sessions.order_by("played_on", "pk").iterator(chunk_size=AT_ONCE):
        fees = (
            plain(fee, club.currency) for fee in (session.door_fee_minor, session.guest_fee_minor)
        )
        yield (
            session.played_on,
            session.title,
            session.starts_at,
            *fees,
            club.currency,
            session.closed_at,
        )


def _attendance(club: Club) -> Iterator[tuple]:
    came = Attendance.objects.filter(session__club=club).select_related("session", "player")
    for one in came.order_by("session__played_on", "session", "arrived_at", "pk").iterator(
        chunk_size=AT_ONCE
    ):
        fee = plain(one.fee_minor, club.currency)
        times = one.arrived_at, one.left_at, fee, club.currency, one.fee_paid_at
        yield one.session.played_on, str(one.session), one.player.name, *times, one.by


def sittings_of(club: Club) -> Iterator[list[Sitting]]:
    """Yield the club's sittings in the order they were played, so many at once, with people and
    hands."""
    found = Sitting.objects.not_replaced().filter(table__session__club=club)
    found = found.order_by("table__session__played_on", "table__session", "table__no", "no")
    keys = list(found.values_list("pk", flat=True))
    for first in range(0, len(keys), SITTINGS_AT_ONCE):
        yield whole(found.filter(pk__in=keys[first : first + SITTINGS_AT_ONCE]))


def place_of(sitting: Sitting) -> tuple:
    """Return the cells that say where a sitting belongs: date, session, table, sitting."""
    session = sitting.table.session
    return session.played_on, str(session), sitting.table.no, sitting.no


def _sittings(club: Club) -> Iterator[tuple]:
    for sittings in sittings_of(club):
        seats = Seat.objects.filter(sitting__in=sittings).select_related(
            "in_place_of", "substitute"
        )
        others = {(seat.sitting_id, seat.no): (seat.in_place_of, seat.substitute) for seat in seats}
        for sitting in sittings:
            yield from _seats(sitting, others, club.currency)


def _seats(sitting: Sitting, others: dict, currency: str) -> Iterable[tuple]:
    # A tournament's rounds are played for its prizes.
    table, owed = sitting.table, {} if sitting.round_table_id else sitting.owed
    stake = plain(table.stake_minor, currency)
    for no, name in enumerate(sitting.names):
        won = sum(points for (_, winner), points in owed.items() if winner == no)
        net = won - sum(points for (loser, _), points in owed.items() if loser == no)
        first, stands_in = (other and other.name for other in others[sitting.pk, no])
        about = (
            table.rules.name,
            stake,
            currency,
            len(sitting.played),
            no + 1,
            name,
            first,
            stands_in,
        )
        yield (
            *place_of(sitting),
            *about,
            sitting.totals[no],
            net,
            plain(net * table.stake_minor, currency),
        )


SESSIONS = Spreadsheet(
    name="sessions",
    holds="every evening, with its hour and what the door cost",
    of="session",
    columns=(
        "date",
        "session",
        "starts at",
        "door fee",
        "door fee of guests",
        "currency",
        "closed",
    ),
    rows=_sessions,
)
ATTENDANCE = Spreadsheet(
    name="attendance",
    holds="who came to which evening, from when to when, and whether the door was paid",
    of="attendance",
    columns=(
        "date",
        "session",
        "name",
        "arrived",
        "left",
        "fee",
        "currency",
        "fee paid",
        "told by",
    ),
    rows=_attendance,
)
SITTINGS = Spreadsheet(
    name="sittings",
    holds="a line for every seat of every sitting, with what its player won or lost there",
    of="seat",
    columns=(
        *("date", "session", "table", "sitting", "rules", "stake a point", "currency", "hands"),
        *("seat", "name", "took over from", "substitute", "points", "net points", "net money"),
    ),
    rows=_sittings,
)
