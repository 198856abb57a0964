"""A tournament as a file: euchre-tournament/1 (docs/tournament-format.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache, partial
from operator import attrgetter
from re import fullmatch
from typing import Any

from scoring.common import schema
from scoring.common.schema import Kind
from scoring.common.shapes import (
    NULL,
    TEXT,
    YES_OR_NO,
    Shape,
    either,
    like,
    object_of,
    shape_of,
    shaped,
)
from scoring.tournament.pure import settings
from scoring.tournament.pure.fair_draw import LONGEST_ROOM, SECRET, FairDraw
from scoring.tournament.pure.formats import FORMATS, Format
from scoring.tournament.pure.odd import most_tables
from scoring.tournament.pure.seats import (
    EVERY_SEAT,
    FOUR,
    SEATS,
    SIDES,
    SIDES_OF_SIX,
    seats_at,
)
from scoring.tournament.pure.settings import (
    MONEY,
    BadSetting,
    format_of,
    refuse_collisions,
    settings_of,
)
from scoring.tournament.pure.values import (
    LEAST_POINTS,
    MOST_ENTRANTS,
    MOST_POINTS,
    Adjustment,
    Carried,
    Entrant,
    Result,
    Round,
    RoundTable,
    Tournament,
    Wish,
    forfeited,
)
from scoring.tournament.pure.wishes import APART, TOGETHER, contradictions

__all__ = [
    "CARRIED",
    "HANDICAP",
    "STORED_ADJUSTMENTS",
    "STORED_WISHES",
    "BadTournament",
    "adjustment_document",
    "carried_document",
    "document",
    "loads",
    "read",
    "round_document",
    "wishes_document",
]

FORMAT = "euchre-tournament/1"
MOST_ROUNDS = 999
MOST_TABLES = 999
MOST_SEED = 2**53
MOST_CARRIED = 99_999
MOST_HANDICAP = 99
MOST_TICKETS = 999


class BadTournament(schema.BadPiece):
    """A tournament's file cannot be read. `place` is the place of the error, such as
    "rounds[1].tables[3].result"."""


class Piece(schema.Piece):
    """A value of a tournament's file."""

    Bad = BadTournament
    words = schema.WORDS | {"choice": "must be one of {allowed}"}


def loads(data: bytes) -> Tournament:
    """Return the tournament in these bytes. Raise BadTournament if they are not a valid one."""
    return TOURNAMENT(Piece.decoded(data, kind="tournament"))


def read(document: object) -> Tournament:
    """Return the tournament of a parsed document. Raise BadTournament if it is invalid."""
    return TOURNAMENT(Piece(document))


# -- Read the tournament and its entrants. What depends on the format has a JSON Schema that holds
# for any.

ANY_FORMAT = next(iter(FORMATS.values()))


@shaped(settings.shape)
def _format(piece: Piece, said: Mapping[str, Any]) -> Format:
    try:
        return format_of(said["style"], piece.expect(dict))
    except BadSetting as wrong:
        raise BadTournament(wrong.message, f"{piece.place}.{wrong.field}") from wrong


@like(schema.text)
def _name(piece: Piece) -> str:
    return piece.value if schema.text(piece).strip() else piece.refuse("is empty")


@shaped(either(YES_OR_NO, shape_of(MONEY)))
def _paid(piece: Piece) -> int:
    """Return True or False, or another amount than the fee."""
    return piece.value if type(piece.value) is bool else MONEY(piece)


NUMBER = schema.whole(1, MOST_ENTRANTS)
CARRIED = schema.record(
    Carried,
    **schema.each(("points", "beside"), schema.whole(-MOST_CARRIED, MOST_CARRIED)),
    **schema.each(("won", "lones", "gold", "rounds"), schema.whole(0, MOST_CARRIED)),
)
"""The figures that an entrant carries in."""


ADJUSTED: dict[str, Any] = {
    "round": schema.whole(1, MOST_ROUNDS),
    **schema.each(("points", "won"), schema.whole(LEAST_POINTS, MOST_POINTS)),
    "why": _name,
}
"""The keys of an adjustment beside its entrant's number."""
HANDICAP = schema.whole(-MOST_HANDICAP, MOST_HANDICAP)
_LIST: dict[str, Any] = {"by": attrgetter("no"), "twice": "number {} appears twice"}
WISH_KINDS: dict[str, Any] = {
    TOGETHER: schema.some(schema.record(Wish, no=NUMBER, always=schema.yes_or_no), **_LIST),
    APART: schema.some(schema.record(Wish, no=NUMBER), **_LIST),
}
"""Entrants that an entrant asks to play with, and entrants they ask not to meet."""


STORED_WISHES: Kind[dict[str, Any]] = schema.record(dict, optional=(TOGETHER, APART), **WISH_KINDS)


