"""Certificates for those who won something, two a page."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.sheets.kit.flow import Frame, Sheet, cut_out, pdf
from scoring.sheets.kit.lettering import BOLD, ITALIC, SANS, text
from scoring.sheets.kit.page import GREEN, MUTED, PAPERS, Pen
from scoring.sheets.tournament.values import Certificate

SIGN = 150.0


def certificates_pdf(certificates: Sequence[Certificate], *, paper: str = "A4") -> bytes:
    """Return the certificates as a PDF on "A4" or "Letter", two a page, with marks where to cut."""
    on = PAPERS[paper]
    strips = list(cut_out([_drawing(one) for one in certificates], on, across=1, down=2))
    return pdf(
        [Sheet(title="Certificates", about="", strips=strips, bare=True)],
        paper=on,
        title="Certificates",
    )


def _drawing(one: Certificate):
    def draw(pen: Pen, frame: Frame) -> None:
        _border(pen, frame)
        middle, width = (frame.left + frame.right) / 2, frame.width - 60
        lines = (
            (one.club, ITALIC, 13, 46, MUTED),
            (one.prize, BOLD, 30, 100, GREEN),
            ("to", ITALIC, 12, 128, MUTED),
            (one.name, BOLD, 28, 168, None),
            (one.about, SANS, 11.5, 200, None),
            (one.evening, ITALIC, 11, 222, MUTED),
        )
        for words, face, size, down, colour in lines:
            line = text(words, face=face, size=size, width=width, least=0.5)
            given = {"colour": colour} if colour is not None else {}
            pen.put(line, middle, frame.top - down, align="centre", **given)
        _sign(pen, frame)

    return draw


def _border(pen: Pen, frame: Frame) -> None:
    for inset, weight in ((4.0, 1.6), (9.0, 0.5)):
        left, right = frame.left + inset, frame.right - inset
        top, bottom = frame.top - inset, frame.bottom + inset
        pen.rule(left, right, top, weight=weight, colour=GREEN)
        pen.rule(left, right, bottom, weight=weight, colour=GREEN)
        pen.line(left, bottom, left, top, weight=weight, colour=GREEN)
        pen.line(right, bottom, right, top, weight=weight, colour=GREEN)


def _sign(pen: Pen, frame: Frame) -> None:
    y = frame.bottom + 46
    for x, who in ((frame.left + 50, "the director"), (frame.right - 50 - SIGN, "for the club")):
        pen.rule(x, x + SIGN, y, weight=0.7, colour=MUTED)
        words = text(who, face=ITALIC, size=8.5, width=SIGN)
        pen.put(words, x + SIGN / 2, y - 12, align="centre", colour=MUTED)
