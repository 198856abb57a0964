"""A night of a league in words, to be hung up."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common.pdf.flow import Sheet, Strip, pdf, space
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


def report_pdf(report: ReportSheet, *, paper: str = "A4") -> bytes:
    """Return the sheet as a PDF on "A4" or "Letter"; the same report gives the same bytes."""
    on = PAPERS[paper]
    sheet = Sheet(title=report.title, about=report.about, strips=_strips(report, on))
    return pdf([sheet], paper=on, title=f"{report.title}, {report.about}")


def _strips(report: ReportSheet, paper: Paper) -> list[Strip]:
    strips = [heading(paper, title=report.title, subtitle=report.about, status="")]
    for title, lines in report.paragraphs:
        strips += [space(8), section(title, paper.left, paper.right), space(6, keep=True)]
        strips += [
            paragraph(line, paper.left, paper.right, face=SANS, size=SIZE, colour=INK)
            for line in lines
        ]
    return strips
