"""The fixtures of a division for a wall: as large as its pages allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.common.pdf.flow import Sheet, pages_of, pdf
from scoring.common.pdf.listing import Listing, listings_on
from scoring.common.pdf.page import PAPERS, Paper

SCALES = (1.3, 1.15, 1.0, 0.9)
"""How large its letters may be; never so large that it needs a page more."""


def fixture_sheets_pdf(listings: Sequence[Listing], *, paper: str = "A4") -> bytes:
    """Return the divisions' fixtures as one PDF, each from a page of its own."""
    on, first = PAPERS[paper], listings[0]
    title = f"{first.title}, {first.club}, {first.about}"
    return pdf([_fitted(one, on) for one in listings], paper=on, title=title)


def _fitted(listing: Listing, on: Paper) -> Sheet:
    """Return the largest of those that need the fewest pages."""
    found = [listings_on([replace(listing, scale=scale)], on)[0] for scale in SCALES]
    return min(found, key=lambda sheet: len(list(pages_of(sheet.strips, on))))
