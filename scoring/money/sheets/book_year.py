"""A year of the club's accounts on paper, with its cash, its income and expense, and its
balances."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common.pdf.flow import Sheet, Strip, pdf, space, together
from scoring.common.pdf.headings import heading, paragraph, section
from scoring.common.pdf.lettering import text
from scoring.common.pdf.listing import Listing, Part, listings_on, table
from scoring.common.pdf.page import MUTED, PAPERS, Paper, Pen


@dataclass(frozen=True, kw_only=True, slots=True)
class BookYearSheet:
    """Everything the first pages say; the cash book follows, line by line."""

    title: str
    """Whose accounts: "The year’s accounts", a month's."""
    club: str
    about: str
    """Which days."""
    status: str
    parts: tuple[Part, ...]
    notes: tuple[str, ...]
    signs: tuple[str, ...]
    """The people who sign it."""
    leagues: tuple[Part, ...]
    """What a line of each league above is the sum of."""
    cash_book: Listing


SIGN = 34.0
"""The height of a line to sign on."""


def book_year_pdf(year: BookYearSheet, *, paper: str = "A4") -> bytes:
    """Return the sheets as a PDF on "A4" or "Letter"; the same year gives the same bytes."""
    on, title = PAPERS[paper], year.title
    about = f"{year.club} · {year.about}"
    first = Sheet(title=title, about=about, strips=_strips(year, on, title, about))
    return pdf([first, *listings_on([year.cash_book], on)], paper=on, title=f"{title}, {about}")


def _strips(year: BookYearSheet, paper: Paper, title: str, about: str) -> list[Strip]:
    notes = [paragraph(note, paper.left, paper.right) for note in year.notes]
    return [
        heading(paper, title=title, subtitle=about, status=year.status),
        *(strip for part in year.parts for strip in _part(part, paper)),
        *notes,
        *together([space(6, keep=True), *(_signature(who, paper) for who in year.signs)]),
        *(strip for part in year.leagues for strip in (space(18), *_part(part, paper))),
    ]


def _part(part: Part, paper: Paper) -> list[Strip]:
    """Return a table with its title and its sums."""
    title = section(part.title, paper.left, paper.right)
    strips = table(part.columns, part.rows, paper, title=title, totals=part.totals)
    return [*strips, space(12)]


def _signature(who: str, paper: Paper) -> Strip:
    """Return a line to sign on, and who does."""
    half = paper.left + paper.measure * 0.55

    def draw(pen: Pen, top: float) -> None:
        pen.rule(paper.left, half, top - SIGN + 10, weight=0.6, colour=MUTED)
        words = text(who, size=8.5, width=paper.right - half - 10)
        pen.put(words, half + 10, top - SIGN + 10, colour=MUTED)

    return Strip(height=SIGN, draw=draw)
