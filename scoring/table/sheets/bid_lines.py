"""A blank sheet of a game with bidding. A line for a hand has bidder, bid, trump, tricks, and the
points and score of each side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.common.pdf.flow import Strip, space
from scoring.common.pdf.headings import paragraph
from scoring.common.pdf.lettering import BOLD, CAPITALS, ITALIC, SMALLEST, text
from scoring.common.pdf.page import INK, MUTED, PEN_ROW, Paper, Pen
from scoring.common.pdf.table import Column, Words, side_by_side
from scoring.table.sheets.blank import dealers_on
from scoring.table.sheets.values import BlankScoreSheet

APART = 6.0
WRITTEN = {"Bidder": 62.0, "Bid": 26.0, "Trump": 36.0, "Tricks": 32.0}
"""What is written of every hand, and how wide."""
BROUGHT, STANDS = "+ or −", "Score"
A_FOR_ALONE = "Bid: a number, or A for alone. "
HINT = (
    "For each {side}, write the points of the hand (minus for a lost bid) and the new score. Draw "
    "a line when a game ends. Dealers are listed in turn. If the same player deals again, correct "
    "them by hand."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class BidColumns:
    """The columns of a hand, with two for each side, its points and its score."""

    no: Column
    dealer: Column
    written: Sequence[Column]
    sides: Sequence[tuple[Column, Column]]


def bid_lines(sheet: BlankScoreSheet, paper: Paper, *rooms: float) -> list[list[Strip]]:
    """Return for every page as many lines as fit into its room, under the names of the sides. The
    hands of a page follow those of the one before."""
    columns, hint = _columns(sheet, paper), [space(5), _hint(sheet, paper)]
    names = dealers_on(sheet, columns.dealer.width)
    dealers = [columns.dealer.even(names).cell(name) for name in names]
    head, pages, no = _head(sheet, columns, paper), [], 0
    for room in rooms:
        number = int((room - head.height - sum(strip.height for strip in hint)) // PEN_ROW)
        lines = [
            _line(line, dealers[(sheet.first_dealer + line) % len(dealers)], columns, paper)
            for line in range(no, no + number)
        ]
        pages.append([head, *lines, *hint])
        no += number
    return pages


def _hint(sheet: BlankScoreSheet, paper: Paper) -> Strip:
    side = "player" if len(sheet.sides) == len(sheet.players) else "side"
    hint = A_FOR_ALONE * sheet.bids_alone + HINT.format(side=side)
    return paragraph(hint, paper.left, paper.right, face=ITALIC, size=8.5)


def _columns(sheet: BlankScoreSheet, paper: Paper) -> BidColumns:
    no, dealer = Column(width=16, align="right", size=SMALLEST), Column(title="Dealer", width=56)
    written = [Column(title=what, width=width) for what, width in WRITTEN.items()]
    taken = sum(column.width + APART for column in (no, dealer, *written))
    each = (paper.measure - taken) / (2 * len(sheet.sides)) - APART
    sides = [Column(title=what, width=each) for _ in sheet.sides for what in (BROUGHT, STANDS)]
    first, second, *rest = side_by_side([no, dealer, *written, *sides], paper.left, gap=APART)
    scores = rest[len(written) :]
    return BidColumns(
        no=first,
        dealer=second,
        written=rest[: len(written)],
        sides=list(zip(scores[::2], scores[1::2], strict=True)),
    )


def _head(sheet: BlankScoreSheet, columns: BidColumns, paper: Paper) -> Strip:
    width = columns.sides[0][1].x + columns.sides[0][1].width - columns.sides[0][0].x
    names = [
        text(side, face=BOLD, size=9.5, width=width, lines=8, least=0.9) for side in sheet.sides
    ]
    height = max(name.height for name in names) + 24
    heads = [columns.dealer, *columns.written, *(one for side in columns.sides for one in side)]

    def draw(pen: Pen, top: float) -> None:
        for name, (brought, _) in zip(names, columns.sides, strict=True):
            pen.put(name, brought.x, top - 5 - name.size * CAPITALS)
        for column in heads:
            pen.put(column.head(8.5).words, column.x, top - height + 5, colour=MUTED)
        pen.rule(paper.left, paper.right, top - height, weight=1.1, colour=INK)

    return Strip(height=height, draw=draw, keep=True)


def _line(no: int, dealer: Words, columns: BidColumns, paper: Paper) -> Strip:
    number = columns.no.cell(str(no + 1), MUTED)
    firsts = {brought.x for brought, _ in columns.sides}
    ruled = [*columns.written, *(one for side in columns.sides for one in side)]

    def draw(pen: Pen, top: float) -> None:
        number.draw(pen, top, PEN_ROW)
        dealer.draw(pen, top, PEN_ROW)
        for column in ruled:
            weight = 1.1 if column.x in firsts else 0.4
            pen.line(column.x - 3, top, column.x - 3, top - PEN_ROW, weight=weight)
        pen.rule(paper.left, paper.right, top - PEN_ROW)

    return Strip(height=PEN_ROW, draw=draw)
