"""The look of every sheet: paper, ink, the pen that draws, and the head and foot of a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfgen.canvas import Canvas

from scoring.common.pdf.lettering import (
    BOLD,
    ITALIC,
    SMALLEST,
    UNPRINTABLE,
    Stretch,
    Text,
    in_faces,
    run,
    text,
)
from scoring.common.pdf.quick import Drawn, QuickCanvas, QuickText

INK, MUTED, HAIR = HexColor("#221f1a"), HexColor("#5d574b"), HexColor("#8a8a8a")
GREEN, RED, BLUE, WHITE = (
    HexColor("#1f5b45"),
    HexColor("#ae2a20"),
    HexColor("#2a4b87"),
    HexColor("#ffffff"),
)
DEEP, BRASS = HexColor("#123f2f"), HexColor("#a4772a")
HAIRLINE = 0.4
"""The weight of a line between rows. Every printer can draw this grey."""
PEN_ROW = 20.0
"""The least height of a row that a pen writes in: seven millimetres."""
SHIFT = {"left": 0.0, "centre": 0.5, "right": 1.0}
MARGIN = 45.0
LACKING = f"{UNPRINTABLE} is a letter we can’t print."
FOOT, HEAD = 22.0, 30.0
"""Heights kept free for the foot of each page, and for the head of the second page and later
ones."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Paper:
    """A size of paper in points, and the lines that nothing may cross."""

    name: str
    width: float
    height: float
    left: float = MARGIN

    @property
    def right(self) -> float:
        """The right margin."""
        return self.width - MARGIN

    @property
    def top(self) -> float:
        """The top margin."""
        return self.height - MARGIN

    @property
    def bottom(self) -> float:
        """The lowest line of a sheet's content. The foot is below it, above the bottom margin."""
        return MARGIN + FOOT

    @property
    def measure(self) -> float:
        """The width between the margins."""
        return self.right - self.left

    def halves(self, gutter: float) -> tuple[Paper, Paper]:
        """Return the left and the right half, as papers with margins of their own."""
        wide = (self.measure - gutter) / 2
        left = replace(self, width=self.left + wide + MARGIN)
        return left, replace(self, left=self.right - wide)

    @property
    def landscape(self) -> Paper:
        """The same paper, its long edge at the foot."""
        return replace(self, width=self.height, height=self.width)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper(name="A4", width=595.28, height=841.89),
        Paper(name="Letter", width=612.0, height=792.0),
    )
}


