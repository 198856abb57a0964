"""A listing: one table of people, over as many pages as it takes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reportlab.lib.colors import Color

from scoring.common.pdf.code import Code, signs_of
from scoring.common.pdf.flow import Sheet, Strip, beside, pdf, space
from scoring.common.pdf.headings import heading, paragraph, section
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
    """One of "name", "words", "figure", "tick" (a box), "dot" (a `Spot`), "write" (room to write
    in), "share" and "sides" (several strings, one below the other). Columns of the last two kinds
    have the same width."""


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
    """A string for every column; in a column of kind "tick" BOX or TICKED, in one of kind "sides"
    a tuple of strings."""
    totals: tuple[str, ...] = ()
    scale: float = 1.0
    """How large: above 1 to be read on a wall."""
    halves: bool = False
    """Whether the list has two columns, read down the left and then down the right."""
    fills: bool = False
    """Whether the list, in one to three such columns, has the largest letters with which it is on
    one page."""
    across: int = 2
    """How many such columns it has."""
    landscape: bool = False
    blocks: bool = False
    """Whether each row with a first cell begins a block, headed by it and never parted."""
    notes: tuple[str, ...] = ()
    beneath: tuple[Part, ...] = ()
    """Tables that follow it on the same sheet."""
    code: Code | None = None


ROOMS = {"tick": 18.0, "dot": 12.0, "write": 96.0}
"""The widths of columns without strings. There a hand has room for a few words."""
NAME = 110.0
"""The least width of a name, at a scale of 1."""
GUTTER = 26.0


def listings_on(listings: Sequence[Listing], on: Paper) -> list[Sheet]:
    """Return listings as sheets, each from a page of its own."""
    return [
        Sheet(
            title=listing.title,
            about=f"{listing.club} · {listing.about}",
            strips=_strips(listing, one),
            name=_named(listing),
            signs=signs_of(listing.code),
            paper=one,
        )
        for listing in listings
        for one in [on.landscape if listing.landscape else on]
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
    if (listing.halves or listing.fills) and listing.rows:
        # The notes stand above: below two columns nobody would look for them.
        above = [head, *notes, space(8)] if notes else [head]
        room = paper.top - paper.bottom - sum(strip.height for strip in above)
        listing = _filling(listing, paper, room) if listing.fills else listing
        return [*above, *_in_halves(listing, paper, room)]
    columns, rows = listing.columns, listing.rows
    what = {"totals": listing.totals, "scale": listing.scale}
    beneath = [strip for part in listing.beneath for strip in _part(part, paper)]
    return [head, *table(columns, rows, paper, **what), space(8), *notes, *beneath]


def _part(part: Part, paper: Paper) -> list[Strip]:
    """Return a table beneath a listing, with its title and its notes."""
    title = section(part.title, paper.left, paper.right)
    notes = [paragraph(note, paper.left, paper.right) for note in part.notes]
    return [space(10), *table(part.columns, part.rows, paper, title=title), space(8), *notes]


def table(
    columns: Sequence[Heading],
    rows: Sequence[Sequence[object]],
    paper: Paper,
    *,
    totals: Sequence[str] = (),
    scale: float = 1.0,
    title: Strip | None = None,
    high: float = PEN_ROW,
) -> list[Strip]:
    """Return a table between the margins, its rows at least so `high` at a scale of 1; its head,
    below its `title`, is repeated on every page."""
    between = {"x0": paper.left, "x1": paper.right}
    placed = _placed(columns, [*rows, *([totals] if totals else [])], scale, **between)
    head = row(heads(placed), **between, least=high, keep=True, weight=1.1, colour=INK)
    head = beside([title, head], keep=True) if title else head
    strips = [head]
    for no, cells in enumerate(rows):
        # Neither the first row stands alone below its head, nor the last above the sum.
        keep = no == 0 and len(rows) > 1 or bool(totals) and no == len(rows) - 1
        strips.append(_row(placed, cells, high * scale, head=head, keep=keep, **between))
    if totals:
        cells = [column.cell(value) for column, value in zip(placed, totals, strict=True)]
        strips.append(row(cells, **between, least=high * scale, head=head, weight=1.1, colour=INK))
    return strips


def _row(placed: Sequence[Column], cells: Sequence[object], high: float, **how) -> Strip:
    drawn = [_cell(column, value) for column, value in zip(placed, cells, strict=True)]
    return row(drawn, least=high, **how)


FILLING = (5.0, 4.3, 3.7, 3.2, 2.8, 2.5, 2.2, 1.95, 1.7, 1.5, 1.35, 1.2, 1.1, 1.0, 0.9, 0.8)
"""How large the letters of a list may be that fills its page."""
READ_ROW = 15.5
"""The height of a row that is only read, at a scale of 1."""
NARROWEST = 100.0
"""The least width of a column of rows, at a scale of 1."""
HEAD_SIZES = (13.0, 8.5, SMALLEST)
"""Of the titles of columns. Only where rows are `LARGE` the first."""
LARGE = 1.5
SMALL_BESIDE = 0.6
"""How large figures are, at least, beside names."""
PARTED = 0.75
"""What letters are worth, beside others of their size, where a name takes two lines."""


def _filling(listing: Listing, paper: Paper, room: float) -> Listing:
    """Return the list in the largest letters with which it is on one page, in as many columns as
    that takes. A list that is too long for a page in any has two columns and as many pages as it
    needs. Lists that can't fit are not laid out, so a long one costs no more than a short one."""
    best, largest = replace(listing, scale=1.0, across=2), 0.0
    for across in (1, 2, 3):
        wide = (paper.measure - GUTTER * (across - 1)) / across
        for scale in FILLING:
            high = len(listing.rows) * READ_ROW * scale / across
            if high > room or wide < NARROWEST * scale:
                continue
            if 10 * scale <= largest:
                break
            one = replace(listing, scale=scale, across=across)
            letters = _letters(one, paper)
            if letters > largest and _is_on_one_page(one, paper, room):
                best, largest = one, letters
    return best


