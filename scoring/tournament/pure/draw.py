"""Draw the first seating, and that of a later stage, by lot from the seed, so that anyone can check
the draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

from scoring.tournament.pure.formats import ELIMINATION
from scoring.tournament.pure.here import (
    groups_of,
    here,
    next_no,
    refuse_collision,
    table_sizes,
)
from scoring.tournament.pure.seats import SIDES
from scoring.tournament.pure.sitting_out import who_sits_out
from scoring.tournament.pure.values import Round, Tournament, round_of
from scoring.tournament.pure.wishes import Wishes, wishes_of

PLACES = {
    2: tuple(SIDES),
    3: ("N", "E", "S"),
    4: ("N", "S", "E", "W"),
    6: ("N", "S", "E", "A", "B", "C"),
}
"""The seats of a table by its number of people, in the order of the draw, partners after each
other."""


def drawn_round(tournament: Tournament) -> Round:
    """Return round 1, or the first of a later stage. Partners come from different groups, as far as
    possible.

    Raise NotYet if there are too few people, or if the movement collides with so many tables.
    """
    no = next_no(tournament)
    people = here(tournament, no)
    places = table_sizes(tournament, people)
    refuse_collision(tournament.format, len(places))
    over, chance = len(people) - sum(places), draw_of(tournament, no)
    order, out = drawn(people, chance), []
    if tournament.rounds:
        at = {one: table.no for table in tournament.rounds[-1].tables for one in table.entrants}
        out = list(who_sits_out(tournament, people, at=at, number=over))
    lots = _lots(tournament, [one for one in order if one not in out])
    out += [_over(tournament, lots) for _ in range(over - len(out))]
    mixed = iter(lots[0] if len(lots) == 1 else _mixed(*lots, chance))
    tables = [dict(zip(PLACES[size], _next(mixed, size), strict=True)) for size in places]
    if wishes := wishes_of(tournament.entrants):
        tables = _as_wished(tables, wishes, groups_of(tournament))
    return round_of(no, tables, out)


def draw_of(tournament: Tournament, round: int) -> Random:
    """Return the chance by which a round is drawn, by its number. Round 1 has the seed alone."""
    return Random(tournament.seed if round == 1 else f"{tournament.seed} draws {round}")


def fills_in_order(tournament: Tournament) -> bool:
    """Return whether the order of the draw is that of the seats: North, South, East and West of
    table 1, then of the next tables. Groups, wishes of couples, plans and tables of several sizes
    change it."""
    planned = tournament.format.movement in ("rotation", ELIMINATION)
    mixed = groups_of(tournament) and not tournament.format.pairs
    mixed = mixed or tournament.format.mixed_tables
    return not (planned or mixed or wishes_of(tournament.entrants))


def drawn(people: tuple[int, ...], chance: Random) -> list[int]:
    """Return these numbers in an order drawn by lot."""
    return chance.sample(people, len(people))


def _lots(tournament: Tournament, order: list[int]) -> list[list[int]]:
    """Return the order parted by two groups, those of neither with the smaller; or as it is."""
    groups = groups_of(tournament)
    if not groups or tournament.format.pairs:
        return [order]
    names = sorted(set(groups.values()))
    lots = [
        [no for no in order if groups.get(no) == name]
        for name in (tournament.format.groups or names)
    ]
    for no in order:
        if no not in groups:
            min(lots, key=len).append(no)
    return lots


def _over(tournament: Tournament, lots: list[list[int]]) -> int:
    """Remove the entrants who sit out from the larger group, and return them."""
    lot = max(lots, key=len)
    out = next(no for no in reversed(lot) if not tournament.entrant(no).ghost)
    lot.remove(out)
    return out


def _mixed(one: list[int], other: list[int], chance: Random) -> Iterator[int]:
    """Yield partners after each other, one from each group, and then the rest of the larger
    group."""
    number = min(len(one), len(other))
    over = [*one[number:], *other[number:]]
    pairs = [*zip(one, other, strict=False), *zip(over[::2], over[1::2], strict=False)]
    for pair in drawn(tuple(pairs), chance):
        yield from pair
    yield from over[len(over) // 2 * 2 :]


def _as_wished(
    tables: list[dict[str, int]], wishes: Wishes, groups: Mapping[int, str]
) -> list[dict[str, int]]:
    """Return the tables after players exchanged seats for the wishes of couples, as long as that
    helps. With two groups, partners stay mixed if exchanges of two can do it."""
    due = wishes.due([no for table in tables for no in table.values()], ())
    wishing = {no for two in (*due, *wishes.apart) for no in two}

    def cost() -> tuple[int, int]:
        found = round_of(1, tables, ())
        partners = set(found.partnerships)
        broken = len(due - partners) + sum(
            two <= set(table.entrants) for two in wishes.apart for table in found.tables
        )
        return broken, len(unmixed())

    def unmixed() -> list[frozenset[int]]:
        found = round_of(1, tables, ()).partnerships if groups else ()
        return [two for two in found if len({groups.get(no) for no in two}) == 1]

    places = [(table, seat) for table in tables for seat in table]
    now, better = cost(), True
    while better:
        better, movable = False, wishing.union(*unmixed())
        for (one, seat), (other, there) in combinations(places, 2):
            if movable.isdisjoint((one[seat], other[there])):
                continue
            one[seat], other[there] = other[there], one[seat]
            then = cost()
            if then < now:
                now, better = then, True
            else:
                one[seat], other[there] = other[there], one[seat]
    return tables


def _next(order: Iterator[int], number: int) -> list[int]:
    return [next(order) for _ in range(number)]
