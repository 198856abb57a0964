"""Cycles of rounds that were found once and are kept: who plays with and against whom, counted from
0.

Whist tournaments for 4n and 4n+1 players: in the whole cycle everybody partners everybody once and
opposes everybody twice. For the other numbers cycles of as many rounds as there are players, in
which nobody partners anybody twice. At any time of a cycle everybody has sat out equally often,
within one, and nobody sits out twice running, also when it goes round again.
tests/movements/rotation/test_designs.py checks each of them from its definition.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

Game = tuple[int, int, int, int]
"""Partners first: the first two play against the other two."""
FOLDER = Path(__file__).parent


@cache
def cycle(players: int) -> tuple[tuple[Game, ...], ...]:
    """Return the rounds of the cycle for so many players, 4 to 100; KeyError for others."""
    if str(players) in _kept("starters.json"):
        return _developed(players, **_kept("starters.json")[str(players)])
    return tuple(tuple(map(tuple, games)) for games in _kept("whist_rounds.json")[str(players)])


@cache
def _kept(name: str) -> Mapping[str, list | dict]:
    return json.loads(FOLDER.joinpath(name).read_text())


def _developed(players: int, *, block: int, rounds: list) -> tuple[tuple[Game, ...], ...]:
    """Return what comes of starters when every number goes up by one, again and again, within its
    block.

    Several starters take turns. A last player who is not in a block stays.
    """
    stays = players // block * block

    def add(by: int, no: int) -> int:
        return no // block * block + (no + by) % block if no < stays else no

    return tuple(
        tuple(tuple(add(by, no) for no in game) for game in rounds[(lap + by) % len(rounds)])
        for lap in range(len(rounds))
        for by in range(block)
    )


def sitting_out(games: tuple[Game, ...], players: int) -> frozenset[int]:
    """Return who does not play in a round."""
    return frozenset(range(players)).difference(*games)
