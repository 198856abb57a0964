"""Receipts, four to a page as in a receipt book, to be cut off along dashed lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.common.amounts import written
from scoring.common.pdf.code import SIGNS, Code, draw_code
from scoring.common.pdf.flow import Sheet, Strip, pdf
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, Text, text
from scoring.common.pdf.mark import draw_mark
from scoring.common.pdf.page import INK, MUTED, PAPERS, Paper, Pen


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """Cash between the club's box and a person."""

    club: str
    number: int
    date: str
    amount: int
    """Minor units; less than nothing where the club paid it out."""
    currency: str
    who: str = ""
    """The payer or payee; blank leaves a line for the name."""
    what: str
    """For what: "Door fee", "Prize"."""
    evening: str = ""
    note: str = ""
    copy: str = ""
    """Whose copy it is, where there are two."""
    code: Code | None = None

    @property
    def came_in(self) -> bool:
        """Whether the club received it."""
        return self.amount > 0


A_PAGE = 4
LABEL = 78.0
"""The distance of the answers from the left."""
SIGN = 210.0
"""The length of the line for a signature."""
DASH, BETWEEN = 4.0, 4.0
INSIDE = 13.0
"""From the cut of a receipt to its text."""
MARK, CODE = 24.0, 32.0


def receipts_pdf(receipts: Sequence[Receipt], *, paper: str = "A4") -> bytes:
    """Return the receipts as a PDF on "A4" or "Letter", four to a page; the same ones give the
    same bytes."""
    on = PAPERS[paper]
    height = (on.top - on.bottom) / A_PAGE
    strips = [
        Strip(height=height, draw=_receipt(receipt, on, height, last=no % A_PAGE == A_PAGE - 1))
        for no, receipt in enumerate(receipts)
    ]
    sheet = Sheet(title="Receipts", about="", strips=strips, bare=True)
    return pdf([sheet], paper=on, title=f"Receipts, {receipts[0].club}")


def _receipt(receipt: Receipt, paper: Paper, height: float, *, last: bool):
    """Return the drawing of a receipt in this room, and of the line to cut along below it."""
    answers = _answers(receipt, paper)

    def draw(pen: Pen, top: float) -> None:
        _head(pen, paper, receipt, top - INSIDE)
        y = top - INSIDE - 53
        for label, answer in answers:
            pen.put(_label(label), paper.left, y, colour=MUTED)
            if answer:
                pen.put(answer, paper.left + LABEL, y)
            else:
                pen.rule(paper.left + LABEL, paper.right, y - 3, weight=0.6, colour=MUTED)
            y -= max(21, 12 + (answer.height if answer else 0))
        _foot(pen, paper, receipt, top - height + INSIDE)
        if not last:
            _cut(pen, paper, top - height)

    return draw


def _cut(pen: Pen, paper: Paper, y: float) -> None:
    """Draw where the page is cut."""
    x = paper.left
    while x < paper.right:
        pen.rule(x, min(x + DASH, paper.right), y)
        x += DASH + BETWEEN


def _head(pen: Pen, paper: Paper, receipt: Receipt, top: float) -> None:
    draw_mark(pen, paper.left, top - MARK, MARK)
    end = paper.right
    if receipt.code:
        draw_code(pen, receipt.code.address, end - CODE, top - CODE + 4, CODE)
        end -= CODE + 8
    left = paper.left + MARK + 8
    title = text("Receipt", face=BOLD, size=18, width=150)
    pen.put(title, left, top - 17)
    number = text(f"No. {receipt.number}", face=BOLD, size=11.5, width=160)
    pen.put(number, end, top - 11, align="right")
    room = end - left - title.width - 190
    club = text(receipt.club, face=ITALIC, size=10, width=room, lines=2)
    up = club.leading * (len(club.lines) - 1)
    pen.put(club, left + title.width + 12, top - 17 + up, colour=MUTED)
    if receipt.code:
        signs = text(receipt.code.signs, face=SANS, size=8.5, width=SIGNS)
        pen.put(signs, end, top - 24, align="right")
        end -= SIGNS + 4
    copy = text(receipt.copy, face=ITALIC, size=8.5, width=165 - SIGNS)
    pen.put(copy, end, top - 24, align="right", colour=MUTED)
    pen.rule(paper.left, paper.right, top - 32, weight=1.1, colour=INK)


def _answers(receipt: Receipt, paper: Paper) -> list[tuple[str, Text | None]]:
    """Return the lines of a receipt, each with its label and its text; None leaves room to
    write."""
    width = paper.measure - LABEL
    about = " · ".join(filter(None, [receipt.what, receipt.evening, receipt.note]))
    who = text(receipt.who, face=BOLD, size=13, width=width) if receipt.who else None
    amount = written(abs(receipt.amount), receipt.currency)
    return [
        ("Received from" if receipt.came_in else "Paid to", who),
        ("Amount", text(amount, face=BOLD, size=16, width=width)),
        ("For", text(about, face=SANS, size=9.5, width=width, lines=3)),
    ]


def _label(words: str) -> Text:
    return text(words, face=ITALIC, size=9.5, width=LABEL - 8)


def _foot(pen: Pen, paper: Paper, receipt: Receipt, y: float) -> None:
    """Draw the date, and the line for the signature of the person who received it."""
    pen.put(text(receipt.date, size=9.5, width=paper.measure - SIGN - 20), paper.left, y)
    pen.rule(paper.right - SIGN, paper.right, y + 10, weight=0.6, colour=MUTED)
    signs = f"for {receipt.club}" if receipt.came_in else receipt.who or "received"
    pen.put(text(signs, size=8.5, width=SIGN), paper.right - SIGN, y, colour=MUTED)
