"""A poster for the notice board: what there is and when, and the code by which people put their
names down."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common.pdf.code import draw_code
from scoring.common.pdf.flow import Sheet, Strip, pdf
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, Text, text
from scoring.common.pdf.mark import WIDE, draw_mark
from scoring.common.pdf.page import DEEP, MUTED, PAPERS, Paper, Pen

MARK = 84.0
QR = 232.0
EDGE = 54.0
HOW = "Point your phone’s camera at it, tap the link and type your name. No password needed."
WITHOUT = "No phone? Ask the organiser to sign you up."


@dataclass(frozen=True, kw_only=True, slots=True)
class Poster:
    """What a poster says."""

    club: str
    title: str
    when: str
    """"Thursday 10 December 2026, 19:30"."""
    where: str = ""
    lines: tuple[str, ...] = ()
    """The fee, the number of places, and the end of sign-up."""
    words: str = ""
    """The club's own line."""
    address: str
    """Behind the code."""


def poster_pdf(poster: Poster, *, paper: str = "A4") -> bytes:
    """Return the poster as a PDF on "A4" or "Letter", one page."""
    on = PAPERS[paper]
    strip = Strip(height=on.top - on.bottom, draw=_drawing(poster, on))
    sheet = Sheet(title="Poster", about="", strips=[strip], bare=True, footless=True)
    return pdf([sheet], paper=on, title=f"{poster.title}, {poster.when}")


def _drawing(poster: Poster, on: Paper):
    def draw(pen: Pen, top: float) -> None:
        middle, width = on.width / 2, on.width - 2 * EDGE
        y = on.height - EDGE - MARK
        draw_mark(pen, middle - MARK * WIDE / 2, y, MARK)
        y = _put(pen, poster.club, ITALIC, 20, middle, y - 34, width, colour=MUTED)
        y = _put(pen, poster.title, BOLD, 46, middle, y - 36, width, lines=2, colour=DEEP)
        y = _put(pen, poster.when, BOLD, 22, middle, y - 12, width)
        for line in filter(None, (poster.where, *poster.lines)):
            y = _put(pen, line, SANS, 14, middle, y - 4, width)
        if poster.words:
            y = _put(pen, poster.words, ITALIC, 15, middle, y - 10, width, lines=4)
        _code(pen, poster, middle, width, under=y)

    return draw


def _code(pen: Pen, poster: Poster, middle: float, width: float, *, under: float) -> None:
    """Draw the code at the foot, as large as there is room `under` the words; what it is for above
    it and its address below."""
    bottom = EDGE + 40
    size = min(QR, under - bottom - 48)
    draw_code(pen, poster.address, middle - size / 2, bottom, size)
    says = text("Scan to sign up", face=BOLD, size=20, width=width, least=0.6)
    pen.put(says, middle, bottom + size + 32, align="centre", colour=DEEP)
    how = text(HOW, face=SANS, size=12, width=width, least=0.6)
    pen.put(how, middle, bottom + size + 14, align="centre")
    address = text(poster.address, face=SANS, size=13, width=width, least=0.5)
    pen.put(address, middle, bottom - 18, align="centre")
    else_ = text(WITHOUT, face=SANS, size=12, width=width, least=0.6)
    pen.put(else_, middle, bottom - 38, align="centre")


def _put(
    pen: Pen, words: str, face: str, size: float, x: float, y: float, width: float, **how
) -> float:
    """Write centred words, and return the position of the next line."""
    colour = how.pop("colour", None)
    found: Text = text(words, face=face, size=size, width=width, least=0.5, **how)
    pen.put(found, x, y, align="centre", **({"colour": colour} if colour else {}))
    return y - found.leading * len(found.lines)
