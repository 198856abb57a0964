"""Tally cards with boxes to mark, which entrants carry from table to table. A photograph of them
can be read (docs/tally-cards.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

from reportlab.lib.colors import HexColor

from scoring.common.pdf.code import draw_code
from scoring.common.pdf.flow import INSIDE, Frame, Sheet, cut_out, pdf
from scoring.common.pdf.lettering import BOLD, CAPITALS, ITALIC, SANS, SANS_BOLD, SMALLEST, text
from scoring.common.pdf.page import DEEP, GREEN, INK, MUTED, PAPERS, RED, WHITE, Paper, Pen
from scoring.common.pdf.table import Column
from scoring.euchre.wording import counted
from scoring.tournament.pure import card_layout
from scoring.tournament.pure.card_layout import CardCode, text_of
from scoring.tournament.sheets.printed_boxes import UNIT, WIDER, draw_row
from scoring.tournament.sheets.values import TallyCard, TallyLine

STARS = {"gold": "Gold", "red": "Red", "green": "Green"}
COLOURS = {"gold": HexColor("#b8860b"), "red": RED, "green": GREEN}
INNER = 0.45
POINTS = [
    (away * cos(pi / 2 + no * pi / 5), away * sin(pi / 2 + no * pi / 5))
    for no, away in enumerate((1, INNER) * 5)
]
"""The corners of a star of the radius 1."""


def draw_star(pen: Pen, kind: str, x: float, y: float, radius: float, *, filled: bool) -> None:
    """Draw a star with its centre at (x, y). It is filled and has its letters, or is an outline to
    mark."""
    path = pen.canvas.beginPath()
    for point, (across, up) in enumerate(POINTS):
        to = path.moveTo if point == 0 else path.lineTo
        to(x + radius * across, y + radius * up)
    path.close()
    pen.canvas.setLineWidth(0.6)
    pen.canvas.setStrokeColor(COLOURS[kind] if filled else MUTED)
    pen.canvas.setFillColor(COLOURS[kind] if filled else WHITE)
    pen.canvas.drawPath(path, stroke=1, fill=int(filled))
    if filled:
        letter = text(STARS[kind][:2], face=SANS_BOLD, size=SMALLEST, width=20)
        pen.put(letter, x + radius * 1.2, y - SMALLEST * CAPITALS / 2, colour=INK)


ACROSS, DOWN = 2, 2
CODE, NUMBER = 58.0, 30.0
STAR = 5.5
HEADS = 15.0
HIGHEST = 28.0
"""The greatest height of a round's line."""
LEAST_ROW = card_layout.LEAST_PITCH * 10 * UNIT
MARKS_CODE = (card_layout.CODE_BELOW + card_layout.CODE_SIDE) * UNIT
"""The height of the marks' code with the space above it."""


def tally_cards_pdf(cards: Sequence[TallyCard], *, paper: str = "A4") -> bytes:
    """Return the cards as a PDF on "A4" or "Letter", four a page, with cutting marks.

    A card with many rounds is twice as high. One with even more rounds continues on another card.
    """
    on = PAPERS[paper]
    return pdf([tally_cards_on(cards, on)], paper=on, title="Tally cards")


def tally_cards_on(cards: Sequence[TallyCard], on: Paper) -> Sheet:
    """Return the cards as a sheet."""
    rounds, stars = max(len(card.lines) for card in cards), any(card.stars for card in cards)
    down = DOWN if rounds <= _most_rounds(on, DOWN, stars) else 1
    most = _most_rounds(on, down, stars)
    draws = [_drawing(part) for card in cards for part in _parts(card, most)]
    strips = list(cut_out(draws, on, across=ACROSS, down=down))
    return Sheet(title="Tally cards", about=cards[0].about, strips=strips, bare=True)


