"""A movement in words, for settings, cards on tables and screens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date as day
from itertools import product

from scoring.common.dates import full_day
from scoring.tournament.pure.formats import ELIMINATION, MOVEMENTS, PARTNERS, Format, Stage
from scoring.tournament.pure.moves import HEAD, LAST, LOST, RESULTS, WON, Move, Movement
from scoring.tournament.pure.seats import SEAT_NAMES, sides_at

SIDE_NAMES = {"NS": "North and South", "EW": "East and West"}
SIDE_NAMES_OF_SIX = {"NSE": "North, South and East", "ABC": "A, B and C"}
ALL_SIDE_NAMES = SIDE_NAMES | SIDE_NAMES_OF_SIX
RESULT_NAMES = {WON: "winners", LOST: "losers"}


def describe_stages(format: Format) -> Iterator[str]:
    """Yield the later stages in words, as in "from round 9, on night 2: drawn anew each round"."""
    for stage in format.stages[1:]:
        said = (f"from round {stage.start}", "without a new draw" if stage.go_on else "")
        when = ", ".join(filter(None, (*said, _night(stage))))
        yield f"{when}: {describe_movement(format.in_round(stage.start))}"


def _night(stage: Stage) -> str:
    """Return when a stage is, such as "on night 2, Saturday 5 December 2026", or ""."""
    night = f"night {stage.night}" if stage.night else ""
    date = full_day(day.fromisoformat(stage.date)) if stage.date else ""
    said = ", ".join(filter(None, (night, date)))
    return said and f"on {said}"


def describe_movement(format: Format) -> str:
    """Return where everyone goes after a round, as in "winners move up 1 table, losers stay"."""
    if not isinstance(format.movement, Movement):
        return MOVEMENTS[format.movement]
    movement = format.movement
    said = [_describe_move(move) for move in movement.moves]
    around = {move.by for move in movement.moves} - {None, 0} and movement.ends == "round"
    said += ["the tables go round in a circle"] if around else []
    return ", ".join(said) or "everyone stays"


def describe_partners(format: Format) -> str:
    """Return what becomes of partners, as in "new partners at every table"."""
    return {
        "split": "new partners at every table",
        "split-below": "new partners, except at the head table",
        "seats": "everyone keeps their seat",
    }.get(format.parting, f"partners {PARTNERS.get(format.parting)}")


def _describe_move(move: Move) -> str:
    who = _who(move.who)
    at = f" at {_table(move.at)}" if move.at is not None else ""
    one = who in SEAT_NAMES.values() or who == "everyone"
    if move.to is not None:
        does = f"{'goes' if one else 'go'} to {_table(move.to)}"
    elif not move.by:
        does = "stays" if one else "stay"
    else:
        number, way = abs(move.by), "up" if move.by < 0 else "down"
        tables = "table" if number == 1 else "tables"
        does = f"{'moves' if one else 'move'} {way} {number} {tables}"
    return f"{who}{at} {does}"


def _table(place: int | str) -> str:
    return {HEAD: "the head table", LAST: "the last table"}.get(str(place), f"table {place}")


def _who(words: tuple[str, ...]) -> str:
    """Return who these words fit, as in "winners", "Ladies who lost", "North"."""
    results = [word for word in words if word in RESULT_NAMES]
    names = [
        SEAT_NAMES.get(word) or ALL_SIDE_NAMES.get(word, word)
        for word in words
        if word not in RESULTS
    ]
    if not names:
        return " and ".join(RESULT_NAMES[one] for one in results) or "everyone"
    return " who ".join([" in ".join(names), *results])


# -- The card on a table, with where each of its players goes.


def moves_of(
    format: Format, *, table: int, tables: int, following: int | None = None, round: int = 1
) -> tuple[str, ...]:
    """Return the sentences on a table's card after a round, such as "Winners: to table 2" and
    "Losers: stay".

    `tables` is the number of tables in this round, by which players move, and `following` that of
    the next one, if it differs.
    """
    if stage := new_stage(format, round):
        return (f"All: {stage}",)
    format = format.in_round(round + 1)
    if format.moves is None:
        return (PLANNED[str(format.movement)],)
    following = tables if following is None else following
    lines = (
        _card_line(who, to, table, following)
        for who, to in flows(format, table=table, tables=tables)
    )
    return (*lines, *_card_partners(format, table, tables))


def new_stage(format: Format, round: int) -> str:
    """Return what follows a round if a stage begins then with a new draw or on another night, such
    as "the next seats are drawn after the round". It is "" otherwise."""
    before, stage = format.stage_of(round), format.stage_of(round + 1)
    if stage == before or round >= format.rounds:
        return ""
    if stage.night > max(before.night, 1) or stage.date > before.date:
        return f"round {stage.start} is {_night(stage)}"
    return "" if stage.go_on else "the next seats are drawn after the round"


PLANNED = {
    "rotation": "All: as your tally card says",
    "draw": "All: the next seats are drawn after the round",
    "swiss": "All: the next seats follow from the standings",
    ELIMINATION: "Both pairs: the bracket says who you meet next",
}


def flows(format: Format, *, table: int, tables: int) -> Iterator[tuple[str, int]]:
    """Yield who goes from a table to which one, such as ("Winners", 2), by result, group and seat.
    The movement must be one from table to table."""
    movement, size = format.moves, format.table_size
    if movement is None:
        return
    sides = sides_at(size)
    in_order = tuple(seat for seats in sides.values() for seat in seats)
    seats = in_order if movement.words & {*in_order} else (*sides,)
    ways = (
        RESULTS if movement.by_results else (),
        format.groups if movement.groups(size) else (),
        seats if movement.words & {*in_order, *sides} else (),
    )
    first, *others = [way for way in ways if way] or [("",)]
    for word in first:
        for words, to in _parted(movement, (word,), others, (table, tables), sides):
            who = _who(words) if any(words) else "all"
            yield f"{who[0].upper()}{who[1:]}", to


def _parted(
    movement: Movement,
    words: tuple[str, ...],
    ways: list,
    hall: tuple[int, int],
    sides: Mapping[str, Sequence[str]],
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield where those go whom these words fit, or those of each of the next way if they part.
    `hall` is their table and the number of tables. `sides` has the seats of each side."""
    table, tables = hall
    targets = {
        movement.target(_with_side({*words, *more}, sides), table, tables)
        for more in product(*ways)
    }
    if len(targets) == 1:
        yield words, targets.pop()
        return
    for word in ways[0]:
        yield from _parted(movement, (*words, word), ways[1:], hall, sides)


def _with_side(words: set[str], sides: Mapping[str, Sequence[str]]) -> set[str]:
    return words | {side for side, seats in sides.items() if words & {*seats}}


def _card_line(who: str, to: int, table: int, following: int) -> str:
    if to > following:
        return f"{who}: the director calls your next table"
    stays = "stays" if who in SEAT_NAMES.values() else "stay"
    return f"{who}: {stays if to == table else f'to table {to}'}"


def _card_partners(format: Format, table: int, tables: int) -> tuple[str, ...]:
    if tables == 1 or format.parting == "stay" or format.movement == "seats":
        return ()
    if format.parting == "seats":
        return ("Keep your seat: north, east, south or west",)
    if format.parting == "split-below" and table == 1 and not format.by_groups:
        return ("Players coming here keep their partner",)
    if format.seats_six:
        return ("Of each side one player changes over at your next table",)
    if format.moves and not format.moves.stays_by_halves(tables):
        return ("Change partners at your next table",)
    return ("Sit opposite a player who stayed",)
