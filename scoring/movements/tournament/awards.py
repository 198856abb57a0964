"""A prize given to those who are level for it: money is split to the smallest coin, for a gift they
cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.movements.tournament.contests import Contest
from scoring.movements.tournament.formats import Prize


@dataclass(frozen=True, kw_only=True)
class Won:
    """A prize and to whom it goes: nobody, one, or several who share it or still cut for it."""

    prize: str
    """ "most lone hands"; "first and second" when those places are shared; the name of a pot."""
    to: tuple[int, ...]
    """Numbers of entrants, the lowest first."""
    amount: int | None
    """Minor units, all together; None when there is no money in it."""
    shares: tuple[int, ...] = ()
    """Minor units for each of `to`; empty without money, and while they have to cut."""
    gift: str = ""
    cut: bool = False
    """Whether those in `to` have to cut for it."""
    why: str
    """A sentence with the rule that decided."""
    group: str = ""

    @property
    def key(self) -> str:
        """What a decided cut is known by: "first", "Ladies: first"."""
        return key_of(self.prize, self.group)


def key_of(prize: str, group: str = "") -> str:
    return f"{group}: {prize}" if group else prize


def split(amount: int, heads: int) -> tuple[int, ...]:
    """Return the shares of an amount: equal, but the first have a coin more until none is lost."""
    each, odd = divmod(amount, heads)
    return tuple(each + (place < odd) for place in range(heads))


def award(
    contest: Contest, *, share: bool, decided: Mapping[str, int], group: str = ""
) -> Iterator[Won]:
    """Yield what becomes of the prizes of a contest; `decided` has who won a cut, by the prize's
    key."""
    numbers = tuple(sorted(row.no for row in contest.rows))
    if len(numbers) < 2:
        yield from (_given(prize, numbers, contest.why, group) for prize in contest.prizes)
        return
    shared = [prize for prize in contest.prizes if share and (prize.amount or not prize.gift)]
    if shared:
        yield _shared(shared, numbers, contest.why, group)
    left = [_in_kind(prize) if prize in shared else prize for prize in contest.prizes]
    yield from _cut([prize for prize in left if prize], numbers, contest.why, decided, group)


def _given(prize: Prize, to: tuple[int, ...], why: str, group: str, *, cut: bool = False) -> Won:
    return Won(
        prize=prize.prize,
        to=to,
        amount=prize.amount or None,
        shares=(prize.amount,) if prize.amount and len(to) == 1 else (),
        gift=prize.gift,
        cut=cut,
        why=why,
        group=group,
    )


def _shared(prizes: Sequence[Prize], to: tuple[int, ...], why: str, group: str) -> Won:
    amount = sum(prize.amount for prize in prizes)
    return Won(
        prize=_joined([prize.prize for prize in prizes]),
        to=to,
        amount=amount or None,
        shares=split(amount, len(to)) if amount else (),
        why=f"{why} They share it.",
        group=group,
    )


def _in_kind(prize: Prize) -> Prize | None:
    """What is left of a prize when its money is shared: the gift, which nobody can split."""
    return Prize(prize=prize.prize, gift=prize.gift) if prize.gift else None


def _cut(
    prizes: Sequence[Prize], tied: Sequence[int], why: str, decided: Mapping[str, int], group: str
) -> Iterator[Won]:
    """Yield each prize with its winner where the cut is decided, else with all who cut for it."""
    won, left = {}, list(tied)
    for prize in prizes:
        winner = decided.get(key_of(prize.prize, group))
        if winner in left:
            won[prize] = winner
            left.remove(winner)
    for prize in prizes:
        if prize in won:
            yield _given(prize, (won[prize],), f"{why} Won the cut.", group)
        elif len(left) == 1:
            yield _given(prize, tuple(left), f"{why} Left after the cut.", group)
        else:
            yield _given(prize, tuple(left), f"{why} They cut for it.", group, cut=True)


def _joined(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
