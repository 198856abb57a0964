"""Seat people at tables with others they have rarely met, by a small search with a seed.

Meetings count squared, so two people who met four times are kept apart before four pairs that met
once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, chain, combinations, pairwise

from scoring.movement.mixes import IN_SIDES, TableOf

Pairs = Mapping[tuple[int, int], int]
"""How often two people met, with the smaller key first. A missing pair never met."""
STARTS = 12
FACING = {
    4: ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3)),
    6: tuple(
        (0, *chain.from_iterable(zip(others[:2], side, strict=True)), others[2])
        for side in combinations(range(1, 6), 2)
        for others in [[seat for seat in range(1, 6) if seat not in side]]
    ),
}
"""The three ways to seat four, with partners at every other seat, by the first player's partner.
The ten ways to seat six, by the first player's two partners."""


def balanced(
    people: Sequence[int], *, tables: Sequence[TableOf], met: Pairs, partnered: Pairs, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Return the players of each table, clockwise. They have rarely met or been partners.

    The last people wait if there are more of them than seats, as when they cut.
    """
    edges = list(accumulate((table.seats for table in tables), initial=0))
    playing = people[: edges[-1]]
    strain = _squares(playing, met)
    search = (_Search(_shuffled(playing, seed, start), edges, strain) for start in range(STARTS))
    groups = min((one.settled() for one in search), key=lambda found: _strain(found, strain))
    apart = _squares(playing, partnered)
    return tuple(
        _facing(group, apart) if table.kind in IN_SIDES else group
        for group, table in zip(groups, tables, strict=True)
    )


def times(pairs: Pairs, one: int, other: int) -> int:
    """Return how often these two met."""
    return pairs.get((min(one, other), max(one, other)), 0) if one != other else 0


def _squares(people: Iterable[int], pairs: Pairs) -> dict[int, dict[int, int]]:
    return {one: {other: times(pairs, one, other) ** 2 for other in people} for one in people}


def _shuffled(people: Sequence[int], seed: int, start: int) -> list[int]:
    """Return the people in an order of chance that every machine finds again."""
    places = sorted(
        range(len(people)),
        key=lambda place: sha256(f"{seed}-{start}-{place + 1}".encode()).digest(),
    )
    return [people[place] for place in places]


def _strain(groups: Iterable[Sequence[int]], strain: Mapping[int, Mapping[int, int]]) -> int:
    return sum(strain[one][other] for group in groups for one, other in combinations(group, 2))


def _facing(group: Sequence[int], apart: Mapping[int, Mapping[int, int]]) -> tuple[int, ...]:
    """Return the four or six in an order in which partners have rarely been partners."""
    ways = [tuple(group[seat] for seat in order) for order in FACING[len(group)]]
    return min(ways, key=lambda way: _of_one_side(way, apart))


def _of_one_side(way: Sequence[int], apart: Mapping[int, Mapping[int, int]]) -> int:
    """Return how often partners have been partners, squared. Every other seat belongs to one
    side."""
    sides = (way[::2], way[1::2])
    return sum(apart[one][other] for side in sides for one, other in combinations(side, 2))


class _Search:
    """People in seats, exchanged two by two for as long as that helps."""

    def __init__(
        self, seats: list[int], edges: Sequence[int], strain: Mapping[int, Mapping[int, int]]
    ) -> None:
        self.seats, self.edges, self.strain = seats, edges, strain
        self.table = [
            no for no, (start, end) in enumerate(pairwise(edges)) for _ in range(start, end)
        ]
        self.load = {person: self._loads(person) for person in seats}

    def _loads(self, person: int) -> list[int]:
        """Return how much this person has met each table."""
        return [sum(self.strain[person][other] for other in group) for group in self.groups]

    @property
    def groups(self) -> list[tuple[int, ...]]:
        return [tuple(self.seats[start:end]) for start, end in pairwise(self.edges)]

    def settled(self) -> list[tuple[int, ...]]:
        """Return the tables when no exchange of two would make them better."""
        pairs = list(combinations(range(len(self.seats)), 2))
        while sum(self._exchange(one, other) for one, other in pairs):
            pass
        return self.groups

    def _exchange(self, one: int, other: int) -> bool:
        here, there = self.table[one], self.table[other]
        if here == there:
            return False
        first, second = self.seats[one], self.seats[other]
        load, between = self.load, self.strain[first][second]
        now = load[first][here] + load[second][there]
        if load[first][there] + load[second][here] - 2 * between >= now:
            return False
        self.seats[one], self.seats[other] = second, first
        for person, strain in self.strain.items():
            shift = strain[second] - strain[first]
            load[person][here] += shift
            load[person][there] -= shift
        return True