def _letters(listing: Listing, paper: Paper) -> float:
    """Return how large the names of a list are, and less where one takes two lines; nothing where
    one would be cut."""
    x0, x1 = _edges(listing, paper)[0]
    skip = 1 if listing.blocks else 0
    no = next(no for no, one in enumerate(listing.columns) if one.kind == "name")
    rows = [cells[skip:] for cells in listing.rows]
    columns = _placed(listing.columns[skip:], rows, listing.scale, x0=x0, x1=x1)
    entries = [{_said(cells[at]) for cells in rows} for at in range(len(columns))]
    least = SMALL_BESIDE * 9 * listing.scale
    if not all(_is_whole(*one, least) for one in zip(columns, entries, strict=True)):
        return 0.0
    column, names = columns[no - skip], {_said(cells[no]) for cells in listing.rows}
    titles = [cells[0] for cells in listing.rows if listing.blocks]
    if any(_block_title(title, listing, x0, x1).words.shortened for title in titles):
        return 0.0
    if any(widest_word(name, column.face, column.size) > column.width for name in names):
        return 0.0
    one_line = all(column.holds_in(name, 1) for name in names)
    return column.size * (1 if one_line else PARTED)


def _is_whole(column: Column, entries: Iterable[str], least: float) -> bool:
    """Return whether a column has room for its entries, in letters of the least size or more where
    they are no names."""
    large = column.face == BOLD or column.size >= least
    return large and all(column.holds_in(entry, column.lines) for entry in entries)


def _edges(listing: Listing, paper: Paper) -> list[tuple[float, float]]:
    """Return where each column of rows begins and ends."""
    wide = (paper.measure - GUTTER * (listing.across - 1)) / listing.across
    starts = [paper.left + no * (wide + GUTTER) for no in range(listing.across)]
    return [(x0, x0 + wide) for x0 in starts]


def _is_on_one_page(listing: Listing, paper: Paper, room: float) -> bool:
    column = list(_half(listing, *_edges(listing, paper)[0]))
    return len(list(_pages(column, paper, room, listing.across))) == 1


def _in_halves(listing: Listing, paper: Paper, room: float) -> Iterator[Strip]:
    """Yield a strip a page, with columns of whole blocks. The first page has the height `room`,
    later ones a full page. On the last page the columns are about equally high."""
    columns, at = [list(_half(listing, *edges)) for edges in _edges(listing, paper)], 0
    for ends in _pages(columns[0], paper, room, listing.across):
        parts = zip(columns, [at, *ends], ends, strict=False)
        yield beside(
            *(
                [*head, *sum(blocks[first:last], [])]
                for (head, *blocks), first, last in parts
                if last > first
            )
        )
        at = ends[-1]


def _pages(
    column: Sequence[list[Strip]], paper: Paper, room: float, across: int
) -> Iterator[list[int]]:
    """Yield for each page up to which block its columns hold them; `column` is the head of one and
    all blocks."""
    head, *blocks = column
    high, at = [_high([block]) for block in blocks], 0
    while at < len(high):
        free = room - _high([head])
        ends = _ends(high, at, free, across)
        if ends[-1] == len(high):
            low = bisect_left(
                range(int(free)),
                True,
                key=lambda most: _ends(high, at, most, across)[-1] == len(high),
            )
            ends = _ends(high, at, low, across) if low < int(free) else ends
        yield ends
        at, room = ends[-1], paper.top - paper.bottom - HEAD


def _ends(high: Sequence[float], at: int, room: float, across: int) -> list[int]:
    """Return up to which block each column holds them, one at least, if it has this room."""
    ends = []
    for _ in range(across):
        last, left = min(at + 1, len(high)), room - sum(high[at : at + 1])
        while last < len(high) and high[last] <= left:
            left -= high[last]
            last += 1
        ends.append(last)
        at = last
    return ends


def _high(blocks: Sequence[list[Strip]]) -> float:
    return sum(strip.height for block in blocks for strip in block)


