"""The tables of the settlement sheet, except who owes whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.rules.settlement_words import Figures
from scoring.sheets.amounts import amount, tint
from scoring.sheets.flow import Strip, space
from scoring.sheets.headings import paragraph, section
from scoring.sheets.lettering import BOLD, ITALIC, SANS, fitting_width, text
from scoring.sheets.marks import Strokes, stroke_scale
from scoring.sheets.page import INK, MUTED, Paper
from scoring.sheets.settlement_values import Payment, SettlementSheet, SittingLine
from scoring.sheets.table import GAP, INSET, TINY, Column, Words, row, side_by_side

ROOMY = 80.0
"""The width of a column of figures where no strokes need the room."""
LEGIBLE = 0.66
"""The smallest strokes that can still be counted; then counters say it."""


def won_and_lost(sheet: SettlementSheet, paper: Paper, least: float) -> list[Strip]:
    """Return what each won and lost in rows at least so high, and a last one that adds it up."""
    name, strokes, *columns = _columns(sheet, paper)
    drawn = [player.strokes for player in sheet.players if player.strokes is not None]
    scale = stroke_scale(drawn, strokes.width, 18, least=LEGIBLE)
    if drawn:
        strokes = replace(strokes, title="Strokes" if scale else "Counters")
    between = {"x0": paper.left, "x1": paper.right}
    head = row(
        [column.head() for column in (name, strokes, *columns)], **between, least=19, keep=True
    )
    strips = [section("What each won and lost", paper.left, paper.right), head]
    for no, player in enumerate(sheet.players):
        cells = [
            name.cell(player.name),
            *_cells(columns, sheet.figures, [f.values[no] for f in sheet.figures]),
        ]
        if player.strokes is not None:
            cells.append(Strokes(player.strokes, strokes.x, strokes.width, scale))
        line = {"weight": 1.1, "colour": INK, "keep": True} if no == len(sheet.players) - 1 else {}
        strips.append(row(cells, **between, least=least, head=head, **line))
    sums = _cells(columns, sheet.figures, [sum(figures.values) for figures in sheet.figures])
    return [*strips, row([name.cell("Sum"), *sums], **between, least=min(least, 20))]


def _columns(sheet: SettlementSheet, paper: Paper) -> list[Column]:
    """Return the columns: strokes take what the names and the figures leave."""
    name = fitting_width((p.name for p in sheet.players), BOLD, 10, least=70, most=150)
    drawn = any(player.strokes is not None for player in sheet.players)
    figures = [_column(figures, least=46 if drawn else ROOMY) for figures in sheet.figures]
    taken = name + sum(column.width for column in figures) + GAP * (len(figures) + 1) + 2 * INSET
    columns = [
        Column(title="Player", width=name, face=BOLD, size=10, lines=3),
        Column(width=paper.measure - taken),
        *figures,
    ]
    return side_by_side(columns, paper.left + INSET)


def _column(figures: Figures, *, least: float) -> Column:
    face, size = (BOLD, 10.0) if figures.strong else (SANS, 9.0)
    widest = fitting_width(map(figures.written, figures.values), face, size, most=120)
    title = fitting_width([figures.title], ITALIC, 8.5, least=50 if figures.currency else 0) + 8
    return Column(
        title=figures.title,
        width=max(widest, title, least),
        face=face,
        size=size,
        align="right",
        least=TINY,
    )


def _cells(
    columns: Sequence[Column], figures: Sequence[Figures], values: Sequence[int]
) -> list[Words]:
    """Return a row of figures: what is won green, what is lost red."""
    return [
        column.cell(of.written(value), tint(value) if of.against else INK)
        for column, of, value in zip(columns, figures, values, strict=True)
    ]


def already_paid(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return what was paid under an earlier closing, or left to the accounts, if anything was."""
    if not sheet.earlier:
        return []
    columns = [
        Column(width=paper.measure * 0.5, size=8.5, lines=3),
        Column(width=paper.measure * 0.28, face=ITALIC, size=8, lines=3),
        Column(width=paper.measure * 0.22 - 2 * GAP - 2 * INSET, align="right", least=TINY),
    ]
    columns = side_by_side(columns, paper.left + INSET)
    rows = [_paid(payment, sheet, columns, paper) for payment in sheet.earlier]
    settled = "paid" if all(payment.paid for payment in sheet.earlier) else "settled"
    title = f"Already {settled}, under an earlier closing"
    return [section(title, paper.left, paper.right), *rows, space(18)]


def _paid(payment: Payment, sheet: SettlementSheet, columns: list[Column], paper: Paper) -> Strip:
    payer, payee = sheet.players[payment.payer].name, sheet.players[payment.payee].name
    cells = [
        columns[0].cell(f"{payer} {'paid' if payment.paid else 'to'} {payee}"),
        columns[1].cell(payment.why, MUTED),
        columns[2].cell(amount(payment.points, payment.minor, sheet.currency, sheet.unit)),
    ]
    return row(cells, paper.left, paper.right, least=18)


def of_the_sittings(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return who sat in each sitting with which total, and its games, when there is more to tell
    than one."""
    if len(sheet.sittings) < 2 and not any(sitting.story for sitting in sheet.sittings):
        return []
    tables = [strip for sitting in sheet.sittings for strip in _sitting(sitting, sheet, paper)]
    title = "The sittings" if len(sheet.sittings) > 1 else "The games"
    return [section(title, paper.left, paper.right), *tables, space(18)]


def _sitting(sitting: SittingLine, sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    x0, x1 = paper.left + INSET, paper.right - INSET
    title = text(sitting.title, face=ITALIC, size=8.5, width=x1 - x0, lines=3)
    strips = [row([Words(title, x0, "left", MUTED)], paper.left, paper.right, least=17, keep=True)]
    in_a_line = 4
    width = (x1 - x0 + 16) / in_a_line
    for first in range(0, len(sitting.totals), in_a_line):
        cells = []
        for no, (player, points) in enumerate(sitting.totals[first : first + in_a_line]):
            x = x0 + no * width
            name = Column(x=x, width=width - 50, face=BOLD, size=9, lines=3)
            total = Column(x=x + width - 44, width=28, align="right", least=TINY)
            cells += [name.cell(sheet.players[player].name), total.cell(points)]
        strips.append(row(cells, paper.left, paper.right, least=17, keep=bool(sitting.story)))
    if not sitting.story:
        return strips
    story = paragraph(f"{'. '.join(sitting.story)}.", x0, x1, size=7.5)
    return [*strips, space(2, keep=True), story, space(3)]
