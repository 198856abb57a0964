"""What is told of a table's round, from wherever: stored as told, never changed, withdrawn at most.

What it comes to is computed (scoring.movements.tournament.testimony): two who say different things make a
dispute, which the director decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.actions import Refused
from scoring.actions.tournament.stage import for_changes, tell_everybody
from scoring.models import Entrant, Report, RoundTable
from scoring.permissions import Actor

Source = Report.Source
MOST_POINTS = 99


@transaction.atomic
def report(
    *,
    key: UUID,
    round_table: RoundTable,
    source: str,
    actor: Actor,
    side: str = "",
    entrant: Entrant | None = None,
    points: Mapping[str, int] | None = None,
    lones: Mapping[int, int] | None = None,
    tie: str = "",
    objects: bool = False,
    why: str = "",
) -> Report:
    """Store what somebody tells of a table's round, once, and return it.

    `points` by side, `lones` by the entrant's number; of whom none is named, nothing is told. Whoever told
    something before is believed by his last word. Raises Refused for points that cannot be, and for a lone
    hand of somebody who does not sit there.
    """
    tournament = for_changes(round_table.round.tournament)
    known = Report.objects.filter(key=key).first()
    if known is not None:
        if known.round_table_id != round_table.pk:
            raise Refused("This was told of another table before. Nothing was stored: load the page again.")
        return known
    points, lones = points or {}, lones or {}
    _refuse_what_cannot_be(round_table, points, lones)
    told = Report.objects.create(
        key=key,
        round_table=round_table,
        source=source,
        side=side,
        entrant=entrant,
        points=dict(points),
        lones={str(no): times for no, times in lones.items()},
        tie=tie,
        objects_to_it=objects,
        why=why,
        by=actor.name,
        user=actor.account,
    )
    tell_everybody(tournament)
    return told


@transaction.atomic
def withdraw(*, report: Report, actor: Actor) -> Report:
    """Let a report count no more; it stays to be seen. Told twice, it happens once."""
    tournament = for_changes(report.round_table.round.tournament)
    report.refresh_from_db()
    if report.withdrawn_at is None:
        report.withdrawn_at, report.withdrawn_by = timezone.now(), actor.name
        report.save(update_fields=["withdrawn_at", "withdrawn_by"])
        tell_everybody(tournament)
    return report


def _refuse_what_cannot_be(
    round_table: RoundTable, points: Mapping[str, int], lones: Mapping[int, int]
) -> None:
    seated = set(round_table.placings.values_list("entrant__no", flat=True))
    for no in lones.keys() - seated:
        raise Refused(f"Number {no} does not sit at {round_table}. Nothing was stored.")
    for number in (*points.values(), *lones.values()):
        if not 0 <= number <= MOST_POINTS:
            raise Refused(f"{number} cannot be: points go from 0 to {MOST_POINTS}. Nothing was stored.")