def _most_rounds(paper: Paper, down: int, stars: bool) -> int:
    """Return how many rounds fit on a card, with lines that are high enough to write on."""
    room = (paper.top - paper.bottom) / down - 2 * INSIDE - CODE - 8 - HEADS
    lines = (room - _stars_high(stars)) // LEAST_ROW
    return int(min(lines - 1, (room - MARKS_CODE) // LEAST_ROW))


def _stars_high(stars: bool) -> float:
    return 2 * STAR + 6 if stars else 0.0


def _pitch(room: float, rounds: int, stars: bool) -> int:
    """Return the height of a round's line in tenths of a millimetre, in this room below the
    heads."""
    high = min(HIGHEST, (room - _stars_high(stars)) / (rounds + 1), (room - MARKS_CODE) / rounds)
    return max(card_layout.LEAST_PITCH, int(high / UNIT / 10 + 0.001))


def _parts(card: TallyCard, most: int) -> list[TallyCard]:
    """Return the card, split into several if its rounds do not fit. Only the last has the total."""
    firsts = range(0, max(1, len(card.lines)), most)
    parts = [replace(card, lines=card.lines[first : first + most]) for first in firsts]
    return [*(replace(part, total="", counts=()) for part in parts[:-1]), parts[-1]]


def _drawing(card: TallyCard):
    def draw(pen: Pen, frame: Frame) -> None:
        frame = replace(frame, left=frame.left - WIDER, right=frame.right + WIDER)
        if card.name:
            _draw(pen, card, frame)
        else:  # blank cards are alike
            pen.again((_draw, card, frame), lambda: _draw(pen, card, frame))

    return draw


def _draw(pen: Pen, card: TallyCard, frame: Frame) -> None:
    top = _head(pen, card, frame)
    _foot(pen, card, frame)
    _rounds(pen, card, replace(frame, top=top))


def _head(pen: Pen, card: TallyCard, frame: Frame) -> float:
    """Draw the number, the name and the code. Return the y coordinate below them."""
    if address := card.address or (card.code.address if card.code and card.name else ""):
        draw_code(pen, address, frame.right - CODE, frame.top - CODE, CODE)
    room = frame.width - (CODE + 8 if address else 0)
    number = text(str(card.no) if card.no else "No.", face=BOLD, size=NUMBER, width=room)
    pen.put(number, frame.left, frame.top - NUMBER * 0.76, colour=DEEP)
    left = frame.left + (number.width + 8 if card.no else 92)
    width = frame.left + room - left
    if card.name:
        name = text(card.name, face=BOLD, size=13, width=width, lines=2, least=SMALLEST / 13)
        pen.put(name, left, frame.top - NUMBER * 0.42)
    else:
        y = frame.top - NUMBER * 0.76 - 3
        pen.rule(frame.left + number.width + 4, left - 8, y, weight=0.6, colour=MUTED)
        pen.rule(left, frame.left + room, y, weight=0.6, colour=MUTED)
    words = " · ".join(filter(None, (card.code.signs if card.code else "", card.group, card.about)))
    about = text(words, face=ITALIC, size=SMALLEST, width=room, lines=2)
    bottom = frame.top - CODE
    pen.put(about, frame.left, bottom + about.height - about.size * CAPITALS, colour=MUTED)
    return bottom - 8


def _foot(pen: Pen, card: TallyCard, frame: Frame) -> None:
    """Draw the counts of the stars, or room for them, if there are stars."""
    if not card.stars:
        return
    right = frame.right - (card_layout.CODE_SIDE + 2 * card_layout.CODE_BELOW) * UNIT
    y, wide = frame.bottom + STAR, (right - frame.left) / len(STARS)
    for no, kind in enumerate(STARS):
        x = frame.left + no * wide
        label = text(STARS[kind], face=SANS, size=8.5, width=60)
        draw_star(pen, kind, x + STAR, y, STAR, filled=False)
        pen.put(label, x + 2 * STAR + 3, y - 2.8, colour=MUTED)
        if card.counts:
            number = text(card.counts[no], face=SANS_BOLD, size=STAR * 1.7, width=30)
            pen.put(number, x + 2 * STAR + label.width + 8, y - 2.8)
        else:
            start = x + 2 * STAR + label.width + 5
            pen.rule(start, x + wide - 5, y - 4, weight=0.6, colour=MUTED)


ROUND, TABLE, WRITTEN = 13.0, 23.0, 25.0
"""The widths of the columns for the round, its table, and the points as a figure."""
SIZE = 9.0
HINT = "Mark your side’s points and own lones. Above 15, write."
THREE_LINES = 27.5
"""From which height a row has room for a name on two lines and the opponents below."""


@dataclass(frozen=True, slots=True)
class _Columns:
    """The edges of the columns of a card, from left to right, and the origin of its boxes."""

    left: float
    table: float
    beside: float
    written: float
    boxes: float
    origin: float

    @classmethod
    def of(cls, frame: Frame) -> _Columns:
        origin = frame.right - (card_layout.ACROSS + card_layout.MARK // 2) * UNIT
        boxes = origin - card_layout.MARK // 2 * UNIT - 3
        written = boxes - WRITTEN
        beside = frame.left + ROUND + TABLE
        return cls(frame.left, frame.left + ROUND, beside, written, boxes, origin)


def _rounds(pen: Pen, card: TallyCard, frame: Frame) -> None:
    """Draw a line for every round, the marks and boxes beside them, and a line for the total."""
    at = _Columns.of(frame)
    rounds = len(card.lines)
    pitch = _pitch(frame.top - HEADS - frame.bottom, rounds, card.stars)
    high = pitch * 10 * UNIT
    y = frame.top - HEADS
    pen.again((_heads, card.beside, at, y), lambda: _heads(pen, card, at, y))
    pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
    names = Column(x=at.beside + 2, width=at.written - at.beside - 4, size=9, lines=2)
    names = names.even(line.beside for line in card.lines)
    layout = _layout(card, pitch)
    down = y - high / 2
    for row, line in enumerate(card.lines):
        y -= high
        _line(pen, card, line, at, y, high, names)
        draw_row(pen, layout, row, at.origin, down)
        if not layout.boxed[row]:
            _known(pen, line, at, y + high / 2)
        pen.rule(frame.left, frame.right, y)
    pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
    base = y - high + (high - SIZE * CAPITALS) / 2
    pen.put(text("Total", face=SANS_BOLD, size=SIZE, width=80), frame.left + 2, base)
    if card.total:
        whole = text(card.total, face=SANS_BOLD, size=SIZE, width=WRITTEN + 10)
        pen.put(whole, at.boxes - 2, base, align="right")
    _marks_code(pen, card, layout, at, down)


def _layout(card: TallyCard, pitch: int) -> CardCode:
    """Return where the rows of a card are. A known result, or a round without play, has no
    boxes."""
    return CardCode(
        kind="",
        number=0,
        first=card.lines[0].round if card.lines else 1,
        boxed=tuple(not (line.out or line.points) for line in card.lines),
        pitch=pitch,
        mark=card.mark,
    )


def _heads(pen: Pen, card: TallyCard, at: _Columns, y: float) -> None:
    middle = card_layout.FIRST_COLUMN + (card_layout.COLUMNS - 1) * card_layout.COLUMN // 2
    last = card_layout.LONES_AT[-1] + card_layout.BOX_WIDE // 2
    heads = (
        ("Table", at.table, at.beside),
        (card.beside, at.beside, at.written),
        ("Points", at.written, at.boxes),
    )
    for title, left, right in heads:
        words = text(title, face=ITALIC, size=SMALLEST, width=right - left)
        pen.put(words, (left + right) / 2, y + 4, align="centre", colour=MUTED)
    above = (
        ("Your side’s points", middle, "centre"),
        ("Lones", last - 20, "right"),
        ("Won", card_layout.ACROSS, "right"),
    )
    for title, x, align in above:
        words = text(title, face=ITALIC, size=SMALLEST, width=90)
        pen.put(words, at.origin + x * UNIT, y + 4, align=align, colour=MUTED)


def _line(
    pen: Pen,
    card: TallyCard,
    line: TallyLine,
    at: _Columns,
    y: float,
    high: float,
    names: Column,
) -> None:
    """Draw what is written about a round, left of its boxes."""
    base = y + (high - SIZE * CAPITALS) / 2
    number = text(str(line.round), face=SANS, size=SIZE, width=ROUND - 1)
    pen.put(number, (at.left + at.table) / 2, base, align="centre")
    edges = (at.table,) if line.out else (at.table, at.beside, at.written)
    for edge in (*edges, at.boxes):
        pen.line(edge, y, edge, y + high)
    if line.out:
        out = text("sits out", face=ITALIC, size=SIZE, width=100)
        pen.put(out, at.table + 3, base, colour=MUTED)
    else:
        where = " ".join(filter(None, (line.table, line.seat)))
        place = text(where, face=SANS_BOLD, size=SIZE, width=TABLE - 2)
        pen.put(place, (at.table + at.beside) / 2, base, align="centre")
        _beside(pen, line, at, y, high, names)
    if line.points:
        points = text(line.points, face=SANS_BOLD, size=SIZE, width=WRITTEN - 2)
        pen.put(points, (at.written + at.boxes) / 2, base, align="centre")


def _beside(pen: Pen, line: TallyLine, at: _Columns, y: float, high: float, names: Column) -> None:
    """Draw the names, with the numbers of the opponents below where they are known."""
    if not line.against:
        names.cell(line.beside).draw(pen, y + high, high)
        return
    width = at.written - at.beside - 4
    name = text(line.beside, face=SANS, size=SIZE, width=width, least=SMALLEST / SIZE)
    if name.shortened and high >= THREE_LINES:
        name = text(line.beside, face=SANS, size=SMALLEST, width=width, lines=2, least=1)
    against = text(f"against {line.against}", face=SANS, size=SMALLEST, width=width)
    below = SMALLEST * 1.2
    base = y + (high - name.height - below) / 2
    pen.put(name, at.beside + 2, base + below + name.height - name.size * CAPITALS)
    pen.put(against, at.beside + 2, base, colour=MUTED)


def _known(pen: Pen, line: TallyLine, at: _Columns, middle: float) -> None:
    """Draw the lone hands and the star of a known result in the place of its boxes."""
    left, base = at.origin + card_layout.FIRST_COLUMN * UNIT, middle - SIZE * CAPITALS / 2
    if line.star:
        draw_star(pen, line.star, left + 5, middle, 5.0, filled=True)
        left += 34
    if line.lones:
        lones = counted(int(line.lones), "lone hand")
        pen.put(text(lones, face=SANS, size=SIZE, width=80), left, base)


def _marks_code(pen: Pen, card: TallyCard, layout: CardCode, at: _Columns, down: float) -> None:
    """Draw the marks' code below the last row, and the hint beside it."""
    side = card_layout.CODE_SIDE * UNIT
    x = at.origin + card_layout.CODE_RIGHT * UNIT - side
    top = down - layout.code_top * UNIT
    if card.code:
        draw_code(pen, text_of(card.code.signs, layout), x, top - side, side)
    hint = text(HINT, face=ITALIC, size=SMALLEST, width=x - at.origin - 2, lines=2)
    pen.put(hint, at.origin - card_layout.MARK // 2 * UNIT, top - SMALLEST, colour=MUTED)
