"""The rules card, with points, the end of a game, and penalties, on one page or on the two sides of
one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.common.pdf.code import SIGNS, Code, put_code, signs_of
from scoring.common.pdf.flow import Sheet, Strip, beside, pages_of, pdf, space
from scoring.common.pdf.headings import paragraph
from scoring.common.pdf.lettering import BOLD, ITALIC, SMALLEST, fitting_width, text
from scoring.common.pdf.mark import WIDE, draw_mark
from scoring.common.pdf.page import INK, MUTED, PAPERS, Paper, Pen
from scoring.common.pdf.table import GAP, INSET, Column, row, side_by_side
from scoring.euchre.rule_set import Law
from scoring.euchre.rules_pages.lines import RuleLine
from scoring.euchre.rules_pages.page import OUR_RULING, RulesPage
from scoring.euchre.rules_pages.point_table import PointRow


@dataclass(frozen=True, kw_only=True)
class RulesCard:
    """The rules of a set, of a house or of a table, to lie on the table or hang on the wall."""

    page: RulesPage
    about: str = ""
    """Its owner, such as "Table 2, The Right Bower Club"; empty for a set of the shelf."""
    code: Code | None = None
    """Of a house's rules, or of the table or the evening that plays by them."""


RULINGS = "Our rulings, where the source is silent"
SIZES = (10.0, 9.5, 9.0, 8.5, SMALLEST)
OF_TWO_SIDES = 9.0
"""The size of the letters where even the smallest leave no card of one side."""
SIDES = 2
BETWEEN = 20.0
CODE = 28.0


def rules_card_pdf(card: RulesCard, *, paper: str = "A4") -> bytes:
    """Return the card as a PDF of one page, or of two if the letters would be too small. The same
    card gives the same bytes."""
    on = PAPERS[paper]
    return pdf([rules_card_on(card, on)], paper=on, title=f"Rules, {card.page.name}")


def rules_card_on(card: RulesCard, on: Paper) -> Sheet:
    """Return the card as a sheet."""
    name = card.page.name
    about = " · ".join(filter(None, (card.about, name)))
    return Sheet(
        title="Rules",
        about=about,
        strips=_strips(card, on),
        name=f"Rules, {name}",
        signs=signs_of(card.code),
    )


def _strips(card: RulesCard, paper: Paper) -> list[Strip]:
    """Return the strips in the largest letters that leave everything on one page, or on two."""
    for size in SIZES:
        strips = _in_letters(card, paper, size)
        if sum(strip.height for strip in strips) <= paper.top - paper.bottom:
            return strips
    strips = _in_letters(card, paper, OF_TWO_SIDES)
    fits = len(list(pages_of(strips, paper))) <= SIDES
    return strips if fits else _in_letters(card, paper, SMALLEST)


def _in_letters(card: RulesCard, paper: Paper, size: float) -> list[Strip]:
    page, middle = card.page, paper.left + (paper.measure - BETWEEN) / 2
    left, right = (paper.left, middle), (middle + BETWEEN, paper.right)
    return [
        _head(card, paper, size),
        *_changes(page, paper, size),
        *_points("Points for a hand", page, page.results, paper, size),
        space(size),
        *_points("Penalties", page, page.penalties, paper, size),
        space(size),
        beside(_games(page, *left, size), _deals(page, *right, size)),
        *_rulings(page, paper, size),
        *_sources(page, paper, size),
    ]


def _head(card: RulesCard, paper: Paper, size: float) -> Strip:
    page = card.page
    about = " · ".join(filter(None, (card.about, page.kind, page.source)))
    mark = size * 3.2
    end = paper.right - (SIGNS + 4 if card.code else 0)
    room = end - paper.left - mark - 14
    name = text(page.name, face=BOLD, size=size * 2.4, width=room, lines=2)
    changed = f"{page.book}, changed as below." if page.house or page.table else page.lead
    lead = text(changed, face=ITALIC, size=size * 1.1, width=room, lines=9, least=1)
    whose = text(about, face=ITALIC, size=size * 0.95, width=end - paper.left, lines=3)
    below = name.height + size * 1.6
    last = below + lead.height + size * 0.8

    def draw(pen: Pen, top: float) -> None:
        draw_mark(pen, end - mark * WIDE, top - mark, mark)
        if card.code:
            put_code(pen, card.code, paper.right - SIGNS / 2, top, side=CODE)
        pen.put(name, paper.left, top - name.size * 0.73)
        pen.put(lead, paper.left, top - below)
        pen.put(whose, paper.left, top - last, colour=MUTED)

    return Strip(height=last + whose.height + size, draw=draw)


def _changes(page: RulesPage, paper: Paper, size: float) -> list[Strip]:
    """Return what is not as the book has it, each beside what the book says."""
    changes = [("Differences from the book", page.house), ("Options of this table", page.table)]
    strips = []
    for title, differences in changes:
        if differences:
            words = "; ".join(f"{one.label}: {one.value} (else {one.was})" for one in differences)
            strips += [
                _title(title, paper.left, paper.right, size),
                *_said([words], paper.left, paper.right, size),
            ]
    return strips


