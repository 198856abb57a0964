"""An evening that does not take place is called off: it leaves the club's list and every
calendar."""

from __future__ import annotations

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening import hooks
from scoring.evening.actions.check_in import undo_arrival
from scoring.evening.queries.calling_off import why_it_stays
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.people.actions.public_version import raise_public
from scoring.table.actions.lock import lock_with_tables
from scoring.table.models import ClubSession


@transaction.atomic
def call_off(*, session: ClubSession, actor: Actor, nobody_came: bool = False) -> None:
    """Delete an evening that was only planned, with its tournament and its tables.

    `nobody_came`: whoever was checked in was not here; what they owe at the door is taken back.
    Lines of the book that were taken back stay in it, and name no evening any more. Raises Refused,
    with the reasons, once anything was recorded, and CalledOff when the evening is there no more.
    """
    lock_club(session.club_id)
    session = lock_with_tables(session)
    if reasons := why_it_stays(session, nobody_came=nobody_came):
        raise Refused(f"{session} can’t be cancelled. {' '.join(reasons)}")
    for came in session.attendances.select_related("player"):
        undo_arrival(session=session, player=came.player, actor=actor)
    hooks.about_to_be_called_off(session)
    hooks.called_off(session)
    session.entries.update(session=None)
    note_down(club=session.club, actor=actor, said=f"{_named(session)} was cancelled.")
    session.delete()
    raise_public(session.club_id)


def _named(session: ClubSession) -> str:
    """Return the evening's name with its day: "The final (24 November 2026)"."""
    day = f"{session.played_on:%-d %B %Y}"
    return str(session) if day in str(session) else f"{session} ({day})"
