"""What coming in costs a player."""

from __future__ import annotations

from scoring.evening.models import Attendance
from scoring.people.models import Player
from scoring.table.models import ClubSession


def fee_for(session: ClubSession, player: Player) -> int:
    """Return the check-in fee that a player owes on arrival now."""
    return session.guest_fee_minor if player.guest else session.door_fee_minor


def set_by_hand(came: Attendance) -> bool:
    """Return whether the fee was set by hand to another amount."""
    return came.fee_minor != fee_for(came.session, came.player)
