"""Slips to cut out for the members of a club, each with a name, and the link and code of their own
page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.common.pdf.code import draw_code
from scoring.common.pdf.flow import Frame, Sheet, cut_out, pdf
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, text
from scoring.common.pdf.page import DEEP, MUTED, PAPERS, Pen

ACROSS, DOWN = 2, 4
CODE = 92.0
GAP = 12.0
SAYS = (
    "Scan the picture, or enter the code at the address. Your own page opens without a password. "
    "Anyone with this slip can see it. If you lose it, ask your club for a new one."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonalSlip:
    """What a member is handed."""

    name: str
    club: str
    address: str
    """The address of their own page, for the QR code."""
    code: str
    """As it is typed: "ABCD-2345"."""
    where: str
    """The address to type it at, without a secret."""


def personal_slips_pdf(slips: Sequence[PersonalSlip], *, paper: str = "A4") -> bytes:
    """Return the slips on "A4" or "Letter", eight a page, with marks where to cut."""
    on = PAPERS[paper]
    strips = list(cut_out([_drawing(slip) for slip in slips], on, across=ACROSS, down=DOWN))
    title = f"Code slips, {slips[0].club}"
    sheet = Sheet(title="Code slips", about=slips[0].club, strips=strips, bare=True)
    return pdf([sheet], paper=on, title=title)


def _drawing(slip: PersonalSlip):
    def draw(pen: Pen, frame: Frame) -> None:
        width = frame.right - frame.left
        name = text(slip.name, face=BOLD, size=17, width=width, lines=2, least=0.6)
        y = frame.top - 14
        pen.put(name, frame.left, y, colour=DEEP)
        y -= name.leading * len(name.lines)
        pen.put(text(slip.club, face=ITALIC, size=9, width=width), frame.left, y, colour=MUTED)
        side = min(CODE, y - frame.bottom - 14)
        draw_code(pen, slip.address, frame.left, y - 8 - side, side)
        _beside(pen, slip, frame.left + side + GAP, frame.right, y - 18)

    return draw


def _beside(pen: Pen, slip: PersonalSlip, left: float, right: float, y: float) -> None:
    width = right - left
    code = text(slip.code, face=BOLD, size=15, width=width, least=0.7)
    pen.put(code, left, y)
    y -= 14
    where = text(slip.where, face=SANS, size=9, width=width, least=0.89, lines=3)
    pen.put(where, left, y)
    y -= where.leading * len(where.lines) + 3
    pen.put(text(SAYS, face=SANS, size=8, width=width, lines=8), left, y, colour=MUTED)
