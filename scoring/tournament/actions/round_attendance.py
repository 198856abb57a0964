"""Whoever has a place in a round is checked in with it, and owes what the door costs; taken back
with it."""

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
    """Check in whoever has a place in a round and was not checked in; the session is locked."""
    _check_in(row, not_checked_in(row), at=at, actor=actor)


def check_entrant_in(row: Round, entrant: Entrant, *, actor: Actor) -> None:
    """Check in whom somebody gave a seat in a running round, if they are no ghost and were not; who
    had left is back. They came with the round: it is taken back with it, and by
    `check_entrant_out`."""
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
    """Take back whom the round checked in; who has paid since stays, and so does whose fee was set
    by hand."""
    _check_out(row.tournament.session.attendances.filter(with_round=row), actor=actor)


def check_entrant_out(row: Round, entrant: Entrant, *, actor: Actor) -> None:
    """Take back whom `check_entrant_in` checked in, and who has no place in a round any more."""
    if entrant in waiting_for_a_draw(row.tournament):
        came = row.tournament.session.attendances.filter(with_round=row)
        _check_out(came.filter(player__in=entrant.people), actor=actor)


def _check_out(came: QuerySet[Attendance], *, actor: Actor) -> None:
    for one in came.filter(fee_paid_at=None).select_related("session", "player"):
        if not set_by_hand(one):
            drop_fee(attendance=one, actor=actor)
            one.delete()


def has_left(entrant: Entrant, *, left: bool) -> None:
    """Let the door know that an entrant has left the tournament, or is back."""
    came = Attendance.objects.filter(
        session=entrant.tournament.session_id, player__in=entrant.people
    )
    came.filter(left_at__isnull=left).update(left_at=timezone.now() if left else None)
