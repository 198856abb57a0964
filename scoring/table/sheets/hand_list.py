"""The list of hands, with facts, reason, points, and the score after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.common.pdf.discs import SIDE, draw_disc, legend
from scoring.common.pdf.flow import Strip
from scoring.common.pdf.headings import section
from scoring.common.pdf.lettering import (
    BOLD,
    CAPITALS,
    ITALIC,
    SANS,
    SMALLEST,
    Text,
    fitting_width,
    text,
    widest_word,
)
from scoring.common.pdf.marks import draw_tick
from scoring.common.pdf.page import INK, MUTED, RED, Paper, Pen
from scoring.common.pdf.table import GAP, Column, Words, side_by_side
from scoring.euchre.awards import Award
from scoring.euchre.statement import signed
from scoring.euchre.wording import figure
from scoring.table.sheets.strokes import stand_by_discs
from scoring.table.sheets.values import HandLine, ScoreSheet

FIGURES, NAMES = 9.0, 8.5
GAIN = {"align": "right", "face": BOLD, "size": FIGURES}
SCORES = {2: 66.0, 3: 54.0, 4: 38.0, 5: 36.0, 6: 24.0, 7: 23.0}
"""The least width of a column of scores, by their number."""
DEALER = 66.0
"""The greatest width of the column of dealers. Longer names are replaced by discs."""
BID = 30.0
"""The width of the columns of bids and of tricks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HandColumns:
    """The columns of a hand."""

    no: Column
    dealer: Column
    facts: Column
    bids: Sequence[Column]
    """For bidding, the bid, and the tricks of the bidder's side."""
    gains: Sequence[Column]
    totals: Sequence[Column]
    """One each, in the same place, as the points of the hand are above the player's total."""
    colours: Sequence[int]
    """The disc of each column's player."""
    discs: bool
    """Whether the names are too long for the columns, and discs stand for them."""
    deal_by_disc: bool
    """Whether the dealers' names are too long for theirs."""
    source: str
    """The one book that all laws are from, named once in the head; "" when there are several."""
    numbered: bool
    """Whether any law has a number or a page."""


def hand_columns(sheet: ScoreSheet, paper: Paper) -> HandColumns:
    """Return the columns. The facts take the room that numbers, dealers and scores leave."""
    hands = sheet.hands
    number = fitting_width((str(hand.no or "") for hand in hands), SANS, FIGURES, least=14)
    score = _score_width(sheet)
    discs = any(widest_word(name, BOLD, SMALLEST) > score + 3 for name in sheet.columns)
    deal_by_disc = discs and _long_dealers(sheet)
    dealer = _dealer(sheet, deal_by_disc)
    scores = len(sheet.columns) * (score + GAP) - GAP
    bids = [Column(title=what, width=BID, align="right") for what in ("Bid", "Tricks")]
    bids = bids if any(hand.bid for hand in hands) else []
    taken = sum(column.width + GAP for column in (dealer, *bids))
    facts = paper.measure - number - taken - 2 * GAP - scores
    first, second, third, *rest = side_by_side(
        [
            Column(width=number, align="right", size=FIGURES),
            dealer,
            Column(title="Hand and reason", width=facts),
            *bids,
            *(Column(title=name, width=score, **GAIN) for name in sheet.columns),
        ],
        paper.left,
    )
    return HandColumns(
        no=first,
        dealer=second,
        facts=third,
        bids=rest[: len(bids)],
        gains=rest[len(bids) :],
        totals=[replace(column, face=SANS) for column in rest[len(bids) :]],
        colours=sheet.colours,
        discs=discs,
        deal_by_disc=deal_by_disc,
        source=_only_source(hands),
        numbered=_numbered(hands),
    )


def _score_width(sheet: ScoreSheet) -> float:
    """Return the width for a player's points and, below them, their total."""
    gain = fitting_width((signed(n) for hand in sheet.hands for n in hand.points), BOLD, FIGURES)
    total = fitting_width((figure(n) for hand in sheet.hands for n in hand.totals), SANS, FIGURES)
    return max(gain, total, SCORES[len(sheet.columns)])


def _long_dealers(sheet: ScoreSheet) -> bool:
    """Return whether a dealer's name is too long for their column, and all have a disc."""
    dealers = {hand.dealer for hand in sheet.hands}
    long = any(widest_word(name, SANS, SMALLEST) > DEALER for name in dealers)
    return long and dealers <= {*sheet.columns, ""}


def _dealer(sheet: ScoreSheet, by_disc: bool) -> Column:
    """Return the column of dealers, whose names all have one size."""
    if by_disc:
        return Column(title="Dealer", width=fitting_width(["Dealer"], ITALIC, 8.5))
    dealers = [hand.dealer for hand in sheet.hands]
    width = fitting_width(dealers, SANS, FIGURES, least=32, most=DEALER)
    return Column(title="Dealer", width=width, size=FIGURES, lines=4).even(dealers)


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


