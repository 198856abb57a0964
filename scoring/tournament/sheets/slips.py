"""Result slips. Each is for one table and round, and is filled in at the table and handed in. A
photograph of them can be read (docs/tally-cards.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.common.pdf.code import draw_code
from scoring.common.pdf.flow import INSIDE, Frame, Sheet, cut_out, pdf
from scoring.common.pdf.lettering import BOLD, CAPITALS, ITALIC, SANS, SANS_BOLD, SMALLEST, text
from scoring.common.pdf.page import INK, MUTED, PAPERS, Paper, Pen
from scoring.tournament.pure import card_layout
from scoring.tournament.pure.card_layout import CardCode, text_of
from scoring.tournament.sheets.printed_boxes import UNIT, WIDER, draw_row
from scoring.tournament.sheets.values import Slip, SlipLine

ACROSS = 2
HEAD = 27.0
"""The height of the table, the round and the headings of the boxes."""
SIDE = card_layout.CODE_SIDE * UNIT
FOOT = (card_layout.CODE_BELOW + card_layout.CODE_SIDE) * UNIT
LEAST_ROW, HIGHEST_ROW = 800 * UNIT, 24.0
"""In lower rows, the reader can't tell the rule between two boxes from a stroke."""
CODE = 32.0
WRITTEN = 25.0
"""The width of the box for the points as a figure."""
SIZE = 9.0
HINT, HINT_WIDE = "Mark points and who won. Above 15, write.", 2750


def slips_pdf(slips: Sequence[Slip], *, paper: str = "A4") -> bytes:
    """Return the slips as a PDF on "A4" or "Letter" with cutting marks. There are eight a page for
    four players on A4, and six otherwise."""
    on = PAPERS[paper]
    return pdf([slips_on(slips, on)], paper=on, title="Result slips")


def slips_on(slips: Sequence[Slip], on: Paper) -> Sheet:
    """Return the slips as a sheet."""
    rows = max(len(slip.lines) for slip in slips)
    down = 4 if _room(on, 4) >= rows * LEAST_ROW else 3
    high = min(HIGHEST_ROW, _room(on, down) / rows)
    pitch = int(high / UNIT / 10 + 0.001)
    strips = list(cut_out([_drawing(slip, pitch) for slip in slips], on, across=ACROSS, down=down))
    return Sheet(title="Result slips", about="", strips=strips, bare=True)


def _room(paper: Paper, down: int) -> float:
    """Return the room for the rows of a slip."""
    return (paper.top - paper.bottom) / down - 2 * INSIDE - HEAD - FOOT


def _drawing(slip: Slip, pitch: int):
    def draw(pen: Pen, frame: Frame) -> None:
        frame = replace(frame, left=frame.left - WIDER, right=frame.right + WIDER)
        if slip.table:
            _draw(pen, slip, pitch, frame)
        else:  # blank slips are alike
            pen.again((_draw, slip, pitch, frame), lambda: _draw(pen, slip, pitch, frame))

    return draw


