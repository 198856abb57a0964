"""The cards that were cut for a plan, as its page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.models import Plan, Player
from scoring.models.planning import cut_of
from scoring.movements.table_cut import AGAIN, law_of, left_equal, why_of


@dataclass(frozen=True, kw_only=True)
class CardShown:
    """A card that somebody cut; `place` is his place among all who cut, counted from 1."""

    name: str
    place: int
    rank: str
    suit: str


@dataclass(frozen=True, kw_only=True)
class CutShown:
    """Some people cut once each."""

    no: int
    table: int | None
    """The number of the table at which they cut."""
    again: bool
    why: str
    law: str
    note: str
    cards: tuple[CardShown, ...]


def cuts_of(plan: Plan, people: Mapping[int, Player], tables: Sequence[int]) -> list[CutShown]:
    """Return every cut of a plan, in order; none where nobody cut. `tables` are the numbers of its
    tables."""
    if plan.way != Plan.Way.CUT:
        return []
    names = [str(people.get(key, "somebody")) for key in plan.people]
    return [
        CutShown(
            no=cut.no,
            table=None if cut.table is None else tables[cut.table],
            again=cut.what == AGAIN,
            why=why_of(cut, tables=len(tables)),
            law=law_of(cut),
            note=left_equal(cut),
            cards=tuple(
                CardShown(
                    name=names[card.person], place=card.person + 1, rank=card.rank, suit=card.suit
                )
                for card in cut.cards
            ),
        )
        for cut in cut_of(plan).cuts
    ]
