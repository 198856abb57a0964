"""An evening that does not take place is called off: it leaves the club's list and every
calendar."""

from __future__ import annotations

from django.db import transaction

from scoring.common.dates import long_day
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
    """Delete a club night that was only planned, with its tournament and tables.

    `nobody_came` means that the people checked in were not here; the check-in fees that they owe
    are undone. Undone lines stay in the accounts, without a club night. Raise Refused with the
    reasons if anything was recorded, and CalledOff if the club night no longer exists.
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
    day = long_day(session.played_on)
    return str(session) if day in str(session) else f"{session} ({day})"
