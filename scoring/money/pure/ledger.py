"""A club's accounts: entries that move money from one account to another, and their balances.

An account above zero is owed that much. `CLUB` is the club itself, which holds the cash box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.euchre.settlement import fewest_transfers
from scoring.euchre.statement import Statement

CLUB = None
Accounts = Mapping[Hashable, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerLine:
    """`amount` leaves the account of `debited` and enters that of `credited`; `cash` enters the
    box, and `held` the pots that the club holds for players."""

    debited: Hashable | None = CLUB
    credited: Hashable | None = CLUB
    amount: int
    cash: int = 0
    held: int = 0


class Transfer(NamedTuple):
    """A payment between two people. `CLUB` pays from its box, or is paid into it."""

    payer: Hashable | None
    payee: Hashable | None
    amount: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Position:
    """The club's position, with its cash, the totals that people owe it and that it owes them, and
    the pots that it holds for them."""

    cash: int
    owing: int
    owed: int
    held: int = 0

    @property
    def own(self) -> int:
        """The club's own money, if all accounts were settled."""
        return self.cash + self.owing - self.owed - self.held


def accounts(lines: Iterable[LedgerLine]) -> dict[Hashable, int]:
    """Return the balances of all accounts, including the club's, without zero ones. They add up to
    zero."""
    found: Counter[Hashable] = Counter()
    for line in lines:
        found[line.credited] += line.amount
        found[line.debited] -= line.amount
    return {who: amount for who, amount in found.items() if amount}


def position(players: Accounts, cash: int, held: int = 0) -> Position:
    """Return the club's position from the balances of its players, its cash and its pots."""
    owing = -sum(amount for amount in players.values() if amount < 0)
    return Position(cash=cash, owing=owing, owed=sum(players.values()) + owing, held=held)


def in_money(statement: Statement) -> dict[int, int]:
    """Return what each player of an evening won or lost in money, by their key; 0 where there was
    no stake."""
    won: Counter[int] = Counter()
    # Who signed under two names has the same key twice.
    for key, net in zip(statement.ids, statement.nets, strict=True):
        won[key] += net.minor
    return dict(won)


def moves(before: Accounts, after: Accounts) -> dict[Hashable, int]:
    """Return the change of each account from before to after, without unchanged ones."""
    both = dict.fromkeys([*before, *after])
    moved = {who: after.get(who, 0) - before.get(who, 0) for who in both}
    return {who: amount for who, amount in moved.items() if amount}


def with_the_club(who: Hashable, amount: int) -> LedgerLine:
    """Return the line that moves a player's account by this much, against the club's."""
    return (
        LedgerLine(credited=who, amount=amount)
        if amount > 0
        else LedgerLine(debited=who, amount=-amount)
    )


def paying(payer: Hashable | None, payee: Hashable | None, amount: int) -> LedgerLine:
    """Return the entry of a payment, which adds to the payer's account and takes from the
    payee's."""
    cash = amount * ((payee is CLUB) - (payer is CLUB))
    return LedgerLine(debited=payee, credited=payer, amount=amount, cash=cash)


def by_hand(
    what: str,
    *,
    who: Hashable = CLUB,
    whom: Hashable = CLUB,
    amount: int,
    in_cash: bool = False,
    pot: bool = False,
) -> list[LedgerLine]:
    """Return the entries for a treasurer's input, which are the entry itself, and the cash that
    settles it at once. What is received for a `pot` is held for players.

    Raise ValueError for a kind that can't be entered by hand.
    """
    match what:
        case "paid in":
            return [paying(who, CLUB, amount)]
        case "paid out":
            return [paying(CLUB, who, amount)]
        case "payment":
            return [paying(who, whom, amount)]
        case "pot":
            return [
                LedgerLine(debited=who, amount=amount),
                *([paying(who, CLUB, amount)] if in_cash else []),
            ]
        case "prize":
            return [
                LedgerLine(credited=who, amount=amount),
                *([paying(CLUB, who, amount)] if in_cash else []),
            ]
        case "received":
            return [LedgerLine(amount=amount, cash=amount, held=amount if pot else 0)]
        case "spent":
            return [LedgerLine(amount=amount, cash=-amount)]
        case "put aside":
            return [LedgerLine(amount=amount, held=amount)]
        case "written off":
            return [LedgerLine(amount=amount, held=-amount)]
        case "in favour":
            return [LedgerLine(credited=who, amount=amount)]
        case "against" | "charge":
            return [LedgerLine(debited=who, amount=amount)]
    raise ValueError(f"{what!r} is never entered by hand.")


def to_be_even(players: Accounts, waiting: Iterable[Transfer] = ()) -> list[Transfer]:
    """Return the fewest payments that make every account even once what waits elsewhere was paid
    too."""
    left = Counter(players)
    for payer, payee, amount in waiting:
        left[payer] += amount
        left[payee] -= amount
    parties = dict(left) | {CLUB: -sum(left.values())}
    return [Transfer(*row) for row in fewest_transfers(parties)]


# -- The lines of the club's book in words, from the side of one account.
# ----------------------------------------------------------------------------------------------


def describe_entry(
    kind: str, *, gained: bool, cash: bool = False, other: str = "", closing: int = 1
) -> str:
    """Return an entry in words, such as "Won", "Paid by Ben" or "Door fee, paid".

    `gained` says whether the balance rose, `cash` whether cash moved, `other` whose account is on
    the other side, and `closing` which closing of its evening wrote it.
    """
    if kind == "settlement":
        if closing > 1:
            return f"Settlement corrected, closing {closing}"
        return "Won" if gained else "Lost"
    if kind == "payment":
        return f"Paid {other}" if gained else f"Paid by {other}"
    words = WORDS[kind]
    return words[1] if cash and len(words) > 1 else words[0]


# What a line says; and what it says when it is the cash that settles another one.
WORDS = {
    "fee": ("Check-in fee", "Check-in fee, paid in cash"),
    "pot": ("Into the pot", "Into the pot, paid in cash"),
    "prize": ("Prize", "Prize, paid out in cash"),
    "paid in": ("Paid in",),
    "paid out": ("Paid out",),
    "received": ("Received",),
    "spent": ("Spent",),
    "adjustment": ("Correction",),
    "charge": ("Charged",),
    "opening": ("Opening balance",),
    "held": ("Pot",),
}
