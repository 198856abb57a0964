"""Text around tables: the head of a sheet, heads of sections, and short sentences."""

from __future__ import annotations

from reportlab.lib.colors import Color

from scoring.common.pdf.code import BELOW, SIDE, SIGNS, Code, put_code
from scoring.common.pdf.flow import Strip
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, text
from scoring.common.pdf.mark import draw_mark
from scoring.common.pdf.page import INK, MUTED, RED, Paper, Pen

MARK = 34.0
"""The height of the mark on a sheet's head."""
BESIDE = 42.0
"""The distance of the text from the margin, beside the mark."""


def heading(
    paper: Paper,
    *,
    title: str,
    subtitle: str,
    status: str,
    warn: bool = False,
    code: Code | None = None,
) -> Strip:
    """Return the head of a sheet's first page. It shows the mark, the title, its subject and date,
    and the code of the record. `warn` highlights an important status. If the title needs the full
    width, the status goes below."""
    left = paper.left + BESIDE
    right = paper.right - (SIGNS + 10 if code else 0)
    room = right - left
    about = text(subtitle, face=ITALIC, size=10.5, width=room, lines=3)
    name = text(title, face=BOLD, size=24, width=room * (0.6 if status else 1), lines=2, least=0.6)
    beside = not name.shortened
    for lines in () if beside else (2, 3):
        name = text(title, face=BOLD, size=24, width=room, lines=lines, least=0.6)
        if not name.shortened:
            break
    face, width = BOLD if warn else ITALIC, room * (0.38 if beside else 1)
    stands = text(status, face=face, size=9.5, width=width, lines=3, least=0.9)
    lower = name.leading * (len(name.lines) - 1)
    below = 0 if beside else stands.height + 6

    def draw(pen: Pen, top: float) -> None:
        draw_mark(pen, paper.left, top - 3 - MARK, MARK)
        pen.put(name, left - 1, top - 19)
        colour = RED if warn else MUTED
        up = stands.leading * (len(stands.lines) - 1)
        if beside:
            pen.put(stands, right, top - 19 + min(up, 8), align="right", colour=colour)
        else:
            pen.put(stands, left, top - 38 - lower - about.height - 6, colour=colour)
        if code:
            put_code(pen, code, paper.right - SIGNS / 2, top - 2)
        pen.put(about, left, top - 36 - lower, colour=MUTED)

    least = SIDE + BELOW + 12 if code else 0.0
    return Strip(height=max(44 + lower + about.height + below, least), draw=draw)


def section(title: str, x0: float, x1: float, *, scale: float = 1.0) -> Strip:
    """Return the head of a section with its rule."""
    words = text(title, face=BOLD, size=12.5 * scale, width=x1 - x0, least=0)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x0, top - 12 * scale)
        pen.rule(x0, x1, top - 20 * scale, weight=1.1, colour=INK)

    return Strip(height=20 * scale, draw=draw, keep=True)


def paragraph(
    value: str, x0: float, x1: float, *, face: str = SANS, size: float = 9.0, colour: Color = MUTED
) -> Strip:
    """Return a sentence or two in as many lines as they need."""
    words = text(value, face=face, size=size, width=x1 - x0, lines=99, least=1)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x0, top - size, colour=colour)

    return Strip(height=words.height + size * 0.6, draw=draw)
