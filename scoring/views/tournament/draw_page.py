"""What a round's page shows: its tables with their people, who sits out, how it was drawn or how it
went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.actions.tournament.draw import edition_of
from scoring.models import Entrant, Round
from scoring.models.entry_fees import fee_for
from scoring.models.in_a_round import not_checked_in, people_in
from scoring.models.tournament_now import PlayedTable, entrants_of, format_in, played_tables
from scoring.permissions import RUN, Actor, may
from scoring.views.tournament.getting_ready import unticked_told
from scoring.views.tournament.table_lines import score_told

SAYS = {
    "disputed": "two say different things",
    "contradicted": "told otherwise since",
    "tied": "tied",
    "not played": "no result",
}


@dataclass(frozen=True, kw_only=True)
class Side:
    """Those who score together at a table: partners, at a table of three each for himself."""

    entrants: tuple[Entrant, ...]
    points: int | None
    """None before anything was told."""
    won: bool


@dataclass(frozen=True, kw_only=True)
class TableShown:
    """A table of a round."""

    no: int
    sides: tuple[Side, ...]
    score: str
    says: str
    """How it went, in a word or two; nothing before the round is told."""


def round_context(row: Round, actor: Actor) -> dict:
    """Return everything templates/tournament/round.html shows; a fixed number of queries."""
    tournament, told = row.tournament, row.published_at is not None
    people = {entrant.no: entrant for entrant in entrants_of(tournament)}
    session = tournament.session
    live = tournament.finished_at is None and not session.closed
    return {
        "session": session,
        "tournament": tournament,
        "format": format_in(tournament),
        "runs": may(actor, RUN, session),
        "round": row,
        "drafted": not told and live,
        "unticked": _unticked(row) if not told and live else "",
        "begun": row.started_at is not None,
        "rounds": tournament.rounds.values_list("no", flat=True),
        "seen": edition_of(row),
        "tables": [_table(table, people) for table in played_tables([row])],
        "sitting_out": [people[no] for no in row.sitting_out if no in people],
    }


def _unticked(row: Round) -> str:
    """Return who is checked in when this round is told, in a sentence."""
    session, people = row.tournament.session, not_checked_in(row)
    owe = any(fee_for(session, player) for player in people)
    return unticked_told(people, row.no, of=len(people_in(row)), owe=owe)


def _table(table: PlayedTable, people: Mapping[int, Entrant]) -> TableShown:
    result = table.verdict.result
    points = result.points if result and result.played else {}
    best = max(points.values(), default=0)
    level = list(points.values()).count(best) > 1
    sides = tuple(
        Side(
            entrants=tuple(people[no] for no in numbers),
            points=points.get(side),
            won=side == result.tie if points and level else side in points and points[side] == best,
        )
        for side, numbers in table.value.by_side.items()
    )
    return TableShown(no=table.row.no, sides=sides, score=score_told(points), says=_says(table))


def _says(table: PlayedTable) -> str:
    if table.row.round.published_at is None:
        return ""
    return SAYS.get(table.verdict.state, "")


def numbers_in(row: Round) -> list[int]:
    """Return the numbers of all who have a place in a round, and of those who sit out: one
    query."""
    return [*row.placings.values_list("entrant__no", flat=True), *row.sitting_out]
