"""What an evening's titles are computed from: its sittings with their hands, its settlement."""

from __future__ import annotations

from scoring.evening.pure.titles import PlayedSitting, boasts_of
from scoring.table.models import ClubSession, Sitting
from scoring.table.queries.settlement import whole


def sittings_of(session: ClubSession) -> list[Sitting]:
    """Return all sittings of an evening with their people and the hands that count, those of a
    tournament too; three queries."""
    sittings = Sitting.objects.filter(table__session=session).order_by("table__no", "no")
    return [sitting for sitting in whole(sittings) if sitting.counted]


def as_played(sittings: list[Sitting]) -> list[PlayedSitting]:
    """Return sittings as figures know them."""
    return [
        PlayedSitting(
            tuple(who.pk for who in one.players),
            boasts_of(one.played, rules=one.rules, seats=len(one.players)),
        )
        for one in sittings
    ]
