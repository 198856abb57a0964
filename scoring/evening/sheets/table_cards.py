"""Cards for the tables: fold one in the middle, and both sides show the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.common.pdf.code import SIGNS, Code, draw_code
from scoring.common.pdf.flow import INSIDE as CUT
from scoring.common.pdf.flow import Frame, Sheet, cut_out, pdf
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, SMALLEST, text
from scoring.common.pdf.page import DEEP, MUTED, PAPERS, Paper, Pen
from scoring.common.pdf.table import Column

A_PAGE = 2
INSIDE = 14.0
KEEPS, ONLY_WATCHES = 112.0, 72.0
"""The largest size of the two codes; they differ, so that they are not confused."""
TITLE, ADDRESSES = 15.0, 34.0
"""The heights of a code’s title, above it, and of both addresses in letters, below."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCard:
    """The contents of a table card."""

    table: str
    """"Table 3"."""
    about: str
    """Club and evening."""
    rules: str
    """By which rules, and for what: "Call-Ace, 25p a point"."""
    people: tuple[str, ...]
    """The players, clockwise from the first seat; empty on a card printed before."""
    moves: tuple[str, ...] = ()
    """The moves after a round of a tournament: "Winners: to table 2"."""
    writes: str
    watches: str
    """The addresses behind the two codes."""
    code: Code | None = None
    """Only its letters are printed, because a third QR code would be confusing."""


def table_cards_pdf(cards: tuple[TableCard, ...], *, paper: str = "A4") -> bytes:
    """Return the cards, two a page, with marks where to cut and a line where to fold."""
    on = PAPERS[paper]
    return pdf([table_cards_on(cards, on)], paper=on, title="Table cards")


def table_cards_on(cards: Sequence[TableCard], on: Paper) -> Sheet:
    """Return the cards as a sheet."""
    strips = list(cut_out([_drawing(card) for card in cards], on, across=1, down=A_PAGE))
    return Sheet(title="Table cards", about="", strips=strips, bare=True)


def _drawing(card: TableCard):
    def draw(pen: Pen, frame: Frame) -> None:
        fold = (frame.top + frame.bottom) / 2
        pen.rule(frame.left - CUT, frame.right + CUT, fold)
        _back(pen, card, frame, fold + INSIDE, frame.top - INSIDE + CUT)
        _front(pen, card, frame, fold - INSIDE, frame.bottom + INSIDE - CUT)

    return draw


def _front(pen: Pen, card: TableCard, frame: Frame, top: float, bottom: float) -> None:
    """Draw the side with the codes, between two lines."""
    left, right = frame.left + 4, frame.right - 4
    addresses = (("Keep score", card.writes), ("Watch only", card.watches))
    for no, (title, address) in enumerate(addresses):
        y = bottom + 1 + 13 * (1 - no)
        name = text(title, face=BOLD, size=9, width=90)
        pen.put(name, left, y)
        written = text(address, face=SANS, size=10, width=right - left - 84 - SIGNS, least=0.5)
        pen.put(written, left + 84, y)
    if card.code:
        signs = text(card.code.signs, face=SANS, size=SMALLEST, width=SIGNS)
        pen.put(signs, right, bottom + 1, align="right", colour=MUTED)
    side = min(KEEPS, top - bottom - ADDRESSES - TITLE)
    keeps = right - ONLY_WATCHES - 18 - side
    _code(pen, card.writes, "Keep score", keeps, top, side, 11)
    _code(pen, card.watches, "Watch only", right - ONLY_WATCHES, top, ONLY_WATCHES, 9)
    room = keeps - left - 14
    name = text(card.table, face=BOLD, size=32, width=room, least=0.5)
    pen.put(name, left, top - 24)
    _lines(pen, card, left, top - 42, room, bottom + 30)


def _lines(pen: Pen, card: TableCard, x: float, y: float, width: float, bottom: float) -> None:
    """Draw the rules, who sits here and who moves; all of them in one size."""
    lines = (*card.people, *card.moves)
    rules = text(card.rules, face=SANS, size=9, width=width, lines=2)
    pen.put(rules, x, y, colour=MUTED)
    y -= rules.height + 9
    step = min(16.0, (y - bottom + 4) / max(1, len(lines)))
    column = Column(width=width, face=BOLD, size=max(SMALLEST, min(12.5, step / 1.2)), least=0.6)
    column = column.even(lines)
    for line in lines:
        pen.put(column.cell(line).words, x, y)
        y -= step


def _back(pen: Pen, card: TableCard, frame: Frame, bottom: float, top: float) -> None:
    """Draw the side that faces the room, upside down on the sheet so that it is upright when
    folded."""
    middle, width = (frame.left + frame.right) / 2, frame.width - 2 * INSIDE
    name = text(card.table, face=BOLD, size=76, width=width, least=0.4)
    about = text(card.about, face=ITALIC, size=10, width=width)
    pen.put_upside_down(name, middle, (top + bottom) / 2 + name.size * 0.3, colour=DEEP)
    pen.put_upside_down(about, middle, bottom + 10, colour=MUTED)
    if card.moves:
        moves = text(" · ".join(card.moves), face=BOLD, size=14, width=width, least=0.5)
        pen.put_upside_down(moves, middle, bottom + 28)


def _code(
    pen: Pen, address: str, title: str, x: float, top: float, side: float, size: float
) -> None:
    words = text(title, face=BOLD, size=size, width=side)
    pen.put(words, x + side / 2, top - 9, align="centre")
    draw_code(pen, address, x, top - TITLE - side, side)
