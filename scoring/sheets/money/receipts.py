"""Receipts, two to a page: one is as large as half of it, and may be cut off in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.rules.money import written
from scoring.sheets.kit.flow import Sheet, Strip, pdf
from scoring.sheets.kit.lettering import BOLD, ITALIC, SANS, Text, text
from scoring.sheets.kit.page import INK, MARGIN, MUTED, PAPERS, Paper, Pen


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """Cash that changed hands between the club's box and somebody."""

    club: str
    number: int
    date: str
    amount: int
    """Minor units; less than nothing where the club paid it out."""
    currency: str
    who: str = ""
    """Who paid or was paid; empty leaves a line to write the name on."""
    what: str
    """For what: "Door fee", "Prize"."""
    evening: str = ""
    note: str = ""
    copy: str = ""
    """Whose copy it is, where there are two."""

    @property
    def came_in(self) -> bool:
        """Whether the club received it."""
        return self.amount > 0


LABEL = 88.0
"""How far from the left margin the answers stand."""
SIGN = 210.0
"""How long the line is on which somebody signs."""
DASH, BETWEEN = 4.0, 4.0


def receipts_pdf(receipts: Sequence[Receipt], *, paper: str = "A4") -> bytes:
    """Return the receipts as a PDF on "A4" or "Letter", two to a page; the same ones give the same
    bytes."""
    on = PAPERS[paper]
    pages = [receipts[first : first + 2] for first in range(0, len(receipts), 2)]
    sheets = [Sheet(title="Receipts", about="", strips=_page(page, on)) for page in pages]
    return pdf(sheets, paper=on, title=f"Receipts, {receipts[0].club}")


def _page(receipts: Sequence[Receipt], paper: Paper) -> list[Strip]:
    upper, lower = paper.top - paper.height / 2, paper.height / 2 - paper.bottom
    strips = [Strip(height=upper, draw=_half(receipts[0], paper, upper - MARGIN / 2))]
    if len(receipts) == 2:
        strips.append(Strip(height=lower, draw=_lower(receipts[1], paper, lower)))
    return strips


def _lower(receipt: Receipt, paper: Paper, height: float):
    half = _half(receipt, paper, height - MARGIN / 2)

    def draw(pen: Pen, top: float) -> None:
        _cut(pen, paper, top)
        half(pen, top - MARGIN / 2)

    return draw


def _cut(pen: Pen, paper: Paper, y: float) -> None:
    """Draw where the page is cut."""
    x = paper.left
    while x < paper.right:
        pen.rule(x, min(x + DASH, paper.right), y)
        x += DASH + BETWEEN


def _half(receipt: Receipt, paper: Paper, height: float):
    """Return what draws a receipt in so much room."""

    def draw(pen: Pen, top: float) -> None:
        _head(pen, paper, receipt, top)
        y = top - 84
        for label, answer in _answers(receipt, paper):
            pen.put(_label(label), paper.left, y, colour=MUTED)
            if answer:
                pen.put(answer, paper.left + LABEL, y)
            else:
                pen.rule(paper.left + LABEL, paper.right, y - 2, colour=MUTED)
            y -= max(27, 13 + (answer.height if answer else 0))
        _foot(pen, paper, receipt, top - height + 12)

    return draw


def _head(pen: Pen, paper: Paper, receipt: Receipt, top: float) -> None:
    pen.put(text("Receipt", face=BOLD, size=22, width=150), paper.left, top - 19)
    number = text(f"No. {receipt.number}", face=BOLD, size=11, width=160)
    pen.put(number, paper.right, top - 19, align="right")
    club = text(receipt.club, face=ITALIC, size=10.5, width=paper.measure - 170)
    pen.put(club, paper.left, top - 38, colour=MUTED)
    copy = text(receipt.copy, face=ITALIC, size=8.5, width=165)
    pen.put(copy, paper.right, top - 38, align="right", colour=MUTED)
    pen.rule(paper.left, paper.right, top - 48, weight=1.1, colour=INK)


def _answers(receipt: Receipt, paper: Paper) -> list[tuple[str, Text | None]]:
    """Return each line of a receipt: what it asks, and what it says; None is left to be written."""
    width = paper.measure - LABEL
    about = " · ".join(filter(None, [receipt.what, receipt.evening, receipt.note]))
    who = text(receipt.who, face=BOLD, size=14, width=width, lines=2) if receipt.who else None
    return [
        ("Received from" if receipt.came_in else "Paid to", who),
        (
            "Amount",
            text(written(abs(receipt.amount), receipt.currency), face=BOLD, size=18, width=width),
        ),
        ("For", text(about, face=SANS, size=10.5, width=width, lines=3)),
    ]


def _label(words: str) -> Text:
    return text(words, face=ITALIC, size=10, width=LABEL - 8)


def _foot(pen: Pen, paper: Paper, receipt: Receipt, y: float) -> None:
    """Draw the date, and the line on which whoever received it signs."""
    pen.put(text(receipt.date, size=9.5, width=paper.measure - SIGN - 20), paper.left, y + 12)
    pen.rule(paper.right - SIGN, paper.right, y + 10, weight=0.7, colour=MUTED)
    signs = f"for {receipt.club}" if receipt.came_in else receipt.who or "received"
    pen.put(text(signs, size=8, width=SIGN), paper.right - SIGN, y, colour=MUTED)
