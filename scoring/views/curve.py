"""The curve of an evening as numbers for an SVG: a line a seat, labels that do not collide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, LABEL = 460, 160, 18


@dataclass(frozen=True, kw_only=True)
class Line:
    """One seat's line: its points attribute, where it ends, and the height of its label."""

    colour: int
    initial: str
    points: str
    end: float
    label: float


def curve_of(
    totals: Sequence[tuple[int, ...]], names: Sequence[str], colours: Sequence[int]
) -> list[Line]:
    """Return a Line a seat through its totals after each hand, from nothing at the left."""
    if not totals:
        return []
    seats = len(names)
    highest = max(max(totals[-1]), 1)
    rows = [(0,) * seats, *totals]
    ends = [HEIGHT - HEIGHT * totals[-1][seat] / highest for seat in range(seats)]
    labels = spread(ends, apart=LABEL, lowest=HEIGHT)
    return [
        Line(
            colour=colours[seat],
            initial=names[seat][:1].upper(),
            points=" ".join(
                f"{WIDTH * at / len(totals):.1f},{HEIGHT - HEIGHT * row[seat] / highest:.1f}"
                for at, row in enumerate(rows)
            ),
            end=round(ends[seat], 1),
            label=round(labels[seat], 1),
        )
        for seat in range(seats)
    ]


def spread(heights: Sequence[float], *, apart: float, lowest: float) -> list[float]:
    """Return the heights moved so that any two are `apart`, in the same order, none below
    `lowest`."""
    order = sorted(range(len(heights)), key=lambda no: heights[no])
    placed = [0.0] * len(heights)
    previous = None
    for no in order:
        placed[no] = heights[no] if previous is None else max(heights[no], previous + apart)
        previous = placed[no]
    limit = lowest
    for no in reversed(order):
        placed[no] = min(placed[no], limit)
        limit = placed[no] - apart
    return placed
