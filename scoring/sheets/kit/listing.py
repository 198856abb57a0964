"""A listing: one table of people, over as many pages as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.sheets.kit.flow import Sheet, Strip, beside, pdf, space
from scoring.sheets.kit.headings import heading, paragraph
from scoring.sheets.kit.lettering import BOLD, ITALIC, SANS, fitting_width, widest_word
from scoring.sheets.kit.page import INK, MUTED, PAPERS, Paper, Pen
from scoring.sheets.kit.table import GAP, INSET, TINY, Column, heads, row, side_by_side

BOX = object()
TICKED = object()
"""What stands in a cell instead of words: a box to tick, empty or ticked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """A column: its title, and what stands in its cells."""

    title: str
    kind: str = "words"
    """"name": who it is about; "words"; "figure"; "tick": a box; "write": room to write in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing:
    """Everything a listing says."""

    title: str
    club: str
    about: str
    """What it is a list of: "Friday 14 November 2026, 31 people"."""
    status: str = ""
    columns: tuple[Heading, ...]
    rows: tuple[tuple[object, ...], ...]
    """A string for every column; in a column of kind "tick" BOX or TICKED."""
    totals: tuple[str, ...] = ()
    scale: float = 1.0
    """How large: above 1 to be read on a wall."""
    notes: tuple[str, ...] = ()


HIGH = 19.0
WRITE = 74.0
"""Room for a few words by hand."""


def listing_pdf(*listings: Listing, paper: str = "A4") -> bytes:
    """Return listings as one PDF on "A4" or "Letter", each from a page of its own."""
    on = PAPERS[paper]
    sheets = [
        Sheet(
            title=listing.title,
            about=f"{listing.club} · {listing.about}",
            strips=_strips(listing, on),
        )
        for listing in listings
    ]
    return pdf(
        sheets, paper=on, title=f"{listings[0].title}, {listings[0].club}, {listings[0].about}"
    )


def _strips(listing: Listing, paper: Paper) -> list[Strip]:
    about = " · ".join(filter(None, (listing.club, listing.about)))
    return [
        heading(paper, title=listing.title, subtitle=about, status=listing.status),
        *table(listing.columns, listing.rows, paper, totals=listing.totals, scale=listing.scale),
        space(8),
        *(paragraph(note, paper.left, paper.right) for note in listing.notes),
    ]


def table(
    columns: Sequence[Heading],
    rows: Sequence[Sequence[object]],
    paper: Paper,
    *,
    totals: Sequence[str] = (),
    scale: float = 1.0,
    title: Strip | None = None,
) -> list[Strip]:
    """Return a table between the margins; its head, below its `title`, is repeated on every
    page."""
    placed = _placed(columns, rows, totals, paper, scale)
    between, high = {"x0": paper.left, "x1": paper.right}, HIGH * scale
    head = row(heads(placed), **between, least=HIGH, keep=True, weight=1.1, colour=INK)
    head = beside([title, head], keep=True) if title else head
    strips = [head]
    for cells in rows:
        drawn = [_cell(column, value) for column, value in zip(placed, cells, strict=True)]
        strips.append(row(drawn, **between, least=high, head=head))
    if totals:
        cells = [column.cell(value) for column, value in zip(placed, totals, strict=True)]
        strips.append(row(cells, **between, least=high, head=head, weight=1.1, colour=INK))
    return strips


def _placed(columns, rows, totals, paper: Paper, scale: float) -> list[Column]:
    """Return the columns: each as wide as it needs, and the name takes what is left."""
    values = [[*(cells[no] for cells in rows), *totals[no : no + 1]] for no in range(len(columns))]
    widths = [_width(column, cells) * scale for column, cells in zip(columns, values, strict=True)]
    left = paper.measure - 2 * INSET - GAP * (len(columns) - 1)
    names = [no for no, column in enumerate(columns) if column.kind == "name"]
    least = 110.0 * scale * len(names)
    others = sum(width for no, width in enumerate(widths) if no not in names)
    squeeze = min(1.0, (left - least) / others) if others else 1.0
    for no in range(len(widths)):
        widths[no] = (left - others * squeeze) / len(names) if no in names else widths[no] * squeeze
    made = [_column(column, width, scale) for column, width in zip(columns, widths, strict=True)]
    return side_by_side(made, paper.left + INSET)


def _width(column: Heading, values: Sequence[object]) -> float:
    title = widest_word(column.title, ITALIC, 8.5) + 2
    if column.kind == "tick":
        return max(title, 18.0)
    if column.kind == "write":
        return max(title, WRITE)
    words = [value for value in values if isinstance(value, str)]
    return max(title, fitting_width(words, SANS, 9, most=60 if column.kind == "figure" else 170))


def _column(column: Heading, width: float, scale: float) -> Column:
    if column.kind == "name":
        return Column(title=column.title, width=width, face=BOLD, size=10 * scale, lines=4)
    align = {"figure": "right", "tick": "centre"}.get(column.kind, "left")
    fits = {"least": TINY} if column.kind == "figure" else {"lines": 3}
    return Column(title=column.title, width=width, align=align, size=9 * scale, **fits)


def _cell(column: Column, value: object):
    if isinstance(value, str):
        return column.cell(value, INK if column.face == BOLD or column.align == "right" else MUTED)
    return Box(column.anchor, value is TICKED)


@dataclass(frozen=True, slots=True)
class Box:
    """A box to tick, in the middle of a row."""

    x: float
    ticked: bool
    side: float = 10.0

    @property
    def height(self) -> float:
        return self.side

    def draw(self, pen: Pen, top: float, height: float) -> None:
        pen.tick_box(self.x - self.side / 2, top - (height + self.side) / 2, ticked=self.ticked)
