"""Net points over the evenings as numbers for an SVG: a line around the level of nothing won or
lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.rules.statement import signed

WIDTH, HEIGHT = 600, 180


@dataclass(frozen=True, kw_only=True)
class Curve:
    """The line's points attribute, the height of zero, and the labels of the highest and lowest
    level."""

    points: str
    zero: int
    highest: str
    lowest: str
    last: str
    end: int
    """The height at which the line ends."""


def curve_of_nets(levels: Sequence[int]) -> Curve:
    """Return the Curve through nothing and then these levels, one an evening."""
    high, low = max(0, *levels), min(0, *levels)
    span = max(high - low, 1)

    def height(level: int) -> int:
        return HEIGHT * (high - level) // span

    steps = [0, *levels]
    points = [(WIDTH * no // len(levels), height(level)) for no, level in enumerate(steps)]
    return Curve(
        points=" ".join(f"{x},{y}" for x, y in points),
        zero=height(0),
        highest=signed(high),
        lowest=signed(low),
        last=signed(levels[-1]),
        end=points[-1][1],
    )
