"""Check in everyone who has a place in a round and charge the entry fee. Undoing the round undoes
this as well."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.evening.models import Attendance
from scoring.evening.queries.fees import fee_for, set_by_hand
from scoring.money.actions.ledger import charge_fees, drop_fee
from scoring.people.actions.people import lock_players
from scoring.people.models import Player
from scoring.tournament.models import Entrant, Round
from scoring.tournament.queries.entry_fees import not_checked_in, waiting_for_a_draw


def check_round_in(row: Round, *, at: datetime, actor: Actor) -> None:
    """Check in everyone who has a place in a round and was not checked in. The session must be
    locked."""
    _check_in(row, not_checked_in(row), at=at, actor=actor)


def check_entrant_in(row: Round, entrant: Entrant, *, actor: Actor) -> None:
    """Check in an entrant who was given a seat in a running round, unless they are a ghost or
    already checked in. A player who had left is back.

    The check-in belongs to the round. It is undone together with the round, and by
    `check_entrant_out`.
    """
    has_left(entrant, left=False)
    came = row.tournament.session.attendances.filter(player__in=entrant.people)
    known = set(came.values_list("player", flat=True))
    people = [] if entrant.ghost else [one for one in entrant.people if one.pk not in known]
    _check_in(row, people, at=row.published_at, actor=actor)


def _check_in(row: Round, people: Iterable[Player], *, at: datetime, actor: Actor) -> None:
    session = row.tournament.session
    came = [
        Attendance(
            session=session,
            player=player,
            arrived_at=at,
            with_round=row,
            by=actor.name,
            fee_minor=fee_for(session, player),
        )
        for player in lock_players(*people)
    ]
    charge_fees(attendances=Attendance.objects.bulk_create(came), actor=actor)


def check_round_out(row: Round, *, actor: Actor) -> None:
    """Undo the check-ins that the round made. Players who have paid since stay checked in, and so
    do players with a fee set by hand."""
    _check_out(row.tournament.session.attendances.filter(with_round=row), actor=actor)


def check_entrant_out(row: Round, entrant: Entrant, *, actor: Actor) -> None:
    """Undo the check-in that `check_entrant_in` made for an entrant who no longer has a place in
    any round."""
    if entrant in waiting_for_a_draw(row.tournament):
        came = row.tournament.session.attendances.filter(with_round=row)
        _check_out(came.filter(player__in=entrant.people), actor=actor)


def _check_out(came: QuerySet[Attendance], *, actor: Actor) -> None:
    for one in came.filter(fee_paid_at=None).select_related("session", "player"):
        if not set_by_hand(one):
            drop_fee(attendance=one, actor=actor)
            one.delete()


def has_left(entrant: Entrant, *, left: bool) -> None:
    """Record at check-in that an entrant has left the tournament, or is back."""
    came = Attendance.objects.filter(
        session=entrant.tournament.session_id, player__in=entrant.people
    )
    came.filter(left_at__isnull=left).update(left_at=timezone.now() if left else None)
