"""Tally cards with stars: each entrant carries one from table to table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from reportlab.lib.colors import HexColor

from scoring.sheets.evening.table_cards import draw_code
from scoring.sheets.kit.flow import Frame, Sheet, cut_out, pdf
from scoring.sheets.kit.lettering import BOLD, ITALIC, SANS, SANS_BOLD, text
from scoring.sheets.kit.page import GREEN, HAIR, INK, MUTED, PAPERS, RED, WHITE, Pen
from scoring.sheets.tournament.values import TallyCard, TallyLine

STARS = {"gold": "Gold", "red": "Red", "green": "Green"}
COLOURS = {"gold": HexColor("#b8860b"), "red": RED, "green": GREEN}
INNER = 0.45


def draw_star(pen: Pen, kind: str, x: float, y: float, radius: float, *, filled: bool) -> None:
    """Draw a star around the middle (x, y), filled with its colour and its letters, or an outline
    to mark."""
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
        letter = text(STARS[kind][:2], face=SANS_BOLD, size=max(5.0, radius * 1.2), width=20)
        pen.put(letter, x + radius * 1.2, y - radius * 0.6, colour=INK)


ACROSS = 2
A_PAGE = {4: 2, 8: 4}
"""How many cards stand on a page, and in how many rows."""
MOST_ROUNDS = 10
"""That there is room to write for on a card of eight a page."""
HIGHEST = 26.0
"""Of a round's line."""


def tally_cards_pdf(cards: Sequence[TallyCard], *, a_page: int = 4, paper: str = "A4") -> bytes:
    """Return the cards, four or eight a page with marks where to cut, on "A4" or "Letter".

    Where eight a page would leave no room to write, there are four.
    """
    on = PAPERS[paper]
    a_page = that_fit(max(len(card.lines) for card in cards), a_page)
    draws = [_drawing(card, small=a_page == 8) for card in cards]
    strips = list(cut_out(draws, on, across=ACROSS, down=A_PAGE[a_page]))
    return pdf(
        [Sheet(title="Tally cards", about=cards[0].about, strips=strips, bare=True)],
        paper=on,
        title="Tally cards",
    )


def _drawing(card: TallyCard, *, small: bool):
    def draw(pen: Pen, frame: Frame) -> None:
        top = _head(pen, card, frame, small=small)
        foot = _foot(pen, card, frame, small=small)
        _rounds(pen, card, Frame(left=frame.left, right=frame.right, top=top, bottom=foot))

    return draw


def _head(pen: Pen, card: TallyCard, frame: Frame, *, small: bool) -> float:
    """Draw number, name and code; return the line below."""
    side = 40.0 if small else 62.0
    size = 22.0 if small else 30.0
    if card.address:
        draw_code(pen, card.address, frame.right - side, frame.top - side, side)
    room = frame.width - (side + 8 if card.address else 0)
    number = text(str(card.no) if card.no else "No.", face=BOLD, size=size, width=room)
    pen.put(number, frame.left, frame.top - size * 0.76)
    left = frame.left + (number.width + 8 if card.no else 70)
    width = frame.left + room - left
    if card.name:
        name = text(card.name, face=BOLD, size=size * 0.5, width=width, lines=2, least=0.7)
        pen.put(name, left, frame.top - size * 0.42)
    else:
        pen.rule(left, frame.left + room, frame.top - size * 0.76 - 3, colour=MUTED)
    words = " · ".join(filter(None, (card.group, card.about)))
    about = text(words, face=ITALIC, size=6.5 if small else 7.5, width=room, lines=2)
    bottom = frame.top - side
    pen.put(about, frame.left, bottom + about.height - about.size * 0.7, colour=MUTED)
    return bottom - (3 if small else 8)


