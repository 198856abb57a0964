"""Who sits where now, at all tables of an evening."""

from __future__ import annotations

from collections import defaultdict

from scoring.models.play import ClubSession, Seat, Sitting


def seated(session: ClubSession) -> list[Sitting]:
    """Return the sittings in progress, by table, each with its people: two queries, however many."""
    sittings = Sitting.objects.filter(table__session=session, ended_at=None)
    found = list(sittings.select_related("table__house", "table__session__club").order_by("table__no"))
    people = defaultdict(list)
    for seat in Seat.objects.filter(sitting__in=found).select_related("player"):
        people[seat.sitting_id].append(seat.player)
    for sitting in found:
        sitting.players = people[sitting.pk]
    return found
