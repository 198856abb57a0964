"""A year of a club's accounts, with cash in and out, income and expenses, and the balances before
and after. Amounts are in minor units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, groupby

from scoring.euchre.wording import counted
from scoring.money.pure.ledger import CLUB, LedgerLine, Position


@dataclass(frozen=True, kw_only=True, slots=True)
class BookLine(LedgerLine):
    """A valid entry, with its details for the year. `who`, `evening` and `league` are names."""

    dated: date
    kind: str
    note: str = ""
    who: str = ""
    evening: str = ""
    league: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """The total of one item, with income and expense. A league's item has its own `items`, which
    add up to it."""

    title: str
    came: int
    went: int
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class CashRow:
    """A line of the cash book; of an evening's door and pot there is one each."""

    dated: date
    what: str
    who: str
    came: int
    went: int
    balance: int


@dataclass(frozen=True, kw_only=True, slots=True)
class BookYear:
    """A year, from a day to a day, both of it."""

    first: date
    last: date
    before: Position
    """As its first day began, and with it what the book before this one left, whatever its day."""
    after: Position
    cash: tuple[Item, ...]
    """Cash in and out, by item."""
    result: tuple[Item, ...]
    """What the club earned and spent, be it paid or not."""
    brought: int
    """The club's own money at the opening balance, if that was entered."""
    rows: tuple[CashRow, ...]
    promised: int = 0
    """Prizes that were announced but unpaid at the end. They are in no account yet."""
    pots: tuple[tuple[str, int], ...] = ()
    """The pots that the club held for players at the end, with what was in each."""

    @property
    def received(self) -> int:
        return sum(item.came for item in self.cash)

    @property
    def paid(self) -> int:
        return sum(item.went for item in self.cash)

    @property
    def earned(self) -> int:
        return sum(item.came for item in self.result)

    @property
    def spent(self) -> int:
        return sum(item.went for item in self.result)

    @property
    def adds_up(self) -> bool:
        """Whether the balances before and the entries add up to the balances after, to the
        penny."""
        rows = self.rows[-1].balance if self.rows else self.before.cash
        cash = self.before.cash + self.received - self.paid
        own = self.before.own + self.earned - self.spent
        return cash == self.after.cash == rows and own == self.after.own


def book_year(
    lines: Sequence[BookLine], *, first: date, last: date, before: Position, after: Position
) -> BookYear:
    """Return the year of these entries, in order. The balances come from the club's accounts,
    not from the entries, so that each checks the other. Opening balances of the year are in
    `before`."""
    brought = sum(_own(line) for line in lines if line.kind == OPENING)
    lines = [line for line in lines if line.kind != OPENING]
    own = [line for line in lines if line.kind != TABLES]
    return BookYear(
        first=first,
        last=last,
        before=before,
        after=after,
        cash=_items(lines, lambda line: line.cash),
        result=_items(own, _own),
        brought=brought,
        rows=tuple(_rows(lines, before.cash)),
    )


OPENING, TABLES = "opening", "settlement"
"""An opening balance is no income. At the tables one player's win is another's loss."""
TITLES = {
    "fee": "Check-in fees",
    "charge": "Charged",
    "pot": "Into the pots",
    "prize": "Prizes",
    "received": "Received",
    "spent": "Spent",
    "held": "Pots",
    "adjustment": "Corrections",
    "paid in": "Paid in from accounts",
    "paid out": "Paid out to accounts",
    "payment": "Payments between players",
}
"""Each kind of line as a year calls it, in the order of a sheet."""
BY_NOTE = ("charge", "received", "spent", "held")
"""The purpose of these is in their note."""
EACH_EVENING = ("fee", "pot")
"""Entries that an evening has many of. They share one row for each evening."""


def _own(line: LedgerLine) -> int:
    """Return by how much a line makes the club richer, were everybody even."""
    amount = line.amount * ((line.credited is CLUB) - (line.debited is CLUB))
    return line.cash + amount - line.held


def _items(lines: Iterable[BookLine], moved: Callable[[BookLine], int]) -> tuple[Item, ...]:
    """Return the totals of entries by item, with those of a league as one."""
    of_leagues: dict[str, list[BookLine]] = {}
    for line in lines:
        if moved(line):
            of_leagues.setdefault(line.league, []).append(line)
    found = list(_by_title(of_leagues.pop("", ()), moved))
    for league, those in of_leagues.items():
        items = tuple(_by_title(those, moved))
        came, went = (sum(getattr(item, side) for item in items) for side in ("came", "went"))
        found.append(Item(title=league, came=came, went=went, items=items))
    return tuple(found)


def _by_title(lines: Iterable[BookLine], moved: Callable[[BookLine], int]) -> Iterator[Item]:
    """Yield the totals of entries by item. The first spelling of a note is its title."""
    found: dict[tuple[int, str], list[BookLine]] = {}
    order = list(TITLES)
    for line in lines:
        about = _title_in_year(line).casefold()
        found.setdefault((order.index(line.kind), about), []).append(line)
    for _, those in sorted(found.items(), key=lambda item: item[0][0]):
        yield Item(
            title=_title_in_year(those[0]),
            came=sum(max(0, moved(line)) for line in those),
            went=sum(max(0, -moved(line)) for line in those),
        )


def _about(line: BookLine) -> str:
    return line.note if line.kind in BY_NOTE else ""


def _title(line: BookLine) -> str:
    about = _about(line)
    return f"{TITLES[line.kind]}: {about}" if about else TITLES[line.kind]


def _title_in_year(line: BookLine) -> str:
    """Return what a line is for; under its league's name, without it."""
    if not line.league:
        return _title(line)
    return _about(line).removesuffix(f", {line.league}") or TITLES[line.kind]


def _rows(lines: Iterable[BookLine], balance: int) -> Iterable[CashRow]:
    in_cash = (line for line in lines if line.cash)
    for _, alike in groupby(enumerate(_by_evening(in_cash)), key=_together):
        those = [line for _, line in alike]
        came = sum(max(0, line.cash) for line in those)
        went = sum(max(0, -line.cash) for line in those)
        balance += came - went
        one = those[0]
        people = {line.who for line in those}
        yield CashRow(
            dated=one.dated,
            what=" · ".join(filter(None, (_title(one), one.evening, _note(one), _league(one)))),
            who=one.who if len(people) == 1 else counted(len(those), "payment"),
            came=came,
            went=went,
            balance=balance,
        )


def _note(line: BookLine) -> str:
    return "" if line.kind in (*BY_NOTE, *EACH_EVENING) else line.note


def _league(line: BookLine) -> str:
    """Return the league of a line, where its note does not name it already."""
    return "" if line.note.endswith(f", {line.league}") else line.league


def _by_evening(lines: Iterable[BookLine]) -> Iterator[BookLine]:
    """Yield entries by day. An evening's check-in fees and pot come at the first of them."""
    for _, those in groupby(lines, key=lambda line: line.dated):
        found: dict[tuple, list[BookLine]] = {}
        for no, line in enumerate(those):
            found.setdefault(_each_evening(line) or (no,), []).append(line)
        yield from chain.from_iterable(found.values())


def _each_evening(line: BookLine) -> tuple[str, ...]:
    """Return what lines share that make one row; nothing where each has its own."""
    return (line.kind, line.evening) if line.kind in EACH_EVENING and line.evening else ()


def _together(numbered: tuple[int, BookLine]) -> tuple:
    no, line = numbered
    alike = _each_evening(line)
    return (line.dated, *alike) if alike else (no,)
