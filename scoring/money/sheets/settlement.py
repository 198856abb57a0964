"""The settlement sheet, with payments, the points of each player with room to sign, and the debts
of each pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from reportlab.lib.colors import Color

from scoring.common.amounts import plain, written
from scoring.common.pdf.code import Code, signs_of
from scoring.common.pdf.flow import Sheet, Strip, beside, in_columns, pages_of, pdf, space, together
from scoring.common.pdf.headings import heading, paragraph, section
from scoring.common.pdf.lettering import (
    BOLD,
    ITALIC,
    SANS,
    SMALLEST,
    Text,
    fitting_width,
    run,
    text,
    widest_word,
)
from scoring.common.pdf.marks import Strokes, stroke_scale
from scoring.common.pdf.page import GREEN, HEAD, INK, MUTED, PAPERS, PEN_ROW, RED, Paper, Pen
from scoring.common.pdf.table import GAP, INSET, Column, Words, heads, row, side_by_side
from scoring.euchre.rule_set import NUMBERS
from scoring.euchre.settlement_words import Figures


def tint(number: int) -> Color:
    """Return green for a gain, red for a loss, ink for nothing."""
    return GREEN if number > 0 else RED if number < 0 else INK


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLine:
    """A player of the evening."""

    name: str
    short: str = ""
    """What heads a narrow column; the name when empty."""
    strokes: int | None = None
    """The figures that may have strokes beside them; None if there are none."""

    @property
    def head(self) -> str:
        """The name for a narrow column."""
        return self.short or self.name


@dataclass(frozen=True, kw_only=True, slots=True)
class Payment:
    """What one player pays another; players are positions in `SettlementSheet.players`."""

    payer: int
    payee: int
    minor: int
    why: str = ""
    """The points behind it, or when it was paid."""
    paid: bool = False
    carried: bool = False
    """Whether it was left to the accounts, so that it has no box to tick here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SittingLine:
    """A sitting of the evening, with its title, its players and their points."""

    title: str
    totals: tuple[tuple[int, str], ...]
    """Player (a position in `SettlementSheet.players`) and points, such as "26"; for game points
    "+8"."""
    story: tuple[str, ...] = ()
    """Games and rubbers in words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SettlementSheet:
    """Everything a settlement sheet says."""

    club: str
    date: str
    subtitle: str
    """The rules, the number of hands and the stake, such as "Call-Ace · 31 hands · 25p a point"."""
    players: tuple[PlayerLine, ...]
    """In the order to print, usually the winner first."""
    figures: tuple[Figures, ...]
    """What each won and lost, in the same order; the last column is what is settled."""
    pairs: tuple[Payment, ...]
    transfers: tuple[Payment, ...]
    """Payments under this closing, paid or not."""
    currency: str | None = None
    """None without a stake, as then no one pays anyone."""
    pairs_title: str = "Each pair, Foster’s way"
    notes: tuple[str, ...] = ()
    """By which rules the pairs owe each other."""
    closing: str = ""
    """"Closing 2, replaces closing 1 of 21:40"; empty while the evening is open."""
    sittings: tuple[SittingLine, ...] = ()
    """Printed when there were several, or when one has a story."""
    earlier: tuple[Payment, ...] = ()
    """What was paid under an earlier closing; the transfers are what is left after it."""
    result: tuple[str, ...] = ()
    """The winners, in sentences."""
    titles: tuple[tuple[str, str], ...] = ()
    """The titles of the evening, what each is and who has it; left out where there is no room."""
    code: Code | None = None

    @property
    def worth(self) -> tuple[int, ...]:
        """The balance of each player, above zero if they won, in the unit that is settled."""
        return self.figures[-1].values


PAYS = " pays "
TITLE = 110.0
"""The width of a label."""
LEFT = "Carried over to accounts"
SIZE = 11.0
LINE = 14.0
BOX = 18.0


def payment_strip(payment: Payment, sheet: SettlementSheet, x: float, width: float) -> Strip:
    """Return "Cat pays Eveline £9.25" with its box, and why in small letters below."""
    payer, payee = sheet.players[payment.payer].name, sheet.players[payment.payee].name
    sums = written(payment.minor, sheet.currency)
    figure = text(sums, face=BOLD, size=SIZE, width=width)
    room = width - BOX - figure.width - 10
    lines = _who_pays(payer, payee, room)
    reason = " · ".join(filter(None, [LEFT if payment.carried else "", payment.why]))
    why = text(reason, face=ITALIC, size=8.5, width=width - BOX, lines=99, least=1)
    left = room - max(map(_length, lines))
    behind = len(lines) == len(why.lines) == 1 and why.width <= left - 16
    below = why.height + 6 if reason and not behind else 0
    names = LINE * len(lines)

    def draw(pen: Pen, top: float) -> None:
        for no, line in enumerate(lines):
            _put_on(pen, line, x, top - 15 - LINE * no)
        pen.put(figure, x + width - BOX, top - 15, align="right")
        if not payment.carried:
            pen.tick_box(x + width - 10.5, top - 16.6, ticked=payment.paid)
        if behind:
            pen.put(why, x + room, top - 15, align="right", colour=MUTED)
        elif reason:
            pen.put(why, x, top - 13 - names, colour=MUTED)
        pen.rule(x, x + width, top - names - below - 8)

    return Strip(height=names + below + 8, draw=draw)


def _who_pays(payer: str, payee: str, width: float) -> list[list[Text]]:
    """Return one line, or two if the names are long, broken before "pays", never in a name."""
    names = [text(name, face=BOLD, size=SIZE, width=1e3) for name in (payer, payee)]
    pays = text(PAYS.strip(), face=SANS, size=SIZE - 1, width=1e3)
    gap = run(" ", SANS, SIZE)
    if names[0].width + pays.width + names[1].width + 2 * gap <= width:
        return [[names[0], pays, names[1]]]
    first = text(payer, face=BOLD, size=SIZE, width=width, least=SMALLEST / SIZE)
    second = text(payee, face=BOLD, size=first.size, width=width - pays.width - gap)
    return [[first], [pays, second]]


def _length(line: list[Text]) -> float:
    return sum(words.width for words in line) + run(" ", SANS, SIZE) * (len(line) - 1)


def _put_on(pen: Pen, line: list[Text], x: float, y: float) -> None:
    for words in line:
        pen.put(words, x, y)
        x += words.width + run(" ", SANS, SIZE)


PAIR = 8.5


def pair_strip(label: str, figure: str, x: float, width: float, amount_width: float) -> Strip:
    """Return one line of the list of pairs, such as "Cat owes Eveline … 5.50"."""
    words = text(label, face=SANS, size=PAIR, width=width - amount_width - 8, lines=3, least=1)
    number = text(figure, face=SANS, size=PAIR, width=amount_width)
    height = 14.0 + words.leading * (len(words.lines) - 1)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x, top - 10.5)
        pen.put(number, x + width, top - 10.5, align="right")
        pen.rule(x, x + width, top - height)

    return Strip(height=height, draw=draw)


COUNTS = (*NUMBERS, "eight", "nine", "ten", "eleven", "twelve")
MOST_IN_A_MATRIX = 8
GUTTER = 24.0
WIDE = 400.0
"""A row so wide has four players of a sitting, another two."""


def who_won(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return the result, with the games, their scores and the leaders."""
    if not sheet.result:
        return []
    left, right = paper.left, paper.right
    lines = [paragraph(line, left, right, size=10.5, colour=INK) for line in sheet.result]
    return [section("Result", left, right), space(6, keep=True), *lines, space(14)]


