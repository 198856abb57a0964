"""Points as things on a table: coloured counters, and strokes in fives (Foster 1905, p. 18)."""

from __future__ import annotations

from typing import NamedTuple


class Counters(NamedTuple):
    """The fewest counters for a number of points: blue 25, red 5, white 1."""

    blue: int
    red: int
    white: int


def counters(points: int) -> Counters:
    """Return the fewest counters worth `points` (0 or more)."""
    blue, rest = divmod(points, 25)
    red, white = divmod(rest, 5)
    return Counters(blue, red, white)


class Strokes(NamedTuple):
    """Strokes on paper: bundles of five (the fifth across the four) and single ones."""

    fives: int
    ones: int


def strokes(points: int) -> Strokes:
    """Return how `points` (0 or more) are written in strokes."""
    return Strokes(*divmod(points, 5))
