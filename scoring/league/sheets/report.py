"""A night of a league in words, to be hung up: in letters that fill its page."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from scoring.common.pdf.flow import Sheet, Strip, pages_of, pdf, space
from scoring.common.pdf.headings import heading, paragraph, section
from scoring.common.pdf.lettering import SANS
from scoring.common.pdf.page import INK, PAPERS, Paper


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportSheet:
    """Everything the sheet says: paragraphs with their headings, an entry a line."""

    title: str
    about: str
    paragraphs: tuple[tuple[str, tuple[str, ...]], ...]


SIZE = 11.0
SCALES = (2.6, 2.3, 2.05, 1.85, 1.65, 1.5, 1.35, 1.2, 1.1, 1.0, 0.9)
"""How large its letters may be; never so large that it needs a page more."""
MOST = 60
"""So many entries are not tried in several sizes."""


def report_pdf(report: ReportSheet, *, paper: str = "A4") -> bytes:
    """Return the sheet as a PDF on "A4" or "Letter"; the same report gives the same bytes."""
    on = PAPERS[paper]
    sheet = Sheet(title=report.title, about=report.about, strips=_filling(report, on))
    return pdf([sheet], paper=on, title=f"{report.title}, {report.about}")


def _filling(report: ReportSheet, paper: Paper) -> list[Strip]:
    """Return the strips in the largest letters with which they need one page; those of a report
    that needs more, as large as usual."""

    def fits(scale: float) -> bool:
        return len(list(pages_of(_strips(report, paper, scale), paper))) == 1

    entries = sum(len(lines) for _, lines in report.paragraphs)
    first = bisect_left(SCALES, True, key=fits) if entries <= MOST else len(SCALES)
    return _strips(report, paper, SCALES[first] if first < len(SCALES) else 1.0)


def _strips(report: ReportSheet, paper: Paper, scale: float) -> list[Strip]:
    between = {"x0": paper.left, "x1": paper.right}
    strips = [heading(paper, title=report.title, subtitle=report.about, status="")]
    for title, lines in report.paragraphs:
        head = section(title, **between, scale=scale)
        strips += [space(8 * scale), head, space(6 * scale, keep=True)]
        strips += [
            paragraph(line, **between, face=SANS, size=SIZE * scale, colour=INK) for line in lines
        ]
    return strips
