"""What an evening's titles are computed from: its sittings with their hands, its settlement."""

from __future__ import annotations

from scoring.euchre.statement import Statement
from scoring.evening.pure.titles import PlayedSitting, Title, titles
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
        PlayedSitting(one.rules, tuple(who.pk for who in one.players), one.played)
        for one in sittings
    ]


def titles_of(sittings: list[Sitting], statement: Statement | None) -> list[Title]:
    """Return the titles of an evening: of these sittings, and of how it was settled."""
    return titles(as_played(sittings), statement)
