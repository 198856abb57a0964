"""What the wall shows of a tournament: who sits where, after the bell how it went, standings,
prizes."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.movements.tournament.formats import CRITERIA, table_name
from scoring.movements.tournament.values import RoundTable
from scoring.movements.tournament.winners import winner_of
from scoring.queries.tournament.hall import Hall
from scoring.rules.names import folded
from scoring.rules.wording import listed
from scoring.views.tournament.hall.hall import describe_place, names_of, prize_lines
from scoring.views.tournament.play.finish import ENDED


@dataclass(frozen=True, kw_only=True)
class Side:
    """Who plays together at a table; when its round is over with their points, if they may be
    seen."""

    names: str
    points: int | None = None
    won: bool = False


def wall_of(hall: Hall, currency: str) -> dict:
    """Return what the wall shows of a tournament: its bell, who sits where, standings, prizes."""
    seated = hall.seated if not hall.finished else None
    over = seated is not None and hall.round.ended_at is not None
    slides = {
        "bell": ENDED[hall.round.ended_how] if over else "",
        "tables": _tables(hall, seated.tables, over=over) if seated else [],
        "rows": [] if hall.hidden else _standings(hall),
        "prizes": prize_lines(hall, currency),
    }
    return slides | {
        "nothing_yet": not any(slides.values()),
        "last": over and seated.no >= hall.now.format.rounds,
        "out": names_of(hall, seated.sitting_out) if seated and not over else "",
        "seats": _by_name(hall) if seated and not over else [],
        "by": listed([CRITERIA[criterion] for criterion in hall.now.format.ranking]),
    }


def _tables(
    hall: Hall, tables: tuple[RoundTable, ...], *, over: bool
) -> list[tuple[str, list[Side]]]:
    """Return "Table 4" with its sides for every table; of a round that is over those with a
    result."""
    if over and hall.hidden:
        return []
    shown = [table for table in tables if table.result is not None or not over]
    return [(table_name(table.no, hall.now.format), _sides(hall, table, over)) for table in shown]


def _sides(hall: Hall, table: RoundTable, over: bool) -> list[Side]:
    points, won = (
        (table.result.points, winner_of(table)) if over and table.result.played else ({}, None)
    )
    return [
        Side(names=names_of(hall, who), points=points.get(side), won=side == won)
        for side, who in table.by_side.items()
    ]


def _by_name(hall: Hall) -> list[tuple[str, str]]:
    """Return everybody of the round with their table, by name."""
    by_name = sorted(hall.now.players, key=lambda one: folded(one.name))
    return [(one.name, place) for one in by_name if (place := describe_place(hall, one.no))]


def _standings(hall: Hall) -> list[tuple[int, str, tuple[int, ...]]]:
    """Return rank, name and what decides, in the order in which it does."""
    ranking = hall.now.format.ranking
    return [
        (row.rank, row.name, tuple(getattr(row, criterion) for criterion in ranking))
        for row in hall.rows.values()
        if row.rounds
    ]