def _points(
    title: str, page: RulesPage, rows: Sequence[PointRow], paper: Paper, size: float
) -> list[Strip]:
    between = {"x0": paper.left, "x1": paper.right}
    columns = _columns(page, paper, size)
    heads = [column.head(size * 0.9) for column in columns if column.title]
    strips = [_title(title, paper.left, paper.right, size)]
    if page.columns:
        strips.append(row(heads, **between, least=size * 1.7, keep=True))
    return [
        *strips,
        *(row(_cells(one, page, columns), **between, least=size * 1.65) for one in rows),
    ]


def _columns(page: RulesPage, paper: Paper, size: float) -> list[Column]:
    """Return the columns, with the result, who scores, the points (for every number of players),
    and the law."""
    figures = [str(seats) for seats in page.columns] or [""]
    changed = any(row.was is not None for row in (*page.results, *page.penalties))
    figure = size * (4.5 if changed else 2.2)
    laws = [_cited(row.law, page) for row in (*page.results, *page.penalties)]
    small = max(SMALLEST, size * 0.9)
    law = fitting_width(laws, ITALIC, small, most=paper.measure * 0.2)
    left = paper.measure - 2 * INSET - law - len(figures) * figure - (len(figures) + 2) * GAP
    columns = [
        Column(width=left * 0.52, size=size, lines=3),
        Column(width=left * 0.48, face=ITALIC, size=size, lines=4),
        *(
            Column(title=title, width=figure, align="right", face=BOLD, size=size)
            for title in figures
        ),
        Column(width=law, face=ITALIC, size=small, lines=4),
    ]
    return side_by_side(columns, paper.left + INSET)


def _cells(one: PointRow, page: RulesPage, columns: Sequence[Column]) -> list:
    what, who, *figures, law = columns
    numbers = one.cells[: len(figures)] or (("–", ""),) * len(figures)
    cells = [f"{number} ({was})" if was else number for number, was in numbers]
    return [
        what.cell(one.what),
        who.cell("; ".join(filter(None, (one.who, one.more))), MUTED),
        *(column.cell(number) for column, number in zip(figures, cells, strict=True)),
        law.cell(_cited(one.law, page), MUTED),
    ]


def _cited(law: Law | None, page: RulesPage) -> str:
    """Return a law as short as it is clear on a card that names its source."""
    if law is None:
        return ""
    if law.ruling:
        return OUR_RULING
    return law.place or law.source if law.source in (page.source, page.name) else law.short


def _games(page: RulesPage, x0: float, x1: float, size: float) -> list[Strip]:
    parts = [
        ("Bidding", page.bidding),
        ("Winning the game", page.ending),
        ("Settling up", page.paying),
        ("Playing alone", page.alone),
    ]
    return [
        strip
        for title, lines in parts
        for strip in _part(title, _sentences(lines, page), x0, x1, size)
    ]


def _deals(page: RulesPage, x0: float, x1: float, size: float) -> list[Strip]:
    deals = [f"{one.what}: {one.next}{_after(one.law, page)}" for one in page.dealing]
    choices = [f"{one.label}: {one.value} ({one.may})" for one in page.choices]
    parts = [
        ("Next dealer", deals),
        ("Cards", _sentences(page.pack, page)),
        ("Options for a table", choices),
    ]
    return [strip for title, lines in parts for strip in _part(title, lines, x0, x1, size)]


def _sentences(lines: Iterable[RuleLine], page: RulesPage) -> list[str]:
    return [f"{line.text}{_after(line.law, page)}" for line in lines]


def _after(law: Law | None, page: RulesPage) -> str:
    return f" ({_cited(law, page)})" if law else ""


def _part(title: str, lines: Sequence[str], x0: float, x1: float, size: float) -> list[Strip]:
    return [_title(title, x0, x1, size), *_said(lines, x0, x1, size)] if lines else []


def _title(title: str, x0: float, x1: float, size: float) -> Strip:
    words = text(title, face=BOLD, size=size * 1.3, width=x1 - x0)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x0, top - size * 1.3)
        pen.rule(x0, x1, top - size * 1.8, weight=1.1, colour=INK)

    return Strip(height=size * 1.8, draw=draw, keep=True)


def _said(lines: Iterable[str], x0: float, x1: float, size: float) -> list[Strip]:
    return [
        space(size * 0.5),
        *(paragraph(line, x0, x1, size=size * 0.95, colour=INK) for line in lines),
        space(size * 0.5),
    ]


def _rulings(page: RulesPage, paper: Paper, size: float) -> list[Strip]:
    rulings = [
        f"{one.label}: {one.text}{' (These house rules replace it.)' if one.replaced else ''}"
        for one in page.rulings
    ]
    half = (len(rulings) + 1) // 2
    middle = paper.left + (paper.measure - BETWEEN) / 2
    if not rulings:
        return []
    columns = (
        _said(rulings[:half], paper.left, middle, size * 0.9),
        _said(rulings[half:], middle + BETWEEN, paper.right, size * 0.9),
    )
    return [_title(RULINGS, paper.left, paper.right, size), beside(*columns)]


def _sources(page: RulesPage, paper: Paper, size: float) -> list[Strip]:
    """Return every law with what rests on it, a paragraph a source."""
    lines = [f"{source}: {laws}." for source, laws in page.sources.items()]
    return _part("Sources", lines, paper.left, paper.right, size * 0.9)
