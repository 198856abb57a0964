"""An evening is locked before it is changed, after its tables: one order for every writer."""

from __future__ import annotations

from scoring.common.refused import AlreadyDone
from scoring.table.models import ClubSession, Table


class CalledOff(AlreadyDone):
    """The evening is there no more."""

    def __init__(self) -> None:
        super().__init__("This evening was called off. Nothing was stored.")


def lock_session(pk: int) -> ClubSession:
    """Return the session locked, read anew with its club. Raises CalledOff when it is there no
    more."""
    found = ClubSession.objects.select_for_update(of=("self",)).select_related("club")
    try:
        return found.get(pk=pk)
    except ClubSession.DoesNotExist as gone:
        raise CalledOff from gone


def lock_with_tables(session: ClubSession) -> ClubSession:
    """Lock the session and its tables, tables first, in the order every writer takes them."""
    list(Table.objects.filter(session=session).select_for_update().order_by("pk"))
    return lock_session(session.pk)
