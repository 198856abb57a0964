"""Whether an evening can be called off: what was recorded of it, and what was only planned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.models.play import ClubSession
from scoring.models.tournament import Entrant, Round
from scoring.queries.money.accounts import standing
from scoring.rules.wording import counted


def why_it_stays(session: ClubSession) -> list[str]:
    """Return what was recorded of an evening, in sentences: with any of it, it cannot be called
    off."""
    return list(_recorded(session))


def _recorded(session: ClubSession) -> Iterator[str]:
    if session.closed:
        yield "It is closed, and people signed what it came to."
    # Those of a tournament's rounds go with the rounds.
    if tables := session.tables.exclude(house__for_rounds=True).count():
        yield f"It has {counted(tables, 'table')}."
    if came := session.attendances.count():
        who = "One person was" if came == 1 else f"{came} people were"
        yield f"{who} checked in: undo that at the door if nobody was here."
    if lines := standing(session.entries).count():
        yield (
            f"The club’s book has {counted(lines, 'line')} of it: take back what was not so "
            "under Accounts."
        )
    if Round.objects.filter(tournament__session=session, published_at__isnull=False).exists():
        yield "A round of its tournament was told to everybody: take it back first."


@dataclass(frozen=True, kw_only=True)
class Planned:
    """How much of an evening was planned: it goes when the evening is called off."""

    plans: int
    entrants: int
    codes: int


def planned_of(session: ClubSession) -> Planned:
    """Return what goes with an evening that is called off: three queries."""
    return Planned(
        plans=session.plans.filter(dropped_at=None).count(),
        entrants=Entrant.objects.filter(tournament__session=session, ghost=False).count(),
        codes=session.passes.filter(revoked_at=None).count(),
    )
