"""Slips for the captains of a league: folded along the line, a slip shows its team's name and hides
the link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.common.pdf.code import draw_code
from scoring.common.pdf.flow import INSIDE, Frame, Sheet, cut_out, pdf
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, text
from scoring.common.pdf.page import DEEP, MUTED, PAPERS, Pen

A_PAGE = 4
CODE = 128.0
GAP = 16.0


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptainsSlip:
    """What a captain is handed: whose link it is, and its address."""

    team: str
    captain: str
    """Empty while the team has no captain."""
    league: str
    address: str


def captains_slips_pdf(slips: Sequence[CaptainsSlip], *, paper: str = "A4") -> bytes:
    """Return the slips on "A4" or "Letter", four a page, with marks where to cut and a line where
    to fold."""
    on = PAPERS[paper]
    strips = list(cut_out([_drawing(slip) for slip in slips], on, across=1, down=A_PAGE))
    sheet = Sheet(title="Captain links", about=slips[0].league, strips=strips, bare=True)
    return pdf([sheet], paper=on, title=f"Captain links, {slips[0].league}")


def _drawing(slip: CaptainsSlip):
    def draw(pen: Pen, frame: Frame) -> None:
        fold = (frame.left + frame.right) / 2
        pen.line(fold, frame.top + INSIDE, fold, frame.bottom - INSIDE)
        _outside(pen, slip, frame, frame.left, fold - GAP)
        _inside(pen, slip, frame, fold + GAP, frame.right)

    return draw


def _outside(pen: Pen, slip: CaptainsSlip, frame: Frame, left: float, right: float) -> None:
    """The half that everybody may see."""
    width, middle = right - left, (left + right) / 2
    name = text(slip.team, face=BOLD, size=26, width=width, lines=3, least=0.5)
    y = (frame.top + frame.bottom) / 2 + name.leading * (len(name.lines) - 1) / 2
    pen.put(name, middle, y, align="centre", colour=DEEP)
    y -= name.leading * len(name.lines)
    for line in filter(None, (slip.captain and f"For {slip.captain}", slip.league)):
        said = text(line, face=ITALIC, size=11, width=width)
        pen.put(said, middle, y, align="centre", colour=MUTED)
        y -= 15


SAYS = (
    "Scan it with your phone to see your matches, your squad and tonight’s card. Anyone with "
    "this code can act for the team. If you lose it, ask the secretary for a new one."
)


def _inside(pen: Pen, slip: CaptainsSlip, frame: Frame, left: float, right: float) -> None:
    """The half that is folded in: the code, its address, what it is good for."""
    side = min(CODE, frame.top - frame.bottom - 40, (right - left) * 0.6)
    draw_code(pen, slip.address, left, frame.top - side, side)
    says = text(SAYS, face=SANS, size=8.5, width=right - left - side - 10, lines=12)
    pen.put(says, left + side + 10, frame.top - 14)
    address = text(slip.address, face=SANS, size=10, width=right - left, least=0.6, lines=2)
    pen.put(address, left, frame.top - side - 14)
