"""What somebody could pay at the door at once: his fee, and how his account stood before he came."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.models.accounts import balances_of, standing
from scoring.models.evening import Attendance
from scoring.models.ledger import Entry

AT_THE_DOOR = "at the door"
"""The note of the lines that settle an old debt, or a credit, at the door."""


@dataclass(frozen=True, kw_only=True)
class OpenAtDoor:
    """Minor units: the `fee` that is not paid yet, and how the account stands besides it."""

    fee: int
    before: int

    @property
    def debt(self) -> int:
        """What he owes from before."""
        return max(0, -self.before)

    @property
    def set_off(self) -> int:
        """What of the fee his credit pays."""
        return min(self.fee, max(0, self.before))

    @property
    def cash(self) -> int:
        """What he has to pay to be even; nothing where his credit covers the fee."""
        return self.fee + self.debt - self.set_off

    @property
    def anything(self) -> bool:
        return bool(self.fee or self.debt)


def open_at_the_door(came: Attendance) -> OpenAtDoor:
    """Return what is open for somebody who came; one query."""
    fee = 0 if came.fee_paid_at else came.fee_minor
    stands = balances_of(came.session.club, [came.player])[came.player_id]
    return OpenAtDoor(fee=fee, before=stands + fee)


def settled_at_the_door(came: Attendance) -> QuerySet[Entry]:
    """Return the lines by which his account was settled at this door, besides the fee's own."""
    kinds = (Entry.Kind.PAID_IN, Entry.Kind.PAID_OUT)
    his = Q(credited=came.player_id) | Q(debited=came.player_id)
    return standing(came.session.entries.filter(his, kind__in=kinds, note=AT_THE_DOOR))
