"""Players at a table's phone enter totals, choose the winner of a tie, confirm or dispute a result,
and ring the bell."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.table.models import HandRecord
from scoring.tournament.actions.reports import report
from scoring.tournament.actions.rounds import end_round, start_round
from scoring.tournament.actions.stage import for_changes
from scoring.tournament.models import Report, Round, RoundTable
from scoring.tournament.pure.seats import EVERY_SIDE
from scoring.tournament.queries.now import format_in
from scoring.tournament.queries.table_in_round import HEAD, played_at, points_that_stand


def report_totals(
    *,
    key: UUID,
    round_table: RoundTable,
    side: str,
    points: Mapping[str, int],
    lones: Mapping[int, int],
    actor: Actor,
) -> Report:
    """Store one side's result of a round, with points by side and lone hands by the entrant's
    number.

    At a table of three, `side` and the keys of `points` are seats. Idempotent by its key.
    """
    return _report(
        key, round_table, actor, points=points, lones=lones, **_speaker(round_table, side)
    )


@transaction.atomic
def say_who_won(*, key: UUID, round_table: RoundTable, tie: str, actor: Actor) -> Report:
    """Store which side won where points are level. A later answer replaces an earlier one. Raise
    Refused if the points are not level."""
    _begin(round_table)
    points = points_that_stand(played_at(round_table))
    best = [side for side, number in points.items() if number == max(points.values())]
    if tie not in best or len(best) < 2:
        raise Refused("The points are no longer tied, so no winner is needed.")
    return _report(key, round_table, actor, tie=tie)


@transaction.atomic
def confirm(
    *, key: UUID, round_table: RoundTable, side: str, seen: Mapping[str, int], actor: Actor
) -> Report:
    """Store that a side confirms the current points. `seen` are the points that it was shown. Raise
    Refused if the points have changed since."""
    _begin(round_table)
    played = played_at(round_table)
    points = points_that_stand(played)
    if not points or points != dict(seen):
        raise Refused(f"Different points were entered in the meantime. {OUT_OF_DATE}")
    result = played.verdict.result
    said = {"lones": result.lones, "tie": result.tie or ""} if result else {}
    return _report(key, round_table, actor, points=points, **said, **_speaker(round_table, side))


def object_to(*, key: UUID, round_table: RoundTable, side: str, why: str, actor: Actor) -> Report:
    """Store that a side disputes the current points. The director sees it, and play goes on."""
    return _report(key, round_table, actor, objects=True, why=why, **_speaker(round_table, side))


@transaction.atomic
def ring_the_bell(*, round_table: RoundTable, actor: Actor) -> Round:
    """End the round by the head table's bell. Idempotent.

    If the head table has played before the round was started, the round is started first.
    """
    tournament = for_changes(round_table.round.tournament)
    row = Round.objects.get(pk=round_table.round_id)
    if round_table.no != HEAD or format_in(tournament).ends != "bell":
        raise Refused("Only the head table can ring the bell.")
    if row.ended_at is not None:
        return row
    if (
        row.started_at is None
        and HandRecord.objects.filter(sitting__round_table=round_table).exists()
    ):
        start_round(tournament=tournament, no=row.no, actor=actor)
    return end_round(tournament=tournament, no=row.no, how=Round.End.BELL, actor=actor)


def _begin(round_table: RoundTable) -> None:
    """Lock the tournament before reading anything that a decision depends on."""
    for_changes(round_table.round.tournament)


def _report(key: UUID, round_table: RoundTable, actor: Actor, **said) -> Report:
    return report(key=key, round_table=round_table, source=Report.Source.TABLE, actor=actor, **said)


def _speaker(round_table: RoundTable, side: str) -> dict:
    """Return the fields of a report that name its reporter. That is a side, or the player in the
    seat at a table of three."""
    if side in EVERY_SIDE:
        return {"side": side}
    placing = round_table.placings.select_related("entrant").filter(seat=side).first()
    if placing is None:
        raise Refused("That seat is empty.")
    return {"entrant": placing.entrant}
