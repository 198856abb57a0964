"""The seats of a table, and its two sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

SEATS = ("N", "E", "S", "W")
"""Clockwise, as seats 0 to 3 of a sitting."""
SEATS_OF_SIX = ("N", "A", "S", "B", "E", "C")
"""The same at a table of six, where the sides sit alternately."""
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"} | {
    seat: f"Seat {seat}" for seat in "ABC"
}
SIDES = {"NS": ("N", "S"), "EW": ("E", "W")}
SIDES_OF_SIX = {"NSE": ("N", "S", "E"), "ABC": ("A", "B", "C")}
OTHER = {"NS": "EW", "EW": "NS", "NSE": "ABC", "ABC": "NSE"}
EVERY_SEAT = tuple(SEAT_NAMES)
EVERY_SIDE = tuple(OTHER)
FOUR, SIX = len(SEATS), len(SEATS_OF_SIX)
SIZES = (FOUR, SIX)
"""The players at a table of two sides."""


def in_a_sentence(seat: str) -> str:
    """Return "north", or "seat A"."""
    return f"seat {seat}" if seat in SIDES_OF_SIX["ABC"] else SEAT_NAMES[seat].lower()


def seats_at(people: int) -> tuple[str, ...]:
    """Return the seats of a table of this many people, clockwise. At a table of three the west is
    empty."""
    return SEATS_OF_SIX if people == SIX else SEATS[:people]


def sides_at(people: int) -> Mapping[str, tuple[str, ...]]:
    """Return the seats of each side at a table of four or six."""
    return SIDES_OF_SIX if people == SIX else SIDES


def clockwise(seats: Iterable[str]) -> list[str]:
    """Return the seats of one table in their order round it."""
    there = {*seats}
    of_six = there & {*SEATS_OF_SIX} - {*SEATS}
    return [seat for seat in (SEATS_OF_SIX if of_six else SEATS) if seat in there]
