"""Which table a game gets within its round, and who sits where: nobody keeps a table or a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

Sides = tuple[tuple[int, int], tuple[int, int]]
"""North and south against east and west."""


def placed(rounds: Iterable[Sequence[Sequence[int]]]) -> Iterator[list[Sides]]:
    """Yield each round's games (partners first) by table, as the sides that sit there."""
    tables: Counter[tuple[int, int]] = Counter()
    seats: Counter[tuple[int, int]] = Counter()
    for games in rounds:
        left, found = list(games), []
        for table in range(len(games)):
            game = min(left, key=lambda one: (sum(tables[who, table] for who in one), left.index(one)))
            left.remove(game)
            tables.update((who, table) for who in game)
            found.append(_seated(game, seats))
        yield found


def _seated(game: Sequence[int], seats: Counter) -> Sides:
    """Return the sides so that each has his seats in turn; north deals first."""
    a, b, c, d = game
    ways = [
        (one, other)
        for first, second in (((a, b), (c, d)), ((c, d), (a, b)))
        for one in (first, first[::-1])
        for other in (second, second[::-1])
    ]
    best = min(ways, key=lambda way: _worn(way, seats))
    for seat, who in enumerate((*best[0], *best[1])):
        seats[who, seat] += 1
    return best


def _worn(way: Sides, seats: Counter) -> int:
    return sum(seats[who, seat] ** 2 for seat, who in enumerate((*way[0], *way[1])))