def paid_by_whom(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return the payments of the fewest transfers, with boxes to tick. There are none without a
    stake."""
    if not sheet.currency:
        return []
    left, right = paper.left, paper.right
    if sheet.transfers:
        return [*in_payments(sheet, left, right), space(18)]
    if sheet.pairs:
        return [section("Nothing left to pay", left, right), space(18)]
    level = paragraph("No one owes anything.", left, right)
    return [section("Who pays whom", left, right), space(6), level, space(14)]


def owed(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return the other way to settle, every pair for itself, and why both have the same totals,
    between the margins of the paper."""
    left, right = paper.left, paper.right
    if not (sheet.pairs and sheet.currency):
        return []
    pairs = matrix(sheet, left, right) or in_pairs(sheet, left, right)
    words = " ".join((*sheet.notes, _why_the_same(sheet)))
    return [*pairs, space(9), paragraph(words, left, right, face=ITALIC), space(16)]


def _why_the_same(sheet: SettlementSheet) -> str:
    column = sheet.figures[-1].title
    earlier = ", including earlier payments" if sheet.earlier else ""
    return (
        "Both ways give every player the same result. "
        f"What comes in, less what goes out, is the figure under “{column}”{earlier}."
    )


def matrix(sheet: SettlementSheet, x0: float, x1: float) -> list[Strip] | None:
    """Return the debts by debtor (down) and creditor (across); None if the names or figures do not
    fit."""
    if len(sheet.players) > MOST_IN_A_MATRIX:
        return None
    debtors, creditors = _by_worth(sheet)
    cells = {(p.payer, p.payee): plain(p.minor, sheet.currency) for p in sheet.pairs}
    columns = _matrix_columns(sheet, debtors, creditors, x0, x1)
    if not _roomy(columns, cells.values()):
        return None
    head = row([columns[0].head(), *heads(columns[1:])], x0, x1, least=19, keep=True)
    strips = [section(sheet.pairs_title, x0, x1), head]
    for no, debtor in enumerate(debtors, start=1):
        owes = (cells.get((debtor, creditor), "·") for creditor in creditors)
        words = [column.cell(value) for column, value in zip(columns[1:], owes, strict=True)]
        name = columns[0].cell(sheet.players[debtor].name)
        last = no == len(debtors)
        strips.append(row([name, *words], x0, x1, least=PEN_ROW, head=head, keep=not last))
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
    names = [sheet.players[debtor].name for debtor in debtors]
    first = Column(title="owes ↓ to →", width=0, face=BOLD, size=10, lines=3)
    name = _name_width(names, least=62, most=(x1 - x0) * 0.28)
    first = replace(first, width=name).even(names)
    # Not wider than is read across without a ruler: a matrix of two has its figures near.
    width = min(90.0, (x1 - x0 - 2 * INSET - name) / len(creditors) - GAP)
    heads = [Column(title=sheet.players[no].head, width=width, align="right") for no in creditors]
    return side_by_side([first, *heads], x0 + INSET)


def _name_width(names: Sequence[str], *, least: float, most: float) -> float:
    """Return the width of a column of names. It holds the longest in one line if there is room, and
    otherwise each of their words in one piece."""
    words = max((widest_word(name, BOLD, SMALLEST) for name in names), default=0) + 1
    return max(words, fitting_width(names, BOLD, 10, least=least, most=most))


def _roomy(columns: list[Column], values: Iterable[str]) -> bool:
    """Return whether the figures fit in full, and the names above them in whole words."""
    fits = fitting_width(values, SANS, columns[1].size) <= columns[1].width
    return fits and all(column.holds(SMALLEST) for column in columns[1:])


def in_payments(sheet: SettlementSheet, x0: float, x1: float) -> list[Strip]:
    """Return the payments of the fewest transfers, each with a box to tick."""
    number = len(sheet.transfers)
    count = COUNTS[number] if number < len(COUNTS) else str(number)
    title = section(f"Who pays whom, in {count} payment{'' if number == 1 else 's'}", x0, x1)
    longest = fitting_width((player.name for player in sheet.players), BOLD, SIZE)
    columns = 2 if number > 1 and longest < 90 else 1
    width = (x1 - x0 - GUTTER * (columns - 1)) / columns
    strips = [
        payment_strip(payment, sheet, x0 + no % columns * (width + GUTTER), width)
        for no, payment in enumerate(_explained_once(sheet.transfers))
    ]
    return [title, *in_columns(strips, columns, head=title)]


def _explained_once(payments: Iterable[Payment]) -> Iterator[Payment]:
    """Yield the payments; a payer of two has one reason."""
    explained = set()
    for payment in payments:
        yield replace(payment, why="") if payment.why in explained else payment
        explained.add(payment.why)


def in_pairs(sheet: SettlementSheet, x0: float, x1: float) -> list[Strip]:
    """Return every pair as a list in two or three columns, for more players than a matrix holds."""
    debtors, creditors = _by_worth(sheet)
    pairs = sorted(sheet.pairs, key=lambda p: (debtors.index(p.payer), creditors.index(p.payee)))
    labels = [f"{sheet.players[p.payer].name} owes {sheet.players[p.payee].name}" for p in pairs]
    amounts = [plain(p.minor, sheet.currency) for p in pairs]
    amount = fitting_width(amounts, SANS, PAIR, least=24)
    columns = 3 if fitting_width(labels, SANS, PAIR) < (x1 - x0) / 3 - 20 - amount else 2
    width = (x1 - x0 - 16 * (columns - 1)) / columns
    strips = [
        pair_strip(label, figure, x0 + no % columns * (width + 16), width, amount)
        for no, (label, figure) in enumerate(zip(labels, amounts, strict=True))
    ]
    title = section(sheet.pairs_title, x0, x1)
    return [title, *in_columns(strips, columns, head=title)]


SIGN = 96.0
"""The least room to sign."""
LEGIBLE = 0.66
"""The smallest strokes that can still be counted; then counters say it."""
FEW = 62.0
"""The least room for strokes. A sheet with less has figures alone."""


def won_and_lost(
    sheet: SettlementSheet, placed: Sequence[Column], paper: Paper, least: float
) -> list[Strip]:
    """Return what each won and lost in rows at least so high, where they sign for it, and a last
    row that adds it up. `placed` are its columns."""
    name, strokes, *columns, sign = placed
    drawn = [player.strokes for player in sheet.players if player.strokes is not None]
    scale = stroke_scale(drawn, strokes.width, 18, least=LEGIBLE)
    if strokes.width:
        strokes = replace(strokes, title="Strokes" if scale else "Counters")
    between = {"x0": paper.left, "x1": paper.right}
    titles = heads([name, *([strokes] if strokes.width else []), *columns, sign])
    head = row(titles, **between, least=19, keep=True)
    strips = [section("What each won and lost", paper.left, paper.right), head]
    for no, player in enumerate(sheet.players):
        cells = [
            name.cell(player.name),
            *_cells(columns, sheet.figures, [f.values[no] for f in sheet.figures]),
            Upright(sign.x - GAP / 2),
        ]
        if player.strokes is not None and strokes.width:
            cells.append(Strokes(player.strokes, strokes.x, strokes.width, scale))
        line = {"weight": 1.1, "colour": INK, "keep": True} if no == len(sheet.players) - 1 else {}
        strips.append(row(cells, **between, least=max(least, PEN_ROW), head=head, **line))
    sums = _cells(columns, sheet.figures, [sum(figures.values) for figures in sheet.figures])
    return [*strips, row([name.cell("Total"), *sums], **between, least=min(least, 20))]


def _high(strips: Iterable[Strip]) -> float:
    return sum(strip.height for strip in strips)


@dataclass(frozen=True, slots=True)
class Upright:
    """The line before the room to sign."""

    x: float
    height: float = 0.0

    def draw(self, pen: Pen, top: float, height: float) -> None:
        pen.line(self.x, top, self.x, top - height)


def _columns(sheet: SettlementSheet, paper: Paper) -> list[Column]:
    """Return the columns, with names, strokes if there is room for them, figures, and the room to
    sign."""
    names = [player.name for player in sheet.players]
    drawn = any(player.strokes is not None for player in sheet.players)
    figures = [_column(figures) for figures in sheet.figures]
    taken = sum(column.width + GAP for column in figures) + 2 * INSET + GAP
    free = paper.measure - taken - SIGN
    name = min(_name_width(names, least=70, most=150), free)
    strokes = free - name - GAP
    # Of what is left, strokes have no more than five columns of ten, and a hand the rest.
    strokes = min(strokes, 190.0) if drawn and strokes >= FEW else 0.0
    sign = free + SIGN - name - (strokes + GAP if strokes else 0)
    columns = [
        Column(title="Player", width=name, face=BOLD, size=10, lines=3).even([*names, "Total"]),
        *([Column(width=strokes)] if strokes else []),
        *figures,
        Column(title="Signed", width=sign),
    ]
    *placed, signed = side_by_side(columns, paper.left + INSET)
    placed.append(replace(signed, x=signed.x + GAP / 2, width=signed.width - GAP / 2))
    return placed if strokes else [placed[0], Column(width=0), *placed[1:]]


def _column(figures: Figures) -> Column:
    face, size = (BOLD, 10.0) if figures.strong else (SANS, 9.0)
    values = [*figures.values, sum(figures.values)]
    widest = fitting_width(map(figures.written, values), face, size)
    title = widest_word(figures.title, ITALIC, 8.5) + 2
    return Column(
        title=figures.title, width=max(widest, title, 42), face=face, size=size, align="right"
    )


def _cells(
    columns: Sequence[Column], figures: Sequence[Figures], values: Sequence[int]
) -> list[Words]:
    """Return a row of figures, green for wins and red for losses."""
    return [
        column.cell(of.written(value), tint(value) if of.against else INK)
        for column, of, value in zip(columns, figures, values, strict=True)
    ]


def already_paid(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return what was paid under an earlier closing, or left to the accounts, if anything was."""
    if not (sheet.earlier and sheet.currency):
        return []
    columns = [
        Column(width=paper.measure * 0.47, size=9, lines=3),
        Column(width=paper.measure * 0.28, face=ITALIC, size=8.5, lines=3),
        Column(width=paper.measure * 0.25 - 2 * GAP - 2 * INSET, align="right"),
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
        columns[2].cell(written(payment.minor, sheet.currency)),
    ]
    return row(cells, paper.left, paper.right, least=18)


def of_the_sittings(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return each sitting with players and totals, and its games, if there is more than one
    sitting."""
    if len(sheet.sittings) < 2 and not any(sitting.story for sitting in sheet.sittings):
        return []
    tables = [strip for sitting in sheet.sittings for strip in _sitting(sitting, sheet, paper)]
    title = "Sittings" if len(sheet.sittings) > 1 else "Games"
    return [section(title, paper.left, paper.right), *tables, space(18)]


def _sitting(sitting: SittingLine, sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    x0, x1 = paper.left + INSET, paper.right - INSET
    title = text(sitting.title, face=ITALIC, size=8.5, width=x1 - x0, lines=3)
    strips = [row([Words(title, x0, "left", MUTED)], paper.left, paper.right, least=17, keep=True)]
    in_a_line = 4 if paper.measure > WIDE else 2
    width = (x1 - x0 + 16) / in_a_line
    for first in range(0, len(sitting.totals), in_a_line):
        cells = []
        for no, (player, points) in enumerate(sitting.totals[first : first + in_a_line]):
            x = x0 + no * width
            name = Column(x=x, width=width - 50, face=BOLD, size=9, lines=3)
            total = Column(x=x + width - 48, width=32, align="right")
            cells += [name.cell(sheet.players[player].name), total.cell(points)]
        strips.append(row(cells, paper.left, paper.right, least=17, keep=bool(sitting.story)))
    if not sitting.story:
        return strips
    story = paragraph(f"{'. '.join(sitting.story)}.", x0, x1, size=8.5)
    return [*strips, space(2, keep=True), story, space(3)]


ROWS, ROWS_OF_LONG_SHEETS = (30.0, 26.0, 22.0, PEN_ROW), (24.0, 22.0, PEN_ROW)
"""The greatest height of a row with room to sign, so that all is on one page, or on the fewest."""


def settlement_pdf(sheet: SettlementSheet, *, paper: str = "A4") -> bytes:
    """Return the sheet as a PDF on "A4" or "Letter"; the same sheet gives the same bytes."""
    on = PAPERS[paper]
    part = settlement_on(sheet, on)
    return pdf([part], paper=on, title=f"Settlement, {sheet.club}, {sheet.date}")


def settlement_on(sheet: SettlementSheet, on: Paper) -> Sheet:
    """Return the settlement as a sheet."""
    about = " · ".join(part for part in (sheet.club, sheet.date, sheet.subtitle) if part)
    return Sheet(
        title="Settlement",
        about=about,
        strips=_strips(sheet, on, about),
        signs=signs_of(sheet.code),
    )


class Parts(NamedTuple):
    """The parts of a sheet that are the same whatever the height of its rows."""

    columns: list[Column]
    """Of what each won and lost."""
    paid: list[Strip]
    pairs: list[Strip]
    sittings: list[Strip]


def _strips(sheet: SettlementSheet, paper: Paper, about: str) -> list[Strip]:
    """Return the strips with the highest rows that still leave everything on one page, if any do;
    else on as few pages as can be."""
    parts = Parts(
        columns=_columns(sheet, paper),
        paid=paid_by_whom(sheet, paper),
        pairs=owed(sheet, paper),
        sittings=of_the_sittings(sheet, paper),
    )
    room = paper.top - paper.bottom
    tries = (sheet, replace(sheet, titles=())) if sheet.titles else (sheet,)
    for one in tries if len(sheet.players) * PEN_ROW <= room else ():
        for way in _ways(parts, sheet, paper):
            for least in ROWS:
                strips = _at_height(one, paper, about, way, least)
                if _high(strips) <= room:
                    return strips
    sheet = replace(sheet, titles=())
    long_ones = [
        _at_height(sheet, paper, about, parts, least, whole=whole)
        for whole in (True, False)
        for least in ROWS_OF_LONG_SHEETS
    ]
    return min(long_ones, key=lambda strips: len(list(pages_of(strips, paper))))


def _ways(parts: Parts, sheet: SettlementSheet, paper: Paper) -> Iterator[Parts]:
    """Yield the parts; then with the sittings beside the pairs, where these may fit one page."""
    yield parts
    if parts.pairs and parts.sittings and _high(parts.sittings) < paper.top - paper.bottom:
        left, right = paper.halves(GUTTER)
        both = beside(owed(sheet, left), of_the_sittings(sheet, right))
        yield parts._replace(pairs=[both], sittings=[])


def _at_height(
    sheet: SettlementSheet,
    paper: Paper,
    about: str,
    parts: Parts,
    least: float,
    *,
    whole: bool = False,
) -> list[Strip]:
    """Return the strips with rows of this height; `whole` keeps the part to sign together, if a
    page holds it."""
    signed = won_and_lost(sheet, parts.columns, paper, least)
    if whole and _high(signed) <= paper.top - paper.bottom - HEAD:
        signed = together(signed)
    status = sheet.closing or "Not closed yet"
    return [
        heading(
            paper,
            title="Settlement",
            subtitle=about,
            status=status,
            warn=not sheet.closing,
            code=sheet.code,
        ),
        *who_won(sheet, paper),
        *parts.paid,
        *signed,
        space(18),
        *parts.pairs,
        *already_paid(sheet, paper),
        *parts.sittings,
        *_titles(sheet, paper),
    ]


def _titles(sheet: SettlementSheet, paper: Paper) -> list[Strip]:
    """Return the awards, each to a player who did something most often, longest or most
    narrowly."""
    if not sheet.titles:
        return []
    columns = [
        Column(width=TITLE, face=ITALIC, size=9).even(title for title, _ in sheet.titles),
        Column(width=paper.measure - TITLE - GAP, size=9, lines=2),
    ]
    titled, said = side_by_side(columns, paper.left)
    rows = [
        row([titled.cell(title), said.cell(words)], paper.left, paper.right, least=15.0)
        for title, words in sheet.titles
    ]
    head = section("Awards", paper.left, paper.right)
    return together([space(16), head, *rows])
