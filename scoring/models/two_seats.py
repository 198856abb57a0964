"""Seats held at two tables at once. Nobody can sit in both: one of them is somebody else's."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from scoring.models.hands import HandRecord
from scoring.models.play import Seat
from scoring.models.reseating import Reseat
from scoring.rules.names import name_key


def meanwhile_elsewhere(reseat: Reseat) -> list[str]:
    """Return a sentence about everybody who sat at another table while he is said to have sat at
    this one."""
    names = {name_key(name) for name in reseat.names}
    seats = (seat for seat in _seats_meanwhile(reseat) if name_key(str(_sitter(seat))) in names)
    return list(dict.fromkeys(_told(seat, reseat) for seat in seats))


def _seats_meanwhile(reseat: Reseat) -> QuerySet[Seat]:
    """Return the seats at the evening's other tables in sittings that overlap with the one put
    right."""
    sitting = reseat.sitting
    seats = Seat.objects.not_replaced().filter(sitting__table__session=sitting.table.session_id)
    seats = seats.exclude(sitting__table=sitting.table_id).filter(sitting__round_table=None)
    seats = seats.filter(Q(sitting__ended_at=None) | Q(sitting__ended_at__gt=_since(reseat)))
    if sitting.ended_at:
        seats = seats.filter(sitting__started_at__lt=sitting.ended_at)
    return seats.select_related("player", "substitute", "sitting__table").order_by(
        "sitting__table__no", "no"
    )


def _since(reseat: Reseat):
    if reseat.from_no == 1:
        return reseat.sitting.started_at
    return HandRecord.objects.get(pk=reseat.concerned[0].id).logged_at


def _sitter(seat: Seat):
    return seat.substitute or seat.player


def _told(seat: Seat, reseat: Reseat) -> str:
    sits = "sat" if reseat.sitting.ended_at or seat.sitting.ended_at else "sits"
    who, there, here = _sitter(seat), seat.sitting.table, reseat.sitting.table
    return (
        f"{who} {sits} at {there} at the same time. Is it somebody else here? Then name him; "
        f"if it is {who}, put the seats of {there} right as well: "
        f"nobody can sit at {here} and {there} at once."
    )
