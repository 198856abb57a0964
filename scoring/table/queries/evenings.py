"""Find evenings and tables, those of one name told apart, and the seats of players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet

from scoring.common.names import folded
from scoring.people.models import Player
from scoring.table.models import Candidate, ClubSession, Seat, Sitting, Table


def number_alike(sessions: Iterable[ClubSession]) -> None:
    """Let each of these evenings know which of several of one day and title it is, so that they
    can be told apart; one query."""
    sessions = list(sessions)
    days = {(session.club_id, session.played_on) for session in sessions}
    found = ClubSession.objects.filter(
        club__in={club for club, _ in days}, played_on__in={day for _, day in days}
    )
    alike = defaultdict(list)
    for pk, *what, title in found.order_by("pk").values_list("pk", "club", "played_on", "title"):
        alike[*what, folded(title)].append(pk)
    for session in sessions:
        several = alike[session.club_id, session.played_on, folded(session.title)]
        session.of_several = several.index(session.pk) + 1 if len(several) > 1 else None


def where_they_sit(players: list[Player]):
    """Return the tables of open evenings at which one of these players sits now."""
    here = Table.objects.filter(
        session__closed_at=None, sittings__seats__player__in=players, sittings__ended_at=None
    )
    return Table.objects.filter(pk__in=here)


def where_they_ever_sat(players: list[Player]):
    """Return the tables, of closed evenings too, at which one of these players ever sat."""
    return Table.objects.filter(pk__in=Table.objects.filter(sittings__seats__player__in=players))


def sittings_now(session: ClubSession) -> list[Sitting]:
    """Return the sittings in progress, by table, with their people and without their hands: two
    queries."""
    sittings = Sitting.objects.filter(table__session=session, ended_at=None).order_by("table__no")
    found = list(sittings.select_related("table__house", "table__session__club"))
    people = defaultdict(list)
    for seat in Seat.objects.filter(sitting__in=found).select_related("player"):
        people[seat.sitting_id].append(seat.player)
    for sitting in found:
        sitting.players = people[sitting.pk]
    return found


def waiting_tonight(session: ClubSession) -> QuerySet[Candidate]:
    """Return all players who wait for one of the evening's tables."""
    return Candidate.objects.filter(table__session=session, entered_at=None, withdrawn_at=None)


def stand_ins(table: Table) -> dict[int, list[Seat]]:
    """Return the seats in which a substitute plays, by the key of the sitting; one query."""
    found = Seat.objects.filter(sitting__table=table, substitute__isnull=False)
    seats = defaultdict(list)
    for seat in found.select_related("player", "substitute"):
        seats[seat.sitting_id].append(seat)
    return seats