class Pen:
    """A pen that draws on one page. Baselines and edges are in points from the bottom left corner.

    Strings and lines are collected and put on the page together by `finish`, which halves the time.
    """

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._strings = canvas.beginText()
        self._code: list[str] = vars(self._strings)["_code"]
        self._lines: dict[tuple[float, Color], list[tuple[float, float, float, float]]] = {}
        self._colour: Color | None = None
        self._font: tuple[str, float] | None = None
        self.lacks = False
        """Whether it has drawn the mark for a letter that no font has."""

    def put(
        self,
        words: Text,
        x: float,
        y: float,
        *,
        align: str = "left",
        colour: Color = INK,
        struck: bool = False,
    ) -> None:
        """Draw the lines of `words`, the first with its baseline at `y`, aligned at `x`."""
        self._take(colour)
        for no, line in enumerate(words.lines):
            width = run(line, words.face, words.size) if struck or align != "left" else 0.0
            left, base = x - SHIFT[align] * width, y - no * words.leading
            self._line(line, words, 1, left, base)
            if struck:
                self.rule(left, left + width, base + words.size * 0.27, weight=0.6, colour=colour)

    def put_upside_down(self, words: Text, x: float, y: float, *, colour: Color = INK) -> None:
        """Draw the one line of `words` turned half round, in the middle of `x`, its baseline at
        `y`."""
        self._take(colour)
        self._line(words.lines[0], words, -1, x + words.width / 2, y)

    def _line(self, line: str, words: Text, way: int, x: float, y: float) -> None:
        """Draw a line from (x, y), upright (1) or turned half round (-1), each stretch in a face
        that has its letters."""
        stretches = in_faces(line, words.face)
        for stretch in stretches:
            if (stretch.face, words.size) != self._font:
                self._strings.setFont(stretch.face, words.size)
                self._font = stretch.face, words.size
            if stretch.shape:
                self._shape(stretch, words.size, way, x, y)
            else:
                self._strings.setTextTransform(way, 0, 0, way, x, y)
                self._strings.textLine(stretch.said)
            if len(stretches) > 1:
                x += way * stretch.width(words.size)

    def _shape(self, stretch: Stretch, size: float, way: int, x: float, y: float) -> None:
        """Draw a stretch in its shape. A program that reads the file gets its letters in order; it
        turns text from right to left round itself."""
        base = [piece for piece in stretch.shape.pieces if not piece.mark]
        marks = [piece for piece in stretch.shape.pieces if piece.mark]
        said = ((base, None if stretch.leftwards else stretch.said), (marks, ""))
        for pieces, letters in said:
            if letters is not None and pieces:
                code = letters.encode("utf-16-be").hex().upper()
                self._code.append(f"/Span <</ActualText <FEFF{code}>>> BDC")
            for piece in pieces:
                left, up = (way * part * size / 1000 for part in (piece.x, piece.y))
                self._strings.setTextTransform(way, 0, 0, way, x + left, y + up)
                self._strings.textOut(piece.signs)
            if letters is not None and pieces:
                self._code.append("EMC")
        self.lacks = self.lacks or UNPRINTABLE in stretch.said

    def _take(self, colour: Color) -> None:
        if colour is not self._colour:
            self._strings.setFillColor(colour)
            self._colour = colour

    def rule(
        self, x0: float, x1: float, y: float, *, weight: float = HAIRLINE, colour: Color = HAIR
    ) -> None:
        """Draw a level line."""
        self.line(x0, y, x1, y, weight=weight, colour=colour)

    def line(self, x0, y0, x1, y1, *, weight: float = HAIRLINE, colour: Color = HAIR) -> None:
        """Draw a straight line."""
        self._lines.setdefault((weight, colour), []).append((x0, y0, x1, y1))

    def tick_box(self, x: float, y: float, *, ticked: bool, side: float = 10.0) -> None:
        """Draw a box to tick, with its lower left corner at (x, y)."""
        self.canvas.setLineWidth(1)
        self.canvas.setStrokeColor(INK)
        self.canvas.roundRect(x, y, side, side, 2)
        if ticked:
            corner = x + side * 0.42, y + side * 0.2
            self.line(x + side * 0.18, y + side * 0.5, *corner, weight=1.6, colour=GREEN)
            self.line(*corner, x + side * 0.85, y + side * 0.85, weight=1.6, colour=GREEN)

    def ring(self, x: float, y: float, radius: float, *, colour: Color = RED) -> None:
        """Draw a ring around the middle (x, y)."""
        self.canvas.setLineWidth(0.8)
        self.canvas.setStrokeColor(colour)
        self.canvas.circle(x, y, radius, fill=0)

    def spot(self, x: float, y: float, radius: float, *, colour: Color | None) -> None:
        """Draw a dot of a colour, or else a grey ring, around the middle (x, y)."""
        if colour is None:
            return self.ring(x, y, radius, colour=HAIR)
        self.canvas.setFillColor(colour)
        self.canvas.circle(x, y, radius, stroke=0, fill=1)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """Draw an empty box to write in, with its lower left corner at (x, y)."""
        self.canvas.setLineWidth(0.6)
        self.canvas.setStrokeColor(HAIR)
        self.canvas.roundRect(x, y, width, height, 2)

    def again(self, what: tuple, draw: Callable[[], None]) -> None:
        """Draw what comes again at the same place of other pages, such as empty boxes. `what`
        decides all of it. It is drawn once for each canvas and then copied, as long as the font
        and the colour before it are the same."""
        if not isinstance(self.canvas, QuickCanvas):
            draw()
            return
        key = (*what, *self._state)
        found = self.canvas.drawn.get(key)
        if found is None:
            self.canvas.drawn[key] = self._noted(self.canvas, draw)
            return
        self.canvas.code.extend(found.shapes)
        self._code += found.words
        for how, lines in found.lines.items():
            self._lines.setdefault(how, []).extend(lines)
        self.lacks = self.lacks or found.lacks
        self._state = found.state

    def _noted(self, canvas: QuickCanvas, draw: Callable[[], None]) -> Drawn:
        """Draw something, and return what it put on the page."""
        shapes, words, lacked = len(canvas.code), len(self._code), self.lacks
        lines = {how: len(those) for how, those in self._lines.items()}
        self.lacks = False
        draw()
        fresh = {how: those[lines.get(how, 0) :] for how, those in self._lines.items()}
        fresh = {how: those for how, those in fresh.items() if those}
        drawn = Drawn(canvas.code[shapes:], self._code[words:], fresh, self.lacks, self._state)
        self.lacks = lacked or drawn.lacks
        return drawn

    @property
    def _state(self) -> tuple:
        """Everything that decides how the next words are written."""
        return self._colour, self._font, *cast("QuickText", self._strings).font

    @_state.setter
    def _state(self, state: tuple) -> None:
        self._colour, self._font, *font = state
        cast("QuickText", self._strings).font = font

    def finish(self) -> None:
        """Put what was gathered on the page, and end the page."""
        for (weight, colour), lines in self._lines.items():
            self.canvas.setLineWidth(weight)
            self.canvas.setStrokeColor(colour)
            self.canvas.lines(lines)
        self.canvas.drawText(self._strings)
        self.canvas.showPage()


