"""Certificates for prize winners, to frame. There are two on a page, each half a page in size."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.common.pdf.code import put_code
from scoring.common.pdf.flow import Sheet, Strip, pdf
from scoring.common.pdf.lettering import (
    BOLD,
    ITALIC,
    SANS,
    SANS_BOLD,
    Text,
    clean,
    in_faces,
    run,
    text,
)
from scoring.common.pdf.mark import WIDE, draw_mark, draw_suit
from scoring.common.pdf.page import BRASS, DEEP, MUTED, PAPERS, RED, WHITE, Paper, Pen
from scoring.tournament.sheets.values import Certificate

EDGE = 28.0
"""The margin from the edge of the paper, or from the cut, to the outer frame. Printers cannot print
closer, and a picture frame covers some of it."""
CORNER, SUIT = 42.0, 24.0
MARK, SMALL_MARK = 58.0, 46.0
"""The height of the mark, and where a gift is named below the prize."""
SIGN, CODE = 168.0, 32.0
MARKS = 14.0
LEAST = 28.0
"""The smallest size of a name in one line. A longer name has two lines."""


def certificates_pdf(certificates: Sequence[Certificate], *, paper: str = "A4") -> bytes:
    """Return the certificates as a PDF on "A4" or "Letter", two a page, with cutting marks."""
    on = PAPERS[paper]
    return pdf([certificates_on(certificates, on)], paper=on, title="Certificates")


def certificates_on(certificates: Sequence[Certificate], on: Paper) -> Sheet:
    """Return the certificates as a sheet."""
    pages = [certificates[first : first + 2] for first in range(0, len(certificates), 2)]
    strips = [Strip(height=on.top - on.bottom, draw=_page(pair, on)) for pair in pages]
    return Sheet(title="Certificates", about="", strips=strips, bare=True, footless=True)


def _page(pair: Sequence[Certificate], paper: Paper):
    def draw(pen: Pen, top: float) -> None:
        for no, one in enumerate(pair):
            _certificate(pen, one, paper, paper.height - no * paper.height / 2)
        for x in (EDGE, paper.width - EDGE - MARKS):
            pen.rule(x, x + MARKS, paper.height / 2)

    return draw


def _certificate(pen: Pen, one: Certificate, paper: Paper, top: float) -> None:
    """Draw a certificate below `top`, on half of the paper."""
    left, right = EDGE, paper.width - EDGE
    upper, lower = top - EDGE, top - paper.height / 2 + EDGE
    _frame(pen, left, right, upper, lower)
    middle, width = paper.width / 2, right - left - 2 * CORNER - 16
    mark = SMALL_MARK if one.gift else MARK
    draw_mark(pen, middle - mark * WIDE / 2, upper - 15 - mark, mark)
    y = upper - 15 - mark - 20
    _spaced(pen, one.club.upper(), middle, y, width)
    y -= 36 if one.gift else 42
    prize = text(one.prize, face=BOLD, size=30 if one.gift else 34, width=width, least=0.6)
    pen.put(prize, middle, y, align="centre", colour=DEEP)
    if one.gift:
        y -= 23
        _line(pen, text(one.gift, face=BOLD, size=13, width=width), middle, y)
    y -= 19 if one.gift else 25
    _line(pen, text("is awarded to", face=ITALIC, size=13, width=width), middle, y, MUTED)
    name = _name(one.name, right - left - 60)
    y -= 16 + name.size * 0.75
    pen.put(name, middle, y, align="centre")
    y -= name.leading * (len(name.lines) - 1) + name.size * 0.3 + 11
    _ornament(pen, middle, y, width * 0.5)
    y -= 25
    _line(pen, text(f"for {one.about}", face=SANS, size=12.5, width=width), middle, y)
    if one.evening:
        at = text(f"at {one.evening}", face=ITALIC, size=12.5, width=width)
        _line(pen, at, middle, y - 19)
    _sign(pen, one, left, right, lower)
    if one.code:
        put_code(pen, one.code, middle, lower + CODE + 23, side=CODE)


def _line(pen: Pen, words: Text, x: float, y: float, colour=None) -> None:
    given = {"colour": colour} if colour else {}
    pen.put(words, x, y, align="centre", **given)


def _name(name: str, width: float) -> Text:
    """Return the name in one line if it fits in letters of size LEAST, and otherwise in two."""
    one = text(name, face=ITALIC, size=38, width=width, least=LEAST / 38)
    two = text(name, face=ITALIC, size=24, width=width, lines=2, least=0.75)
    return two if one.shortened else one


def _spaced(pen: Pen, words: str, middle: float, y: float, width: float) -> None:
    """Draw the club's name in capitals, with letterspacing. Scripts with joined letters have
    none."""
    apart, size = 2.0, 11.5
    if any(stretch.shape for stretch in in_faces(clean(words), SANS_BOLD)):
        name = text(words, face=SANS_BOLD, size=size, width=width, least=0.7)
        return pen.put(name, middle, y, align="centre", colour=DEEP)
    fitted = text(words, face=SANS_BOLD, size=size, width=width - apart * len(words), least=0.7)
    line = fitted.lines[0]
    wide = sum(run(letter, SANS_BOLD, fitted.size) + apart for letter in line) - apart
    x = middle - wide / 2
    for letter in line:
        pen.put(Text((letter,), SANS_BOLD, fitted.size), x, y, colour=DEEP)
        x += run(letter, SANS_BOLD, fitted.size) + apart


def _frame(pen: Pen, left: float, right: float, top: float, bottom: float) -> None:
    """Draw a green frame, a brass line within it, and a suit in each corner."""
    canvas = pen.canvas
    canvas.setLineJoin(0)
    for inset, weight, colour in ((6.0, 3.4, DEEP), (11.5, 0.7, BRASS)):
        canvas.setLineWidth(weight)
        canvas.setStrokeColor(colour)
        canvas.rect(
            left + inset, bottom + inset, right - left - 2 * inset, top - bottom - 2 * inset
        )
    corners = (
        ("clubs", left, top - CORNER),
        ("diamonds", right - CORNER, top - CORNER),
        ("hearts", left, bottom),
        ("spades", right - CORNER, bottom),
    )
    for suit, x, y in corners:
        canvas.setLineWidth(0.7)
        canvas.setStrokeColor(BRASS)
        canvas.setFillColor(WHITE)
        canvas.rect(x, y, CORNER, CORNER, stroke=1, fill=1)
        inset = (CORNER - SUIT) / 2
        draw_suit(pen, suit, x + inset, y + inset, SUIT)


def _ornament(pen: Pen, middle: float, y: float, width: float) -> None:
    """Draw a brass line with a red lozenge in its middle."""
    for side in (-1, 1):
        ends = sorted((middle + side * 13, middle + side * width / 2))
        pen.rule(*ends, y, weight=0.9, colour=BRASS)
    lozenge = pen.canvas.beginPath()
    lozenge.moveTo(middle - 6, y)
    for x, up in ((middle, y + 3.6), (middle + 6, y), (middle, y - 3.6)):
        lozenge.lineTo(x, up)
    lozenge.close()
    pen.canvas.setFillColor(RED)
    pen.canvas.drawPath(lozenge, stroke=0, fill=1)


def _sign(pen: Pen, one: Certificate, left: float, right: float, bottom: float) -> None:
    """Draw the line for the director's signature, and the date."""
    y = bottom + 36
    places = ((left + CORNER + 14, "for the club", ""), (right - CORNER - 14 - SIGN, "", one.day))
    for x, who, said in places:
        pen.rule(x, x + SIGN, y, weight=0.6, colour=MUTED)
        middle = x + SIGN / 2
        if said:
            words = text(said, face=ITALIC, size=11.5, width=SIGN)
            pen.put(words, middle, y + 5, align="centre")
        below = text(who or "the day", face=ITALIC, size=9.5, width=SIGN)
        pen.put(below, middle, y - 12, align="centre", colour=MUTED)
