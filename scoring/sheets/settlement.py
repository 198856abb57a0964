"""The settlement sheet: what each won and lost, who pays whom, and where everybody signs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from scoring.rules.settlement import Debt
from scoring.sheets.debts import owed
from scoring.sheets.flow import Sheet, Strip, pdf, space
from scoring.sheets.headings import heading
from scoring.sheets.page import PAPERS, Paper
from scoring.sheets.settlement_parts import already_paid, of_the_sittings, won_and_lost
from scoring.sheets.signing import signatures

ROWS, ROW_OF_LONG_SHEETS = (26.0, 21.0, 17.0), 18.0


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLine:
    """A player of the evening: points made, net against the table in points and in minor units."""

    name: str
    short: str = ""
    """What heads a narrow column; the name when empty."""
    points: int
    net: int
    minor: int = 0

    @property
    def head(self) -> str:
        """The name for a narrow column."""
        return self.short or self.name


@dataclass(frozen=True, kw_only=True, slots=True)
class Payment:
    """What one player pays another; players are positions in `SettlementSheet.players`."""

    payer: int
    payee: int
    points: int | None = None
    """None where several stakes meet: then only the money says how much."""
    minor: int = 0
    why: str = ""
    """The points behind it, or when it was paid."""
    paid: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class SittingLine:
    """A sitting of the evening: its title, and who sat with how many points."""

    title: str
    totals: tuple[tuple[int, int], ...]
    """Player (a position in `SettlementSheet.players`) and points."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SettlementSheet:
    """Everything a settlement sheet says."""

    club: str
    date: str
    subtitle: str
    """What was played, how much of it and for what: "Call-Ace · 31 hands · 25p a point"."""
    players: tuple[PlayerLine, ...]
    """In the order to print: usually the winner first."""
    pairs: tuple[Payment, ...]
    transfers: tuple[Payment, ...]
    """What is still to pay, or was paid, under this closing."""
    currency: str | None = None
    """None when there was no stake: then only points are settled."""
    closing: str = ""
    """"Closing 2, replaces closing 1 of 21:40"; empty while the evening is open."""
    sittings: tuple[SittingLine, ...] = ()
    """Printed when there were several."""
    earlier: tuple[Payment, ...] = ()
    """What was paid under an earlier closing; the transfers are what is left after it."""


def payments(debts: Iterable[Debt], players: Sequence[Hashable]) -> tuple[Payment, ...]:
    """Return a settlement's debts as payments, given its players in the order of the sheet."""
    position = {player: no for no, player in enumerate(players)}
    return tuple(
        Payment(payer=position[d.debtor], payee=position[d.creditor], points=d.points, minor=d.minor)
        for d in debts
    )


def settlement_pdf(sheet: SettlementSheet, *, paper: str = "A4") -> bytes:
    """Return the sheet as a PDF on "A4" or "Letter"; the same sheet gives the same bytes."""
    on = PAPERS[paper]
    about = " · ".join(part for part in (sheet.club, sheet.date, sheet.subtitle) if part)
    part = Sheet(title="Settlement", about=about, strips=_strips(sheet, on, about))
    return pdf([part], paper=on, title=f"Settlement, {sheet.club}, {sheet.date}")


def _strips(sheet: SettlementSheet, paper: Paper, about: str) -> list[Strip]:
    """Return the strips with the highest rows that still leave everything on one page, if any do."""
    for least in ROWS:
        strips = _at_height(sheet, paper, about, least)
        if sum(strip.height for strip in strips) <= paper.top - paper.bottom:
            return strips
    return _at_height(sheet, paper, about, ROW_OF_LONG_SHEETS)


def _at_height(sheet: SettlementSheet, paper: Paper, about: str, least: float) -> list[Strip]:
    status = sheet.closing or "As it stands, not closed yet"
    names = [player.name for player in sheet.players]
    return [
        heading(paper, title="Settlement", subtitle=about, status=status, warn=not sheet.closing),
        *won_and_lost(sheet, paper, least),
        space(18),
        *owed(sheet, paper, min(least, 20.0)),
        *already_paid(sheet, paper),
        *of_the_sittings(sheet, paper),
        *signatures(names, paper, least + 19),
    ]
