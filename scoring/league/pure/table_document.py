"""euchre-table/1: the table of a league as a document, and as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scoring.common import schema
from scoring.league.pure.table import (
    UNTOLD,
    DivisionTable,
    PairRow,
    TableRow,
    Week,
    is_reported,
)
from scoring.league.pure.values import Pair

FORMAT = "euchre-table/1"
COLUMNS = {
    "place": "place",
    "team": "team",
    "played": "played",
    "won": "won",
    "drawn": "drawn",
    "lost": "lost",
    "for": "points_for",
    "against": "points_against",
    "games_won": "games_won",
    "games_lost": "games_lost",
    "points": "points",
    "by": "by",
}
"""The columns of a row, and what they are called in TableRow."""


def document(divisions: Iterable[DivisionTable]) -> dict:
    """Return the tables as docs/league-format.md has them."""
    return {"format": FORMAT, "divisions": [_division(one) for one in divisions]}


def _division(division: DivisionTable) -> dict:
    return {
        "name": division.name,
        "rows": [
            {column: getattr(row, name) for column, name in COLUMNS.items()}
            for row in division.rows
        ],
        "pairs": [
            {
                "players": list(row.pair),
                "matches": row.matches,
                "points": row.points,
                "average": average(row),
            }
            for row in division.pairs
        ],
        "week": _week(division.week) if division.week else None,
    }


def average(row: PairRow) -> str:
    """Return a pair's points a match with two decimals, "112.00"."""
    return f"{row.hundredths // 100}.{row.hundredths % 100:02}"


def _week(week: Week) -> dict:
    skunks = [{"by": list(one.by), "of": list(one.of)} for one in week.skunks]
    return schema.plain(week) | {"skunks": skunks}


# -- For people.

HEADS = ("", "Team", "P", "W", "D", "L", "For", "Agst", "GW", "GL", "Pts", "")


def lines(division: DivisionTable) -> Iterator[str]:
    """Yield the lines of a division for people, with the rows, the pairs, and the last night's
    honours."""
    if division.name:
        yield division.name
    yield from _in_columns([HEADS, *map(_cells, division.rows)], words=(1, 11))
    if division.pairs:
        heads = ("Pair", "Matches", "Points", "Average")
        cells = (
            (named(row.pair), str(row.matches), str(row.points), average(row))
            for row in division.pairs
        )
        yield ""
        yield from _in_columns([heads, *cells], words=(0,))
    if division.week and division.week.high:
        yield ""
        yield from _honours(division.week)


def named(pair: Pair) -> str:
    """Return "Ann and Ben"."""
    return " and ".join(pair)


def _cells(row: TableRow) -> tuple[str, ...]:
    *names, by = COLUMNS.values()
    by = f"by {row.by}" if row.by else ""
    return (*(figure_shown(row, name) for name in names), by)


OF_GAMES = {
    "points_for": "points",
    "points_against": "points",
    "games_won": "games",
    "games_lost": "games",
}


def figure_shown(row: TableRow, name: str) -> str:
    """Return a figure of a row for people. It is "–" if it was not entered."""
    of = OF_GAMES.get(name)
    return UNTOLD if of and not is_reported(row, of) else str(getattr(row, name))


def _in_columns(cells: Sequence[Sequence[str]], *, words: Sequence[int]) -> Iterator[str]:
    """Yield lines of these cells. The columns `words` are aligned left, and figures right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        sides = (str.ljust if at in words else str.rjust for at in range(len(line)))
        parts = (side(*cell) for side, *cell in zip(sides, line, widths, strict=True))
        yield "  ".join(parts).rstrip()


def _honours(week: Week) -> Iterator[str]:
    yield f"{week.date.isoformat()}:"
    for word, honour in (("High", week.high), ("Low", week.low)):
        if honour:
            yield f"  {word}: {honour.points}, {', '.join(map(named, honour.pairs))}"
    for skunk in week.skunks:
        yield f"  Skunk: {named(skunk.by)} against {named(skunk.of)}"