def _draw(pen: Pen, slip: Slip, pitch: int, frame: Frame) -> None:
    origin = frame.right - (card_layout.ACROSS + card_layout.MARK // 2) * UNIT
    boxes = origin - card_layout.MARK // 2 * UNIT - 3
    _head(pen, slip, frame, origin, boxes)
    layout = CardCode(
        kind="",
        number=0,
        first=slip.check,
        boxed=tuple(line.points for line in slip.lines),
        pitch=pitch,
        mark=slip.mark,
        slip=True,
    )
    high = pitch * 10 * UNIT
    y = frame.top - HEAD
    down = y - high / 2
    for row, line in enumerate(slip.lines):
        if line.points:
            pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
        else:
            pen.rule(frame.left, frame.right, y)
        y -= high
        _line(pen, line, frame.left, boxes, y, high)
        draw_row(pen, layout, row, origin, down)
        if row == 1 and not line.points:
            _hint(pen, origin, y + high / 2)
    pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
    _foot(pen, slip, frame, layout, origin, down)


def _head(pen: Pen, slip: Slip, frame: Frame, origin: float, boxes: float) -> None:
    """Draw the table and the round, or lines to write them, and the headings of the boxes."""
    base = frame.top - 11
    table = text(slip.table or "Table", face=BOLD, size=13, width=frame.width - 80)
    pen.put(table, frame.left, base)
    round = text(slip.round or "Round", face=BOLD, size=13, width=90)
    right = frame.right - (0 if slip.round else 34)
    pen.put(round, right, base, align="right")
    if not slip.table:
        pen.rule(frame.left + table.width + 4, frame.left + table.width + 36, base - 1, weight=0.6)
    if not slip.round:
        pen.rule(right + 4, frame.right, base - 1, weight=0.6)
    middle = card_layout.FIRST_COLUMN + (card_layout.COLUMNS - 1) * card_layout.COLUMN // 2
    last = card_layout.LONES_AT[-1] + card_layout.BOX_WIDE // 2
    y = frame.top - HEAD + 4
    heads = (
        ("Points", boxes - WRITTEN / 2, "centre"),
        ("The side’s points", origin + middle * UNIT, "centre"),
        ("Lones", origin + (last - 20) * UNIT, "right"),
        ("Won", origin + card_layout.ACROSS * UNIT, "right"),
    )
    for title, x, align in heads:
        pen.put(text(title, face=ITALIC, size=SMALLEST, width=90), x, y, align=align, colour=MUTED)


def _line(pen: Pen, line: SlipLine, left: float, boxes: float, y: float, high: float) -> None:
    """Draw the seat and the name of an entrant, and the box for the points as a figure."""
    seat = text(line.seat, face=SANS_BOLD, size=SMALLEST, width=26, lines=2)
    base = y + high / 2
    pen.put(seat, left, base + seat.height / 2 - seat.size * CAPITALS, colour=MUTED)
    start = left + max(12.0, seat.width + 3)
    end = boxes - WRITTEN - 3
    if line.name:
        name = text(line.name, face=SANS, size=SIZE, width=end - start, lines=2, least=0.85)
        pen.put(name, start, base + name.height / 2 - name.size * CAPITALS)
    else:
        pen.rule(start, end, y + 4, weight=0.6, colour=MUTED)
    if line.points:
        pen.line(boxes - WRITTEN, y, boxes - WRITTEN, y + high)
    pen.line(boxes, y, boxes, y + high)


def _hint(pen: Pen, origin: float, middle: float) -> None:
    """Draw what to mark, where a partner's row has no boxes. Nothing may be near those for lone
    hands."""
    left = origin + 150 * UNIT
    hint = text(HINT, face=ITALIC, size=SMALLEST, width=HINT_WIDE * UNIT, lines=2)
    pen.put(hint, left, middle + hint.height / 2 - hint.size * CAPITALS, colour=MUTED)


def _foot(pen: Pen, slip: Slip, frame: Frame, layout: CardCode, origin: float, down: float) -> None:
    """Draw both codes, what the slip is of, and the line for signatures."""
    top = down - layout.code_top * UNIT
    x = origin + card_layout.CODE_RIGHT * UNIT - SIDE
    left = frame.left
    if slip.code:
        draw_code(pen, text_of(slip.code.signs, layout), x, top - SIDE, SIDE)
        draw_code(pen, slip.code.address, left, top - CODE, CODE)
        left += CODE + 6
    words = " · ".join(filter(None, (slip.code.signs if slip.code else "", slip.about)))
    room = x - left - 6
    about = text(words, face=ITALIC, size=SMALLEST, width=room, lines=2)
    pen.put(about, left, top - SMALLEST, colour=MUTED)
    sign = "All players sign" if sum(line.points for line in slip.lines) > 2 else "Both sides sign"
    who = text(sign, face=ITALIC, size=SMALLEST, width=80)
    base = top - SIDE + 1
    pen.put(who, left, base, colour=MUTED)
    pen.rule(left + who.width + 4, x - 6, base - 1, weight=0.6, colour=MUTED)
