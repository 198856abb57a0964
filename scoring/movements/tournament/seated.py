"""A table of a round, from who has which place of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.movements.tournament.values import SEATS, SIDES, Round, RoundTable


def seated(no: int, places: Mapping[str, int]) -> RoundTable:
    """Return a table with these entrants by seat, or by side where they are pairs."""
    by_seat = {
        seat: places[side] for side, seats in SIDES.items() if side in places for seat in seats
    }
    by_seat = by_seat or places
    return RoundTable(no=no, seats={seat: by_seat[seat] for seat in SEATS if seat in by_seat})


def round_of(no: int, tables: Iterable[Mapping[str, int]], sitting_out: Iterable[int]) -> Round:
    """Return a round whose tables, from 1 on, are these."""
    numbered = tuple(seated(table, places) for table, places in enumerate(tables, start=1))
    return Round(no=no, tables=numbered, sitting_out=tuple(sorted(sitting_out)))
