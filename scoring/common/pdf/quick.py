"""Reportlab's canvas, which writes the same bytes in less time: it formats each coordinate once,
and encodes each letter once for each file."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from reportlab.lib.colors import Color
from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from reportlab.pdfgen.textobject import PDFTextObject


class QuickFilter(pdfdoc.PDFStreamFilterZCompress):
    """Compresses what is in a file in a quarter of the usual time. It is a tenth larger."""

    def encode(self, text: str | bytes) -> bytes:
        return zlib.compress(text.encode() if isinstance(text, str) else text, level=2)


pdfdoc.PDFZCompress = QuickFilter()


@lru_cache(maxsize=16384)
def number(value: float) -> str:
    """Return a number as a PDF writes it. Most coordinates of a sheet belong to its columns and
    rows, so they come again."""
    return fp_str(value)


def numbers(*values: float) -> str:
    """Return numbers as a PDF writes them."""
    return " ".join(map(number, values))


@lru_cache(maxsize=256)
def colour(value: Color) -> str:
    """Return an opaque colour as a PDF writes it."""
    return fp_str(value.red, value.green, value.blue)


class Drawn(NamedTuple):
    """What was drawn once, as a PDF has it, to be drawn at the same place of another page."""

    shapes: list[str]
    words: list[str]
    lines: Mapping[tuple[float, Color], list[tuple[float, float, float, float]]]
    lacks: bool
    """Whether it has the mark for a letter that no font has."""
    state: tuple
    """Of the pen and its text afterwards."""


class QuickCanvas(Canvas):
    """A canvas whose paths and texts are quick."""

    _code: list[str]
    _doc: PDFDocument
    _strokeAndFill: Callable[[int, int], None]

    def __init__(self, *where, **what) -> None:
        super().__init__(*where, **what)
        self._doc.ensureMinPdfVersion("transparency")  # as reportlab does for every colour
        self.letters: dict[str, Letters] = {}
        """By font."""
        self.drawn: dict[tuple, Drawn] = {}
        """What is drawn on several pages, by what it is, where, and after what (`Pen.again`)."""

    @property
    def code(self) -> list[str]:
        """What the page has so far."""
        return self._code

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

    def setLineWidth(self, width: float) -> None:
        """Draw lines of this width from here on."""
        self._lineWidth = width
        self._code.append(f"{number(width)} w")

    def setFillColor(self, aColor: Color, alpha: float | None = None) -> None:
        """Fill with a colour from here on."""
        self._fillColorObj = aColor
        self._code.append(f"{colour(aColor)} rg")

    def setStrokeColor(self, aColor: Color, alpha: float | None = None) -> None:
        """Draw lines in a colour from here on."""
        self._strokeColorObj = aColor
        self._code.append(f"{colour(aColor)} RG")

    def rect(self, x, y, width, height, stroke: int = 1, fill: int = 0) -> None:
        """Draw a box."""
        self._strokeAndFill(stroke, fill)
        self._code[-1] = f"n {numbers(x, y, width, height)} re {self._code[-1]}"

    def roundRect(self, x, y, width, height, radius, stroke: int = 1, fill: int = 0) -> None:
        """Draw a box with round corners."""
        QuickPath(code=self._code).roundRect(x, y, width, height, radius)
        self._strokeAndFill(stroke, fill)

    def lines(self, linelist) -> None:
        """Draw straight lines."""
        drawn = (f"{numbers(*line[:2])} m {numbers(*line[2:])} l" for line in linelist)
        self._code += ["n", *drawn, "S"]


class QuickPath(PDFPathObject):
    """A path of a quick canvas."""

    _code: list[str]
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

    def boxes(self, boxes: Iterable[str]) -> None:
        """Draw many boxes, each as `numbers` writes it; first of all."""
        self._code += ["n", *(f"{one} re" for one in boxes)]


class Letters(dict[int, str]):
    """The letters of a font as a file writes them, for `str.translate`. Their codes are in the
    order in which they first come."""

    def __init__(self, font, file) -> None:
        self._font, self._file, self._name = font, file, ""
        self.many = False
        """Whether the font has more letters in this file than the 256 of one subset."""

    @property
    def name(self) -> str:
        """The font's own name in the file."""
        self._name = self._name or self._font.getSubsetInternalName(0, self._file)
        return self._name

    def __missing__(self, letter: int) -> str:
        ((subset, code),) = self._font.splitString(chr(letter), self._file)
        self.many = self.many or subset > 0
        self[letter] = escapePDF(code)
        return self[letter]


class QuickText(PDFTextObject):
    """A text of a quick canvas. Reportlab itself writes fonts with many letters."""

    _canvas: QuickCanvas
    _code: list[str]
    _curSubset: int
    _fontname: str
    _fontsize: float
    _leading: float

    @property
    def font(self) -> tuple:
        """The font of the next letters, and which part of it is in use."""
        return self._fontname, self._fontsize, self._leading, self._curSubset

    @font.setter
    def font(self, font: tuple | list) -> None:
        self._fontname, self._fontsize, self._leading, self._curSubset = font

    def setFillColor(self, aColor: Color, alpha: float | None = None) -> None:
        """Write in a colour from here on."""
        self._fillColorObj = aColor
        self._code.append(f"{colour(aColor)} rg")

    def setTextTransform(self, a, b, c, d, e, f) -> None:
        """Write from here, turned like this."""
        self._code.append(f"{numbers(a, b, c, d, e, f)} Tm")
        self._x0 = self._x = e
        self._y0 = self._y = f

    def _formatText(self, text: str) -> str:
        if self._curSubset > 0 or not text:
            return super()._formatText(text)
        all_letters = self._canvas.letters
        letters = all_letters.get(self._fontname)
        if letters is None:
            font = pdfmetrics.getFont(self._fontname)
            letters = all_letters[self._fontname] = Letters(font, self._canvas._doc)
        said = text.translate(letters)
        if letters.many:
            return super()._formatText(text)
        if not self._curSubset:
            return f"({said}) Tj"
        self._curSubset = 0
        size, leading = number(self._fontsize), number(self._leading)
        return f"{letters.name} {size} Tf {leading} TL ({said}) Tj"
