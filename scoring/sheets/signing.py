"""Where people sign."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.sheets.flow import Strip, beside
from scoring.sheets.headings import section
from scoring.sheets.lettering import SANS, text
from scoring.sheets.page import MUTED, Paper, Pen

BETWEEN = 18.0


def signatures(names: Sequence[str], paper: Paper, height: float) -> list[Strip]:
    """Return a line for everybody to sign on, in so much room; up to half a page of them stays
    together."""
    columns = 3 if len(names) in (1, 2, 3, 5, 6) else 4
    width = (paper.measure - (columns - 1) * BETWEEN) / columns
    cells = [
        _line(name, paper.left + no % columns * (width + BETWEEN), width, height)
        for no, name in enumerate(names)
    ]
    head = section("Signed", paper.left, paper.right)
    rows = [cells[first : first + columns] for first in range(0, len(cells), columns)]
    together = len(rows) * height <= (paper.top - paper.bottom) / 2
    lines = [beside(*([cell] for cell in row), keep=together, head=head) for row in rows[:-1]]
    return [head, *lines, *(beside(*([cell] for cell in row), head=head) for row in rows[-1:])]


def _line(name: str, x: float, width: float, height: float) -> Strip:
    words = text(name, face=SANS, size=8, width=width, lines=3)

    def draw(pen: Pen, top: float) -> None:
        pen.rule(x, x + width, top - height + 11, weight=0.7, colour=MUTED)
        pen.put(words, x, top - height + 1, colour=MUTED)

    return Strip(height=height + words.leading * (len(words.lines) - 1), draw=draw)
