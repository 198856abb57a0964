"""The columns of the list of hands, and the head that every page repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.rules.statement import signed
from scoring.rules.wording import figure
from scoring.sheets.flow import Strip
from scoring.sheets.lettering import BOLD, ITALIC, SANS, Text, fitting_width, text, widest_word
from scoring.sheets.page import INK, MUTED, Paper, Pen
from scoring.sheets.score_sheet_values import HandLine, ScoreSheet
from scoring.sheets.table import GAP, TINY, Column, side_by_side

FIGURES, NAMES = 7.5, 7.0
GAIN = {"align": "right", "face": BOLD, "size": FIGURES, "least": TINY}
SCORES = {2: 62.0, 3: 50.0, 4: 36.0, 5: 36.0, 6: 20.0, 7: 20.0}
"""The least width of a column of scores, by their number."""
UPRIGHT = 96.0
"""How far a name that reads upwards may run."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HandColumns:
    """Where everything of a hand stands."""

    no: Column
    dealer: Column
    told: Column
    gains: Sequence[Column]
    totals: Sequence[Column]
    """One each, in the same place: the points of the hand stand above what they bring the player
    to."""
    source: str
    """The one book that all laws are from, named once in the head; "" when there are several."""
    numbered: bool
    """Whether any law has a number or a page."""


def hand_columns(sheet: ScoreSheet, paper: Paper) -> HandColumns:
    """Return the columns: what happened takes what numbers, dealers and scores leave."""
    hands = sheet.hands
    number = fitting_width((str(hand.no or "") for hand in hands), SANS, FIGURES, least=14)
    score = _score_width(sheet)
    dealer = _dealer(hands)
    scores = len(sheet.columns) * (score + GAP) - GAP
    told = paper.measure - number - dealer.width - 3 * GAP - scores
    first, second, third, *gains = side_by_side(
        [
            Column(width=number, align="right", size=FIGURES, least=TINY),
            dealer,
            Column(title="What happened, and why", width=told),
            *(Column(title=name, width=score, **GAIN) for name in sheet.columns),
        ],
        paper.left,
    )
    return HandColumns(
        no=first,
        dealer=second,
        told=third,
        gains=gains,
        totals=[replace(column, face=SANS) for column in gains],
        source=_only_source(hands),
        numbered=_numbered(hands),
    )


def _score_width(sheet: ScoreSheet) -> float:
    """Return the width for a player's points and, below them, how he stands."""
    gain = fitting_width((signed(n) for hand in sheet.hands for n in hand.points), BOLD, FIGURES)
    total = fitting_width((figure(n) for hand in sheet.hands for n in hand.totals), SANS, FIGURES)
    return max(gain, total, SCORES[len(sheet.columns)])


def _dealer(hands: Sequence[HandLine]) -> Column:
    """Return the column of dealers; long names are all set alike in small letters."""
    width = fitting_width((hand.dealer for hand in hands), SANS, FIGURES, least=32)
    if width <= 62:
        return Column(title="Dealer", width=width, size=FIGURES)
    return Column(title="Dealer", width=62, size=6.3, lines=4, least=1)


def _numbered(hands: Sequence[HandLine]) -> bool:
    return any(award.law.number and not award.law.ruling for hand in hands for award in hand.awards)


def _only_source(hands: Sequence[HandLine]) -> str:
    sources = {award.law.source for hand in hands for award in hand.awards}
    return sources.pop() if len(sources) == 1 else ""


def _laws(columns: HandColumns) -> str:
    """Return where the scores are from, as the head names it; a sheet of rules need not number its
    laws."""
    if not columns.source:
        return ""
    return f" ({'laws of' if columns.numbered else 'after'} {columns.source})"


def hands_head(columns: HandColumns, paper: Paper) -> Strip:
    """Return the head: the names of the players stand level where they fit, else they read
    upwards."""
    room = columns.gains[0].width + 3
    level = all(widest_word(column.title, BOLD, NAMES) <= room for column in columns.gains)
    names = [_name(column.title, room if level else UPRIGHT, level) for column in columns.gains]
    told = text(
        columns.told.title + _laws(columns), face=ITALIC, size=8, width=columns.told.width, lines=3
    )
    height = 12 + max(told.height, *(name.height if level else name.width for name in names))

    def draw(pen: Pen, top: float) -> None:
        foot = top - height + 6
        pen.put(columns.dealer.head(8).words, columns.dealer.x, foot, colour=MUTED)
        pen.put(told, columns.told.x, foot + _above(told), colour=MUTED)
        for column, name in zip(columns.gains, names, strict=True):
            right = column.x + column.width
            if level:
                pen.put(name, right, foot + _above(name), align="right")
            else:
                pen.put_upwards(name, right - max(8.0, name.height / 2), foot)
        pen.rule(paper.left, paper.right, top - height, colour=INK)

    return Strip(height=height, draw=draw, keep=True)


def _name(name: str, width: float, level: bool) -> Text:
    return text(name, face=BOLD, size=NAMES, width=width, lines=3 if level else 6, least=1)


def _above(words: Text) -> float:
    """Return how far above its last baseline the first one stands."""
    return words.leading * (len(words.lines) - 1)
