"""Reportlab's canvas, which writes the same bytes in less time: it formats each coordinate once,
and encodes each letter once for each file."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from reportlab.pdfgen.textobject import PDFTextObject


@lru_cache(maxsize=16384)
def number(value: float) -> str:
    """Return a number as a PDF writes it. Most coordinates of a sheet belong to its columns and
    rows, so they come again."""
    return fp_str(value)


def numbers(*values: float) -> str:
    """Return numbers as a PDF writes them."""
    return " ".join(map(number, values))


class QuickCanvas(Canvas):
    """A canvas whose paths and texts are quick."""

    _code: list[str]
    _doc: PDFDocument
    _strokeAndFill: Callable[[int, int], None]

    def __init__(self, *where, **what) -> None:
        super().__init__(*where, **what)
        self.letters: dict[str, Letters] = {}
        """By font."""

    def beginPath(self) -> QuickPath:
        """Return a new path."""
        return QuickPath()

    def beginText(self, x: float = 0, y: float = 0, direction: str | None = None) -> QuickText:
        """Return a new text."""
        return QuickText(self, x, y, direction=direction)

    def ellipse(self, x1, y1, x2, y2, stroke: int = 1, fill: int = 0) -> None:
        """Draw an ellipse in a box with these corners."""
        QuickPath(code=self._code).ellipse(x1, y1, x2 - x1, y2 - y1)
        self._strokeAndFill(stroke, fill)

    def lines(self, linelist) -> None:
        """Draw straight lines."""
        drawn = (f"{numbers(*line[:2])} m {numbers(*line[2:])} l" for line in linelist)
        self._code += ["n", *drawn, "S"]


class QuickPath(PDFPathObject):
    """A path of a quick canvas."""

    _code_append: Callable[[str], None]

    def moveTo(self, x: float, y: float) -> None:
        """Begin at a point."""
        self._code_append(f"{numbers(x, y)} m")

    def lineTo(self, x: float, y: float) -> None:
        """Draw a straight line to a point."""
        self._code_append(f"{numbers(x, y)} l")

    def curveTo(self, x1, y1, x2, y2, x3, y3) -> None:
        """Draw a curve to the last of three points."""
        self._code_append(f"{numbers(x1, y1, x2, y2, x3, y3)} c")

    def rect(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a box."""
        self._code_append(f"{numbers(x, y, width, height)} re")


class Letters(dict[int, str]):
    """The letters of a font as a file writes them, for `str.translate`. Their codes are in the
    order in which they first come."""

    def __init__(self, font, file) -> None:
        self._font, self._file = font, file
        self.many = False
        """Whether the font has more letters in this file than the 256 of one subset."""

    def __missing__(self, letter: int) -> str:
        ((subset, code),) = self._font.splitString(chr(letter), self._file)
        self.many = self.many or subset > 0
        self[letter] = escapePDF(code)
        return self[letter]


class QuickText(PDFTextObject):
    """A text of a quick canvas. Reportlab itself writes the first letters after each change of the
    font, which name it, and fonts with many letters."""

    _canvas: QuickCanvas
    _code: list[str]
    _curSubset: int
    _fontname: str

    def setTextTransform(self, a, b, c, d, e, f) -> None:
        """Write from here, turned like this."""
        self._code.append(f"{numbers(a, b, c, d, e, f)} Tm")
        self._x0 = self._x = e
        self._y0 = self._y = f

    def _formatText(self, text: str) -> str:
        if self._curSubset or not text:
            return super()._formatText(text)
        all_letters = self._canvas.letters
        letters = all_letters.get(self._fontname)
        if letters is None:
            font = pdfmetrics.getFont(self._fontname)
            letters = all_letters[self._fontname] = Letters(font, self._canvas._doc)
        said = text.translate(letters)
        return super()._formatText(text) if letters.many else f"({said}) Tj"