class Turned(Pen):
    """A pen that draws upside down on another pen's page, turned around (x, y). Folded along a
    level line, the part is upright."""

    def __init__(self, pen: Pen, x: float, y: float) -> None:
        self.pen, self._about = pen, (2 * x, 2 * y)

    def _take(self, colour: Color) -> None:
        self.pen._take(colour)

    def _line(self, line: str, words: Text, way: int, x: float, y: float) -> None:
        over, up = self._about
        self.pen._line(line, words, -way, over - x, up - y)

    def line(self, x0, y0, x1, y1, *, weight: float = HAIRLINE, colour: Color = HAIR) -> None:
        """Draw a straight line, turned."""
        over, up = self._about
        self.pen.line(over - x0, up - y0, over - x1, up - y1, weight=weight, colour=colour)


def draw_foot(pen: Pen, paper: Paper, *, page: int, pages: int, signs: str = "") -> None:
    """Draw the foot of a page, with the site, the record's code, and the page number."""
    pen.rule(paper.left, paper.right, MARGIN + 12)
    about = f"Bowerbook · {LACKING}" if pen.lacks else "Bowerbook"
    name = text(about, face=ITALIC, size=SMALLEST, width=200)
    pen.put(name, paper.left, MARGIN + 2, colour=MUTED)
    if signs:
        code = text(signs, size=SMALLEST, width=200)
        pen.put(code, (paper.left + paper.right) / 2, MARGIN + 2, align="centre", colour=MUTED)
    count = text(f"page {page} of {pages}", size=SMALLEST, width=200)
    pen.put(count, paper.right, MARGIN + 2, align="right", colour=MUTED)


def draw_head(pen: Pen, paper: Paper, *, title: str, about: str) -> None:
    """Draw the head of a later page, with the title, the subject and the date."""
    y = paper.top - 8
    name = text(title, face=BOLD, size=9.5, width=paper.measure / 3)
    pen.put(name, paper.left, y)
    whose = text(about, face=ITALIC, size=8.5, width=paper.measure - name.width - 20)
    pen.put(whose, paper.right, y, align="right", colour=MUTED)
    pen.rule(paper.left, paper.right, y - 7, weight=0.9, colour=INK)
