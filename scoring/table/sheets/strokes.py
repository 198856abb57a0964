"""Foster's paper: a column a player, filled with strokes, with the totals at the foot."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.common.pdf.discs import draw_disc, legend
from scoring.common.pdf.flow import Strip
from scoring.common.pdf.lettering import BOLD, CAPITALS, ITALIC, SMALLEST, text, widest_word
from scoring.common.pdf.marks import (
    KINDS,
    counters_scale,
    counters_step,
    counters_width,
    draw_counter,
    draw_counters,
    draw_strokes,
    stroke_scale,
    strokes_height,
)
from scoring.common.pdf.page import INK, MUTED, Paper, Pen
from scoring.table.sheets.values import BlankScoreSheet, ScoreSheet

PAD = 9.0


def filled_columns(sheet: ScoreSheet, paper: Paper) -> list[Strip]:
    """Return the columns with every player's points in strokes, or in counters when they are too
    many."""
    names, totals = sheet.players, sheet.totals
    inner = _width(names, paper) - 2 * PAD
    scale = stroke_scale(totals, inner, paper.measure * 0.6, least=0.4)
    smaller, step = counters_scale(totals, inner), counters_step(totals, inner)
    high = max(strokes_height(points, scale, inner) for points in totals) if scale else 10

    def strokes(pen: Pen, x: float, top: float, no: int) -> None:
        if scale:
            draw_strokes(pen, totals[no], x + PAD, top - PAD, scale=scale, width=inner)

    def total(pen: Pen, x: float, top: float, no: int) -> None:
        middle = x + PAD + inner / 2
        figure = text(str(totals[no]), face=BOLD, size=14, width=inner)
        pen.put(figure, middle, top - 17, align="centre")
        left = middle - counters_width(totals[no], step) * smaller / 2
        draw_counters(pen, totals[no], left, top - 28, scale=smaller, step=step)

    return [
        *_heads(names, sheet.colours, paper),
        _band(names, paper, max(52.0, high + 2 * PAD), strokes, keep=True),
        _band(names, paper, 38.0, total, weight=1.1),
        _legend(paper),
    ]


def empty_columns(sheet: BlankScoreSheet, paper: Paper, height: float) -> list[Strip]:
    """Return the columns with room for strokes, `height` high in all, and for the totals."""
    names = sheet.sides or sheet.players
    head = _heads(names, sheet.colours, paper)

    def total(pen: Pen, x: float, top: float, no: int) -> None:
        pen.put(text("total", face=ITALIC, size=SMALLEST, width=60), x + 4, top - 10, colour=MUTED)

    room = height - sum(strip.height for strip in head) - 30
    return [
        *head,
        _band(names, paper, room, lambda pen, x, top, no: None, keep=True),
        _band(names, paper, 30, total, weight=1.1),
    ]


def _width(names: Sequence[str], paper: Paper) -> float:
    return paper.measure / len(names)


SIZES = (12.0, 11.0, 10.0, 9.0, SMALLEST)


def _heads(names: Sequence[str], colours: Sequence[int], paper: Paper) -> list[Strip]:
    """Return the names above their columns; where they are too long for whole words, the discs of
    the players, below the names they stand for."""
    width, size = _width(names, paper), _size(names, paper)
    if size is None:
        return [legend(names, colours, paper), _discs(names, colours, paper)]
    words = [text(name, face=BOLD, size=size, width=width - 8, lines=5, least=1) for name in names]
    height = max(word.height for word in words) + 15

    def draw(pen: Pen, top: float) -> None:
        pen.rule(paper.left, paper.right, top, weight=1.1, colour=INK)
        for no, word in enumerate(words):
            first = top - height / 2 + word.height / 2 - word.size * CAPITALS
            pen.put(word, paper.left + (no + 0.5) * width, first, align="centre")
        pen.rule(paper.left, paper.right, top - height, weight=0.6, colour=INK)

    return [Strip(height=height, draw=draw, keep=True)]


def stand_by_discs(names: Sequence[str], paper: Paper) -> bool:
    """Return whether discs are drawn above the columns, after a legend."""
    return _size(names, paper) is None


def _size(names: Sequence[str], paper: Paper) -> float | None:
    """Return the largest size at which no word of a name is wider than its column."""
    width = _width(names, paper) - 8
    whole = (s for s in SIZES if all(widest_word(name, BOLD, s) <= width for name in names))
    return next(whole, None)


def _discs(names: Sequence[str], colours: Sequence[int], paper: Paper) -> Strip:
    width, height = _width(names, paper), 25.0

    def draw(pen: Pen, top: float) -> None:
        pen.rule(paper.left, paper.right, top, weight=1.1, colour=INK)
        for no, name in enumerate(names):
            x = paper.left + (no + 0.5) * width
            draw_disc(pen, colours[no], name, x, top - height / 2)
        pen.rule(paper.left, paper.right, top - height, weight=0.6, colour=INK)

    return Strip(height=height, draw=draw, keep=True)


def _band(
    names, paper: Paper, height: float, cell, *, keep: bool = False, weight: float = 0.6
) -> Strip:
    """Return one strip across all columns, with lines between them and a rule below."""
    width = _width(names, paper)

    def draw(pen: Pen, top: float) -> None:
        for no in range(len(names)):
            x = paper.left + no * width
            cell(pen, x, top, no)
            if no:
                pen.line(x, top, x, top - height)
        pen.rule(paper.left, paper.right, top - height, weight=weight, colour=INK)

    return Strip(height=height, draw=draw, keep=keep)


def _legend(paper: Paper) -> Strip:
    """Return what each kind of counter is worth."""

    def draw(pen: Pen, top: float) -> None:
        x = paper.right
        for kind, worth in reversed(tuple(zip(KINDS, (25, 5, 1), strict=True))):
            words = text(f"{kind} {worth}", face=ITALIC, size=SMALLEST, width=60)
            pen.put(words, x, top - 12.6, align="right", colour=MUTED)
            draw_counter(pen, kind, x - words.width - 7, top - 10)
            x -= words.width + 20

    return Strip(height=18, draw=draw)
