"""Who takes which seat of a table where winners progress: who stayed, and who comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.movements.tournament.progress import COME, STAY
from scoring.movements.tournament.values import OTHER, SEATS

Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Facing:
    """What decides who sits opposite whom."""

    partnered: Counter[frozenset[int]]
    """How often two were partners in all rounds so far."""
    groups: Mapping[int, str]

    def seats(
        self, places: Mapping[str, int], *, old: Mapping[int, str], together: bool
    ) -> dict[str, int]:
        """Return the seats of a table of four; `old` has those of who stayed."""
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
        """Return the partner who comes of each who stayed, lower numbers first in both."""
        ways = (dict(zip(stay, come, strict=True)), dict(zip(stay, come[::-1], strict=True)))
        return min(ways, key=lambda way: (self._unmixed(way), self._times(way)))

    def _unmixed(self, way: Mapping[int, int]) -> int:
        return sum(self.groups.get(one) == self.groups.get(other) for one, other in way.items())

    def _times(self, way: Mapping[int, int]) -> int:
        return sum(self.partnered[frozenset(two)] for two in way.items())


def of_three(places: Mapping[str, int], *, old: Mapping[int, str]) -> dict[str, int]:
    """Return the seats of a table of three: who stayed keeps his, the others take what is free in
    turn."""
    numbers = sorted(places.values(), key=lambda no: (no not in old, no))
    free = list(SEATS[:3])
    found = {}
    for no in numbers:
        seat = old[no] if old.get(no) in free else free[0]
        free.remove(seat)
        found[seat] = no
    return found


def of_pairs(places: Mapping[str, int], *, old: Mapping[int, str]) -> dict[str, int]:
    """Return the sides of a table of pairs: the one that stayed keeps its own."""
    side = old.get(places["stay"], "NS")
    return {side: places["stay"], OTHER[side]: places["come"]}


def _by_seat(by_index: Mapping[int, int]) -> dict[str, int]:
    return {SEATS[index]: by_index[index] for index in range(4)}
