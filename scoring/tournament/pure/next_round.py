"""Seat the next round of a tournament by the movement of its format. The same tournament always
gives the same round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import NamedTuple

from scoring.tournament.pure.bracket import elimination_round
from scoring.tournament.pure.draw import drawn_round
from scoring.tournament.pure.here import (
    groups_of,
    here,
    next_no,
    partnerships,
    refuse_collision,
    table_sizes,
)
from scoring.tournament.pure.moves import LOST, WON, Movement
from scoring.tournament.pure.plan_ahead import ahead, drawn_anew
from scoring.tournament.pure.seats import OTHER, SEATS, SIDES, SIX, seats_at, sides_at
from scoring.tournament.pure.sitting_out import who_sits_out
from scoring.tournament.pure.swiss import swiss_round
from scoring.tournament.pure.values import Round, RoundTable, Tournament, round_of
from scoring.tournament.pure.winners import NotYet, winners_and_losers

__all__ = ["NotYet", "next_round"]


def next_round(tournament: Tournament) -> Round:
    """Return the round after the last one that is published, or the first.

    Raise NotYet if a table of the last round has no result or its tie no winner, or if there are
    too few people.
    """
    if tournament.rounds:
        _refuse_without_results(tournament.rounds[-1])
    no = next_no(tournament)
    format = tournament.format.in_round(no)
    round = _seated(replace(tournament, format=format), no)
    if format.places:
        return replace(round, tables=tuple(replace(one, alone=True) for one in round.tables))
    return round


def _seated(tournament: Tournament, no: int) -> Round:
    """Return the round of this number, where partners play, by the format of that round."""
    format = tournament.format
    if format.eliminates:
        return elimination_round(tournament)
    if format.movement == "rotation":
        return ahead(tournament, rounds=1)[0]
    if format.movement == "draw" and (tournament.rounds or format.pairs):
        return drawn_anew(tournament)
    if format.draws(no):
        return drawn_round(tournament)
    return swiss_round(tournament) if format.movement == "swiss" else _moved(tournament)


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
    sizes, groups = table_sizes(tournament, people), groups_of(tournament)
    out = who_sits_out(tournament, people, at=at, number=len(people) - sum(sizes))
    playing = set(people) - set(out)
    tables = refilled(moved, sizes=sizes, places=places, people=playing, groups=groups)
    if places in (FACING_PLACES, FACING_OF_SIX):
        tables = _faced(tournament, tables)
    return round_of(last.no + 1, tables, out)


def _movement(tournament: Tournament, tables: list[RoundTable]) -> tuple[tuple[str, ...], Places]:
    """Return the names of a table's places, and the entrants of the last round by their new
    places.

    Raise NotYet if a table is tied, or if the movement collides with so many tables.
    """
    format = tournament.format
    if len(tables) == 1 and format.pairs:
        return tuple(SIDES), [{side: pair for side, (pair,) in tables[0].by_side.items()}]
    if len(tables) == 1:
        return seats_at(format.table_size), [dict(tables[0].seats)]
    refuse_collision(format, len(tables))
    arriving = arrivals(format.moves, tables, groups_of(tournament))
    if format.parting == "seats":
        seats = seats_at(format.table_size)
        return seats, [{one.seat: one.no for one in table} for table in arriving]
    size = format.table_size
    places = FACING_OF_SIX if format.seats_six else FACING_PLACES
    return places, [facing_places(table, no, size) for no, table in enumerate(arriving, start=1)]


def _faced(tournament: Tournament, tables: Places) -> Places:
    facing = Facing(
        last=partnerships(tournament.rounds[-1:]),
        partnered=partnerships(tournament.rounds),
        groups=groups_of(tournament),
    )
    found = []
    for no, places in enumerate(tables, start=1):
        old = _kept(tournament, no, places)
        if len(places) == 2:
            found.append(of_pairs(places, old=old))
        elif len(places) == 3:
            found.append(of_three(places, old=old))
        elif len(places) == SIX:
            found.append(facing.seats_of_six(places, old=old, together=_together(tournament, no)))
        else:
            found.append(facing.seats(places, old=old, together=_together(tournament, no)))
    return found


def _together(tournament: Tournament, table: int) -> bool:
    partners = tournament.format.parting
    together = partners == "split-below" and table == 1 and not tournament.format.by_groups
    return partners == "stay" or together


def _kept(tournament: Tournament, no: int, places: Mapping[str, int]) -> dict[int, str]:
    """Return the seats (for pairs, the sides) of the entrants who also sat at this table in the
    last round."""
    table = next((one for one in tournament.rounds[-1].tables if one.no == no), None)
    there = table.by_place(sides=tournament.format.pairs) if table else {}
    return {entrant: there[entrant] for entrant in places.values() if entrant in there}


# -- Seats at a table if winners progress, for the players who stayed and the players who come.
# ----------------------------------------------------------------------------------------------

Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Facing:
    """The data that decides on partners."""

    last: Counter[frozenset[int]]
    """The partners of the last round."""
    partnered: Counter[frozenset[int]]
    """How often two were partners in all rounds so far."""
    groups: Mapping[int, str]

    def seats(
        self, places: Mapping[str, int], *, old: Mapping[int, str], together: bool
    ) -> dict[str, int]:
        """Return the seats of a table of four. `old` has the seats of the players who stayed."""
        stay, come = (tuple(sorted(places[place] for place in two)) for two in (STAY[:2], COME[:2]))
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

        def cost(way: Mapping[int, int]) -> tuple[int, int, int]:
            two = [frozenset(pair) for pair in way.items()]
            unmixed = sum(
                self.groups.get(one) == self.groups.get(other) for one, other in way.items()
            )
            return (
                sum(self.last[one] for one in two),
                unmixed,
                sum(self.partnered[one] for one in two),
            )

        return min(ways, key=cost)

    def seats_of_six(
        self, places: Mapping[str, int], *, old: Mapping[int, str], together: bool
    ) -> dict[str, int]:
        """Return the seats of a table of six. `old` has the seats of the players who stayed. The
        lowest of them keeps their seat, and so do the others whose side still sits there."""
        stay, come = (sorted(places[place] for place in three) for three in (STAY, COME))
        one, other = (stay, come) if together else self.mixed([*stay, *come])
        first = min(places.values(), key=lambda no: (no not in old, no not in stay, no))
        ours, theirs = (one, other) if first in one else (other, one)
        kept = next(side for side, seats in sides_at(SIX).items() if old.get(first, "N") in seats)
        sides = {kept: ours, OTHER[kept]: theirs}
        return {
            seat: no
            for side, people in sides.items()
            for seat, no in _at_side(people, sides_at(SIX)[side], old).items()
        }

    def mixed(self, people: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return two sides of three, of which each keeps one partnership of the last round. Then
        most mixed by groups, then with fewest earlier partnerships, then with the lowest numbers
        together."""

        def cost(side: Sequence[int]) -> tuple[int, int, int, list[int]]:
            rest = [no for no in people if no not in side]
            both = [[frozenset(two) for two in combinations(one, 2)] for one in (side, rest)]
            two = [pair for one in both for pair in one]
            unmixed = sum(len({self.groups.get(no) for no in pair}) == 1 for pair in two)
            kept = sum(abs(sum(self.last[pair] for pair in one) - 1) for one in both)
            return kept, unmixed, sum(self.partnered[pair] for pair in two), sorted(side)

        first, *others = sorted(people)
        side = min(([first, *two] for two in combinations(others, 2)), key=cost)
        return side, [no for no in others if no not in side]


