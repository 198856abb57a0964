"""Lock an evening before it is changed, after its tables. Every writer uses this order."""

from __future__ import annotations

from django.db.models import F, Q

from scoring.common.refused import AlreadyDone, Refused
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession, Table
from scoring.table.queries.evenings import where_they_ever_sat


class CalledOff(AlreadyDone):
    """The evening is there no more."""

    def __init__(self) -> None:
        super().__init__("This was cancelled.")


def lock_session(pk: int) -> ClubSession:
    """Return the session, locked and read again with its club. Raise CalledOff if it was
    deleted."""
    found = ClubSession.objects.select_for_update(of=("self",)).select_related("club")
    try:
        return found.get(pk=pk)
    except ClubSession.DoesNotExist as gone:
        raise CalledOff from gone


def lock_with_tables(session: ClubSession) -> ClubSession:
    """Lock the session and its tables, tables first, in the order every writer takes them."""
    list(Table.objects.filter(session=session).select_for_update().order_by("pk"))
    return lock_session(session.pk)


def lock_evenings(club: Club, *besides: Player) -> list[Table]:
    """Lock the club, its open evenings and their tables, so that nobody can be seated or checked in
    meanwhile. Lock the tables and evenings of these players too.

    Return the tables. The order is the club, tables, sessions, and then players, as everywhere.
    """
    lock_club(club.pk)
    open_ones = ClubSession.objects.filter(club=club, closed_at=None)
    sat = where_they_ever_sat([*besides])
    tables = Table.objects.filter(Q(session__in=open_ones) | Q(pk__in=sat)).lock_all()
    list(open_ones.select_for_update().order_by("pk"))
    return tables


def for_changes(session: ClubSession) -> ClubSession:
    """Return the session, locked and read again with its club. Raise Refused if it is closed or was
    cancelled."""
    found = lock_session(session.pk)
    if found.closed:
        raise Refused(f"This {found.noun} is closed. The organiser can reopen it.")
    return found


def raise_versions(session: ClubSession) -> None:
    """Let every screen of the evening and of its tables notice."""
    ClubSession.objects.filter(pk=session.pk).update(version=F("version") + 1)
    Table.objects.filter(session=session).update(version=F("version") + 1)
