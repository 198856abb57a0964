"""Check-in fees in words: those of a club night, and a player's own."""

from __future__ import annotations

from scoring.common.amounts import written
from scoring.evening.models import Attendance
from scoring.table.models import ClubSession


def describe_fees(session: ClubSession) -> str:
    """Return what coming in costs: "£3.00 at check-in, guests £4.00"; nothing when it is free."""
    members, guests = session.door_fee_minor, session.guest_fee_minor
    if not members and not guests:
        return ""
    fee = f"{_cost(members, session)} at check-in"
    return fee if guests == members else f"{fee}, guests {_cost(guests, session)}"


def _cost(minor: int, session: ClubSession) -> str:
    return written(minor, session.club.currency) if minor else "nothing"


def describe_fee(came: Attendance) -> str:
    """Return a player's check-in fee, due or paid, in words; empty if there is none."""
    if not came.fee_minor:
        return ""
    amount = written(came.fee_minor, came.session.club.currency)
    return (
        f"Check-in fee: {amount}, paid."
        if came.fee_paid_at
        else f"Check-in fee: {amount}, to pay at check-in."
    )
