"""The lines of an account, of the cash box or of an evening, as a page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from scoring.actions.accounts import why_it_stays
from scoring.figures.ledger import told
from scoring.models import Entry, Player
from scoring.models.accounts import balance_before, cash_of
from scoring.rules.money import written


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line with what it did and what it came to, in words."""

    line: Entry
    words: str
    amount: str
    balance: str = ""
    sign: str = ""
    """Which way it went: "plus", "minus", or nothing where no account is followed."""

    @property
    def who(self) -> Player | None:
        """Whose account it moved; nobody where the club stands on both sides."""
        return self.line.credited or self.line.debited

    @property
    def taken_back(self) -> Entry | None:
        """The line that took this one back."""
        return getattr(self.line, "reversed_by", None)

    @property
    def can_be_taken_back(self) -> bool:
        return not self.taken_back and not why_it_stays(self.line)

    @property
    def has_receipt(self) -> bool:
        return bool(self.line.cash_minor and not self.line.reverses_id and not self.taken_back)


def rows_of_account(lines: Sequence[Entry], player: Player) -> list[Row]:
    """Return the rows of an account with what it stood at after each; lines and rows the latest
    first."""
    amounts = [
        entry.amount_minor if entry.credited_id == player.pk else -entry.amount_minor
        for entry in lines
    ]
    opening = balance_before(lines[-1], player) if lines else 0
    return _with_balances(lines, amounts, opening, currency=player.club.currency, of=player.pk)


def rows_of_box(lines: Sequence[Entry], club) -> list[Row]:
    """Return the rows of the cash box with what it held after each; lines and rows the latest
    first."""
    opening = cash_of(club, before=lines[-1]) if lines else 0
    return _with_balances(
        lines, [entry.cash_minor for entry in lines], opening, currency=club.currency
    )


def rows_of_evening(lines: Sequence[Entry], currency: str) -> list[Row]:
    """Return the rows of an evening, with what each line was about: no account or box is
    followed."""
    return [
        Row(line=entry, words=words_of(entry), amount=written(entry.amount_minor, currency))
        for entry in lines
    ]


def _with_balances(
    lines: Sequence[Entry],
    amounts: list[int],
    opening: int,
    *,
    currency: str,
    of: int | None = None,
) -> list[Row]:
    after = list(accumulate(reversed(amounts), initial=opening))[:0:-1]
    return [
        _row(entry, amount, currency, of=of, balance=written(balance, currency))
        for entry, amount, balance in zip(lines, amounts, after, strict=True)
    ]


def _row(entry: Entry, amount: int, currency: str, *, of: int | None, balance: str) -> Row:
    return Row(
        line=entry,
        words=words_of(entry, of=of),
        amount=written(amount, currency, plus=True),
        balance=balance,
        sign="plus" if amount > 0 else "minus",
    )


def words_of(entry: Entry, *, of: int | None = None) -> str:
    """Return what a line was, from the side of this player, or of the one whom it names."""
    gained = entry.credited_id == (of or entry.credited_id or entry.debited_id)
    other = entry.debited if gained else entry.credited
    about = {"other": str(other), "cash": bool(entry.cash_minor)}
    if entry.closing:
        about["closing"] = entry.closing.no
    if entry.reverses_id:
        return f"Taken back: {told(entry.kind, gained=not gained, **about)}"
    return told(entry.kind, gained=gained, **about)
