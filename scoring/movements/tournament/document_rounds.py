"""The rounds of a tournament's file."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.movements.tournament.formats import Format
from scoring.movements.tournament.reading import Piece
from scoring.movements.tournament.values import SEATS, Entrant, Result, Round, RoundTable

MOST_POINTS = 999
MOST_TABLES = 999


def rounds_of(pieces: Piece, entrants: Iterable[Entrant], format: Format) -> tuple[Round, ...]:
    """Return the rounds, which count from 1; raise BadTournament."""
    return _rounds(pieces, {one.no for one in entrants}, format, start=1)


def planned(pieces: Piece, entrants: Iterable[Entrant], format: Format) -> tuple[Round, ...]:
    """Return the rounds to come: they count from any number, and have no results."""
    rounds = _rounds(pieces, {one.no for one in entrants}, format, start=None)
    if any(table.result for round in rounds for table in round.tables):
        pieces.refuse("rounds to come have no results")
    return rounds


def _rounds(pieces: Piece, known: set[int], format: Format, start: int | None) -> tuple[Round, ...]:
    found: list[Round] = []
    for piece in pieces.list():
        keys = piece.object("no", "tables", optional=("sitting_out",))
        no = keys["no"].whole(1, 999)
        expected = found[-1].no + 1 if found else start or no
        if no != expected:
            keys["no"].refuse(f"must be {expected}")
        found.append(_round(no, keys, known, format))
    return tuple(found)


def _round(no: int, keys: dict[str, Piece], known: set[int], format: Format) -> Round:
    left = set(known)
    tables: dict[int, RoundTable] = {}
    for piece in keys["tables"].list():
        table = _table(piece, known, left, format)
        if table.no in tables:
            piece.refuse(f"table {table.no} stands twice")
        tables[table.no] = table
    if not tables:
        keys["tables"].refuse("a round has one table at least")
    sitting_out = keys.get("sitting_out", Piece([])).list()
    return Round(
        no=no,
        tables=tuple(tables.values()),
        sitting_out=tuple(_entrant(piece, known, left) for piece in sitting_out),
    )


def _entrant(piece: Piece, known: set[int], left: set[int]) -> int:
    """Return an entrant's number, and take it from those left for this round."""
    no = piece.whole(1, 999)
    if no not in known:
        piece.refuse(f"there is no entrant {no}")
    if no not in left:
        piece.refuse(f"number {no} is in this round twice")
    left.remove(no)
    return no


def _table(piece: Piece, known: set[int], left: set[int], format: Format) -> RoundTable:
    keys = piece.object("table", "seats", optional=("result",))
    seats = keys["seats"].object(*SEATS[:3], optional=SEATS[3:])
    table = RoundTable(
        no=keys["table"].whole(1, MOST_TABLES),
        seats=_pairs(keys["seats"], seats, known, left)
        if format.pairs
        else {seat: _entrant(seats[seat], known, left) for seat in SEATS if seat in seats},
    )
    result = keys.get("result", Piece(None))
    if result.value is None:
        return table
    return RoundTable(no=table.no, seats=table.seats, result=_result(result, table))


def _pairs(
    whole: Piece, seats: dict[str, Piece], known: set[int], left: set[int]
) -> dict[str, int]:
    numbers = [seats[seat].value if seat in seats else None for seat in SEATS]
    if numbers[:2] != numbers[2:]:
        whole.refuse("a pair has both seats of its side: N and S, or E and W")
    first, other = (_entrant(seats[seat], known, left) for seat in SEATS[:2])
    return dict(zip(SEATS, (first, other, first, other), strict=True))


def _result(piece: Piece, table: RoundTable) -> Result:
    sides = tuple(table.by_side)
    keys = piece.object(*sides, optional=("lones", "tie", "played"))
    points = {side: keys[side].whole(-MOST_POINTS, MOST_POINTS) for side in sides}
    lones = keys.get("lones", Piece({})).entries()
    tie, played = keys.get("tie", Piece(None)), keys.get("played", Piece(True))
    result = Result(
        points=points,
        lones={
            _at_table(no, made, table): made.whole(0, MOST_POINTS) for no, made in lones.items()
        },
        tie=None if tie.value is None else _tie(tie, points),
        played=played.yes_or_no(),
    )
    if not result.played and any((*points.values(), *result.lones.values())):
        played.refuse("where nothing was played the points are 0 and there are no lone hands")
    return result


def _at_table(no: str, made: Piece, table: RoundTable) -> int:
    for entrant in table.entrants:
        if no == str(entrant):
            return entrant
    made.refuse("is not at this table")


def _tie(piece: Piece, points: dict[str, int]) -> str:
    best = max(points.values())
    level = [side for side, scored in points.items() if scored == best]
    if len(level) < 2:
        piece.refuse("points are not level: there is no tie to win")
    if piece.text() not in level:
        piece.refuse(f"must be one of {', '.join(level)}, or null")
    return piece.value


def round_document(round: Round) -> dict:
    """Return a round as the file has it."""
    tables = [_as_table(table) for table in round.tables]
    return {"no": round.no, "sitting_out": list(round.sitting_out), "tables": tables}


def _as_table(table: RoundTable) -> dict:
    found = {"table": table.no, "seats": dict(table.seats)}
    return found | ({"result": _as_result(table.result)} if table.result else {})


def _as_result(result: Result) -> dict:
    lones = {str(no): made for no, made in result.lones.items()}
    found = {**result.points, "lones": lones, "tie": result.tie}
    return found if result.played else found | {"played": False}