def _entrant_shape(format: Format, *, pairs: bool) -> Kind[dict[str, Any]]:
    @like(schema.text)
    def group(piece: Piece) -> str:
        known = format.groups if schema.text(piece) else ()
        return schema.one_of(*known)(piece) if known else piece.value

    return schema.record(
        dict,
        optional=(
            *("group", "ghost", "since", "left", "carried", "handicap", "paid", "tickets"),
            TOGETHER,
            APART,
        ),
        no=NUMBER,
        **{"names": schema.row("must be two", _name, _name)} if pairs else {"name": _name},
        group=group,
        ghost=schema.yes_or_no,
        since=schema.whole(1, MOST_ROUNDS),
        left=schema.whole(0, MOST_ROUNDS),
        carried=CARRIED,
        handicap=HANDICAP,
        **WISH_KINDS,
        paid=_paid,
        tickets=schema.whole(0, MOST_TICKETS),
    )


def _any_entrant() -> Shape:
    kinds = (_entrant_shape(ANY_FORMAT, pairs=pairs) for pairs in (False, True))
    return either(*map(shape_of, kinds))


@shaped(lambda: {"type": "array", "items": _any_entrant()})
def _entrants(pieces: Piece, said: Mapping[str, Any]) -> tuple[Entrant, ...]:
    format = said["settings"]
    shape = _entrant_shape(format, pairs=format.pairs)

    def entrant(piece: Piece) -> Entrant:
        said = shape(piece)
        names = said.pop("names") if format.pairs else (said.pop("name"),)
        return Entrant(names=names, **said)

    read_all = schema.some(entrant, by=attrgetter("no"), twice="number {} appears twice")
    found = read_all(pieces)
    try:
        refuse_collisions(format, most_tables(len(found), format))
    except BadSetting as wrong:
        raise BadTournament(wrong.message, f"settings.{wrong.field}") from wrong
    for broken in contradictions(found, format):
        at = next(at for at, one in enumerate(found) if one.no == broken.no)
        pieces.list()[at][broken.kind].refuse(broken.says)
    return found


ADJUSTMENT = schema.record(Adjustment, no=NUMBER, **ADJUSTED)


@like(schema.some(ADJUSTMENT))
def _adjustments(pieces: Piece, said: Mapping[str, Any]) -> tuple[Adjustment, ...]:
    ghosts = {one.no: one.ghost for one in said["entrants"]}
    found = []
    for piece in pieces.list():
        found.append(ADJUSTMENT(piece))
        if found[-1].no not in ghosts:
            piece["no"].refuse(f"there is no entrant {found[-1].no}")
        if ghosts[found[-1].no]:
            piece["no"].refuse(f"number {found[-1].no} is a ghost, who has no score")
        if not (found[-1].points or found[-1].won):
            piece.refuse("changes neither points nor games won")
    return tuple(found)


STORED_ADJUSTMENTS: Kind[tuple[dict[str, Any], ...]] = schema.some(
    schema.record(
        dict,
        optional=("round", "points", "won", "removed"),
        key=schema.text,
        removed=schema.yes_or_no,
        **ADJUSTED,
    )
)
"""An entrant's adjustments as the site stores them, also removed ones."""


# -- Read the rounds.


@shaped(lambda: shape_of(schema.some(_round(None, set(), ANY_FORMAT))))
def _rounds(pieces: Piece, said: Mapping[str, Any], start: int | None = 1) -> tuple[Round, ...]:
    known, found = {one.no for one in said["entrants"]}, list[Round]()
    for piece in pieces.list():
        expected = found[-1].no + 1 if found else start
        found.append(_round(expected, known, said["settings"])(piece))
    return tuple(found)


@like(_rounds)
def _plan(piece: Piece, said: Mapping[str, Any]) -> tuple[Round, ...]:
    """Return the planned rounds. They are numbered from any number, and have no results."""
    rounds = _rounds(piece, said, start=None)
    if any(table.result for round in rounds for table in round.tables):
        piece.refuse("rounds to come have no results")
    return rounds


ANY_SEATS = object_of(dict.fromkeys(EVERY_SEAT, shape_of(NUMBER)), SEATS[:3])
"""The seats of a table of any size, as JSON Schema."""


