"""Winners progress: up one table; at the head table they stay, and its losers go to the last."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.movements.tournament.values import RoundTable
from scoring.movements.tournament.winners import winners_and_losers

PLACES = ("stay", "come", "come2", "stay2")
"""Of a table before its seats are known: two who stayed and two who come; at a table of three one
stayed."""
STAY, COME = ("stay", "stay2"), ("come", "come2")


def moved(tables: Sequence[RoundTable]) -> list[dict[str, int]]:
    """Return who stayed and who comes at each table, the head table first; raise NotYet for a tie.

    There are two tables at least: at one nobody moves.
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