def _at_side(people: Sequence[int], seats: Sequence[str], old: Mapping[int, str]) -> dict[str, int]:
    """Return a side's seats. Those who sat in one of them keep it, and the others take free ones in
    turn."""
    found = {old[no]: no for no in people if old.get(no) in seats}
    free = iter(seat for seat in seats if seat not in found)
    return found | {next(free): no for no in people if no not in found.values()}


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


# -- Where everyone goes, by the movement.
# ----------------------------------------------------------------------------------------------

FACING_PLACES = ("stay", "come", "come2", "stay2")
"""Places at a table before its seats are known, for two players who stayed and two who come. At a
table of three one stayed."""
FACING_OF_SIX = ("stay", "come", "stay2", "come2", "stay3", "come3")
STAY, COME = ("stay", "stay2", "stay3"), ("come", "come2", "come3")


class Arrival(NamedTuple):
    """An entrant at their next table, with their table and seat of the last round."""

    no: int
    table: int
    seat: str


def arrivals(
    movement: Movement, tables: Sequence[RoundTable], groups: Mapping[int, str]
) -> list[list[Arrival]]:
    """Return who comes to each table or stays there. Raise NotYet if a table is tied, and the
    movement needs its winner. There must be at least two tables."""
    found: list[list[Arrival]] = [[] for _ in tables]
    spoken = frozenset(movement.words)
    for at, table in enumerate(tables, start=1):
        won, lost = _results(movement, table, head=at == 1)
        side_of, seat_of = table.by_place(sides=True), table.by_place(sides=False)
        targets: dict[frozenset[str], int] = {}
        for no in (*won, *lost):
            seat = seat_of[no]
            words = {seat, side_of[no], groups.get(no, ""), WON if no in won else LOST}
            matter = spoken.intersection(words)
            if matter not in targets:
                targets[matter] = movement.target(matter, at, len(tables))
            found[targets[matter] - 1].append(Arrival(no=no, table=at, seat=seat))
    return found


def _results(
    movement: Movement, table: RoundTable, *, head: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the winners and the losers, or all entrants as one if they don't matter."""
    return winners_and_losers(table, head=head) if movement.by_results else (table.entrants, ())


def facing_places(arriving: Sequence[Arrival], table: int, size: int) -> dict[str, int]:
    """Return the entrants at a table of this many by the names of their places.

    Who was at this table stayed. Unless exactly half of them did, those from the lowest table
    count as staying instead, by N, S, E, W. If too many arrive, as where a table's two groups were
    not mixed, those of the highest tables have no place yet.
    """
    order = "".join(chain.from_iterable(sides_at(size).values()))
    stay = [one for one in arriving if one.table == table]
    if len(stay) != len(arriving) // 2:
        in_order = sorted(arriving, key=lambda one: (one.table, order.index(one.seat)))
        stay = in_order[: len(arriving) // 2]
    come = [one for one in arriving if one not in stay]
    return {
        place: one.no
        for places, ones in ((STAY, stay), (COME, come))
        for place, one in zip(places[: size // 2], ones, strict=False)
    }


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


def tables_next(tournament: Tournament) -> int:
    """Return the number of tables in the next round, with everyone who is here. If they are too few
    for a table, it is the number in the last round."""
    last = tournament.rounds[-1]
    no = last.no + 1
    try:
        people = here(tournament, no)
    except NotYet:
        return len(last.tables)
    tournament = replace(tournament, format=tournament.format.in_round(no))
    return len(table_sizes(tournament, people))
