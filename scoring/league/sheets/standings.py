"""A league for the pub's wall: its tables, the last results, the averages."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common.pdf.flow import Sheet, Strip, pdf, space
from scoring.common.pdf.headings import heading, paragraph, section
from scoring.common.pdf.listing import Heading, table
from scoring.common.pdf.page import PAPERS, Paper


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A table of the sheet with its title, and sentences below it."""

    title: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsSheet:
    """Everything the sheet says."""

    title: str
    about: str
    blocks: tuple[Block, ...]


SCALE = 1.15


def standings_pdf(standings: StandingsSheet, *, paper: str = "A4") -> bytes:
    """Return the sheet as a PDF on "A4" or "Letter"; the same values give the same bytes."""
    on = PAPERS[paper]
    sheet = Sheet(title=standings.title, about=standings.about, strips=_strips(standings, on))
    return pdf([sheet], paper=on, title=f"{standings.title}, {standings.about}")


def _strips(standings: StandingsSheet, paper: Paper) -> list[Strip]:
    strips = [heading(paper, title=standings.title, subtitle=standings.about, status="")]
    for block in standings.blocks:
        title = section(block.title, paper.left, paper.right)
        strips += table(block.columns, block.rows, paper, scale=SCALE, title=title)
        strips.append(space(4))
        strips += [paragraph(note, paper.left, paper.right, size=8.5) for note in block.notes]
        strips.append(space(12))
    return strips
