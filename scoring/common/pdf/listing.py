"""A listing: one table of people, over as many pages as it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.common.pdf.code import Code, signs_of
from scoring.common.pdf.flow import Sheet, Strip, beside, pdf, space
from scoring.common.pdf.headings import heading, paragraph
from scoring.common.pdf.lettering import (
    BOLD,
    ITALIC,
    SANS,
    SMALLEST,
    fitting_width,
    text,
    widest_word,
)
from scoring.common.pdf.page import HEAD, INK, MUTED, PAPERS, PEN_ROW, Paper, Pen
from scoring.common.pdf.table import GAP, INSET, Column, Words, heads, row, side_by_side

BOX = object()
TICKED = object()
"""The content of a cell with a box to tick, empty or ticked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """A column, with its title and the kind of its cells."""

    title: str
    kind: str = "words"
    """One of "name", "words", "figure", "tick" (a box), "write" (room to write in) and "share".
    Columns of the kind "share" have the same width."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing:
    """Everything a listing says."""

    title: str
    club: str
    about: str
    """The subject of the list, such as "Friday 14 November 2026, 31 people"."""
    status: str = ""
    columns: tuple[Heading, ...]
    rows: tuple[tuple[object, ...], ...]
    """A string for every column; in a column of kind "tick" BOX or TICKED."""
    totals: tuple[str, ...] = ()
    scale: float = 1.0
    """How large: above 1 to be read on a wall."""
    halves: bool = False
    """Whether the list has two columns, read down the left and then down the right."""
    blocks: bool = False
    """Whether each row with a first cell begins a block, headed by it and never parted."""
    notes: tuple[str, ...] = ()
    code: Code | None = None


WRITE = 96.0
"""Room for a few words by hand."""
NAME = 110.0
"""The least width of a name, at a scale of 1."""
GUTTER = 26.0


def listings_on(listings: Sequence[Listing], on: Paper) -> list[Sheet]:
    """Return listings as sheets, each from a page of its own."""
    return [
        Sheet(
            title=listing.title,
            about=f"{listing.club} · {listing.about}",
            strips=_strips(listing, on),
            name=_named(listing),
            signs=signs_of(listing.code),
        )
        for listing in listings
    ]


def _named(listing: Listing) -> str:
    """Return "Who sits where, by table". The date is left out, as all sheets share it."""
    _, comma, last = listing.about.rpartition(", ")
    return f"{listing.title}{comma}{last if comma else ''}"


def listing_pdf(*listings: Listing, paper: str = "A4") -> bytes:
    """Return listings as one PDF on "A4" or "Letter", each from a page of its own."""
    on, first = PAPERS[paper], listings[0]
    title = f"{first.title}, {first.club}, {first.about}"
    return pdf(listings_on(listings, on), paper=on, title=title)


def _strips(listing: Listing, paper: Paper) -> list[Strip]:
    about = " · ".join(filter(None, (listing.club, listing.about)))
    head = heading(
        paper, title=listing.title, subtitle=about, status=listing.status, code=listing.code
    )
    notes = [paragraph(note, paper.left, paper.right) for note in listing.notes]
    if listing.halves and listing.rows:
        # The notes stand above: below two columns nobody would look for them.
        above = [head, *notes, space(8)] if notes else [head]
        room = paper.top - paper.bottom - sum(strip.height for strip in above)
        return [*above, *_in_halves(listing, paper, room)]
    columns, rows = listing.columns, listing.rows
    what = {"totals": listing.totals, "scale": listing.scale}
    return [head, *table(columns, rows, paper, **what), space(8), *notes]


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
    between = {"x0": paper.left, "x1": paper.right}
    placed = _placed(columns, [*rows, *([totals] if totals else [])], scale, **between)
    head = row(heads(placed), **between, least=PEN_ROW, keep=True, weight=1.1, colour=INK)
    head = beside([title, head], keep=True) if title else head
    strips = [head]
    for no, cells in enumerate(rows):
        # Neither the first row stands alone below its head, nor the last above the sum.
        keep = no == 0 and len(rows) > 1 or bool(totals) and no == len(rows) - 1
        strips.append(_row(placed, cells, scale, head=head, keep=keep, **between))
    if totals:
        cells = [column.cell(value) for column, value in zip(placed, totals, strict=True)]
        least = PEN_ROW * scale
        strips.append(row(cells, **between, least=least, head=head, weight=1.1, colour=INK))
    return strips


def _row(placed: Sequence[Column], cells: Sequence[object], scale: float, **how) -> Strip:
    drawn = [_cell(column, value) for column, value in zip(placed, cells, strict=True)]
    return row(drawn, least=PEN_ROW * scale, **how)


def _in_halves(listing: Listing, paper: Paper, room: float) -> Iterator[Strip]:
    """Yield a strip a page, with two columns of whole blocks. The first page has the height `room`,
    later ones a full page. On the last page both columns are about equally high."""
    middle = paper.left + (paper.measure - GUTTER) / 2
    edges = ((paper.left, middle), (middle + GUTTER, paper.right))
    left, right = (list(_half(listing, x0, x1)) for x0, x1 in edges)
    heads = [half.pop(0) for half in (left, right)]
    at = 0
    while at < len(left):
        free = room - sum(strip.height for strip in heads[0])
        first = _as_many(left, at, free)
        second = _as_many(left, first, free)
        if second == len(left):
            first = min(range(at, second + 1), key=lambda cut: _higher(left, at, cut, second))
        yield beside(
            [*heads[0], *sum(left[at:first], [])],
            [*heads[1], *sum(right[first:second], [])] if second > first else [],
        )
        at, room = second, paper.top - paper.bottom - HEAD


def _higher(blocks: Sequence[list[Strip]], first: int, cut: int, last: int) -> float:
    """Return the height of the higher of two columns, parted at `cut`; the left one rather."""
    left, right = _high(blocks[first:cut]), _high(blocks[cut:last])
    return max(left, right + 0.01)


def _as_many(blocks: Sequence[list[Strip]], first: int, room: float) -> int:
    """Return up to which block a column of such height holds them; one at least."""
    last = first + 1
    while last < len(blocks) and _high(blocks[first : last + 1]) <= room:
        last += 1
    return min(last, len(blocks))


def _high(blocks: Sequence[list[Strip]]) -> float:
    return sum(strip.height for block in blocks for strip in block)


def _half(listing: Listing, x0: float, x1: float) -> Iterator[list[Strip]]:
    """Yield the head of a column, then its blocks."""
    scale, between = listing.scale, {"x0": x0, "x1": x1}
    if not listing.blocks:
        placed = _placed(listing.columns, listing.rows, scale, **between)
        yield [row(heads(placed), **between, least=PEN_ROW, weight=1.1, colour=INK)]
        for cells in listing.rows:
            yield [_row(placed, cells, scale, **between)]
        return
    placed = _placed(listing.columns[1:], [cells[1:] for cells in listing.rows], scale, **between)
    yield []
    block: list[Strip] = []
    for title, *cells in listing.rows:
        if title and block:
            yield [*block, space(10 * scale)]
            block = []
        if title:
            words = text(title, face=BOLD, size=11 * scale, width=x1 - x0 - 2 * INSET, lines=2)
            name = Words(words, x0 + INSET)
            block.append(row([name], **between, least=PEN_ROW * scale, weight=1.1, colour=INK))
        block.append(_row(placed, cells, scale, **between))
    yield block


def _placed(
    columns: Sequence[Heading],
    rows: Sequence[Sequence[object]],
    scale: float,
    *,
    x0: float,
    x1: float,
) -> list[Column]:
    """Return the columns. Each is as wide as its longest entry, and the name column takes the rest.
    Columns that share the width all have the same."""
    values = [[cells[no] for cells in rows] for no in range(len(columns))]
    widths = [_width(column, cells, scale) for column, cells in zip(columns, values, strict=True)]
    left = x1 - x0 - 2 * INSET - GAP * (len(columns) - 1)
    takes = [no for no, column in enumerate(columns) if column.kind == "share"]
    takes = takes or [no for no, column in enumerate(columns) if column.kind == "name"]
    least = sum(max(NAME * scale, widths[no][1]) for no in takes if columns[no].kind == "name")
    others = {no: one for no, one in enumerate(widths) if no not in takes}
    wanted = sum(most for most, _ in others.values())
    spare = left - least - sum(needed for _, needed in others.values())
    # What is wanted beyond the need is given as far as the name leaves it.
    more = wanted - sum(needed for _, needed in others.values())
    part = min(1.0, max(0.0, spare / more)) if more else 0.0
    given = {no: needed + (most - needed) * part for no, (most, needed) in others.items()}
    rest = (left - sum(given.values())) / max(1, len(takes))
    made = [
        _column(column, given.get(no, rest), scale).even(map(_said, values[no]))
        for no, column in enumerate(columns)
    ]
    shares = [made[no].size for no in takes if columns[no].kind == "share"]
    for no in takes if shares else ():
        made[no] = replace(made[no], size=min(shares))
    return side_by_side(made, x0 + INSET)


def _said(value: object) -> str:
    return value if isinstance(value, str) else ""


def _width(column: Heading, values: Sequence[object], scale: float) -> tuple[float, float]:
    """Return how wide a column would be, and how wide it must be that no word is parted."""
    title = widest_word(column.title, ITALIC, 8.5) + 2
    if column.kind in ("tick", "write"):
        return (max(title, 18.0 if column.kind == "tick" else WRITE),) * 2
    words = [value for value in values if isinstance(value, str)]
    face = BOLD if column.kind == "name" else SANS
    parted = max((widest_word(value, face, SMALLEST) for value in words), default=0.0) + 1
    size = (10 if column.kind == "name" else 9) * scale
    most = fitting_width(words, face, size, most=1e3 if column.kind == "figure" else 170 * scale)
    needed = fitting_width(words, face, SMALLEST) if column.kind == "figure" else parted
    return max(title, most), max(title, min(most, needed))


def _column(column: Heading, width: float, scale: float) -> Column:
    if column.kind == "name":
        size = 10 * scale
        return Column(title=column.title, width=width, face=BOLD, size=size, lines=4)
    if column.kind == "share":
        size = 13 * scale
        return Column(
            title=column.title, width=width, align="centre", size=size, least=SMALLEST / size
        )
    align = {"figure": "right", "tick": "centre"}.get(column.kind, "left")
    fits = {"least": SMALLEST / (9 * scale)} if align != "left" else {"lines": 4}
    return Column(title=column.title, width=width, align=align, size=9 * scale, **fits)


def _cell(column: Column, value: object):
    if isinstance(value, str):
        return column.cell(value, MUTED if column.face == SANS and column.align == "left" else INK)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A table with its title, and a sentence below it."""

    title: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    totals: tuple[str, ...] = ()
