"""What stands on a settlement sheet."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.settlement_words import Figures


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerLine:
    """A player of the evening."""

    name: str
    short: str = ""
    """What heads a narrow column; the name when empty."""
    strokes: int | None = None
    """What may stand in strokes beside his figures; None where nothing may."""

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
    carried: bool = False
    """Whether it was left to the accounts: then nobody ticks it here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SittingLine:
    """A sitting of the evening: its title, and who sat with how many points."""

    title: str
    totals: tuple[tuple[int, str], ...]
    """Player (a position in `SettlementSheet.players`) and points: "26"; game points: "+8"."""
    story: tuple[str, ...] = ()
    """Games and rubbers in words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SettlementSheet:
    """Everything a settlement sheet says."""

    club: str
    date: str
    subtitle: str
    """What was played, how much of it and for what: "Call-Ace · 31 hands · 25p a point"."""
    players: tuple[PlayerLine, ...]
    """In the order to print: usually the winner first."""
    figures: tuple[Figures, ...]
    """What each won and lost, in the same order; the last column is what is settled."""
    pairs: tuple[Payment, ...]
    transfers: tuple[Payment, ...]
    """What is still to pay, or was paid, under this closing."""
    currency: str | None = None
    """None when there was no stake: then only points are settled."""
    unit: str = "point"
    """What is settled without a stake: points, or game points."""
    pairs_title: str = "Each pair, Foster’s way"
    notes: tuple[str, ...] = ()
    """By which rules the pairs owe each other."""
    closing: str = ""
    """"Closing 2, replaces closing 1 of 21:40"; empty while the evening is open."""
    sittings: tuple[SittingLine, ...] = ()
    """Printed when there were several, or when one has a story."""
    earlier: tuple[Payment, ...] = ()
    """What was paid under an earlier closing; the transfers are what is left after it."""

    @property
    def worth(self) -> tuple[int, ...]:
        """What each won (above zero) or lost, in what is settled."""
        return self.figures[-1].values