def _round(expected: int | None, known: set[int], format: Format) -> Kind[Round]:
    left = set(known)

    @like(schema.whole(1, MOST_ROUNDS))
    def number(piece: Piece) -> int:
        no = schema.whole(1, 999)(piece)
        return no if expected in (None, no) else piece.refuse(f"must be {expected}")

    @like(NUMBER)
    def entrant(piece: Piece) -> int:
        """Return an entrant's number, and take it from those left for this round."""
        no = NUMBER(piece)
        if no not in known:
            piece.refuse(f"there is no entrant {no}")
        if no not in left:
            piece.refuse(f"number {no} is in this round twice")
        left.remove(no)
        return no

    of_four: Kind[dict[str, int]] = schema.record(
        dict, optional=SEATS[3:], **schema.each(SEATS, entrant)
    )
    of_all: Kind[dict[str, int]] = schema.record(
        dict, **schema.each(seats_at(format.table_size), entrant)
    )

    @shaped(ANY_SEATS)
    def seats(piece: Piece) -> dict[str, int]:
        if format.seats_six and not (format.mixed_tables and len(piece.entries()) == FOUR):
            return of_all(piece)
        return of_four(piece)

    table = schema.record(
        partial(RoundTable, alone=bool(format.places)),
        named={"table": "no"},
        table=schema.whole(1, MOST_TABLES),
        seats=_pairs(entrant) if format.pairs else seats,
        result=schema.After(partial(_result, format)),
    )
    tables = schema.some(
        table,
        by=attrgetter("no"),
        twice="table {} appears twice",
        empty="a round has one table at least",
    )
    return schema.record(Round, no=number, tables=tables, sitting_out=schema.some(entrant))


def _pairs(entrant: Kind[int]) -> Kind[dict[str, int]]:
    shape: Kind[dict[str, Any]] = schema.record(
        dict, optional=SEATS[3:], **schema.each(SEATS, schema.anything)
    )

    @shaped(ANY_SEATS)
    def read(piece: Piece) -> dict[str, int]:
        seats = shape(piece)
        if [seats["N"], seats["E"]] != [seats["S"], seats.get("W")]:
            piece.refuse("a pair has both seats of its side: N and S, or E and W")
        first, other = (entrant(piece[seat]) for seat in SEATS[:2])
        return dict(zip(SEATS, (first, other, first, other), strict=True))

    return read


COUNTED = ("lones", "euchres", "tried")
"""The keys of a result that count hands by the entrant's number."""


@cache
def _scored(sides: tuple[str, ...]) -> Kind[dict[str, Any]]:
    return schema.record(
        dict,
        optional={**dict.fromkeys(COUNTED, {}), "tie": None, "played": True},
        **schema.each(sides, schema.whole(LEAST_POINTS, MOST_POINTS)),
        **schema.each(COUNTED, schema.by_key(schema.whole(0, MOST_POINTS))),
        tie=schema.After(_tie),
        played=schema.yes_or_no,
    )


@cache
def _without_cards(sides: tuple[str, ...]) -> Kind[dict[str, Any]]:
    """Return the kind of a forfeited result. Its points may be left out, and are 0."""
    nothing = schema.one_of(0)
    return schema.record(
        dict,
        optional=(*sides, "lones", "tie"),
        forfeit=schema.word_of(*sides),
        **schema.each(sides, nothing),
        lones=schema.by_key(nothing),
        tie=schema.one_of(None),
    )


def _forfeit(piece: Piece, sides: tuple[str, ...], format: Format) -> Result:
    if len(sides) != len(SIDES):
        piece["forfeit"].refuse(
            f"at a table of {'three' if len(sides) == 3 else 'four single players'} no side can "
            "forfeit"
        )
    return forfeited(_without_cards(sides)(piece)["forfeit"], format.forfeit)


def _any_result() -> Shape:
    by_sides = (*SIDES,), (*SIDES_OF_SIX,)
    scored = (_scored(sides) for sides in (*by_sides, SEATS[:3], SEATS))
    return either(NULL, *map(shape_of, (*scored, *map(_without_cards, by_sides))))


@shaped(_any_result)
def _result(format: Format, piece: Piece, said: Mapping[str, Any]) -> Result | None:
    if piece.value is None:
        return None
    table = RoundTable(no=said["table"], seats=said["seats"], alone=bool(format.places))
    if "forfeit" in piece.entries():
        return _forfeit(piece, tuple(table.by_side), format)
    found = _scored(tuple(table.by_side))(piece)
    here = {str(no): no for no in table.entrants}
    for key in COUNTED:
        for no in found[key]:
            if no not in here:
                piece[key][no].refuse("is not at this table")
        found[key] = {here[no]: times for no, times in found[key].items()}
    points = {side: found.pop(side) for side in table.by_side}
    result = Result(points=points, **found)
    hands = [times for key in COUNTED for times in found[key].values()]
    if not result.played and any((*points.values(), *hands)):
        piece["played"].refuse(
            "where nothing was played the points are 0 and there are no lone hands"
        )
    return result


