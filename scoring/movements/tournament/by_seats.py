"""Planned by the seat of the last round: N stays, S goes one table down, E one up, W two up.

"Down" is to the next lower number and "up" to the next higher, as on the published sheets (S -1, E
+1, W +2).
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.movements.tournament.values import SEATS, RoundTable

BY = {"N": 0, "S": -1, "E": 1, "W": 2}


def moved(tables: Sequence[RoundTable]) -> list[dict[str, int]]:
    """Return who has which seat at each table, by the seats of the last round."""
    places: list[dict[str, int]] = [{} for _ in tables]
    for at, table in enumerate(tables):
        for seat in SEATS:
            if seat in table.seats:
                places[(at + BY[seat]) % len(tables)][seat] = table.seats[seat]
    return places
