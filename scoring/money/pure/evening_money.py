"""The money of one evening."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from scoring.money.pure.ledger import CLUB, LedgerLine, accounts


class Entered(Protocol):
    """An entry of the accounts, with its kind."""

    kind: str
    debited_id: int | None
    credited_id: int | None
    amount_minor: int
    cash_minor: int


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningMoney:
    """Minor units. `cash` is everything that entered the box, less what left it."""

    fees: int
    fees_paid: int
    pot: int
    pot_paid: int
    prizes: int
    prizes_paid: int
    won: int
    """Money that the settlement moved from losers to winners."""
    received: int
    spent: int
    cash: int

    @property
    def left_in_the_pot(self) -> int:
        """What was put in and not given away; below nothing, the club added it."""
        return self.pot - self.prizes


def evening_money(lines: Iterable[Entered]) -> EveningMoney:
    """Return the totals of an evening's entries. An undone entry is cancelled by its own
    reversal."""
    lines = list(lines)
    return EveningMoney(
        fees=_charged(lines, "fee"),
        fees_paid=_in_cash(lines, "fee"),
        pot=_charged(lines, "pot"),
        pot_paid=_in_cash(lines, "pot"),
        prizes=-_charged(lines, "prize"),
        prizes_paid=-_in_cash(lines, "prize"),
        won=sum(amount for amount in _accounts(lines, "settlement").values() if amount > 0),
        received=_in_cash(lines, "received"),
        spent=-_in_cash(lines, "spent"),
        cash=sum(line.cash_minor for line in lines),
    )


def still_owed_at_the_door(lines: Iterable[Entered]) -> dict[int, int]:
    """Return who was charged more at the door than they paid there, and how much is missing."""
    moved = _accounts(lines, "fee")
    return {who: -amount for who, amount in moved.items() if who is not CLUB and amount < 0}


@dataclass(frozen=True, kw_only=True, slots=True)
class AtTheDoor:
    """How many were charged at check-in, how many of them paid all of it there, and what the others
    did not pay."""

    charged: int
    paid: int
    unpaid: int


def at_the_door(lines: Iterable[Entered]) -> AtTheDoor:
    """Return how many paid at check-in. A fee that was lowered to nothing counts for nobody."""
    fees = [line for line in lines if line.kind == "fee"]
    charges = accounts(
        LedgerLine(debited=line.debited_id, credited=line.credited_id, amount=line.amount_minor)
        for line in fees
        if not line.cash_minor
    )
    charged = {who for who, amount in charges.items() if who is not CLUB and amount < 0}
    owed = still_owed_at_the_door(fees)
    return AtTheDoor(
        charged=len(charged), paid=len(charged - owed.keys()), unpaid=sum(owed.values())
    )


def _charged(lines: list[Entered], kind: str) -> int:
    """Return what players owe the club by lines of this kind, cash aside."""
    charges = [line for line in lines if line.kind == kind and not line.cash_minor]
    return sum(
        line.amount_minor if line.credited_id is CLUB else -line.amount_minor for line in charges
    )


def _in_cash(lines: list[Entered], kind: str) -> int:
    return sum(line.cash_minor for line in lines if line.kind == kind)


def _accounts(lines: Iterable[Entered], kind: str) -> dict:
    return accounts(
        LedgerLine(debited=line.debited_id, credited=line.credited_id, amount=line.amount_minor)
        for line in lines
        if line.kind == kind
    )
