"""Rows and columns of known height, so that each is laid out once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from reportlab.lib.colors import Color

from scoring.common.pdf.flow import Strip
from scoring.common.pdf.lettering import (
    CAPITALS,
    ITALIC,
    LEAST,
    SANS,
    SMALLEST,
    Text,
    clean,
    run,
    text,
    widest_word,
)
from scoring.common.pdf.page import HAIR, HAIRLINE, INK, MUTED, SHIFT, Pen

GAP, INSET = 8.0, 5.0
"""Between two columns, and from the end of the rules to the first."""
HEAD_LINES = 4
SIZES = (
    36.0,
    32.0,
    28.0,
    25.0,
    22.0,
    20.0,
    18.0,
    16.0,
    14.0,
    13.0,
    12.0,
    11.5,
    11.0,
    10.5,
    10.0,
    9.5,
    9.0,
    8.5,
    SMALLEST,
)
"""The sizes that a column's text may have, apart from its own."""


class Cell(Protocol):
    """The content of a cell. It knows its height and draws itself in the middle of the row."""

    @property
    def height(self) -> float: ...

    def draw(self, pen: Pen, top: float, height: float) -> None: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """The position of a column and the style of its cells."""

    title: str = ""
    x: float = 0.0
    width: float
    align: str = "left"
    face: str = SANS
    size: float = 9.0
    lines: int = 1
    least: float = LEAST

    def cell(self, value: str, colour: Color = INK) -> Words:
        """Return a cell of this column."""
        words = text(
            value,
            face=self.face,
            size=self.size,
            width=self.width,
            lines=self.lines,
            least=self.least,
        )
        return Words(words, self.anchor, self.align, colour)

    def even(self, values: Iterable[str]) -> Column:
        """Return the column in the one size that its longest entry needs.

        It is made smaller, down to `least`, before entries go over several lines.
        """
        values = [clean(value) for value in values]
        sizes = sorted({self.size, *(s for s in SIZES if self.smallest <= s < self.size)})[::-1]
        for lines in sorted({1, self.lines}):
            for size in sizes:
                if all(self.holds_at(value, size, lines) for value in values):
                    return replace(self, size=size, least=1.0)
        return replace(self, size=sizes[-1], least=1.0)

    @property
    def smallest(self) -> float:
        """The least size of its entries."""
        return max(SMALLEST, self.size * self.least)

    def holds_in(self, value: str, lines: int) -> bool:
        """Return whether an entry fits in so many lines."""
        return self.holds_at(clean(value), self.size, lines)

    def holds_at(self, value: str, size: float, lines: int) -> bool:
        """Return whether a cleaned entry of this size fits in so many lines."""
        if run(value, self.face, size) <= self.width:
            return True
        if lines == 1:
            return False
        words = text(value, face=self.face, size=size, width=self.width, lines=lines, least=1)
        return not words.shortened

    def head(self, size: float = 8.5) -> Words:
        """Return the title as a cell for the row of heads."""
        words = text(self.title, face=ITALIC, size=size, width=self.width, lines=HEAD_LINES)
        return Words(words, self.anchor, self.align, MUTED)

    def holds(self, size: float) -> bool:
        """Return whether the title fits as a head of this size, every word in one piece."""
        words = text(
            self.title, face=ITALIC, size=size, width=self.width, lines=HEAD_LINES, least=1
        )
        return widest_word(self.title, ITALIC, size) <= self.width and not words.shortened

    @property
    def anchor(self) -> float:
        """Where its strings are aligned."""
        return self.x + SHIFT[self.align] * self.width


def side_by_side(columns: Iterable[Column], x: float, gap: float = GAP) -> list[Column]:
    """Return the columns placed one after the other from `x`."""
    placed = []
    for column in columns:
        placed.append(replace(column, x=x))
        x += column.width + gap
    return placed


def heads(columns: Sequence[Column], sizes: Sequence[float] = (8.5, SMALLEST)) -> list[Words]:
    """Return the heads of columns alike, in the largest of the sizes that shortens no word of
    theirs."""
    for size in sizes:
        cells = [column.head(size) for column in columns]
        if all(column.holds(size) for column in columns):
            break
    return cells


@dataclass(frozen=True, slots=True)
class Words:
    """A string in a row."""

    words: Text
    x: float
    align: str = "left"
    colour: Color = INK

    @property
    def height(self) -> float:
        return self.words.height

    def draw(self, pen: Pen, top: float, height: float) -> None:
        one = len(self.words.lines) == 1
        # One-line cells share a baseline whatever their size; longer ones stand in the middle.
        rise = 3.4 if one else self.words.height / 2 - self.words.size * CAPITALS
        y = top - height / 2 - rise if one else top - height / 2 + rise
        pen.put(self.words, self.x, y, align=self.align, colour=self.colour)


def row(
    cells: Sequence[Cell],
    x0: float,
    x1: float,
    *,
    least: float,
    head: Strip | None = None,
    keep: bool = False,
    weight: float = HAIRLINE,
    colour: Color = HAIR,
) -> Strip:
    """Return a row at least `least` high, with a rule below; `head` is repeated on a new page."""
    height = max(least, *(cell.height * 1.15 + 4.9 for cell in cells))

    def draw(pen: Pen, top: float) -> None:
        for cell in cells:
            cell.draw(pen, top, height)
        pen.rule(x0, x1, top - height, weight=weight, colour=colour)

    return Strip(height=height, draw=draw, head=head, keep=keep)
