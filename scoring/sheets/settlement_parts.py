"""The tables of the settlement sheet, except who owes whom."""

from __future__ import annotations

from dataclasses import replace

from scoring.rules.money import written
from scoring.sheets.amounts import amount, signed, tint
from scoring.sheets.flow import Strip, space
from scoring.sheets.headings import section
from scoring.sheets.lettering import BOLD, ITALIC, fitting_width, text
from scoring.sheets.marks import Strokes, stroke_scale
from scoring.sheets.page import INK, MUTED, Paper
from scoring.sheets.settlement_values import Payment, SettlementSheet, SittingLine
from scoring.sheets.table import GAP, INSET, TINY, Column, Words, row, side_by_side

LEGIBLE = 0.66
"""The smallest strokes that can still be counted; then counters say it."""


def won_and_lost(sheet: SettlementSheet, paper: Paper, least: float) -> list[Strip]:
    """Return what each won and lost in rows at least so high, and a last one that adds it up."""
    columns = _columns(sheet, paper)
    strokes = columns[1]
    scale = stroke_scale((p.points for p in sheet.players), strokes.width, 18, least=LEGIBLE)
    columns[1] = replace(strokes, title="Strokes" if scale else "Counters")
    between = {"x0": paper.left, "x1": paper.right}
    head = row([column.head() for column in columns], **between, least=19, keep=True)
    strips = [section("What each won and lost", paper.left, paper.right), head]
    for no, player in enumerate(sheet.players, start=1):
        cells = _cells(columns, player.name, player.points, player.net, player.minor, sheet.currency)
        cells.append(Strokes(player.points, strokes.x, strokes.width, scale))
        line = {"weight": 1.1, "colour": INK, "keep": True} if no == len(sheet.players) else {}
        strips.append(row(cells, **between, least=least, head=head, **line))
    sums = [sum(getattr(p, field) for p in sheet.players) for field in ("points", "net", "minor")]
    return [*strips, row(_cells(columns, "Sum", *sums, sheet.currency), **between, least=min(least, 20))]


def _columns(sheet: SettlementSheet, paper: Paper) -> list[Column]:
    """Return the columns: strokes take what the names and the figures leave."""
    figure = {"align": "right", "least": TINY}
    name = fitting_width((p.name for p in sheet.players), BOLD, 10, least=70, most=150)
    columns = [
        Column(title="Player", width=name, face=BOLD, size=10, lines=3),
        Column(width=0),
        Column(title="Points", width=46, face=BOLD, size=10, **figure),
        Column(title="Against the table", width=82, **figure),
    ]
    if sheet.currency:
        money = (written(p.minor, sheet.currency, plus=True) for p in sheet.players)
        width = fitting_width(money, BOLD, 10, least=58, most=120)
        columns.append(Column(title="Money", width=width, face=BOLD, size=10, **figure))
    taken = sum(column.width for column in columns) + GAP * (len(columns) - 1) + 2 * INSET
    columns[1] = Column(width=paper.measure - taken)
    return side_by_side(columns, paper.left + INSET)


def _cells(columns: list[Column], name: str, points: int, net: int, minor: int, currency: str | None):
    cells = [columns[0].cell(name), columns[2].cell(str(points)), columns[3].cell(signed(net), tint(net))]
    if currency:
        cells.append(columns[4].cell(written(minor, currency, plus=True), tint(minor)))
    return cells


def already_paid(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return what was paid under an earlier closing, if anything was."""
    if not sheet.earlier:
        return []
    columns = [
        Column(width=paper.measure * 0.5, size=8.5, lines=3),
        Column(width=paper.measure * 0.28, face=ITALIC, size=8, lines=3),
        Column(width=paper.measure * 0.22 - 2 * GAP - 2 * INSET, align="right", least=TINY),
    ]
    columns = side_by_side(columns, paper.left + INSET)
    rows = [_paid(payment, sheet, columns, paper) for payment in sheet.earlier]
    return [section("Already paid, under an earlier closing", paper.left, paper.right), *rows, space(18)]


def _paid(payment: Payment, sheet: SettlementSheet, columns: list[Column], paper: Paper) -> Strip:
    payer, payee = sheet.players[payment.payer].name, sheet.players[payment.payee].name
    cells = [
        columns[0].cell(f"{payer} paid {payee}"),
        columns[1].cell(payment.why, MUTED),
        columns[2].cell(amount(payment.points, payment.minor, sheet.currency)),
    ]
    return row(cells, paper.left, paper.right, least=18)


def of_the_sittings(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return who sat in each sitting with which total, when there were several."""
    if len(sheet.sittings) < 2:
        return []
    tables = [strip for sitting in sheet.sittings for strip in _sitting(sitting, sheet, paper)]
    return [section("The sittings", paper.left, paper.right), *tables, space(18)]


def _sitting(sitting: SittingLine, sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    title = text(sitting.title, face=ITALIC, size=8.5, width=paper.measure - 2 * INSET, lines=3)
    words = Words(title, paper.left + INSET, "left", MUTED)
    in_a_line = 4
    width = (paper.measure - 2 * INSET + 16) / in_a_line
    strips = [row([words], paper.left, paper.right, least=17, keep=True)]
    for first in range(0, len(sitting.totals), in_a_line):
        cells = []
        for no, (player, points) in enumerate(sitting.totals[first : first + in_a_line]):
            x = paper.left + INSET + no * width
            name = Column(x=x, width=width - 50, face=BOLD, size=9, lines=3)
            total = Column(x=x + width - 44, width=28, align="right", least=TINY)
            cells += [name.cell(sheet.players[player].name), total.cell(str(points))]
        strips.append(row(cells, paper.left, paper.right, least=17))
    return strips
