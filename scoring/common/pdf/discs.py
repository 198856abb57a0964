"""Players' discs, as on the screens. Each has an initial, a colour and a shape."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.colors import HexColor

from scoring.common.discs import colour_of, shape_of
from scoring.common.letters import initial_of
from scoring.common.pdf.flow import Strip
from scoring.common.pdf.lettering import BOLD, CAPITALS, SANS, clean, run, text
from scoring.common.pdf.mark import Path, Place, draw_path
from scoring.common.pdf.page import INK, WHITE, Paper, Pen

COLOURS = tuple(
    map(
        HexColor,
        ("#7a4a8c", "#a5552a", "#1f6f8b", "#3f6d2e", "#8b2f4f", "#46549b", "#6b5f1e"),
    )
)
DISC: Path = ()
SQUARE: Path = (
    ("move", 3, 3),
    ("line", 37, 3),
    ("line", 37, 37),
    ("line", 3, 37),
    ("close",),
)
LOZENGE: Path = (("move", 20, 0), ("line", 40, 20), ("line", 20, 40), ("line", 0, 20), ("close",))
HEXAGON: Path = (
    ("move", 20, 0),
    ("line", 37, 10),
    ("line", 37, 30),
    ("line", 20, 40),
    ("line", 3, 30),
    ("line", 3, 10),
    ("close",),
)
SHIELD: Path = (
    ("move", 3, 2),
    ("line", 37, 2),
    ("line", 37, 22),
    ("curve", 37, 32, 28, 38, 20, 40),
    ("curve", 12, 38, 3, 32, 3, 22),
    ("close",),
)
TRIANGLE: Path = (("move", 20, 0), ("line", 40, 38), ("line", 0, 38), ("close",))
OCTAGON: Path = (
    ("move", 12, 1),
    ("line", 28, 1),
    ("line", 39, 12),
    ("line", 39, 28),
    ("line", 28, 39),
    ("line", 12, 39),
    ("line", 1, 28),
    ("line", 1, 12),
    ("close",),
)
SHAPES = (DISC, SQUARE, LOZENGE, HEXAGON, SHIELD, TRIANGLE, OCTAGON)
LARGER, LARGE = (LOZENGE, TRIANGLE), 1.25
"""Shapes that are drawn larger by this factor, so that the letter fits."""
SIDE = 14.5
"""Across a disc."""


def draw_disc(pen: Pen, no: int, name: str, x: float, y: float) -> None:
    """Draw a player's disc of this number (scoring.common.discs) around the middle (x, y)."""
    shape, colour = SHAPES[shape_of(no)], COLOURS[colour_of(no)]
    side = SIDE * (LARGE if shape in LARGER else 1)
    if shape:
        place = Place(x - side / 2, y + side / 2, side / 40, side / 40)
        draw_path(pen, shape, place, colour)
    else:
        pen.canvas.setFillColor(colour)
        pen.canvas.circle(x, y, side / 2, stroke=0, fill=1)
    letter = text(initial_of(clean(name)), face=BOLD, size=9, width=SIDE)
    low = y - letter.size * CAPITALS / 2 - (1.6 if shape is TRIANGLE else 0)
    pen.put(letter, x, low, align="centre", colour=WHITE)


APART = 14.0


def legend(names: Sequence[str], colours: Sequence[int], paper: Paper) -> Strip:
    """Return whose disc is whose, in as few lines as hold the names."""
    widths = [SIDE * LARGE + 5 + run(clean(name), SANS, 9) for name in names]
    columns = next(
        (n for n in (4, 3, 2) if max(widths) <= (paper.measure - APART * (n - 1)) / n), 1
    )
    width = (paper.measure - APART * (columns - 1)) / columns
    lines = -(-len(names) // columns)

    def draw(pen: Pen, top: float) -> None:
        for no, name in enumerate(names):
            x = paper.left + no % columns * (width + APART)
            y = top - 11 - no // columns * 18
            draw_disc(pen, colours[no], name, x + SIDE * LARGE / 2, y)
            words = text(name, face=SANS, size=9, width=width - SIDE * LARGE - 4)
            pen.put(words, x + SIDE * LARGE + 4, y - 3, colour=INK)

    return Strip(height=18.0 * lines + 4, draw=draw, keep=True)
