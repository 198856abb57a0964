"""What the director says of one table: its result, which is the last word, and how long it may play on."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from scoring.actions import Refused
from scoring.actions.tournament.reports import report
from scoring.actions.tournament.stage import for_changes, tell_everybody
from scoring.models import Report, RoundTable
from scoring.permissions import Actor

MOST_MINUTES = 60


@transaction.atomic
def decide(
    *,
    key: UUID,
    round_table: RoundTable,
    points: Mapping[str, int],
    lones: Mapping[int, int],
    tie: str = "",
    why: str = "",
    actor: Actor,
) -> Report:
    """Store the director's word about a table, in a round that goes on or an earlier one, and return it.

    Nobody's seat changes by it, in whichever round. Raises Refused before the round has begun.
    """
    if round_table.round.started_at is None:
        raise Refused(f"Round {round_table.round.no} has not begun: there is no result. Nothing was stored.")
    said = {"points": points, "lones": lones, "tie": tie, "why": why}
    return report(key=key, round_table=round_table, source=Report.Source.DIRECTOR, actor=actor, **said)


@transaction.atomic
def give_time(*, round_table: RoundTable, minutes: int) -> RoundTable:
    """Let a table play on for so many minutes when the round is over; 0 takes it back."""
    tournament = for_changes(round_table.round.tournament)
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(f"Extra time goes from 0 to {MOST_MINUTES} minutes. Nothing was changed.")
    round_table.extra_minutes = minutes
    round_table.save(update_fields=["extra_minutes"])
    tell_everybody(tournament)
    return round_table
