"""What an evening's titles are computed from: its sittings with their hands, its settlement."""

from __future__ import annotations

from scoring.evening.pure.titles import PlayedSitting, boasts_of
from scoring.table.models import ClubSession, Sitting
from scoring.table.queries.settlement import all_sittings


def sittings_of(session: ClubSession) -> list[Sitting]:
    """Return all sittings of an evening with a hand that counts. Makes three queries."""
    return [sitting for sitting in all_sittings(session) if sitting.counted]


def as_played(sittings: list[Sitting]) -> list[PlayedSitting]:
    """Return sittings as figures know them."""
    return [
        PlayedSitting(
            tuple(who.pk for who in one.players),
            boasts_of(one.played, rules=one.rules, seats=len(one.players)),
        )
        for one in sittings
    ]
