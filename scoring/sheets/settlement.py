"""The settlement sheet: what each won and lost, who pays whom, and where everybody signs."""

from __future__ import annotations

from scoring.sheets.debts import owed
from scoring.sheets.flow import Sheet, Strip, pages_of, pdf, space
from scoring.sheets.headings import heading
from scoring.sheets.page import PAPERS, Paper
from scoring.sheets.settlement_parts import already_paid, of_the_sittings, won_and_lost
from scoring.sheets.settlement_values import SettlementSheet
from scoring.sheets.signing import signatures

ROWS, ROWS_OF_LONG_SHEETS = (26.0, 21.0, 17.0), (18.0, 16.0, 14.5)
SIGNS = 19.0
"""So much higher than a row is the room to sign."""


def settlement_pdf(sheet: SettlementSheet, *, paper: str = "A4") -> bytes:
    """Return the sheet as a PDF on "A4" or "Letter"; the same sheet gives the same bytes."""
    on = PAPERS[paper]
    about = " · ".join(part for part in (sheet.club, sheet.date, sheet.subtitle) if part)
    part = Sheet(title="Settlement", about=about, strips=_strips(sheet, on, about))
    return pdf([part], paper=on, title=f"Settlement, {sheet.club}, {sheet.date}")


def _strips(sheet: SettlementSheet, paper: Paper, about: str) -> list[Strip]:
    """Return the strips with the highest rows that still leave everything on one page, if any do;
    else on as few pages as can be."""
    for least in ROWS:
        strips = _at_height(sheet, paper, about, least)
        if sum(strip.height for strip in strips) <= paper.top - paper.bottom:
            return strips
    long_ones = [_at_height(sheet, paper, about, least) for least in ROWS_OF_LONG_SHEETS]
    return min(long_ones, key=lambda strips: len(list(pages_of(strips, paper))))


def _at_height(sheet: SettlementSheet, paper: Paper, about: str, least: float) -> list[Strip]:
    status = sheet.closing or "As it stands, not closed yet"
    names = [player.name for player in sheet.players]
    return [
        heading(paper, title="Settlement", subtitle=about, status=status, warn=not sheet.closing),
        *won_and_lost(sheet, paper, least),
        space(18),
        *owed(sheet, paper, min(least, 20.0)),
        *already_paid(sheet, paper),
        *of_the_sittings(sheet, paper),
        *signatures(names, paper, least + SIGNS),
    ]
