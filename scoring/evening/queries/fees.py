"""What coming in costs a player, and what other fees change for people who are checked in."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from scoring.evening.models import Attendance
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession


def fee_for(session: ClubSession, player: Player) -> int:
    """Return the check-in fee that a player owes on arrival now."""
    return fee_of(session, guest=player.guest)


def fee_of(session: ClubSession, *, guest: bool) -> int:
    """Return the check-in fee of a guest, or of a member."""
    return session.guest_fee_minor if guest else session.door_fee_minor


def set_by_hand(came: Attendance) -> bool:
    """Return whether the fee was set by hand to another amount."""
    return came.fee_minor != fee_for(came.session, came.player)


def usual_fees(club: Club, members: int | None, guests: int | None) -> tuple[int, int]:
    """Return the fees of members and guests; None uses the club's default. Guests pay what members
    pay if only that was given."""
    if guests is None:
        guests = club.guest_fee_minor if members is None else members
    return club.door_fee_minor if members is None else members, guests


@dataclass(frozen=True, kw_only=True)
class FeeGroup:
    """People who are checked in at one fee, in minor units."""

    names: tuple[str, ...]
    fee: int
    """What they owed or paid so far."""
    paid: bool
    after: int
    """What their fee would be."""


@dataclass(frozen=True, kw_only=True)
class FeeChange:
    """New check-in fees, and the people who are checked in already."""

    members: int
    guests: int
    groups: tuple[FeeGroup, ...]

    @property
    def seen(self) -> str:
        """The new fees in a form, which were looked at before they are saved."""
        return f"{self.members}-{self.guests}"


def fee_change(
    session: ClubSession, *, members: int, guests: int, instead_of: int | None = None
) -> FeeChange | None:
    """Return what new fees change; None if they are the same, or if no one is checked in.

    `instead_of`: people who have not paid this fee owe the members' new one, as in a tournament.
    """
    now = (session.door_fee_minor, session.guest_fee_minor)
    if instead_of is None and (members, guests) == now:
        return None
    found: dict[tuple[int, bool], list[str]] = defaultdict(list)
    for came in session.attendances.select_related("player").order_by("player__key"):
        found[came.fee_minor, came.fee_paid_at is not None].append(came.player.name)
    groups = tuple(
        FeeGroup(
            names=tuple(names),
            fee=fee,
            paid=paid,
            after=members if not paid and fee == instead_of else fee,
        )
        for (fee, paid), names in sorted(found.items(), key=lambda one: (not one[0][1], one[0][0]))
    )
    return FeeChange(members=members, guests=guests, groups=groups) if groups else None
