"""Tally cards with stars, which entrants carry from table to table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

from reportlab.lib.colors import HexColor

from scoring.common.pdf.code import draw_code
from scoring.common.pdf.flow import INSIDE, Frame, Sheet, cut_out, pdf
from scoring.common.pdf.lettering import BOLD, CAPITALS, ITALIC, SANS, SANS_BOLD, SMALLEST, text
from scoring.common.pdf.page import DEEP, GREEN, INK, MUTED, PAPERS, PEN_ROW, RED, WHITE, Paper, Pen
from scoring.common.pdf.table import Column
from scoring.tournament.sheets.values import TallyCard, TallyLine

STARS = {"gold": "Gold", "red": "Red", "green": "Green"}
COLOURS = {"gold": HexColor("#b8860b"), "red": RED, "green": GREEN}
INNER = 0.45


def draw_star(pen: Pen, kind: str, x: float, y: float, radius: float, *, filled: bool) -> None:
    """Draw a star with its centre at (x, y). It is filled and has its letters, or is an outline to
    mark."""
    path = pen.canvas.beginPath()
    for point in range(10):
        away = radius * (1 if point % 2 == 0 else INNER)
        angle = pi / 2 + point * pi / 5
        to = path.moveTo if point == 0 else path.lineTo
        to(x + away * cos(angle), y + away * sin(angle))
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
    card = (paper.top - paper.bottom) / down - 2 * INSIDE
    lines = card - CODE - 8 - HEADS - (2 * STAR + 6 if stars else 0)
    return int(lines // PEN_ROW) - 1


def _parts(card: TallyCard, most: int) -> list[TallyCard]:
    """Return the card, split into several if its rounds do not fit. Only the last has the total."""
    firsts = range(0, max(1, len(card.lines)), most)
    parts = [replace(card, lines=card.lines[first : first + most]) for first in firsts]
    return [*(replace(part, total="", counts=()) for part in parts[:-1]), parts[-1]]


def _drawing(card: TallyCard):
    def draw(pen: Pen, frame: Frame) -> None:
        top = _head(pen, card, frame)
        foot = _foot(pen, card, frame)
        _rounds(pen, card, Frame(left=frame.left, right=frame.right, top=top, bottom=foot))

    return draw


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


def _foot(pen: Pen, card: TallyCard, frame: Frame) -> float:
    """Draw the counts of the stars, or room for them, if there are stars. Return the y coordinate
    above them."""
    if not card.stars:
        return frame.bottom
    y, wide = frame.bottom + STAR, frame.width / len(STARS)
    for no, kind in enumerate(STARS):
        x = frame.left + no * wide
        label = text(STARS[kind], face=SANS, size=8.5, width=60)
        draw_star(pen, kind, x + STAR, y, STAR, filled=False)
        pen.put(label, x + 2 * STAR + 4, y - 2.8, colour=MUTED)
        if card.counts:
            number = text(card.counts[no], face=SANS_BOLD, size=STAR * 1.7, width=30)
            pen.put(number, x + 2 * STAR + label.width + 10, y - 2.8)
        else:
            start = x + 2 * STAR + label.width + 8
            pen.rule(start, x + wide - 8, y - 4, weight=0.6, colour=MUTED)
    return frame.bottom + STAR * 2 + 6


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    share: float
    words: str = ""
    """The field of TallyLine that it shows. "" leaves room for initials."""


PLANNED = (
    _Column("", 0.9, "round"),
    _Column("Table", 1.45, "place"),
    _Column("", 3.5, "beside"),
    _Column("Against", 2.0, "against"),
    _Column("Points", 1.7, "points"),
    _Column("Lones", 1.6, "lones"),
    _Column("Initials", 1.7),
)
FREE = (
    _Column("", 0.8, "round"),
    _Column("Table", 1.2, "place"),
    _Column("", 2.4, "beside"),
    _Column("Points", 1.4, "points"),
    _Column("Won", 1.3, "star"),
    _Column("Lones", 1.2, "lones"),
    _Column("Initials", 1.5),
)
SEATED = ("place", "beside", "against")


def _rounds(pen: Pen, card: TallyCard, frame: Frame) -> None:
    """Draw a line for every round, and one for the total."""
    columns = PLANNED if card.planned else FREE
    edges = _edges(columns, frame)
    lines = len(card.lines) + 1
    high = min(HIGHEST, (frame.top - frame.bottom - HEADS) / lines)
    y = frame.top - HEADS
    for column, left, right in zip(columns, edges, edges[1:], strict=False):
        named = card.beside if column.words == "beside" else column.title
        title = text(named, face=ITALIC, size=SMALLEST, width=right - left)
        pen.put(title, (left + right) / 2, y + 4, align="centre", colour=MUTED)
    pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
    at = next(no for no, column in enumerate(columns) if column.words == "beside")
    width = edges[at + 1] - edges[at] - 4
    names = Column(x=edges[at] + 2, width=width, size=9, lines=2)
    names = names.even(line.beside for line in card.lines)
    first = next((n for n, one in enumerate(columns) if one.words not in ("round", *SEATED)), 1)
    for line in card.lines:
        y -= high
        _line(pen, line, columns, edges, y, high, names)
        for edge in edges[first if line.out else 1 : -1]:
            pen.line(edge, y, edge, y + high)
        pen.rule(frame.left, frame.right, y)
    pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
    total = text("Total", face=SANS_BOLD, size=SIZE, width=80)
    base = y - high + (high - SIZE * CAPITALS) / 2
    pen.put(total, frame.left + 2, base)
    if card.total:
        at = next(no for no, column in enumerate(columns) if column.words == "points")
        whole = text(card.total, face=SANS_BOLD, size=SIZE, width=edges[at + 1] - edges[at] - 2)
        pen.put(whole, (edges[at] + edges[at + 1]) / 2, base, align="centre")


SIZE = 9.0


def _edges(columns: Sequence[_Column], frame: Frame) -> list[float]:
    whole = sum(column.share for column in columns)
    edges = [frame.left]
    for column in columns:
        edges.append(edges[-1] + frame.width * column.share / whole)
    return edges


def _line(
    pen: Pen,
    line: TallyLine,
    columns: Sequence[_Column],
    edges: Sequence[float],
    y: float,
    high: float,
    names: Column,
) -> None:
    base = y + (high - SIZE * CAPITALS) / 2
    if line.out:
        out = text("sits out", face=ITALIC, size=SIZE, width=100)
        pen.put(out, edges[1] + 3, base, colour=MUTED)
    for column, left, right in zip(columns, edges, edges[1:], strict=False):
        if line.out and column.words in SEATED:
            continue
        value = _value(line, column)
        if column.words == "star" and value:
            draw_star(pen, value, left + 8, y + high / 2, 5.0, filled=True)
        elif column.words == "beside":
            names.cell(value).draw(pen, y + high, high)
        elif value:
            face = SANS_BOLD if column.words in ("place", "points") else SANS
            words = text(value, face=face, size=SIZE, width=right - left - 2)
            pen.put(words, (left + right) / 2, base, align="centre")


def _value(line: TallyLine, column: _Column) -> str:
    if column.words == "place":
        return " ".join(filter(None, (line.table, line.seat)))
    return str(getattr(line, column.words)) if column.words else ""
