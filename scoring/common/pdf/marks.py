"""Drawings of scores: strokes in fives, and counters."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil

from scoring.common.pdf.lettering import SANS, SMALLEST, Text, text
from scoring.common.pdf.page import BLUE, GREEN, INK, RED, WHITE, Pen
from scoring.euchre.counters import counters, strokes

PITCH, TALL, GATE, LINE = 3.1, 10.5, 19.0, 15.5
"""Distances at full size: between two strokes, their height, between gates, and between lines."""
SCALES = (1.0, 0.88, 0.76, 0.66, 0.56, 0.48, 0.4)
# How the hand wavers, in points, so that no two gates are quite alike.
WAVER = (0.2, -0.3, 0.1, 0.4, -0.1, -0.4, 0.3, 0.0, -0.2, 0.3, 0.1)


def stroke_scale(
    points: Iterable[int], width: float, height: float, *, least: float
) -> float | None:
    """Return the largest scale, from 1 to `least`, at which all strokes fit; None if they never
    do."""
    most = max(points, default=0)
    scales = (scale for scale in SCALES if scale >= least)
    return next((scale for scale in scales if strokes_height(most, scale, width) <= height), None)


def strokes_height(points: int, scale: float, width: float) -> float:
    """Return the height of the strokes for `points`, in as many lines as they need."""
    lines = ceil(ceil(points / 5) / _in_a_line(scale, width))
    return max(0.0, lines * LINE - (LINE - TALL)) * scale


def _in_a_line(scale: float, width: float) -> int:
    """Return how many fives fit in a line. They make whole tens, so that lines can be counted."""
    fives = max(1, int((width / scale + GATE - PITCH * 4) / GATE))
    return fives - fives % 2 if fives > 1 else 1


def draw_tick(pen: Pen, x: float, y: float) -> None:
    """Draw a tick on the line `y`, seven points wide."""
    pen.line(x, y + 2.4, x + 2.6, y, weight=1.2, colour=GREEN)
    pen.line(x + 2.6, y, x + 7, y + 6, weight=1.2, colour=GREEN)


def draw_strokes(
    pen: Pen, points: int, x: float, top: float, *, scale: float, width: float
) -> None:
    """Draw `points` as strokes in fives from the line `top` downwards."""
    fives, ones = strokes(max(points, 0))
    in_a_line = _in_a_line(scale, width)
    path = pen.canvas.beginPath()
    for no in range(fives + (ones > 0)):
        line, place = divmod(no, in_a_line)
        left, foot = x + place * GATE * scale, top - (line * LINE + TALL) * scale
        _gate(path, no, 4 if no < fives else ones, left, foot, scale)
        if no < fives:
            path.moveTo(left - 2.4 * scale, foot + (2.0 + 2 * WAVER[no % 11]) * scale)
            path.lineTo(left + 11.8 * scale, foot + (8.2 + 2 * WAVER[(no + 4) % 11]) * scale)
    pen.canvas.setLineWidth(1.1 * scale)
    pen.canvas.setStrokeColor(INK)
    pen.canvas.drawPath(path)


def _gate(path, no: int, number: int, left: float, foot: float, scale: float) -> None:
    for stroke in range(number):
        lean, high = WAVER[(no * 5 + stroke * 3) % 11], 2 * WAVER[(no * 3 + stroke * 4) % 11]
        at = left + stroke * PITCH * scale
        path.moveTo(at, foot + 0.5 * high * scale)
        path.lineTo(at + 0.9 * lean * scale, foot + (TALL + high) * scale)


@dataclass(frozen=True, slots=True)
class Strokes:
    """A cell of strokes, or of counters where the strokes would not fit (no scale)."""

    points: int
    x: float
    width: float
    scale: float | None

    @property
    def height(self) -> float:
        return strokes_height(self.points, self.scale, self.width) if self.scale else TALL

    def draw(self, pen: Pen, top: float, height: float) -> None:
        if self.scale:
            first = top - (height - self.height) / 2
            draw_strokes(pen, self.points, self.x, first, scale=self.scale, width=self.width)
        else:
            draw_counters(pen, self.points, self.x, top - height / 2)


KINDS = ("blue", "red", "white")
RADIUS, STEP, APART = 4.2, 3.8, 3.4
"""Of counters: half their width, from one to the next of a pile, and between two kinds."""
SPREAD = 2 * RADIUS + 0.8
"""From one to the next of its kind where there is room to lay them side by side."""


def counters_step(points: Iterable[int], width: float) -> float:
    """Return the distance between counters. They are side by side if all fit that way."""
    return SPREAD if all(counters_width(number, SPREAD) <= width for number in points) else STEP


def counters_scale(points: Collection[int], width: float) -> float:
    """Return the largest scale, 1 at most, at which the counters of every number fit into
    `width`; their figures are never made smaller."""
    fitting = (
        scale
        for scale in SCALES
        if all(counters_width(number, scale=scale) <= width for number in points)
    )
    return next(fitting, SCALES[-1])


def counters_width(points: int, step: float = STEP, *, scale: float = 1.0) -> float:
    """Return how wide the counters of `points` run."""
    piles = counters(max(points, 0))
    return sum(_pile_width(number, step, scale) for number in piles) - APART * scale


def draw_counters(
    pen: Pen, points: int, x: float, y: float, *, scale: float = 1.0, step: float = STEP
) -> None:
    """Draw the fewest counters worth `points` from `x`, around the line `y`."""
    for kind, number in zip(KINDS, counters(max(points, 0)), strict=True):
        many = _times(number)
        for no in range(1 if many else number):
            draw_counter(pen, kind, x + (RADIUS + no * step) * scale, y, scale=scale)
        if many:
            pen.put(many, x + 2 * RADIUS * scale + 1.5, y - 2.8)
        x += _pile_width(number, step, scale)


def _times(number: int) -> Text | None:
    return text(f"×{number}", face=SANS, size=SMALLEST, width=60) if number > 4 else None


def _pile_width(number: int, step: float, scale: float) -> float:
    if not number:
        return 0.0
    many = _times(number)
    behind = 1.5 + many.width if many else (number - 1) * step * scale
    return (2 * RADIUS + APART) * scale + behind


def draw_counter(pen: Pen, kind: str, x: float, y: float, *, scale: float = 1.0) -> None:
    """Draw one counter centred on (x, y). Blue has a ring, red a bar, and white is plain."""
    canvas = pen.canvas
    canvas.setLineWidth(0.7 * scale)
    canvas.setStrokeColor(INK if kind == "white" else WHITE)
    canvas.setFillColor({"blue": BLUE, "red": RED, "white": WHITE}[kind])
    canvas.circle(x, y, RADIUS * scale, fill=1)
    if kind == "blue":
        canvas.circle(x, y, 2.3 * scale, fill=0)
    elif kind == "red":
        canvas.line(x - 2.2 * scale, y, x + 2.2 * scale, y)
