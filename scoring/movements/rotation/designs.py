"""Cycles of rounds that were found once and are kept: who plays with and against whom, counted from 0.

Whist tournaments for 4n and 4n+1 players: in the whole cycle everybody partners everybody once and
opposes everybody twice. For most other numbers cycles of as many rounds as there are players: nobody
partners anybody twice, and everybody sits out equally often. tests/movements/rotation/test_designs.py
checks each from its definition.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

Game = tuple[int, int, int, int]
"""Partners first: the first two play against the other two."""
FOLDER = Path(__file__).parent
INF = "inf"
"""The player of a starter who stays where he is."""


@cache
def cycle(players: int) -> tuple[tuple[Game, ...], ...]:
    """Return the rounds of the cycle for so many players; none where no cycle is known."""
    if str(players) in _kept("whist_starters.json"):
        return tuple(_developed(players, _kept("whist_starters.json")[str(players)]))
    if str(players) in _kept("whist_rounds.json"):
        rounds = _kept("whist_rounds.json")[str(players)]
        return tuple(tuple(tuple(game) for game in games) for games in rounds)
    if str(players) in _kept("other_starters.json"):
        return tuple(_in_blocks(_kept("other_starters.json")[str(players)]))
    return ()


@cache
def _kept(name: str) -> Mapping[str, Mapping]:
    return json.loads(FOLDER.joinpath(name).read_text())


def _developed(players: int, starter: Mapping) -> Iterator[tuple[Game, ...]]:
    """Yield a starter's rounds: every number goes up by one, `inf` stays and is the last player."""
    modulus = starter["modulus"]
    for add in range(modulus):
        yield tuple(
            tuple(players - 1 if no == INF else (no + add) % modulus for no in game)
            for game in starter["round"]
        )


def _in_blocks(starter: Mapping) -> Iterator[tuple[Game, ...]]:
    """Yield the rounds of a starter whose players stand in blocks: each goes up within its own."""
    block = starter["block"]
    for add in range(block):
        for games in starter["rounds"]:
            yield tuple(tuple(no // block * block + (no + add) % block for no in game) for game in games)


def sitting_out(games: Sequence[Game], players: int) -> frozenset[int]:
    """Return who does not play in a round."""
    return frozenset(range(players)).difference(*games)
