"""Stand-in until scoring.movements.rotation is there: a new order by lot each round."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoring.movements.tournament.draw import PLACES
from scoring.movements.tournament.seated import round_of
from scoring.movements.tournament.values import Round


def rotated(
    people: Sequence[int], *, past: Sequence[Round], rounds: int, seed: int, first: int
) -> list[Round]:
    found = []
    for no in range(first, first + rounds):
        order = Random(seed * 1000 + no).sample(list(people), len(people))
        turn = len(people) % 4 * no % len(people)
        order = order[turn:] + order[:turn]
        full = len(people) // 4 * 4
        tables = [dict(zip(PLACES[4], order[at : at + 4], strict=True)) for at in range(0, full, 4)]
        found.append(round_of(no, tables, order[full:]))
    return found
