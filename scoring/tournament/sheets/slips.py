"""Result slips. Each is for one table and round, and is filled in at the table and handed in."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.common.pdf.code import SIGNS, put_code
from scoring.common.pdf.flow import Frame, Sheet, cut_out, pdf
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, text
from scoring.common.pdf.page import INK, MUTED, PAPERS, Paper, Pen
from scoring.tournament.sheets.values import Slip

BOX_WIDTH, BOX_HEIGHT = 36.0, 22.0
BOTH, SINGLE = 42.0, 25.0
"""The heights of a side of partners, and of a player who plays for themselves."""
CODE, BESIDE = 32.0, SIGNS + 6


def slips_pdf(slips: Sequence[Slip], *, paper: str = "A4") -> bytes:
    """Return the slips as a PDF on "A4" or "Letter", eight a page, with cutting marks."""
    on = PAPERS[paper]
    return pdf([slips_on(slips, on)], paper=on, title="Result slips")


def slips_on(slips: Sequence[Slip], on: Paper) -> Sheet:
    """Return the slips as a sheet."""
    strips = list(cut_out([_drawing(slip) for slip in slips], on, across=2, down=4))
    return Sheet(title="Result slips", about="", strips=strips, bare=True)


def _drawing(slip: Slip):
    def draw(pen: Pen, frame: Frame) -> None:
        if slip.table:
            _draw(pen, slip, frame)
        else:  # blank slips are alike
            pen.again((_draw, slip, frame), lambda: _draw(pen, slip, frame))

    return draw


def _draw(pen: Pen, slip: Slip, frame: Frame) -> None:
    pen.put(text(slip.table or "Table", face=BOLD, size=14, width=110), frame.left, frame.top - 12)
    round = text(slip.round or "Round", face=BOLD, size=14, width=90)
    right = frame.right - (0 if slip.round else 36) - (BESIDE if slip.code else 0)
    pen.put(round, right, frame.top - 12, align="right")
    _blanks(pen, slip, frame)
    if slip.code:
        put_code(pen, slip.code, frame.right - SIGNS / 2, frame.top, side=CODE)
    room = frame.width - (BESIDE if slip.code else 0)
    about = text(slip.about, face=ITALIC, size=8.5, width=room, lines=2)
    pen.put(about, frame.left, frame.top - 25, colour=MUTED)
    y = frame.top - max(26 + about.height + 5, CODE + 20 if slip.code else 0)
    single = len(slip.sides) > 2
    for no, (side, names) in enumerate(zip(slip.seats, slip.sides, strict=True)):
        heads = () if single and no else ("points", "lones")
        _side(pen, frame, side, names, y, heads)
        y -= SINGLE if single else BOTH
    who = "All players sign" if len(slip.sides) > 2 else "Both sides sign"
    sign = text(who, face=ITALIC, size=8.5, width=80)
    pen.put(sign, frame.left, frame.bottom, colour=MUTED)
    pen.rule(frame.left + 66, frame.right, frame.bottom - 1, weight=0.6, colour=MUTED)


def _blanks(pen: Pen, slip: Slip, frame: Frame) -> None:
    """Draw lines to write the table and the round on, if they are not printed."""
    right = frame.right - (BESIDE if slip.code else 0)
    if not slip.table:
        pen.rule(frame.left + 48, frame.left + 84, frame.top - 13, weight=0.6, colour=MUTED)
    if not slip.round:
        pen.rule(right - 32, right, frame.top - 13, weight=0.6, colour=MUTED)


def _side(pen: Pen, frame: Frame, side: str, names: str, y: float, heads: Sequence[str]) -> None:
    """Draw one side, with its names and boxes for its points and lone hands. `heads` are written
    over the boxes, if there is room."""
    pen.put(text(side, face=ITALIC, size=8.5, width=60), frame.left, y, colour=MUTED)
    boxes = frame.right - 2 * BOX_WIDTH - 8
    room = boxes - frame.left - 8
    if names:
        words = text(names, face=SANS, size=9.5, width=room, lines=2, least=0.85)
        pen.put(words, frame.left, y - 13)
    else:
        pen.rule(frame.left, frame.left + room, y - 20, weight=0.6, colour=MUTED)
    for no, label in enumerate(heads):
        x = boxes + no * (BOX_WIDTH + 8)
        pen.put(text(label, face=ITALIC, size=8.5, width=BOX_WIDTH), x, y, colour=MUTED)
    for no in range(2):
        x = boxes + no * (BOX_WIDTH + 8)
        pen.canvas.setLineWidth(0.8)
        pen.canvas.setStrokeColor(INK)
        pen.canvas.roundRect(x, y - 5 - BOX_HEIGHT, BOX_WIDTH, BOX_HEIGHT, 2)
