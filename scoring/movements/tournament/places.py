"""Places of single people: late comers, leavers, ghosts, two who change seats. Nobody else is reseated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.movements.tournament.odd import ghosts_needed
from scoring.movements.tournament.values import SEATS, Entrant, Round, RoundTable, Tournament

SEAT_NAMES = dict(zip(SEATS, ("North", "East", "South", "West"), strict=True))
GHOST = "Ghost"


class NoSuchPlace(ValueError):
    """Somebody is not where he was said to be: a sentence."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a late comer may play."""

    round: int
    table: int | None = None
    """None: from the draw of that round on."""
    seat: str = ""
    ghost: int | None = None
    """The ghost whose seat it is, by number."""
    says: str


def late_comer_places(tournament: Tournament) -> tuple[Place, ...]:
    """Return where a late comer may play: free seats of the round being played, then the next round."""
    last = tournament.rounds[-1] if tournament.rounds else None
    no = last.no + 1 if last else 1
    now = tuple(_free_now(tournament, last)) if last else ()
    return (*now, Place(round=no, says=f"From round {no}, drawn with everybody else."))


def _free_now(tournament: Tournament, round: Round) -> Iterator[Place]:
    for table in round.tables:
        if table.result is not None:
            continue
        for seat, no in _first_seats(table).items():
            where = f"Now: table {table.no}, {SEAT_NAMES[seat]}"
            if no is None:
                says = f"{where}, before the first card: the table of three becomes one of four."
                yield Place(round=round.no, table=table.no, seat=seat, says=says)
            elif tournament.entrant(no).ghost:
                says = f"{where}, in the place of the ghost."
                yield Place(round=round.no, table=table.no, seat=seat, ghost=no, says=says)


def _first_seats(table: RoundTable) -> dict[str, int | None]:
    """Return who has each seat, a pair its first one only; None for the seat that three leave free."""
    found: dict[str, int | None] = {}
    for seat in SEATS:
        no = table.seats.get(seat)
        if no is None or no not in found.values():
            found[seat] = no
    return found


def with_newcomer(round: Round, no: int, place: Place) -> Round:
    """Return the round with a newcomer in a place of it that late_comer_places told."""
    if place.ghost is not None:
        return _renamed(round, {place.ghost: no})
    tables = tuple(
        replace(table, seats={**table.seats, place.seat: no}) if table.no == place.table else table
        for table in round.tables
    )
    return replace(round, tables=tables)


def with_leaver(tournament: Tournament, no: int, *, in_place: int | None = None) -> Tournament:
    """Return the tournament after somebody left: he is seated no more.

    With `in_place` (somebody who sits out, a ghost or a newcomer among the entrants) his seat of the last
    round, and what is played in it, are that one's. Without, he keeps the last round: somebody plays it for
    him. Who sits out just goes. Raises NoSuchPlace when `in_place` has a seat of his own.
    """
    if not tournament.rounds:
        return _left(tournament, no, 0)
    *earlier, last = tournament.rounds
    if last.table_of(no) is None:
        last = replace(last, sitting_out=tuple(one for one in last.sitting_out if one != no))
    elif in_place is None:
        return _left(tournament, no, last.no)
    elif last.table_of(in_place) is not None:
        raise NoSuchPlace(f"Number {in_place} has a seat in round {last.no}.")
    else:
        waiting = tuple(one for one in last.sitting_out if one != in_place)
        last = _renamed(replace(last, sitting_out=waiting), {no: in_place})
    return replace(_left(tournament, no, last.no - 1), rounds=(*earlier, last))


def _left(tournament: Tournament, no: int, round: int) -> Tournament:
    entrants = (replace(one, left=round) if one.no == no else one for one in tournament.entrants)
    return replace(tournament, entrants=tuple(entrants))


def swapped(round: Round, one: int, other: int) -> Round:
    """Return the round with two entrants in each other's place: a seat, or sitting out.

    What was played in a seat is his who sits in it. Raises NoSuchPlace for a number that is not in the round.
    """
    for no in (one, other):
        if round.table_of(no) is None and no not in round.sitting_out:
            raise NoSuchPlace(f"Number {no} is not in round {round.no}.")
    return _renamed(round, {one: other, other: one})


def _renamed(round: Round, names: Mapping[int, int]) -> Round:
    """Return the round with other people in the places of some, their results included."""
    sitting_out = tuple(sorted(names.get(no, no) for no in round.sitting_out))
    return replace(
        round, tables=tuple(_renamed_at(table, names) for table in round.tables), sitting_out=sitting_out
    )


def _renamed_at(table: RoundTable, names: Mapping[int, int]) -> RoundTable:
    seats = {seat: names.get(no, no) for seat, no in table.seats.items()}
    if table.result is None:
        return replace(table, seats=seats)
    lones = {names.get(no, no): made for no, made in table.result.lones.items()}
    return replace(table, seats=seats, result=replace(table.result, lones=lones))


def ghosts_to_add(tournament: Tournament) -> tuple[Entrant, ...]:
    """Return the ghosts that would fill the tables of the next round, besides those who are there already."""
    round = tournament.rounds[-1].no + 1 if tournament.rounds else 1
    there = [one for one in tournament.entrants if one.plays_in(round)]
    people = sum(not one.ghost for one in there)
    number = ghosts_needed(people, tournament.format) - (len(there) - people)
    after = max((one.no for one in tournament.entrants), default=0)
    names = (GHOST, GHOST) if tournament.format.pairs else (GHOST,)
    return tuple(Entrant(no=after + at, names=names, ghost=True, since=round) for at in range(1, number + 1))
