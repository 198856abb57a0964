"""What stands on a settlement sheet."""

from __future__ import annotations

from dataclasses import dataclass


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