@shaped(either(NULL, TEXT))
def _tie(piece: Piece, said: Mapping[str, Any]) -> str | None:
    points = {side: scored for side, scored in said.items() if side not in COUNTED}
    level = [side for side, scored in points.items() if scored == max(points.values())]
    if piece.value is None:
        return None
    if len(level) < 2:
        piece.refuse("points are not tied: there is no tie to win")
    if schema.text(piece) not in level:
        piece.refuse(f"must be one of {', '.join(level)}, or null")
    return piece.value


@shaped(TEXT | {"pattern": f"^[0-9a-f]{{{SECRET}}}$"})
def _secret(piece: Piece) -> str:
    if not fullmatch(f"[0-9a-f]{{{SECRET}}}", schema.text(piece)):
        piece.refuse(f"must be {SECRET} hex digits")
    return piece.value


@shaped(TEXT | {"maxLength": LONGEST_ROOM})
def _short(piece: Piece) -> str:
    return piece.value if len(schema.text(piece)) <= LONGEST_ROOM else piece.refuse("is too long")


DRAW = schema.record(FairDraw, secret=_secret, label=_short, room=_short)


@shaped(lambda: shape_of(DRAW))
def _draw(piece: Piece, said: Mapping[str, Any]) -> FairDraw:
    found = DRAW(piece)
    if said.get("seed", 0) != found.seed:
        piece.refuse(f"gives seed {found.seed}, which is not the tournament’s")
    return found


TOURNAMENT = schema.record(
    Tournament,
    named={"settings": "format"},
    format=schema.only(FORMAT),
    style=schema.word_of(*FORMATS),
    settings=schema.After(_format, lambda said: FORMATS[said["style"]]),
    seed=schema.whole(0, MOST_SEED),
    entrants=schema.After(_entrants),
    rounds=schema.After(_rounds),
    plan=schema.After(_plan),
    adjustments=schema.After(_adjustments),
    draw=schema.After(_draw),
)


# -- Write the document.


def document(tournament: Tournament) -> dict:
    """Return the tournament as JSON values. Reading them gives the same tournament."""
    found = {
        "format": FORMAT,
        "style": tournament.format.style,
        "settings": settings_of(tournament.format),
        "seed": tournament.seed,
        "entrants": [_as_entrant(one, tournament.format) for one in tournament.entrants],
        "rounds": [round_document(one) for one in tournament.rounds],
    }
    more = {
        "plan": [round_document(one) for one in tournament.plan],
        "adjustments": [adjustment_document(one) for one in tournament.adjustments],
        "draw": asdict(tournament.draw) if tournament.draw else None,
    }
    return found | {key: value for key, value in more.items() if value}


def _as_entrant(entrant: Entrant, format: Format) -> dict:
    names = {"names": list(entrant.names)} if format.pairs else {"name": entrant.name}
    others = {
        "group": entrant.group,
        "ghost": entrant.ghost,
        "since": entrant.since if entrant.since > 1 else None,
        "carried": carried_document(entrant.carried),
        "handicap": entrant.handicap,
        **wishes_document(entrant),
        "paid": entrant.paid,
        "tickets": entrant.tickets,
    }
    found = {"no": entrant.no, **names} | {key: value for key, value in others.items() if value}
    return found | ({} if entrant.left is None else {"left": entrant.left})


def wishes_document(entrant: Entrant) -> dict:
    """Return an entrant's wishes as JSON values, without empty ones."""
    found = {
        kind: [{"no": wish.no} | ({"always": True} if wish.always else {}) for wish in wishes]
        for kind, wishes in ((TOGETHER, entrant.together), (APART, entrant.apart))
    }
    return {kind: wishes for kind, wishes in found.items() if wishes}


def adjustment_document(adjustment: Adjustment) -> dict:
    """Return an adjustment as JSON values, without a round that it has not."""
    return {key: value for key, value in asdict(adjustment).items() if value is not None}


def carried_document(carried: Carried) -> dict:
    """Return the figures that an entrant carries in, as JSON values without zeros."""
    return {name: value for name, value in asdict(carried).items() if value}


def round_document(round: Round) -> dict:
    """Return a round as the file has it."""
    tables = [_as_table(table) for table in round.tables]
    return {"no": round.no, "sitting_out": list(round.sitting_out), "tables": tables}


def _as_table(table: RoundTable) -> dict:
    found = {"table": table.no, "seats": dict(table.seats)}
    return found | ({"result": _as_result(table.result)} if table.result else {})


def _by_number(counted: Mapping[int, int]) -> dict[str, int]:
    return {str(no): times for no, times in counted.items()}


def _as_result(result: Result) -> dict:
    if result.forfeit is not None:
        return {"forfeit": result.forfeit}
    counted = {key: _by_number(getattr(result, key)) for key in COUNTED}
    found = {**result.points, "lones": counted.pop("lones"), "tie": result.tie}
    found |= {key: by_number for key, by_number in counted.items() if by_number}
    return found if result.played else found | {"played": False}
