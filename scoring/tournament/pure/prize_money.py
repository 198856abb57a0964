"""The money that the prizes give: fixed amounts, and percentages of the entry fees that were paid.

Our rulings: The number of paid entries, of both groups together, picks the list of prizes. The fee
of an entrant without a group is in no group's money.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from scoring.tournament.pure.formats import Format, Prize
from scoring.tournament.pure.values import Tournament


@dataclass(frozen=True, kw_only=True)
class PrizeMoney:
    """The fees and the prizes of one group, or of all ("")."""

    group: str = ""
    entries: int
    """The number of entries that were paid."""
    fees: int
    fixed: int
    """The sum of the prizes with a fixed amount."""
    prizes: tuple[Prize, ...]
    """The prizes that are given. Each has its amount."""

    @property
    def to_give(self) -> int:
        """What percentages are of."""
        return max(0, self.fees - self.fixed)

    @property
    def given(self) -> int:
        return sum(prize.amount for prize in self.prizes)

    @property
    def left(self) -> int:
        """The fees that no prize gives, below zero if the fixed amounts are larger."""
        return self.fees - self.given


def prize_money(tournament: Tournament) -> tuple[PrizeMoney, ...]:
    """Return the prize money of a tournament, for each group if prizes are by group."""
    fee = tournament.format.fee
    paid = [(one.group, one.fee_paid(fee)) for one in tournament.players]
    return prize_money_of(tournament.format, paid)


def prize_money_of(format: Format, paid: Iterable[tuple[str, int]]) -> tuple[PrizeMoney, ...]:
    """Return the same from the group of each entry and what was paid for it, in minor units."""
    paid = [(group, amount) for group, amount in paid if amount]
    offered = format.prizes_for(len(paid))
    groups = format.groups if format.prizes_by_group else ("",)
    return tuple(
        _of_group(group, [fee for of, fee in paid if group in ("", of)], offered, format)
        for group in groups
    )


def _of_group(
    group: str, paid: list[int], offered: tuple[Prize, ...], format: Format
) -> PrizeMoney:
    found = PrizeMoney(
        group=group,
        entries=len(paid),
        fees=sum(paid),
        fixed=sum(prize.amount for prize in offered),
        prizes=offered,
    )
    return replace(found, prizes=_with_amounts(offered, found.to_give, format))


def _with_amounts(offered: tuple[Prize, ...], to_give: int, format: Format) -> tuple[Prize, ...]:
    """Return the prizes, each percentage with its amount. What rounding leaves goes to the prize
    for the first, or else to the first prize with a percentage."""
    by_percent = [prize for prize in offered if prize.percent]
    if not by_percent:
        return offered
    coin = format.round_to
    amounts = {one.prize: to_give * one.percent // 100 // coin * coin for one in by_percent}
    if format.rest == "first":
        first = "first" if "first" in amounts else by_percent[0].prize
        shared = to_give * sum(prize.percent for prize in by_percent) // 100
        amounts[first] += shared - sum(amounts.values())
    return tuple(replace(one, amount=amounts.get(one.prize, one.amount)) for one in offered)


def describe_prize_money(money: PrizeMoney, written: Callable[[int], str]) -> str:
    """Return a sentence such as "21 paid entries, 105.00 in fees, 98.00 in prizes, 7.00 left.".
    `written` formats minor units."""
    entries = "1 paid entry" if money.entries == 1 else f"{money.entries} paid entries"
    whose = f"{money.group}: " if money.group else ""
    short = money.left < 0
    left = f"{written(abs(money.left))} {'more than the fees' if short else 'left'}"
    fees, given = written(money.fees), written(money.given)
    return f"{whose}{entries}, {fees} in fees, {given} in prizes, {left}."
