"""Check-in: arrivals, departures and fees."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F, Model
from django.utils import timezone

from scoring.common.amounts import written
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.common.tonight import tonight
from scoring.evening import hooks
from scoring.evening.models import Attendance
from scoring.evening.queries.fees import fee_for, fee_of, set_by_hand
from scoring.evening.queries.now import AWAITED, GONE, HERE
from scoring.money.actions.ledger import charge_fee, drop_fee, pay_fee
from scoring.people.actions.people import add_players, lock_players, refuse_forgotten
from scoring.people.models import Player
from scoring.table.actions.lock import for_changes
from scoring.table.models import ClubSession


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """An arrival, and the player's state before it: AWAITED, HERE or GONE."""

    attendance: Attendance
    before: str


@transaction.atomic
def arrive(
    *,
    session: ClubSession,
    player: Player,
    actor: Actor,
    at: datetime | None = None,
    **checked_in: Model | None,
) -> Arrival:
    """Check a player in, now or `at` a time, with the check-in fee that is due. A player who had
    left is here again.

    `with_entry` or `with_round` records an automatic check-in. Idempotent. Raise Refused if the
    club night is closed, or if the player's data is erased.
    """
    session = for_changes(session)
    (player,) = lock_players(player)
    refuse_forgotten(player)
    came = session.attendances.filter(player=player).first()
    if came is not None:
        back = session.attendances.filter(pk=came.pk, left_at__isnull=False).update(left_at=None)
        return Arrival(attendance=_refreshed(came), before=GONE if back else HERE)
    fee = fee_for(session, player)
    about = {"session": session, "player": player, "arrived_at": at or timezone.now()} | checked_in
    came = Attendance.objects.create(**about, by=actor.name, fee_minor=fee)
    charge_fee(attendance=came, actor=actor)
    return Arrival(attendance=_refreshed(came), before=AWAITED)


@transaction.atomic
def arrive_by_name(*, session: ClubSession, name: str, actor: Actor) -> Arrival:
    """Check in the player with this name; an unknown name becomes a new guest."""
    session = for_changes(session)
    (player,) = add_players(club=session.club, names=[name], guest=True)
    return arrive(session=session, player=player, actor=actor)


@transaction.atomic
def undo_arrival(*, session: ClubSession, player: Player, actor: Actor) -> None:
    """Delete a check-in with the fee due. Raise Refused if the fee is paid, or if the player had a
    place in a round of a tournament."""
    came = for_changes(session).attendances.filter(player=player).first()
    if came is None:
        return
    _refuse_if_paid(came)
    if hooks.has_played.first(session, player):
        raise Refused(
            f"{player} has a place in a round, so the check-in stays. Use Has left instead."
        )
    drop_fee(attendance=came, actor=actor)
    _refreshed(came)
    came.delete()


@transaction.atomic
def leave(*, session: ClubSession, player: Player, left: bool) -> Attendance:
    """Record that a player has left, or is here again; the seat and the fee stay as they are."""
    came = _came(session, player)
    if left != (came.left_at is not None):
        session.attendances.filter(pk=came.pk).update(left_at=timezone.now() if left else None)
    return _refreshed(came)


@transaction.atomic
def pay_at_the_door(
    *, session: ClubSession, player: Player, paid: bool, actor: Actor
) -> Attendance:
    """Record that a fee was paid in cash, or was not."""
    came = _came(session, player)
    if came.fee_minor and paid != (came.fee_paid_at is not None):
        session.attendances.filter(pk=came.pk).update(fee_paid_at=timezone.now() if paid else None)
        pay_fee(attendance=came, paid=paid, actor=actor)
    return _refreshed(came)


@transaction.atomic
def set_fee(
    *, session: ClubSession, player: Player, fee_minor: int, actor: Actor, why: str = ""
) -> Attendance:
    """Set another check-in fee, or none, perhaps with a reason. Raise Refused if the fee is
    paid."""
    came = _came(session, player)
    if came.fee_minor == fee_minor and (not why or came.fee_why == why):
        return came
    _refuse_if_paid(came)
    came.fee_minor, came.fee_why = fee_minor, why
    came.save(update_fields=["fee_minor", "fee_why"])
    charge_fee(attendance=came, actor=actor, why=why)
    return _refreshed(came)


@transaction.atomic
def refund_fee(
    *, session: ClubSession, player: Player, fee_minor: int, why: str, actor: Actor
) -> Attendance:
    """Pay a fee back in cash, all of it or down to another fee, with a reason.

    Idempotent. Raise Refused if the fee is not paid, or is not more than the other one.
    """
    came = _came(session, player)
    if came.fee_minor == fee_minor and came.fee_why == why:
        return came
    if not came.fee_paid_at:
        raise Refused(f"{player} has not paid. Change the fee instead.")
    if came.fee_minor <= fee_minor:
        paid = written(came.fee_minor, came.session.club.currency)
        raise Refused(f"{player} has paid {paid}. Enter a lower fee.")
    came.fee_minor, came.fee_why = fee_minor, why
    came.fee_paid_at = came.fee_paid_at if fee_minor else None
    came.save(update_fields=["fee_minor", "fee_why", "fee_paid_at"])
    drop_fee(attendance=came, actor=actor, why=why)
    if fee_minor:
        charge_fee(attendance=came, actor=actor)
        pay_fee(attendance=came, paid=True, actor=actor)
    return _refreshed(came)


def charge_as(player: Player, guest: bool, actor: Actor) -> None:
    """Charge a person who becomes a guest, or a member, that fee tonight, unless they have paid or
    their fee was set by hand."""
    nights = ClubSession.objects.filter(club=player.club_id, closed_at=None)
    nights = nights.filter(attendances__player=player, played_on__range=tonight())
    for session in nights.order_by("pk"):
        came = _came(session, player)
        if not came.fee_paid_at and not set_by_hand(came):
            fee = fee_of(came.session, guest=guest)
            set_fee(session=session, player=player, fee_minor=fee, actor=actor)


def _came(session: ClubSession, player: Player) -> Attendance:
    """Return when they came, the session locked; Refused when it is closed or they did not."""
    came = for_changes(session).attendances.filter(player=player).first()
    if came is None:
        raise Refused(f"{player} is not checked in. Check them in first.")
    return came


def _refuse_if_paid(came: Attendance) -> None:
    if came.fee_paid_at:
        paid = written(came.fee_minor, came.session.club.currency)
        raise Refused(f"{came.player} has paid {paid}. Undo the payment first.")


def _refreshed(came: Attendance) -> Attendance:
    """Return the row as stored now, after refreshing all screens of the club night."""
    ClubSession.objects.filter(pk=came.session_id).update(version=F("version") + 1)
    came.refresh_from_db()
    return came
