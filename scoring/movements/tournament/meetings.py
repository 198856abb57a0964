"""Fixed pairs, planned ahead: each round every pair meets another, in a circle whose first stands
still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.movements.tournament.seated import round_of
from scoring.movements.tournament.values import Round

Meeting = tuple[int | None, int | None]


def meetings(
    pairs: Sequence[int], *, past: Sequence[Round], rounds: int, sat_out: Counter[int], first: int
) -> list[Round]:
    """Return so many rounds from number `first`: sit-outs even, nobody met twice while others are
    left."""
    circle = _circle(pairs)
    met = Counter(frozenset(table.entrants) for round in past for table in round.tables)
    sat_out, found = Counter(sat_out), list(past)
    for no in range(first, first + rounds):
        before = found[-1].sitting_out if found else ()

        def cost(turn: list[Meeting], before=before) -> tuple:
            out = _without_table(turn)
            return [(sat_out[pair], pair in before) for pair in out], sum(
                met[frozenset(two)] for two in turn
            )

        turn = min(circle, key=cost)
        out = _without_table(turn)
        met.update(frozenset(two) for two in turn)
        sat_out.update(out)
        tables = [{"NS": one, "EW": other} for one, other in turn if None not in (one, other)]
        found.append(round_of(no, tables, out))
    return found[len(past) :]


def _circle(pairs: Sequence[int]) -> list[list[Meeting]]:
    """Return the rounds in which everybody meets everybody once; with an odd number, None once
    each."""
    first, *others = pairs if len(pairs) % 2 == 0 else (*pairs, None)
    number = len(others)
    return [
        [
            (first, others[turn]),
            *(
                (others[(turn + step) % number], others[(turn - step) % number])
                for step in range(1, (number + 1) // 2)
            ),
        ]
        for turn in range(number)
    ]


def _without_table(turn: list[Meeting]) -> list[int]:
    return [no for two in turn if None in two for no in two if no is not None]