def _half(listing: Listing, x0: float, x1: float) -> Iterator[list[Strip]]:
    """Yield the head of a column, then its blocks."""
    scale, between = listing.scale, {"x0": x0, "x1": x1}
    high = (READ_ROW if listing.fills else PEN_ROW) * scale
    if not listing.blocks:
        placed = _placed(listing.columns, listing.rows, scale, **between)
        titles = heads(placed, HEAD_SIZES if listing.fills and scale > LARGE else HEAD_SIZES[1:])
        yield [row(titles, **between, least=PEN_ROW, weight=1.1, colour=INK)]
        for cells in listing.rows:
            yield [_row(placed, cells, high, **between)]
        return
    placed = _placed(listing.columns[1:], [cells[1:] for cells in listing.rows], scale, **between)
    yield []
    block: list[Strip] = []
    for title, *cells in listing.rows:
        if title and block:
            yield [*block, space(high / 2)]
            block = []
        if title:
            name = _block_title(title, listing, x0, x1)
            block.append(row([name], **between, least=high, weight=1.1, colour=INK))
        block.append(_row(placed, cells, high, **between))
    yield block


def _block_title(title: object, listing: Listing, x0: float, x1: float) -> Words:
    """Return the head of a block."""
    size = 11 * listing.scale
    words = text(_said(title), face=BOLD, size=size, width=x1 - x0 - 2 * INSET, lines=2)
    return Words(words, x0 + INSET)


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
    takes = [no for no, column in enumerate(columns) if column.kind in SHARED]
    takes = takes or [no for no, column in enumerate(columns) if column.kind == "name"]
    least = sum(
        max(min(NAME * scale, widths[no][0]), widths[no][1])
        for no in takes
        if columns[no].kind == "name"
    )
    others = {no: one for no, one in enumerate(widths) if no not in takes}
    wanted = sum(most for most, _ in others.values())
    spare = left - least - sum(needed for _, needed in others.values())
    # What is wanted beyond the need is given as far as the name leaves it.
    more = wanted - sum(needed for _, needed in others.values())
    part = min(1.0, max(0.0, spare / more)) if more else 0.0
    given = {no: needed + (most - needed) * part for no, (most, needed) in others.items()}
    rest = (left - sum(given.values())) / max(1, len(takes))
    made = [
        _column(column, given.get(no, rest), scale).even(_all_said(values[no]))
        for no, column in enumerate(columns)
    ]
    shares = [made[no].size for no in takes if columns[no].kind in SHARED]
    for no in takes if shares else ():
        made[no] = replace(made[no], size=min(shares))
    return side_by_side(made, x0 + INSET)


SHARED = ("share", "sides")


def _said(value: object) -> str:
    return value if isinstance(value, str) else ""


def _all_said(values: Sequence[object]) -> Iterator[str]:
    """Yield the strings of a column."""
    for value in values:
        yield from value if isinstance(value, tuple) else (_said(value),)


def _width(column: Heading, values: Sequence[object], scale: float) -> tuple[float, float]:
    """Return how wide a column would be, and how wide it must be that no word is parted."""
    title = widest_word(column.title, ITALIC, 8.5) + 2
    if column.kind in ROOMS:
        return (max(title, ROOMS[column.kind]),) * 2
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
    if column.kind == "sides":
        size = 10 * scale
        least = SMALLEST / size
        return Column(title=column.title, width=width, size=size, lines=2, least=least)
    if column.kind == "share":
        size = 13 * scale
        return Column(
            title=column.title, width=width, align="centre", size=size, least=SMALLEST / size
        )
    align = {"figure": "right", "tick": "centre", "dot": "centre"}.get(column.kind, "left")
    fits = {"least": SMALLEST / (9 * scale)} if align != "left" else {"lines": 4}
    return Column(title=column.title, width=width, align=align, size=9 * scale, **fits)


def _cell(column: Column, value: object):
    if isinstance(value, str):
        return column.cell(value, MUTED if column.face == SANS and column.align == "left" else INK)
    if isinstance(value, tuple):
        return Stacked(tuple(column.cell(one) for one in value))
    if isinstance(value, Spot):
        return replace(value, x=column.anchor)
    return Box(column.anchor, value is TICKED)


@dataclass(frozen=True, slots=True)
class Stacked:
    """Cells one below the other."""

    cells: tuple[Words, ...]

    @property
    def height(self) -> float:
        return sum(cell.height + STACKED for cell in self.cells)

    def draw(self, pen: Pen, top: float, height: float) -> None:
        y = top - (height - self.height) / 2
        for cell in self.cells:
            cell.draw(pen, y, cell.height + STACKED)
            y -= cell.height + STACKED


STACKED = 2.5
"""The space between them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Spot:
    """A dot whose size and colour say something; a ring for too little to say."""

    radius: float
    ink: Color | None
    x: float = 0.0
    height: float = 0.0

    def draw(self, pen: Pen, top: float, height: float) -> None:
        pen.spot(self.x, top - height / 2, self.radius, colour=self.ink)


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
    """A table with its title, and sentences below it, a paragraph each."""

    title: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[object, ...], ...]
    notes: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
