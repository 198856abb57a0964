"""The marks and boxes of a row of a tally card or a slip, drawn by `card_layout`."""

from __future__ import annotations

from reportlab.lib.colors import HexColor

from scoring.common.pdf.lettering import CAPITALS, SANS, SMALLEST, text
from scoring.common.pdf.page import INK, Pen
from scoring.tournament.pure import card_layout
from scoring.tournament.pure.card_layout import Box, CardCode

UNIT = 72 / 2540
"""A hundredth of a millimetre, in points."""
WIDER = 4.0
"""How far the content of these papers reaches beyond the frame of other small ones."""
BOX_LINE = HexColor("#6f695d")
FIGURE = HexColor("#7d7d7d")
"""The figures in the boxes: dark enough to read, light beside a pen."""


def draw_row(pen: Pen, layout: CardCode, row: int, origin: float, down: float) -> None:
    """Draw the marks and the boxes of a row, which are the same on many papers. The corner mark at
    the top left is at (origin, down)."""
    there = layout.boxed[row] or layout.slip

    def draw() -> None:
        _marks(pen, origin, down - layout.middle(row) * UNIT)
        for box in layout.boxes(row) if there else ():
            _box(pen, box, origin + box.x * UNIT, down - box.y * UNIT)

    where = origin, down, layout.pitch, row
    pen.again((draw_row, *where, layout.boxed[row], layout.slip), draw)


def _marks(pen: Pen, origin: float, middle: float) -> None:
    """Draw the two black squares at the ends of a row."""
    side = card_layout.MARK * UNIT
    pen.canvas.setFillColor(INK)
    for x in (0, card_layout.ACROSS):
        left = origin + x * UNIT - side / 2
        pen.canvas.rect(left, middle - side / 2, side, side, stroke=0, fill=1)


def _box(pen: Pen, box: Box, x: float, y: float) -> None:
    """Draw a box to mark around (x, y), with its figure."""
    wide, high = card_layout.BOX_WIDE * UNIT, card_layout.BOX_HIGH * UNIT
    pen.canvas.setLineWidth(0.5)
    pen.canvas.setStrokeColor(BOX_LINE)
    pen.canvas.roundRect(x - wide / 2, y - high / 2, wide, high, 0.6)
    if box.label:
        label = text(box.label, face=SANS, size=SMALLEST, width=wide)
        pen.put(label, x, y - SMALLEST * CAPITALS / 2, align="centre", colour=FIGURE)
