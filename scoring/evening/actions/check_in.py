"""The door: who arrives and leaves, and what they pay for coming in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F, Model
from django.utils import timezone

from scoring.common.amounts import written
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening import hooks
from scoring.evening.models import Attendance
from scoring.evening.queries.fees import fee_for
from scoring.evening.queries.now import AWAITED, GONE, HERE
from scoring.money.actions.ledger import charge_fee, drop_fee, pay_fee
from scoring.people.actions.people import add_players, lock_players, refuse_forgotten
from scoring.people.models import Player
from scoring.table.actions.lock import for_changes
from scoring.table.models import ClubSession


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """Somebody's coming, and whether they were AWAITED, HERE or GONE before it was told."""

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
    """Check a player in, now or `at` a moment: they owe what the door costs; whoever had left is
    back again.

    `with_entry` or `with_round` says by what they were checked in, where nobody asked for it. Told
    twice, it happens once. Raises Refused when the evening is closed, or when they were
    forgotten.
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
    """Check in whoever goes by this name; a name that the club does not know is a new guest's."""
    session = for_changes(session)
    (player,) = add_players(club=session.club, names=[name], guest=True)
    return arrive(session=session, player=player, actor=actor)


@transaction.atomic
def undo_arrival(*, session: ClubSession, player: Player, actor: Actor) -> None:
    """Forget that somebody came, with the fee that they owe; Refused once they have paid it, and
    once they had a place in a round of a tournament."""
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
    """Say that somebody has left, or that they are back; they keep their seat and what they owe."""
    came = _came(session, player)
    if left != (came.left_at is not None):
        session.attendances.filter(pk=came.pk).update(left_at=timezone.now() if left else None)
    return _refreshed(came)


@transaction.atomic
def pay_at_the_door(
    *, session: ClubSession, player: Player, paid: bool, actor: Actor
) -> Attendance:
    """Say that somebody paid their fee in cash, or that they did not."""
    came = _came(session, player)
    if came.fee_minor and paid != (came.fee_paid_at is not None):
        session.attendances.filter(pk=came.pk).update(fee_paid_at=timezone.now() if paid else None)
        pay_fee(attendance=came, paid=paid, actor=actor)
    return _refreshed(came)


@transaction.atomic
def set_fee(*, session: ClubSession, player: Player, fee_minor: int, actor: Actor) -> Attendance:
    """Let somebody owe another amount at the door, or nothing; Refused once they have paid."""
    came = _came(session, player)
    if came.fee_minor == fee_minor:
        return came
    _refuse_if_paid(came)
    came.fee_minor = fee_minor
    came.save(update_fields=["fee_minor"])
    charge_fee(attendance=came, actor=actor)
    return _refreshed(came)


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
    """Return it as it stands now, having told every screen of the evening."""
    ClubSession.objects.filter(pk=came.session_id).update(version=F("version") + 1)
    came.refresh_from_db()
    return came
