"""What all paper at the desk has in common: an entrant, his place in a round that has begun; told
once."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from scoring.actions import Refused
from scoring.actions.tournament.reports import report
from scoring.models import Entrant, Placing, Report, Round, RoundTable, Tournament
from scoring.models.tournament_now import seats_by_table
from scoring.movements.tournament import values
from scoring.permissions import Actor


def entrant_of(tournament: Tournament, no: int) -> Entrant:
    entrant = tournament.entrants.select_related("player", "partner").filter(no=no).first()
    if entrant is None:
        raise Refused(f"Nobody here has the number {no}. Nothing was stored.")
    if entrant.ghost:
        raise Refused(f"{no} {entrant.name} is a stand-in, and has no card. Nothing was stored.")
    return entrant


def begun(tournament: Tournament, no: int) -> Round:
    row = tournament.rounds.filter(no=no).first()
    if row is None or row.started_at is None:
        raise Refused(f"Round {no} has not begun: nothing can be told of it. Nothing was stored.")
    return row


def place_of(row: Round, entrant: Entrant) -> RoundTable:
    """Return where somebody sat in a round; Refused when he did not play."""
    found = Placing.objects.select_related("round_table__round__tournament").filter(
        round=row, entrant=entrant
    )
    placing = found.first()
    if placing is None:
        did = "sat out" if entrant.no in row.sitting_out else "did not play"
        raise Refused(f"{entrant.no} {entrant.name} {did} in round {row.no}. Nothing was stored.")
    return placing.round_table


def seated(at: RoundTable) -> values.RoundTable:
    return values.RoundTable(no=at.no, seats=seats_by_table([at])[at.pk])


def tie_of(points: Mapping[str, int], side: str) -> str:
    """Return who won a tie; Refused where the points are not level."""
    if side and sum(number == max(points.values()) for number in points.values()) < 2:
        score = " to ".join(map(str, points.values()))
        raise Refused(f"A + says who won a tie, and {score} is none. Nothing was stored.")
    return side


def tell(key: UUID, at: RoundTable, actor: Actor, entrant: Entrant | None = None, **said) -> Report:
    """Store it, once, as `report` does: a card's line, or a slip."""
    source = Report.Source.CARD if entrant else Report.Source.TABLE
    return report(key=key, round_table=at, source=source, entrant=entrant, actor=actor, **said)


def says_this(
    before: Report, points: Mapping[str, int], lones: Mapping[int, int], tie: str
) -> bool:
    """Whether a report tells just this."""
    kept = {str(no): times for no, times in lones.items()}
    return (before.points, before.lones, before.tie) == (dict(points), kept, tie)
