"""The list of hands: what happened, why it scored, what each made and where each stood after it."""

from __future__ import annotations

from scoring.rules.awards import Award
from scoring.rules.statement import signed
from scoring.rules.wording import figure
from scoring.sheets.flow import Strip
from scoring.sheets.hand_columns import HandColumns, hand_columns, hands_head
from scoring.sheets.headings import section
from scoring.sheets.lettering import CAPITALS, ITALIC, SANS, Text, text
from scoring.sheets.marks import draw_tick
from scoring.sheets.page import INK, MUTED, RED, Paper, Pen
from scoring.sheets.score_sheet_values import HandLine, ScoreSheet
from scoring.sheets.table import Words

TOLD, REASON = 8.2, 6.9
PAD, BETWEEN = 5.0, 4.0
SECOND = BETWEEN + REASON * CAPITALS
"""From the first line of a hand to the second, where the totals stand."""


def hand_list(sheet: ScoreSheet, paper: Paper) -> list[Strip]:
    """Return a row for every hand, under a head that every page repeats."""
    columns = hand_columns(sheet, paper)
    head = hands_head(columns, paper)
    rows = [_hand(hand, columns, head, paper) for hand in sheet.hands]
    return [section("The hands", paper.left, paper.right), *_key(sheet, paper), head, *rows]


def _key(sheet: ScoreSheet, paper: Paper) -> list[Strip]:
    """Return the line that says what a tick under a hand's number is, where there is one."""
    if not any(hand.agreed for hand in sheet.hands):
        return []
    words = text("agreed by the other side", face=ITALIC, size=8, width=paper.measure - 14)

    def draw(pen: Pen, top: float) -> None:
        draw_tick(pen, paper.left, top - 12)
        pen.put(words, paper.left + 12, top - 12, colour=MUTED)

    return [Strip(height=15, draw=draw, keep=True)]


def _hand(hand: HandLine, columns: HandColumns, head: Strip, paper: Paper) -> Strip:
    """Return the row of a hand; one that was corrected or taken back is struck through, and says
    why."""
    struck, x, width = bool(hand.struck), columns.told.x, columns.told.width
    before, gains, totals = _cells(hand, columns)
    told = text(hand.told, face=SANS, size=TOLD, width=width, lines=30, least=0.95)
    reasons = [_small(_reason(award, columns.source), width) for award in hand.awards]
    ended = [_small(f"{line}.", width) for line in hand.ended]
    notes = [_small(note, width) for note in (hand.struck, hand.objection) if note]
    below = sum(words.height + BETWEEN for words in reasons + ended + notes)
    height = 2 * PAD + max(told.height + below, SECOND + 6, before[-1].height)

    def draw(pen: Pen, top: float) -> None:
        line = top - PAD - TOLD * CAPITALS
        _put_on(pen, before, line, struck=struck)
        pen.put(told, x, line, colour=MUTED if struck else INK, struck=struck)
        y = _put_below(pen, reasons, x, top - PAD - told.height, struck=struck)
        y = _put_below(pen, ended, x, y, colour=INK)
        _put_below(pen, notes, x, y, colour=RED)
        _put_on(pen, gains, line, struck=struck)
        _put_on(pen, totals, line - SECOND)
        if hand.agreed:
            draw_tick(pen, columns.no.x + columns.no.width - 7, line - SECOND)
        pen.rule(paper.left, paper.right, top - height)

    return Strip(height=height, draw=draw, head=head)


def _small(value: str, width: float) -> Text:
    return text(value, face=ITALIC, size=REASON, width=width, lines=30, least=0.95)


def _put_on(pen: Pen, cells: list[Words], line: float, *, struck: bool = False) -> None:
    for cell in cells:
        pen.put(cell.words, cell.x, line, align=cell.align, colour=cell.colour, struck=struck)


def _put_below(
    pen: Pen, sentences: list[Text], x: float, y: float, *, colour=MUTED, struck=False
) -> float:
    """Draw sentences one below the other, under the line `y`; return the line under the last."""
    for words in sentences:
        pen.put(words, x, y - BETWEEN - words.size * CAPITALS, colour=colour, struck=struck)
        y -= words.height + BETWEEN
    return y


def _reason(award: Award, source: str) -> str:
    """Return why, and by which law; the source is left out where the head of the list names it."""
    return ", ".join(filter(None, [award.why, award.law.place if source else str(award.law)]))


def _cells(hand: HandLine, columns: HandColumns) -> tuple[list[Words], list[Words], list[Words]]:
    """Return number and dealer, what each made, and where each stood after it."""
    colour = MUTED if hand.struck else INK
    gains = zip(columns.gains, hand.points, strict=not hand.struck)
    totals = zip(columns.totals, hand.totals, strict=True)
    number = "" if hand.no is None else str(hand.no)
    return (
        [columns.no.cell(number, MUTED), columns.dealer.cell(hand.dealer, MUTED)],
        [column.cell(signed(points), colour) for column, points in gains if points],
        [] if hand.struck else [column.cell(figure(total), MUTED) for column, total in totals],
    )
