"""A page of paper: sheet."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import count

from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.platypus import SimpleDocTemplate, Table

from scoring.common.pdf.lettering import SANS
from scoring.table.sheets.score_sheet import ScoreSheet, hand_line, score_sheet_pdf
from tests.bench.figures import Figure, in_turn, timed
from tests.sheets.cast import CALL_ACE, FIVE, WHERE, played

HANDS = 19
"""As many as one page holds. Each has two lines: with the head that makes some forty rows."""
WIDTHS = (20, 50, 235, *[40] * len(FIVE))


def sheet(*, rounds: int = 60) -> Figure:
    """A score sheet of one page, every time another one, against a bare table of the same words."""
    ours, floor = count(), count()
    return in_turn(
        lambda: timed(lambda: score_sheet_pdf([evening(next(ours))])),
        lambda: timed(lambda: bare_table(evening(next(floor)))),
        goal=1.5,
        rounds=rounds,
        warm_up=3,
    )


def evening(seed: int) -> ScoreSheet:
    """Return another evening's sheet for every seed."""
    hands = played(HANDS, len(FIVE), seed=seed)
    lines = tuple(hand_line(hand, FIVE, CALL_ACE) for hand in hands)
    about = f"Table 1 · Call-Ace · {HANDS} hands"
    return ScoreSheet(
        players=FIVE, totals=hands[-1].totals, hands=lines, subtitle=about, status="", **WHERE
    )


def bare_table(sheet: ScoreSheet) -> bytes:
    """Return a PDF of what the hands say as a table of reportlab's platypus: one face, one rule a
    row."""
    rows = list(_rows(sheet))
    style = [("FONT", (0, 0), (-1, -1), SANS, 7.5), ("LINEBELOW", (0, 0), (-1, -1), 0.5, black)]
    file = BytesIO()
    table = Table(rows, colWidths=WIDTHS, rowHeights=[16] * len(rows), style=style)
    SimpleDocTemplate(file, pagesize=A4, leftMargin=45, rightMargin=45, invariant=1).build([table])
    return file.getvalue()


def _rows(sheet: ScoreSheet) -> Iterator[list[str]]:
    yield ["", "Dealer", "Hand and reason", *sheet.players]
    for hand in sheet.hands:
        yield [str(hand.no), hand.dealer, hand.facts, *map(str, hand.points)]
        yield ["", "", "; ".join(award.why for award in hand.awards), *map(str, hand.totals)]
