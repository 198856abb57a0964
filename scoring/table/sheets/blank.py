"""The lower half of a blank score sheet, with numbered lines for hands, and the points of each
result."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.common.names import in_short
from scoring.common.pdf.flow import Strip, beside, in_columns, space
from scoring.common.pdf.headings import paragraph
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, SMALLEST, fitting_width, run, text
from scoring.common.pdf.page import INK, MUTED, PEN_ROW, Paper, Pen
from scoring.common.pdf.table import Column, Words, side_by_side
from scoring.table.sheets.values import BlankScoreSheet

GUTTER = 16.0
HINT = (
    "Line 1 is the next deal at this table. Dealers are listed in turn. If the same player deals "
    "again, correct them by hand."
)
A_DASH = " A dash under Partner: the maker was alone."
NARROW, WIDE = 28.0, 40.0
DEALER, MOST_DEALER = 47.0, 66.0


def blank_lines(sheet: BlankScoreSheet, paper: Paper) -> list[Strip]:
    """Return the lines in two halves, read down the left and then down the right; dealers filled
    in."""
    width, names = (paper.measure - GUTTER) / 2, dealers_on(sheet)
    halves = [_columns(sheet, names, paper.left + no * (width + GUTTER), width) for no in range(2)]
    dealers = [[columns[1].cell(name) for name in names] for columns in halves]
    rows = (sheet.lines + 1) // 2
    head = beside(*([_heads(columns)] for columns in halves), keep=True)
    strips = [head]
    for no in range(rows):
        pair = [_line(sheet, no + half * rows, dealers[half], halves[half]) for half in range(2)]
        strips.append(beside(*([line] for line in pair), head=head))
    hint = HINT + A_DASH * ("Partner" in sheet.asks)
    return [*strips, space(5), paragraph(hint, paper.left, paper.right, face=ITALIC, size=8.5)]


def _columns(sheet: BlankScoreSheet, names: Sequence[str], x: float, width: float) -> list[Column]:
    room = fitting_width(names, SANS, SMALLEST, least=DEALER, most=MOST_DEALER)
    dealer = Column(title="Dealer", width=room, size=9).even(names)
    columns = [
        Column(width=16, align="right", size=SMALLEST),
        dealer,
        *(Column(title=what, width=NARROW if what == "Tricks" else WIDE) for what in sheet.asks),
    ]
    left = width - sum(column.width for column in columns) - 6 * len(columns)
    return side_by_side([*columns, Column(title="Remarks", width=left)], x, gap=6)


def dealers_on(sheet: BlankScoreSheet, width: float = DEALER) -> list[str]:
    """Return the names; where one is too long for a column so wide, as first names and
    initials."""
    if all(run(name, SANS, SMALLEST) <= width for name in sheet.players):
        return list(sheet.players)
    return list(in_short(sheet.players, letters=8).values())


def _heads(columns: list[Column]) -> Strip:
    x0, x1 = columns[0].x, columns[-1].x + columns[-1].width

    def draw(pen: Pen, top: float) -> None:
        for column in columns[1:]:
            pen.put(column.head(8.5).words, column.x, top - 10, colour=MUTED)
        pen.rule(x0, x1, top - HEAD, weight=1.1, colour=INK)

    return Strip(height=HEAD, draw=draw)


HEAD = 15.0


def _line(
    sheet: BlankScoreSheet, no: int, dealers: Sequence[Words], columns: list[Column]
) -> Strip:
    number = columns[0].cell(str(no + 1), MUTED)
    dealer = dealers[(sheet.first_dealer + no) % len(dealers)]
    x1 = columns[-1].x + columns[-1].width
    edges = (*(column.x for column in columns), x1)

    def draw_empty(pen: Pen, top: float) -> None:
        number.draw(pen, top, PEN_ROW)
        for column in columns[2:]:
            pen.line(column.x - 3, top, column.x - 3, top - PEN_ROW)
        pen.rule(columns[0].x, x1, top - PEN_ROW)

    def draw(pen: Pen, top: float) -> None:
        if no >= sheet.lines:
            return
        pen.again((blank_lines, no, top, edges), lambda: draw_empty(pen, top))
        dealer.draw(pen, top, PEN_ROW)

    return Strip(height=PEN_ROW, draw=draw)


def key_strips(lines: Sequence[str], paper: Paper) -> list[Strip]:
    """Return what scores what, small, in two columns."""
    if not lines:
        return []
    width = (paper.measure - GUTTER) / 2
    cells = [
        _key_line(line, paper.left + no % 2 * (width + GUTTER), width)
        for no, line in enumerate(lines)
    ]
    title = Words(text("Points", face=BOLD, size=9.5, width=width), paper.left, "left", INK)
    head = Strip(height=14, draw=lambda pen, top: title.draw(pen, top, 14), keep=True)
    return [space(4), head, *in_columns(cells, 2)]


def _key_line(line: str, x: float, width: float) -> Strip:
    words = text(line, face=SANS, size=SMALLEST, width=width, lines=3)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x, top - 8, colour=INK)

    return Strip(height=words.height + 5, draw=draw)
