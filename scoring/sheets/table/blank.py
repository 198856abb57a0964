"""The lower half of a blank score sheet: numbered lines to write hands on, and what scores what."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.sheets.kit.flow import Strip, beside, in_columns, space
from scoring.sheets.kit.headings import paragraph
from scoring.sheets.kit.lettering import BOLD, ITALIC, SANS, text
from scoring.sheets.kit.page import INK, MUTED, Paper, Pen
from scoring.sheets.kit.table import TINY, Column, Words, side_by_side
from scoring.sheets.table.values import BlankScoreSheet

GUTTER = 16.0
HINT = "The dealers stand as if the deal always passed: where it did not, mend them by hand."
A_DASH = " A dash under Partner: the maker was alone."
NARROW, WIDE = 26.0, 44.0


def blank_lines(sheet: BlankScoreSheet, paper: Paper) -> list[Strip]:
    """Return the lines in two halves, read down the left and then down the right; dealers filled
    in."""
    width = (paper.measure - GUTTER) / 2
    halves = [_columns(sheet.asks, paper.left + no * (width + GUTTER), width) for no in range(2)]
    rows, height = (sheet.lines + 1) // 2, line_height(paper)
    head = beside(*([_heads(columns)] for columns in halves), keep=True)
    strips = [head]
    for no in range(rows):
        pair = [_line(sheet, no + half * rows, halves[half], height) for half in range(2)]
        strips.append(beside(*([line] for line in pair), head=head))
    hint = HINT + A_DASH * ("Partner" in sheet.asks)
    return [*strips, space(5), paragraph(hint, paper.left, paper.right, face=ITALIC, size=7)]


def line_height(paper: Paper) -> float:
    """Return how high a line to write on is."""
    return 19.5 if paper.height > 800 else 17.5


def _columns(asks: Sequence[str], x: float, width: float) -> list[Column]:
    columns = [
        Column(width=14, align="right", size=7.5, least=TINY),
        Column(title="Dealer", width=48, size=8, lines=2),
        *(Column(title=what, width=NARROW if what == "Tricks" else WIDE) for what in asks),
    ]
    left = width - sum(column.width for column in columns) - 6 * len(columns)
    return side_by_side([*columns, Column(title="Remarks", width=left)], x, gap=6)


def _heads(columns: list[Column]) -> Strip:
    x0, x1 = columns[0].x, columns[-1].x + columns[-1].width

    def draw(pen: Pen, top: float) -> None:
        for column in columns[1:]:
            pen.put(column.head(7.5).words, column.x, top - 9, colour=MUTED)
        pen.rule(x0, x1, top - 13, weight=1.1, colour=INK)

    return Strip(height=13, draw=draw)


def _line(sheet: BlankScoreSheet, no: int, columns: list[Column], height: float) -> Strip:
    number = columns[0].cell(str(no + 1), MUTED)
    dealer = columns[1].cell(sheet.players[(sheet.first_dealer + no) % len(sheet.players)])
    x1 = columns[-1].x + columns[-1].width

    def draw(pen: Pen, top: float) -> None:
        if no >= sheet.lines:
            return
        number.draw(pen, top, height)
        dealer.draw(pen, top, height)
        for column in columns[2:]:
            pen.line(column.x - 3, top - 3, column.x - 3, top - height + 3, weight=0.4)
        pen.rule(columns[0].x, x1, top - height)

    return Strip(height=height, draw=draw)


def key_strips(lines: Sequence[str], paper: Paper) -> list[Strip]:
    """Return what scores what, small, in two columns."""
    if not lines:
        return []
    width = (paper.measure - GUTTER) / 2
    cells = [
        _key_line(line, paper.left + no % 2 * (width + GUTTER), width)
        for no, line in enumerate(lines)
    ]
    title = Words(
        text("What scores what", face=BOLD, size=8.5, width=width), paper.left, "left", INK
    )
    head = Strip(height=14, draw=lambda pen, top: title.draw(pen, top, 14), keep=True)
    return [space(4), head, *in_columns(cells, 2)]


def _key_line(line: str, x: float, width: float) -> Strip:
    words = text(line, face=SANS, size=7.2, width=width, lines=3)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x, top - 8, colour=MUTED)

    return Strip(height=words.height + 6, draw=draw)