def hands_head(columns: HandColumns, paper: Paper, *, known: bool = False) -> Strip:
    """Return the head, which has the players' names above their columns. If those are too narrow it
    has their discs, and a legend above, unless that is `known` from above."""
    titles = [column.title for column in columns.gains]
    names = [] if columns.discs else _names(titles, columns.gains[0].width + 3)
    facts = text(
        columns.facts.title + _laws(columns),
        face=ITALIC,
        size=8.5,
        width=columns.facts.width,
        lines=3,
    )
    whose = legend(titles, columns.colours, paper) if columns.discs and not known else None
    above = whose.height if whose else 0.0
    height = above + 12 + max(facts.height, SIDE, *(name.height for name in names))

    def draw(pen: Pen, top: float) -> None:
        foot = top - height + 6
        if whose:
            whose.draw(pen, top)
        pen.put(columns.dealer.head(8.5).words, columns.dealer.x, foot, colour=MUTED)
        pen.put(facts, columns.facts.x, foot + _above(facts), colour=MUTED)
        for column in columns.bids:
            pen.put(
                column.head(8.5).words, column.x + column.width, foot, align="right", colour=MUTED
            )
        if columns.discs:
            for colour, column in zip(columns.colours, columns.gains, strict=False):
                x = column.x + column.width - SIDE * 0.625
                draw_disc(pen, colour, column.title, x, foot + 5)
        for column, name in zip(columns.gains, names, strict=False):
            pen.put(name, column.x + column.width, foot + _above(name), align="right")
        pen.rule(paper.left, paper.right, top - height, weight=0.6, colour=INK)

    return Strip(height=height, draw=draw, keep=True)


def _names(titles: Sequence[str], width: float) -> list[Text]:
    """Return the names of one size that parts no word of any."""
    size = next((s for s in (NAMES, SMALLEST) if _whole(titles, s, width)), SMALLEST)
    return [text(name, face=BOLD, size=size, width=width, lines=5, least=1) for name in titles]


def _whole(titles: Sequence[str], size: float, width: float) -> bool:
    return all(widest_word(name, BOLD, size) <= width for name in titles)


def _above(words: Text) -> float:
    """Return how far the first baseline is above the last one."""
    return words.leading * (len(words.lines) - 1)


FACTS, REASON = 9.0, SMALLEST
PAD, BETWEEN = 5.0, 4.0
SECOND = BETWEEN + REASON * CAPITALS
"""From the first line of a hand to the second, where the totals are."""


def hand_list(sheet: ScoreSheet, paper: Paper) -> list[Strip]:
    """Return a row for every hand, under a head that every page repeats."""
    columns = hand_columns(sheet, paper)
    head = hands_head(columns, paper)
    rows = [_hand(hand, columns, head, paper) for hand in sheet.hands]
    first = hands_head(
        columns, paper, known=not sheet.sides and stand_by_discs(sheet.players, paper)
    )
    return [section("Hands", paper.left, paper.right), *_key(sheet, paper), first, *rows]


def _key(sheet: ScoreSheet, paper: Paper) -> list[Strip]:
    """Return the line that says what a tick under a hand's number is, where there is one."""
    if not any(hand.agreed for hand in sheet.hands):
        return []
    words = text("confirmed by the opponents", face=ITALIC, size=8.5, width=paper.measure - 14)

    def draw(pen: Pen, top: float) -> None:
        draw_tick(pen, paper.left, top - 12)
        pen.put(words, paper.left + 12, top - 12, colour=MUTED)

    return [Strip(height=15, draw=draw, keep=True)]


def _hand(hand: HandLine, columns: HandColumns, head: Strip, paper: Paper) -> Strip:
    """Return the row of a hand. A corrected or undone one is struck through, with the reason."""
    struck, x, width = bool(hand.struck), columns.facts.x, columns.facts.width
    before, gains, totals = _cells(hand, columns)
    deals = _disc_of(hand, columns)
    facts = text(hand.facts, face=SANS, size=FACTS, width=width, lines=30, least=0.95)
    reasons = [_small(_reason(award, columns.source), width) for award in hand.awards]
    ended = [_small(f"{line}.", width) for line in hand.ended]
    notes = [_small(note, width) for note in (hand.struck, hand.objection) if note]
    below = sum(words.height + BETWEEN for words in reasons + ended + notes)
    height = 2 * PAD + max(facts.height + below, SECOND + 6, before[-1].height)

    def draw(pen: Pen, top: float) -> None:
        line = top - PAD - FACTS * CAPITALS
        _put_on(pen, before, line, struck=struck)
        if deals is not None:
            draw_disc(pen, deals, hand.dealer, columns.dealer.x + SIDE / 2 + 2, top - PAD - 5)
        pen.put(facts, x, line, colour=MUTED if struck else INK, struck=struck)
        y = _put_below(pen, reasons, x, top - PAD - facts.height, struck=struck)
        y = _put_below(pen, ended, x, y, colour=INK)
        _put_below(pen, notes, x, y, colour=RED)
        _put_on(pen, gains, line, struck=struck)
        _put_on(pen, totals, line - SECOND)
        if hand.agreed:
            draw_tick(pen, columns.no.x + columns.no.width - 7, line - SECOND)
        pen.rule(paper.left, paper.right, top - height)

    return Strip(height=height, draw=draw, head=head)


def _disc_of(hand: HandLine, columns: HandColumns) -> int | None:
    """Return whose disc stands for the dealer, where one does."""
    names = [column.title for column in columns.gains]
    if not columns.deal_by_disc or not hand.dealer:
        return None
    return columns.colours[names.index(hand.dealer)]


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
    """Return number and dealer, points, and the totals after the hand."""
    colour = MUTED if hand.struck else INK
    bids = zip(columns.bids, (hand.bid, hand.tricks), strict=False)
    gains = zip(columns.gains, hand.points, strict=not hand.struck)
    totals = zip(columns.totals, hand.totals, strict=True)
    number = "" if hand.no is None else str(hand.no)
    deals = [] if _disc_of(hand, columns) is not None else [columns.dealer.cell(hand.dealer, MUTED)]
    return (
        [columns.no.cell(number, MUTED), *deals],
        [
            *(column.cell(said, colour) for column, said in bids if said),
            *(column.cell(signed(points), colour) for column, points in gains if points),
        ],
        [] if hand.struck else [column.cell(figure(total), MUTED) for column, total in totals],
    )
