"""A player's year as a PDF on one page, with figures, the curve of the evenings, and statistics in
two columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.common.pdf.code import Code, signs_of
from scoring.common.pdf.flow import Sheet, Strip, beside, pdf, space
from scoring.common.pdf.headings import heading, paragraph, section
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, text
from scoring.common.pdf.listing import Part, table
from scoring.common.pdf.page import GREEN, MUTED, PAPERS, PEN_ROW, Paper, Pen
from scoring.common.pdf.table import Column
from scoring.euchre.statement import signed


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerYear:
    """Everything the sheet says."""

    name: str
    club: str
    about: str
    """Which year: "2026", or "all years"."""
    figures: tuple[tuple[str, str], ...]
    """Title and figure, to be read first."""
    levels: tuple[int, ...]
    """Net points after each evening, for the curve; nothing for none."""
    parts: tuple[Part, ...]
    """The tables, in two columns where all of them fit on the page."""
    wide: tuple[Part, ...] = ()
    """The tables above them, of the whole width."""
    note: str = ""
    """A sentence below the figures."""
    code: Code | None = None


CURVE = 92.0
LABEL = 52.0


def player_year_pdf(year: PlayerYear, *, paper: str = "A4") -> bytes:
    """Return the sheet as a PDF on "A4" or "Letter"; the same year gives the same bytes."""
    on = PAPERS[paper]
    about = f"{year.club} · {year.about}"
    signs = signs_of(year.code)
    sheet = Sheet(title=year.name, about=about, strips=_strips(year, on), signs=signs)
    return pdf([sheet], paper=on, title=year.name)


GUTTER = 22.0
ROWS = (PEN_ROW, 18.0, 16.5, 15.0, 13.5)
"""How high a row is, in the least of which two columns are tried."""
MOST = 120
"""So many rows are on one page in no case."""


def _strips(year: PlayerYear, paper: Paper) -> list[Strip]:
    """Return all on one page, its tables in two columns; or else the tables one below the other."""
    about = f"{year.club} · {year.about}"
    head = [
        heading(paper, title=year.name, subtitle=about, status="", code=year.code),
        _figures(year.figures, paper),
        *_note(year.note, paper),
        *_curve(year.levels, paper),
    ]
    room = paper.top - paper.bottom - _high(head)
    rows = sum(len(part.rows) for part in (*year.wide, *year.parts))
    for high in ROWS if rows <= MOST else ():
        strips = [strip for part in year.wide for strip in _part(part, paper, high)]
        strips += _in_two(year.parts, paper, high)
        if _high(strips) <= room:
            return [*head, *strips]
    return [*head, *(one for part in (*year.wide, *year.parts) for one in _part(part, paper))]


def _high(strips: Sequence[Strip]) -> float:
    return sum(strip.height for strip in strips)


def _in_two(parts: Sequence[Part], paper: Paper, high: float) -> list[Strip]:
    """Return the tables in two columns, about equally high, as one strip."""
    left, right = ([_part(part, half, high) for part in parts] for half in paper.halves(GUTTER))

    def higher(cut: int) -> float:
        return max(_high(sum(left[:cut], [])), _high(sum(right[cut:], [])))

    cut = min(range(len(parts) + 1), key=higher)
    return [beside(sum(left[:cut], []), sum(right[cut:], []))]


def _figures(figures: Sequence[tuple[str, str]], paper: Paper) -> Strip:
    """Return the figures side by side, each below its title."""
    width = paper.measure / max(1, len(figures))
    column = Column(width=width - 8, face=BOLD, size=15, least=0.5)
    size = column.even(figure for _, figure in figures).size

    def draw(pen: Pen, top: float) -> None:
        for no, (title, figure) in enumerate(figures):
            x = paper.left + no * width
            pen.put(text(title, face=ITALIC, size=8.5, width=width - 8), x, top - 10, colour=MUTED)
            pen.put(text(figure, face=BOLD, size=size, width=width - 8), x, top - 28)

    return Strip(height=44, draw=draw)


def _curve(levels: Sequence[int], paper: Paper) -> list[Strip]:
    """Return the curve of the net points, around the level of nothing; none for a single
    evening."""
    if len(levels) < 2:
        return []
    high, low = max(0, *levels), min(0, *levels)
    span, width = max(1, high - low), paper.measure - LABEL

    def draw(pen: Pen, top: float) -> None:
        at = [
            (paper.left + width * no / len(levels), top - 8 - (high - level) * (CURVE - 24) / span)
            for no, level in enumerate((0, *levels))
        ]
        pen.rule(paper.left, paper.left + width, at[0][1])
        for (x0, y0), (x1, y1) in pairwise(at):
            pen.line(x0, y0, x1, y1, weight=1.6, colour=GREEN)
        now = text(signed(levels[-1]), face=BOLD, size=11, width=LABEL - 8, least=0.5)
        pen.put(now, paper.left + width + 6, at[-1][1] - 4)

    title = section("Net points over time", paper.left, paper.right)
    return [title, space(6, keep=True), Strip(height=CURVE, draw=draw)]


def _note(note: str, paper: Paper) -> list[Strip]:
    if not note:
        return []
    return [paragraph(note, paper.left, paper.right, face=SANS, size=8.5)]


def _part(part: Part, paper: Paper, high: float = PEN_ROW) -> list[Strip]:
    """Return a table with its title, if it has one; one without rows is left out."""
    if not part.rows:
        return []
    notes = [strip for note in part.notes for strip in _note(note, paper)]
    title = section(part.title, paper.left, paper.right) if part.title else None
    rows = table(part.columns, part.rows, paper, title=title, high=high)
    return [*rows, space(3), *notes, space(high * 0.6)]
