"""A tournament as a file: euchre-tournament/1 (docs/tournament-format.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from scoring.common import strict_json
from scoring.tournament.pure.formats import FORMATS, Format
from scoring.tournament.pure.settings import BadSetting, format_of, settings_of
from scoring.tournament.pure.values import (
    MOST_ENTRANTS,
    SEATS,
    Carried,
    Entrant,
    Result,
    Round,
    RoundTable,
    Tournament,
)


class BadTournament(strict_json.BadPiece):
    """A tournament's file that cannot be read: `place` is where, such as
    "rounds[1].tables[3].result"."""


class Piece(strict_json.Piece):
    """A value of a tournament's file."""

    Bad = BadTournament


# -- The rounds of a tournament's file.

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
        sitting_out=tuple(_known_entrant(piece, known, left) for piece in sitting_out),
    )


def _known_entrant(piece: Piece, known: set[int], left: set[int]) -> int:
    """Return an entrant's number, and take it from those left for this round."""
    no = piece.whole(1, MOST_ENTRANTS)
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
        else {seat: _known_entrant(seats[seat], known, left) for seat in SEATS if seat in seats},
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
    first, other = (_known_entrant(seats[seat], known, left) for seat in SEATS[:2])
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


__all__ = [
    "BadTournament",
    "carried_document",
    "document",
    "loads",
    "read",
    "read_carried",
    "round_document",
]

FORMAT = "euchre-tournament/1"
MOST_ROUNDS = 999
MOST_SEED = 2**53
MOST_CARRIED = 99_999


def loads(data: bytes) -> Tournament:
    """Return the tournament in these bytes; raise BadTournament, whatever the bytes."""
    return _tournament(Piece.decoded(data, kind="tournament"))


def read(document: object) -> Tournament:
    """Return the tournament of a parsed document; raise BadTournament."""
    return _tournament(Piece(document))


def document(tournament: Tournament) -> dict:
    """Return the tournament as JSON values: read of it is the same tournament."""
    found = {
        "format": FORMAT,
        "style": tournament.format.style,
        "settings": settings_of(tournament.format),
        "seed": tournament.seed,
        "entrants": [_as_entrant(one, tournament.format) for one in tournament.entrants],
        "rounds": [round_document(one) for one in tournament.rounds],
    }
    return found | (
        {"plan": [round_document(one) for one in tournament.plan]} if tournament.plan else {}
    )


def _tournament(whole: Piece) -> Tournament:
    keys = whole.object(
        "format", "style", "entrants", optional=("settings", "seed", "rounds", "plan")
    )
    if keys["format"].value != FORMAT:
        keys["format"].refuse(f"must be {FORMAT}")
    format = _format(keys["style"], keys.get("settings", Piece({}, "settings")))
    entrants = _entrants(keys["entrants"], format)
    return Tournament(
        format=format,
        seed=keys.get("seed", Piece(0)).whole(0, MOST_SEED),
        entrants=entrants,
        rounds=rounds_of(keys.get("rounds", Piece([])), entrants, format),
        plan=planned(keys.get("plan", Piece([])), entrants, format),
    )


def _format(style: Piece, settings: Piece) -> Format:
    if style.text() not in FORMATS:
        style.refuse(f"must be one of {', '.join(FORMATS)}")
    values = {key: piece.value for key, piece in settings.entries().items()}
    try:
        return format_of(style.value, values)
    except BadSetting as wrong:
        raise BadTournament(wrong.message, f"settings.{wrong.field}") from wrong


def _entrants(pieces: Piece, format: Format) -> tuple[Entrant, ...]:
    found: dict[int, Entrant] = {}
    for piece in pieces.list():
        entrant = _entrant(piece, format)
        if entrant.no in found:
            piece.refuse(f"number {entrant.no} stands twice")
        found[entrant.no] = entrant
    return tuple(found.values())


def _entrant(piece: Piece, format: Format) -> Entrant:
    name = "names" if format.pairs else "name"
    keys = piece.object("no", name, optional=("group", "ghost", "since", "left", "carried"))
    names = keys[name].list() if format.pairs else [keys[name]]
    if format.pairs and len(names) != 2:
        keys[name].refuse("must be two")
    since = keys["since"].whole(1, MOST_ROUNDS) if "since" in keys else 1
    return Entrant(
        no=keys["no"].whole(1, MOST_ENTRANTS),
        names=tuple(map(_name, names)),
        group=_group(keys["group"], format) if "group" in keys else "",
        ghost="ghost" in keys and keys["ghost"].yes_or_no(),
        since=since,
        left=keys["left"].whole(0, MOST_ROUNDS) if "left" in keys else None,
        carried=read_carried(keys["carried"]) if "carried" in keys else Carried(),
    )


def read_carried(piece: Piece) -> Carried:
    """Return what somebody brings along; raise BadTournament."""
    keys = piece.object(optional=("points", "won", "lones", "gold", "rounds"))
    return Carried(
        **{
            name: value.whole(-MOST_CARRIED if name == "points" else 0, MOST_CARRIED)
            for name, value in keys.items()
        }
    )


def carried_document(carried: Carried) -> dict:
    """Return what somebody brings along as JSON values: nothing that is 0."""
    return {name: value for name, value in asdict(carried).items() if value}


def _name(piece: Piece) -> str:
    if not piece.text().strip():
        piece.refuse("is empty")
    return piece.value


def _group(piece: Piece, format: Format) -> str:
    group = piece.text()
    if group and format.groups and group not in format.groups:
        piece.refuse(f"must be one of {', '.join(format.groups)}")
    return group


def _as_entrant(entrant: Entrant, format: Format) -> dict:
    names = {"names": list(entrant.names)} if format.pairs else {"name": entrant.name}
    others = {
        "group": entrant.group,
        "ghost": entrant.ghost,
        "since": entrant.since if entrant.since > 1 else None,
        "carried": carried_document(entrant.carried),
    }
    found = {"no": entrant.no, **names} | {key: value for key, value in others.items() if value}
    return found | ({} if entrant.left is None else {"left": entrant.left})
