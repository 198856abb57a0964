"""Seat the next round of a tournament by the movement of its format. The same tournament always
gives the same round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.tournament.pure.draw import first_round
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.here import everybody, groups_of, here, partnerships, sit_outs
from scoring.tournament.pure.odd import sizes
from scoring.tournament.pure.plan_ahead import ahead
from scoring.tournament.pure.values import (
    OTHER,
    SEATS,
    SIDES,
    Round,
    RoundTable,
    Tournament,
    round_of,
)
from scoring.tournament.pure.winners import NotYet, winners_and_losers

__all__ = ["NotYet", "next_round"]


def next_round(tournament: Tournament) -> Round:
    """Return the round after the last one that is published, or the first.

    Raise NotYet if a table of the last round has no result or its tie no winner, or if there are
    too few people.
    """
    if tournament.rounds:
        _refuse_without_results(tournament.rounds[-1])
    if tournament.format.movement == "rotation":
        return ahead(tournament, rounds=1)[0]
    return _moved(tournament) if tournament.rounds else first_round(tournament)


def _refuse_without_results(round: Round) -> None:
    lacking = [str(table.no) for table in round.tables if table.result is None]
    if len(lacking) == 1:
        raise NotYet(f"Round {round.no}: table {lacking[0]} has no result yet.")
    if lacking:
        *others, last = lacking
        raise NotYet(f"Round {round.no}: tables {', '.join(others)} and {last} have no result yet.")


def _moved(tournament: Tournament) -> Round:
    last = tournament.rounds[-1]
    people = here(tournament, last.no + 1)
    places, moved = _movement(tournament, sorted(last.tables, key=lambda table: table.no))
    at = {no: table for table, found in enumerate(moved, start=1) for no in found.values()}
    table_sizes = sizes(len(people), tournament.format)
    out = who_sits_out(tournament, people, at=at, number=len(people) - sum(table_sizes))
    groups = groups_of(tournament)
    playing = set(people) - set(out)
    tables = refilled(moved, sizes=table_sizes, places=places, people=playing, groups=groups)
    if places == WINNERS_PLACES:
        tables = _faced(tournament, tables)
    return round_of(last.no + 1, tables, out)


def _movement(tournament: Tournament, tables: list[RoundTable]) -> tuple[tuple[str, ...], Places]:
    """Return the names of a table's places, and the entrants of the last round by their new
    places."""
    if tournament.format.movement == "seats":
        return SEATS, moved_by_seats(tables)
    if len(tables) > 1:
        return WINNERS_PLACES, moved_by_winning(tables)
    if tournament.format.pairs:
        return tuple(SIDES), [{side: pair for side, (pair,) in tables[0].by_side.items()}]
    return SEATS, [dict(tables[0].seats)]


def _faced(tournament: Tournament, tables: Places) -> Places:
    facing = Facing(partnered=partnerships(tournament.rounds), groups=groups_of(tournament))
    found = []
    for no, places in enumerate(tables, start=1):
        old = _kept(tournament, no, places)
        if len(places) == 2:
            found.append(of_pairs(places, old=old))
        elif len(places) == 3:
            found.append(of_three(places, old=old))
        else:
            found.append(facing.seats(places, old=old, together=_together(tournament, no)))
    return found


def _together(tournament: Tournament, table: int) -> bool:
    partners = tournament.format.partners
    return partners == "stay" or (partners == "split-below" and table == 1)


def _kept(tournament: Tournament, no: int, places: Mapping[str, int]) -> dict[int, str]:
    """Return the seats (for pairs, the sides) of the entrants who also sat at this table in the
    last round."""
    found = {}
    for entrant in places.values():
        table = tournament.rounds[-1].table_of(entrant)
        if table and table.no == no:
            seats = {number: seat for seat, number in table.seats.items()}
            found[entrant] = table.side_of(entrant) if tournament.format.pairs else seats[entrant]
    return found


# -- Seats at a table if winners progress, for the players who stayed and the players who come.
# ----------------------------------------------------------------------------------------------

Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Facing:
    """The data that decides on partners."""

    partnered: Counter[frozenset[int]]
    """How often two were partners in all rounds so far."""
    groups: Mapping[int, str]

    def seats(
        self, places: Mapping[str, int], *, old: Mapping[int, str], together: bool
    ) -> dict[str, int]:
        """Return the seats of a table of four. `old` has the seats of the players who stayed."""
        stay, come = (tuple(sorted(places[place] for place in two)) for two in (STAY, COME))
        first, other = sorted(stay, key=lambda no: no not in old)
        seat = SEATS.index(old.get(first, "N"))
        if together:
            free = sorted({0, 1, 2, 3} - {seat, (seat + 2) % 4})
            return _by_seat(
                {seat: first, (seat + 2) % 4: other, free[0]: come[0], free[1]: come[1]}
            )
        partner = self.split(stay, come)
        return _by_seat(
            {
                seat: first,
                (seat + 2) % 4: partner[first],
                (seat + 3) % 4: other,
                (seat + 1) % 4: partner[other],
            }
        )

    def split(self, stay: Pair, come: Pair) -> dict[int, int]:
        """Return the new partner of each player who stayed, with lower numbers first in both."""
        ways = (dict(zip(stay, come, strict=True)), dict(zip(stay, come[::-1], strict=True)))
        return min(ways, key=lambda way: (self._unmixed(way), self._times(way)))

    def _unmixed(self, way: Mapping[int, int]) -> int:
        return sum(self.groups.get(one) == self.groups.get(other) for one, other in way.items())

    def _times(self, way: Mapping[int, int]) -> int:
        return sum(self.partnered[frozenset(two)] for two in way.items())


def of_three(places: Mapping[str, int], *, old: Mapping[int, str]) -> dict[str, int]:
    """Return the seats of a table of three. The player who stayed keeps their seat, and the others
    take free ones in turn."""
    numbers = sorted(places.values(), key=lambda no: (no not in old, no))
    free = list(SEATS[:3])
    found = {}
    for no in numbers:
        seat = old[no] if old.get(no) in free else free[0]
        free.remove(seat)
        found[seat] = no
    return found


def of_pairs(places: Mapping[str, int], *, old: Mapping[int, str]) -> dict[str, int]:
    """Return the sides of a table of pairs. The pair that stayed keeps its side."""
    side = old.get(places["stay"], "NS")
    return {side: places["stay"], OTHER[side]: places["come"]}


def _by_seat(by_index: Mapping[int, int]) -> dict[str, int]:
    return {SEATS[index]: by_index[index] for index in range(4)}


# -- Winners move up one table. At the head table they stay, and its losers go to the last.
# ----------------------------------------------------------------------------------------------

WINNERS_PLACES = ("stay", "come", "come2", "stay2")
"""Places at a table before its seats are known, for two players who stayed and two who come. At a
table of three one stayed."""
STAY, COME = ("stay", "stay2"), ("come", "come2")


def moved_by_winning(tables: Sequence[RoundTable]) -> list[dict[str, int]]:
    """Return the entrants who stay and come at each table, with the head table first.

    Raise NotYet if a table is tied. There must be at least two tables, as with one no one moves.
    """
    last = len(tables) - 1
    places: list[dict[str, int]] = [{} for _ in tables]
    for at, table in enumerate(tables):
        winners, losers = winners_and_losers(table, head=at == 0)
        if at == 0:
            places[0] |= zip(STAY, winners, strict=False)
            places[last] |= zip(COME, losers, strict=False)
        else:
            places[at - 1] |= zip(COME, winners, strict=False)
            places[at] |= zip(STAY, losers, strict=False)
    return places


# -- Moves by the seat of the last round. N stays, S goes one table down, E one up, W two up.
# ----------------------------------------------------------------------------------------------
#
# "Down" is to the next lower number and "up" to the next higher, as on the published sheets (S -1,
# E +1, W +2).

BY = {"N": 0, "S": -1, "E": 1, "W": 2}


def moved_by_seats(tables: Sequence[RoundTable]) -> list[dict[str, int]]:
    """Return the entrants by seat at each table, from the seats of the last round."""
    places: list[dict[str, int]] = [{} for _ in tables]
    for at, table in enumerate(tables):
        for seat in SEATS:
            if seat in table.seats:
                places[(at + BY[seat]) % len(tables)][seat] = table.seats[seat]
    return places


# -- Places after a movement with other people than before. New people take the free places.
# ----------------------------------------------------------------------------------------------

Places = list[dict[str, int]]


def refilled(
    moved: Places,
    *,
    sizes: Sequence[int],
    places: Sequence[str],
    people: Iterable[int],
    groups: Mapping[int, str],
) -> Places:
    """Return tables of these sizes with a place for all these people, by the names of `places`.

    People keep their place while their table exists. Surplus tables are dissolved, the last first.
    Free places are filled from the last table up, by the group with fewer people at the table, then
    by lower numbers.
    """
    people = set(people)
    kept = [{place: no for place, no in table.items() if no in people} for table in moved]
    kept += [{} for _ in range(len(sizes) - len(kept))]
    tables = [_fitted(table, places[:size]) for table, size in zip(kept, sizes, strict=False)]
    unseated = people - {no for table in tables for no in table.values()}
    for table, size in list(zip(tables, sizes, strict=True))[::-1]:
        for place in places[:size]:
            if place not in table:
                table[place] = _who_comes(unseated, table, groups)
                unseated.remove(table[place])
    return tables


def _fitted(table: Mapping[str, int], places: Sequence[str]) -> dict[str, int]:
    """Return a table with these places. People with another place take a free one, if there is
    one."""
    found = {place: table[place] for place in places if place in table}
    free = [place for place in places if place not in table]
    without = [no for place, no in table.items() if place not in places]
    return found | dict(zip(free, without, strict=False))


def _who_comes(unseated: set[int], table: Mapping[str, int], groups: Mapping[int, str]) -> int:
    here = [groups.get(no) for no in table.values()]
    return min(unseated, key=lambda no: (here.count(groups.get(no)) if groups else 0, no))


# -- Sit-outs if the movement has none of its own. They are even, and not twice running.
# ----------------------------------------------------------------------------------------------


def who_sits_out(
    tournament: Tournament, people: Iterable[int], *, at: Mapping[int, int], number: int
) -> tuple[int, ...]:
    """Return the entrants who sit out. Entrants who sat out least come first, then those who played
    last time, then those from the last table up.

    `at` has the next table of each entrant, and none for those who sat out last time. Ties go to
    the lower number. Ghosts never sit out. New arrivals don't either, while there are others.
    """
    count = sit_outs(tournament)
    before = set().union(*map(everybody, tournament.rounds))

    def turn(no: int) -> tuple:
        return no not in before, count[no], -at.get(no, 0), no

    return tuple(
        sorted((no for no in people if not tournament.entrant(no).ghost), key=turn)[:number]
    )


# -- How people move after a round, in words, for the card on each table and for the caller.
# ----------------------------------------------------------------------------------------------

SEATS_MOVE = (("North", 0), ("South", -1), ("East", 1), ("West", 2))
"""The number of tables by which each seat moves."""


def tables_next(tournament: Tournament) -> int:
    """Return the number of tables in the next round, with everyone who is here. If they are too few
    for a table, it is the number in the last round."""
    last = tournament.rounds[-1]
    try:
        people = here(tournament, last.no + 1)
    except NotYet:
        return len(last.tables)
    return len(sizes(len(people), tournament.format))


def moves_of(format: Format, *, table: int, tables: int) -> tuple[str, ...]:
    """Return the sentences on a table's card, such as "Winners: to table 2" and "Losers: stay", if
    the next round has this number of tables."""
    if format.movement == "rotation":
        return ("All: as your tally card says",)
    if table > tables:
        return ("All: the director calls your next table",)
    if format.movement == "seats":
        return tuple(_seat_moves(table, tables))
    return (*_winners_progress(table, tables), *_partners(format, table, tables))


def _seat_moves(table: int, tables: int):
    for seat, by in SEATS_MOVE:
        to = (table - 1 + by) % tables + 1
        yield f"{seat}: stays" if to == table else f"{seat}: to table {to}"


def _winners_progress(table: int, tables: int) -> tuple[str, str]:
    if tables == 1:
        return "Winners: stay", "Losers: stay"
    if table == 1:
        return "Winners: stay", f"Losers: to table {tables}"
    return f"Winners: to table {table - 1}", "Losers: stay"


def _partners(format: Format, table: int, tables: int) -> tuple[str, ...]:
    if tables == 1 or format.partners == "stay":
        return ()
    if format.partners == "split-below" and table == 1:
        return ("Players coming here keep their partner",)
    return ("Sit opposite a player who stayed",)
