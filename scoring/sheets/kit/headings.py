"""The words around the tables: the head of a sheet, heads of sections, a sentence or two."""

from __future__ import annotations

from reportlab.lib.colors import Color

from scoring.sheets.kit.flow import Strip
from scoring.sheets.kit.lettering import BOLD, ITALIC, SANS, text
from scoring.sheets.kit.page import INK, MUTED, RED, Paper, Pen


def heading(paper: Paper, *, title: str, subtitle: str, status: str, warn: bool = False) -> Strip:
    """Return the head of a sheet's first page; `warn` marks a status that the reader must not
    miss."""
    about = text(subtitle, face=ITALIC, size=10.5, width=paper.measure, lines=3)
    name = text(title, face=BOLD, size=25, width=paper.measure * (0.55 if status else 1), least=0.5)
    stands = text(
        status, face=BOLD if warn else ITALIC, size=9, width=paper.measure * 0.42, lines=2
    )

    def draw(pen: Pen, top: float) -> None:
        pen.put(name, paper.left, top - 21)
        up = stands.leading * (len(stands.lines) - 1)
        pen.put(stands, paper.right, top - 21 + up, align="right", colour=RED if warn else MUTED)
        pen.put(about, paper.left, top - 40, colour=MUTED)

    return Strip(height=48 + about.height, draw=draw)


def section(title: str, x0: float, x1: float) -> Strip:
    """Return the head of a section with its rule."""
    words = text(title, face=BOLD, size=12.5, width=x1 - x0)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x0, top - 12)
        pen.rule(x0, x1, top - 20, weight=1.1, colour=INK)

    return Strip(height=20, draw=draw, keep=True)


def paragraph(
    value: str, x0: float, x1: float, *, face: str = SANS, size: float = 8.5, colour: Color = MUTED
) -> Strip:
    """Return a sentence or two in as many lines as they need."""
    words = text(value, face=face, size=size, width=x1 - x0, lines=99, least=1)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x0, top - size, colour=colour)

    return Strip(height=words.height + size * 0.6, draw=draw)