def _foot(pen: Pen, card: TallyCard, frame: Frame, *, small: bool) -> float:
    """Draw room to count the stars, where there are any; return the line above."""
    if not card.stars:
        return frame.bottom
    size = 4.0 if small else 5.5
    y, wide = frame.bottom + size, frame.width / len(STARS)
    for no, kind in enumerate(STARS):
        x = frame.left + no * wide
        label = text(STARS[kind], face=SANS, size=7 if small else 8.5, width=60)
        draw_star(pen, kind, x + size, y, size, filled=False)
        pen.put(label, x + 2 * size + 4, y - 2.6, colour=MUTED)
        if card.counts:
            number = text(card.counts[no], face=SANS_BOLD, size=size * 1.7, width=30)
            pen.put(number, x + 2 * size + label.width + 10, y - 2.6)
        else:
            pen.rule(x + 2 * size + label.width + 8, x + wide - 8, y - 4, colour=MUTED)
    return frame.bottom + size * 2 + 6


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    share: float
    words: str = ""
    """Of which field of a line; empty: room for initials."""


PLANNED = (
    _Column("", 0.7, "round"),
    _Column("Table", 1.0, "table"),
    _Column("Seat", 0.8, "seat"),
    _Column("Partner", 2.6, "partner"),
    _Column("Against", 1.7, "against"),
    _Column("Points", 1.2, "points"),
    _Column("Lones", 1.0, "lones"),
    _Column("Initials", 1.3),
)
FREE = (
    _Column("", 0.7, "round"),
    _Column("Table", 1.1, "table"),
    _Column("Partner", 2.2, "partner"),
    _Column("Points", 1.4, "points"),
    _Column("Won", 1.0, "star"),
    _Column("Lones", 1.1, "lones"),
    _Column("Initials", 1.5),
)


SEATED = ("table", "seat", "partner", "against")


def _rounds(pen: Pen, card: TallyCard, frame: Frame) -> None:
    """Draw a line for every round, and one for the sum."""
    columns = PLANNED if card.planned else FREE
    lines = len(card.lines) + 2
    high = min(HIGHEST, (frame.top - frame.bottom) / lines)
    edges = _edges(columns, frame)
    size = min(8.5, high * 0.62)
    y = frame.top - high
    for column, left, right in zip(columns, edges, edges[1:], strict=False):
        title = text(
            column.title, face=ITALIC, size=min(7.0, size), width=right - left - 2, least=0.6
        )
        pen.put(title, (left + right) / 2, y + high * 0.3, align="centre", colour=MUTED)
    pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
    for line in card.lines:
        y -= high
        _line(pen, line, columns, edges, y, high, size)
        for edge in edges[4 if line.out else 1 : -1]:
            pen.line(edge, y, edge, y + high, weight=0.4, colour=HAIR)
        pen.rule(frame.left, frame.right, y, weight=0.5, colour=HAIR)
    pen.rule(frame.left, frame.right, y, weight=0.9, colour=INK)
    total = text("Total", face=SANS_BOLD, size=size, width=80)
    pen.put(total, frame.left + 2, y - high + high * 0.3)
    if card.total:
        at = next(no for no, column in enumerate(columns) if column.words == "points")
        whole = text(card.total, face=SANS_BOLD, size=size, width=edges[at + 1] - edges[at] - 4)
        pen.put(whole, (edges[at] + edges[at + 1]) / 2, y - high + high * 0.3, align="centre")


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
    size: float,
) -> None:
    base = y + (high - size * 0.73) / 2
    if line.out:
        out = text("sits out", face=ITALIC, size=size, width=edges[4] - edges[1] - 4)
        pen.put(out, edges[1] + 3, base, colour=MUTED)
    for column, left, right in zip(columns, edges, edges[1:], strict=False):
        width = right - left - 4
        if line.out and column.words in SEATED:
            continue
        value = str(getattr(line, column.words)) if column.words else ""
        if column.words == "star" and value:
            draw_star(
                pen, value, left + width * 0.3, y + high / 2, min(5.0, high * 0.3), filled=True
            )
            continue
        if not value:
            continue
        face = SANS_BOLD if column.words in ("table", "points") else SANS
        if column.words == "partner":
            pen.put(text(value, face=face, size=size, width=width, least=0.7), left + 3, base)
        else:
            words = text(value, face=face, size=size, width=width, least=0.7)
            pen.put(words, (left + right) / 2, base, align="centre")


def that_fit(rounds: int, a_page: int) -> int:
    """Return how many cards stand on a page for so many rounds: `a_page`, or 4 where 8 are too
    small."""
    return 4 if rounds > MOST_ROUNDS else a_page
