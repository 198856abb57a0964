"""Strips of a sheet, flowing over as many pages as they need; and small papers cut out of a
page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import dropwhile
from threading import Lock

from scoring.common.pdf.lettering import SANS, clean, forget_words
from scoring.common.pdf.page import HEAD, Paper, Pen, draw_foot, draw_head
from scoring.common.pdf.quick import QuickCanvas


@dataclass(frozen=True, kw_only=True, eq=False)
class Strip:
    """A piece that is never split between pages. It has a height, and is drawn below a given
    line."""

    height: float
    draw: Callable[[Pen, float], None]
    keep: bool = False
    """Whether it must not be last on a page. The next strip then stays with it."""
    head: Strip | None = None
    """The head that is repeated above it at the top of a page."""
    blank: bool = False
    """Whether it is blank space. It never starts a page, and needs no room at the foot of one."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sheet:
    """A part that starts on a new page. The title and `about` are at the head of its later
    pages."""

    title: str
    about: str
    strips: Sequence[Strip]
    bare: bool = False
    """Whether its pages have no head, because they are cut into cards."""
    name: str = ""
    """Its name among other sheets, if the title alone isn't unique."""
    footless: bool = False
    """Whether its pages have no foot, because they are hung up."""
    signs: str = ""
    """Of the code of its record, for the foot of each page."""
    paper: Paper | None = None
    """Its paper, if not that of the others: theirs in landscape."""


def space(height: float, *, keep: bool = False) -> Strip:
    """Return an empty strip."""
    return Strip(height=height, draw=lambda pen, top: None, keep=keep, blank=True)


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


def together(strips: Sequence[Strip]) -> list[Strip]:
    """Return the strips so that no page parts them."""
    return [*(replace(strip, keep=True) for strip in strips[:-1]), strips[-1]]


def in_columns(cells: Sequence[Strip], columns: int, head: Strip | None = None) -> list[Strip]:
    """Return cells that know their places, in rows of `columns` filled from left to right."""
    lines = (cells[first : first + columns] for first in range(0, len(cells), columns))
    return [beside(*([cell] for cell in line), head=head) for line in lines]


FEWEST = 110.0
"""The least height of the text on a last page, about six lines."""


def pages_of(
    strips: Iterable[Strip], paper: Paper, *, head: float = HEAD
) -> Iterator[list[tuple[Strip, float]]]:
    """Yield the pages: every strip, with the line where its top is. `head` is kept free on later
    pages. Some strips move to a last page that would be nearly empty."""
    room = paper.top - paper.bottom
    pages = _fill(list(_together(strips)), room, head)
    if len(pages) > 1:
        _even_out(pages[-2], pages[-1], room - head)
    for no, groups in enumerate(pages):
        y, page = paper.top - (head if no else 0), []
        for strip in _with_head(groups) if no else sum(groups, []):
            page.append((strip, y))
            y -= strip.height
        yield page


def _fill(groups: Iterable[list[Strip]], room: float, head: float) -> list[list[list[Strip]]]:
    """Return the groups page by page, as many on each as it holds."""
    pages: list[list[list[Strip]]] = [[]]
    for group in groups:
        first = len(pages) == 1
        free = room if first else room - head
        filled = [*pages[-1], group]
        if pages[-1] and _height(filled if first else [_with_head(filled)]) > free + 0.01:
            group = _without_blanks(group)
            if group:
                pages.append([group])
        else:
            pages[-1].append(group)
    return pages


def _even_out(before: list[list[Strip]], last: list[list[Strip]], room: float) -> None:
    """Move groups to the last page until it is worth its paper, or the one before would be less."""
    while _height(last) < FEWEST and len(before) > 1:
        taken = [before[-1], *last]
        if _height([_with_head(taken)]) > room or _height(before[:-1]) < _height(taken):
            return
        last.insert(0, before.pop())


def _with_head(groups: list[list[Strip]]) -> list[Strip]:
    """Return the strips of a later page, below the head that its first one repeats."""
    strips = _without_blanks(sum(groups, []))
    return [strips[0].head, *strips] if strips and strips[0].head else strips


def _without_blanks(strips: list[Strip]) -> list[Strip]:
    """Return the strips from the first that draws something."""
    return list(dropwhile(lambda strip: strip.blank, strips))


def _height(groups: Iterable[list[Strip]]) -> float:
    """Return the height of groups, without the space below the last strip that draws something."""
    strips = [strip for group in groups for strip in group]
    while strips and strips[-1].blank:
        strips.pop()
    return sum(strip.height for strip in strips)


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


def pdf(sheets: Sequence[Sheet], *, paper: Paper, title: str, contents: bool = False) -> bytes:
    """Return the sheets as one PDF; the same strips give the same bytes. With `contents` a reader
    lists the sheets beside the pages, to jump to one or to print it alone."""
    try:
        return _drawn(sheets, paper, title, contents)
    finally:
        forget_words()


def _drawn(sheets: Sequence[Sheet], paper: Paper, title: str, contents: bool) -> bytes:
    laid = [
        (one, one.paper or paper, list(pages_of(one.strips, one.paper or paper, head=_head(one))))
        for one in sheets
    ]
    pages = sum(len(parts) for *_, parts in laid)
    file, page = BytesIO(), 0
    with _one_at_a_time:
        canvas = _canvas(file, paper, title)
        for sheet, on, parts in laid:
            canvas.setPageSize((on.width, on.height))
            for no, strips in enumerate(parts):
                page += 1
                pen = _page(canvas)
                if contents and not no:
                    canvas.bookmarkPage(f"page-{page}")
                    canvas.addOutlineEntry(clean(sheet.name or sheet.title), f"page-{page}", 0)
                if no and not sheet.bare:
                    draw_head(pen, on, title=sheet.title, about=sheet.about)
                for strip, top in strips:
                    strip.draw(pen, top)
                if not sheet.footless:
                    draw_foot(pen, on, page=page, pages=pages, signs=sheet.signs)
                pen.finish()
        canvas.save()
    return file.getvalue()


def _head(sheet: Sheet) -> float:
    return 0.0 if sheet.bare else HEAD


def _canvas(file: BytesIO, paper: Paper, title: str) -> QuickCanvas:
    size = (paper.width, paper.height)
    canvas = QuickCanvas(file, pagesize=size, invariant=1, initialFontName=SANS, lang="en")
    canvas.setTitle(clean(title))
    canvas.setAuthor("Bowerbook")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def _page(canvas: QuickCanvas) -> Pen:
    canvas.setLineCap(1)
    return Pen(canvas)


MARK = 9.0
INSIDE = 10.0
"""The distance between the cut edge of a card and its content."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """The room of a card, which clips the drawing."""

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
            pen.line(x, y, x + inwards, y)
            pen.line(x, y, x, y + up)
