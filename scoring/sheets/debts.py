"""Who owes whom: every pair as a matrix or a list, and beside it the payments that settle it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.rules.rule_set import NUMBERS
from scoring.sheets.amounts import figures
from scoring.sheets.flow import Strip, beside, in_columns, space
from scoring.sheets.headings import paragraph, section
from scoring.sheets.lettering import BOLD, ITALIC, LEAST, SANS, fitting_width
from scoring.sheets.page import Paper
from scoring.sheets.pay import pair_strip, payment_strip
from scoring.sheets.settlement_values import Payment, SettlementSheet
from scoring.sheets.table import GAP, INSET, TINY, Column, heads, row, side_by_side

COUNTS = (*NUMBERS, "eight", "nine", "ten", "eleven", "twelve")
MOST_IN_A_MATRIX = 8
GUTTER = 24.0


def owed(sheet: SettlementSheet, paper: Paper, least: float) -> list[Strip]:
    """Return both ways to settle, side by side where they fit, and why they come to the same."""
    left, right = paper.left, paper.right
    if not sheet.pairs and not sheet.transfers:
        level = paragraph("All square: nobody owes anybody anything.", left, right)
        return [section("Who pays whom", left, right), space(6), level, space(14)]
    middle = left + (right - left - GUTTER) * 0.53
    narrow = matrix(sheet, left, middle, least)
    if narrow:
        both = [beside(narrow, in_payments(sheet, middle + GUTTER, right))]
    else:
        pairs = matrix(sheet, left, right, least, whole_width=True) or in_pairs(sheet, left, right)
        both = [*pairs, space(18), *in_payments(sheet, left, right)]
    words = " ".join((*sheet.notes, _why_the_same(sheet)))
    return [*both, space(9), paragraph(words, left, right, face=ITALIC), space(16)]


def _why_the_same(sheet: SettlementSheet) -> str:
    column = sheet.figures[-1].title
    earlier = ", what was paid earlier included" if sheet.earlier else ""
    return (
        "Both ways leave every player with the same: "
        f"what comes in less what goes out is the figure under “{column}”{earlier}."
    )


def matrix(
    sheet: SettlementSheet, x0: float, x1: float, least: float, *, whole_width: bool = False
) -> list[Strip] | None:
    """Return who owes (down) how much to whom (across); None when the names or figures do not
    fit."""
    if not sheet.pairs or len(sheet.players) > MOST_IN_A_MATRIX:
        return None
    debtors, creditors = _by_worth(sheet)
    cells = {(p.payer, p.payee): figures(p.points, p.minor, sheet.currency) for p in sheet.pairs}
    columns = _matrix_columns(sheet, debtors, creditors, x0, x1)
    if not _roomy(columns, cells.values(), strict=not whole_width):
        return None
    head = row([columns[0].head(), *heads(columns[1:])], x0, x1, least=19, keep=True)
    strips = [section(sheet.pairs_title, x0, x1), head]
    for debtor in debtors:
        owes = (cells.get((debtor, creditor), "·") for creditor in creditors)
        words = [column.cell(value) for column, value in zip(columns[1:], owes, strict=True)]
        name = columns[0].cell(sheet.players[debtor].name)
        strips.append(row([name, *words], x0, x1, least=least, head=head))
    return strips


def _by_worth(sheet: SettlementSheet) -> tuple[list[int], list[int]]:
    """Return who owes, the greatest loser first, and who is owed, the greatest winner first."""
    worth = sheet.worth
    debtors = sorted({pair.payer for pair in sheet.pairs}, key=lambda no: (worth[no], -no))
    creditors = sorted({pair.payee for pair in sheet.pairs}, key=lambda no: (-worth[no], no))
    return debtors, creditors


def _matrix_columns(
    sheet, debtors: list[int], creditors: list[int], x0: float, x1: float
) -> list[Column]:
    names = (sheet.players[debtor].name for debtor in debtors)
    name = fitting_width(names, BOLD, 10, least=62, most=(x1 - x0) * 0.28)
    width = (x1 - x0 - 2 * INSET - name) / len(creditors) - GAP
    heads = [
        Column(title=sheet.players[no].head, width=width, align="right", least=TINY)
        for no in creditors
    ]
    first = Column(title="owes ↓ to →", width=name, face=BOLD, size=10, lines=3)
    return side_by_side([first, *heads], x0 + INSET)


def _roomy(columns: list[Column], values: Iterable[str], *, strict: bool) -> bool:
    """Return whether the figures stay legible; `strict` also wants the names at a good size."""
    if fitting_width(values, SANS, 9) * (0.85 if strict else 0.6) > columns[1].width:
        return False
    return not strict or all(column.holds(7.2) for column in columns[1:])


def in_payments(sheet: SettlementSheet, x0: float, x1: float) -> list[Strip]:
    """Return the payments of the fewest transfers, each with a box to tick."""
    number = len(sheet.transfers)
    if not number:
        return [section("Nothing left to pay", x0, x1)]
    count = COUNTS[number] if number < len(COUNTS) else str(number)
    title = section(f"Or in {count} payment{'' if number == 1 else 's'}", x0, x1)
    longest = fitting_width((player.name for player in sheet.players), BOLD, 9)
    columns = 2 if x1 - x0 > 400 and number > 4 and longest < 125 else 1
    width = (x1 - x0 - GUTTER * (columns - 1)) / columns
    strips = [
        payment_strip(payment, sheet, x0 + no % columns * (width + GUTTER), width)
        for no, payment in enumerate(_explained_once(sheet.transfers))
    ]
    return [title, *in_columns(strips, columns, head=title)]


def _explained_once(payments: Iterable[Payment]) -> Iterator[Payment]:
    """Yield the payments; who pays twice has his reason told once."""
    told = set()
    for payment in payments:
        yield replace(payment, why="") if payment.why in told else payment
        told.add(payment.why)


def in_pairs(sheet: SettlementSheet, x0: float, x1: float) -> list[Strip]:
    """Return every pair as a list in two or three columns, for more players than a matrix holds."""
    debtors, creditors = _by_worth(sheet)
    pairs = sorted(sheet.pairs, key=lambda p: (debtors.index(p.payer), creditors.index(p.payee)))
    labels = [f"{sheet.players[p.payer].name} owes {sheet.players[p.payee].name}" for p in pairs]
    amounts = [figures(p.points, p.minor, sheet.currency) for p in pairs]
    amount = fitting_width(amounts, SANS, 8, least=24, most=70)
    columns = 3 if fitting_width(labels, SANS, 8) * LEAST < (x1 - x0) / 3 - 20 - amount else 2
    width = (x1 - x0 - 16 * (columns - 1)) / columns
    strips = [
        pair_strip(label, figure, x0 + no % columns * (width + 16), width, amount)
        for no, (label, figure) in enumerate(zip(labels, amounts, strict=True))
    ]
    title = section(sheet.pairs_title, x0, x1)
    return [title, *in_columns(strips, columns, head=title)]
