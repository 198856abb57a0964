"""Strips of a sheet, flowing over as many pages as they need; and small papers cut out of a
page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from threading import Lock

from reportlab.pdfgen.canvas import Canvas

from scoring.sheets.kit.lettering import SANS, clean, forget_words
from scoring.sheets.kit.page import HEAD, MUTED, Paper, Pen, draw_foot, draw_head


@dataclass(frozen=True, kw_only=True, eq=False)
class Strip:
    """A piece that stays in one: its height, and what draws it below a given line."""

    height: float
    draw: Callable[[Pen, float], None]
    keep: bool = False
    """Whether it never stands at the foot of a page without the strip after it."""
    head: Strip | None = None
    """What is repeated above it when it begins a page."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sheet:
    """What begins on a page of its own: title and `about` head its later pages."""

    title: str
    about: str
    strips: Sequence[Strip]
    bare: bool = False
    """Whether its pages have no head: they are cut up, a stack at once."""


def space(height: float, *, keep: bool = False) -> Strip:
    """Return an empty strip."""
    return Strip(height=height, draw=lambda pen, top: None, keep=keep)


def beside(*columns: Sequence[Strip], keep: bool = False, head: Strip | None = None) -> Strip:
    """Return several stacks of strips drawn side by side, as one strip."""

    def draw(pen: Pen, top: float) -> None:
        for strips in columns:
            y = top
            for strip in strips:
                strip.draw(pen, y)
                y -= strip.height

    height = max(sum(strip.height for strip in strips) for strips in columns)
    return Strip(height=height, draw=draw, keep=keep, head=head)


def in_columns(cells: Sequence[Strip], columns: int, head: Strip | None = None) -> list[Strip]:
    """Return cells that know their places, in rows of `columns` filled from left to right."""
    lines = (cells[first : first + columns] for first in range(0, len(cells), columns))
    return [beside(*([cell] for cell in line), head=head) for line in lines]


def pages_of(
    strips: Iterable[Strip], paper: Paper, *, head: float = HEAD
) -> Iterator[list[tuple[Strip, float]]]:
    """Yield the pages: every strip with the line it hangs from; `head` is kept free on the later
    ones."""
    page, y = [], paper.top
    for group in _together(strips):
        height = sum(strip.height for strip in group)
        if page and y - height < paper.bottom - 0.01:
            yield page
            page, y = [], paper.top - head
            if group[0].head:
                group = [group[0].head, *group]
        for strip in group:
            page.append((strip, y))
            y -= strip.height
    yield page


def _together(strips: Iterable[Strip]) -> Iterator[list[Strip]]:
    """Yield the strips that may not be parted."""
    group = []
    for strip in strips:
        group.append(strip)
        if not strip.keep:
            yield group
            group = []
    if group:
        yield group


# reportlab reads a font through one shared cursor: two sheets saved at once would garble each
# other.
_one_at_a_time = Lock()


def pdf(sheets: Sequence[Sheet], *, paper: Paper, title: str) -> bytes:
    """Return the sheets as one PDF; the same strips give the same bytes."""
    try:
        return _drawn(sheets, paper, title)
    finally:
        forget_words()


def _drawn(sheets: Sequence[Sheet], paper: Paper, title: str) -> bytes:
    laid = [
        (one, list(pages_of(one.strips, paper, head=0 if one.bare else HEAD))) for one in sheets
    ]
    pages = sum(len(parts) for _, parts in laid)
    file, page = BytesIO(), 0
    with _one_at_a_time:
        canvas = _canvas(file, paper, title)
        for sheet, parts in laid:
            for no, strips in enumerate(parts):
                page += 1
                pen = _page(canvas)
                if no and not sheet.bare:
                    draw_head(pen, paper, title=sheet.title, about=sheet.about)
                for strip, top in strips:
                    strip.draw(pen, top)
                draw_foot(pen, paper, page=page, pages=pages)
                pen.finish()
        canvas.save()
    return file.getvalue()


def _canvas(file: BytesIO, paper: Paper, title: str) -> Canvas:
    size = (paper.width, paper.height)
    canvas = Canvas(file, pagesize=size, invariant=1, initialFontName=SANS, lang="en")
    canvas.setTitle(clean(title))
    canvas.setAuthor("Bowerbook")
    return canvas


def _page(canvas: Canvas) -> Pen:
    canvas.setLineCap(1)
    return Pen(canvas)


MARK = 9.0
INSIDE = 10.0
"""Between where a card is cut and what stands on it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """The room of a card: nothing is drawn outside."""

    left: float
    right: float
    top: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left


Draw = Callable[[Pen, Frame], None]


def cut_out(cards: Sequence[Draw], paper: Paper, *, across: int, down: int) -> Iterator[Strip]:
    """Yield the rows of cards, `across` in each and `down` of them on a page."""
    height = (paper.top - paper.bottom) / down
    for first in range(0, len(cards), across):
        yield Strip(height=height, draw=_row(cards[first : first + across], paper, across, height))


def _row(cards: Sequence[Draw], paper: Paper, across: int, height: float):
    width = paper.measure / across

    def draw(pen: Pen, top: float) -> None:
        for no, card in enumerate(cards):
            left = paper.left + no * width
            _marks(pen, left, left + width, top, top - height)
            card(
                pen,
                Frame(
                    left=left + INSIDE,
                    right=left + width - INSIDE,
                    top=top - INSIDE,
                    bottom=top - height + INSIDE,
                ),
            )

    return draw


def _marks(pen: Pen, left: float, right: float, top: float, bottom: float) -> None:
    """Draw the four corners to cut along."""
    for x, inwards in ((left, MARK), (right, -MARK)):
        for y, up in ((top, -MARK), (bottom, MARK)):
            pen.line(x, y, x + inwards, y, weight=0.7, colour=MUTED)
            pen.line(x, y, x, y + up, weight=0.7, colour=MUTED)
