"""A cut in words: why these people cut, and by which law."""

from __future__ import annotations

from scoring.movements.mix_words import number_told
from scoring.movements.table_cut import AGAIN, BETWEEN_PARTNERS, PARTNERS_CUT, TABLES, Cut

BOOK = "Leeds & Dwight"
RULING = "our ruling: the laws do not say"
RANKS = {"J": "knaves", "A": "aces", "K": "kings", "Q": "queens"}
AT_ONE_TABLE = "All cut, and sit in the order of their cards"
AT_TABLES = (
    "All cut for the tables: the highest cards sit at the first, the next at the second, and so on"
)
FOR_PARTNERS = (
    "The four cut for partners: the two highest play against the two lowest, the highest deals"
)


def why_of(cut: Cut, *, tables: int) -> str:
    """Return what is cut for; where cards were equal, that and what they must be told apart for."""
    if cut.what == TABLES:
        return AT_TABLES if tables > 1 else AT_ONE_TABLE
    if cut.what == PARTNERS_CUT:
        return FOR_PARTNERS
    who = number_told(len(cut.cards)).capitalize()
    where = "two tables" if cut.table is None else "partners and adversaries"
    return f"{who} {RANKS.get(cut.equal, f'{cut.equal}s')} between {where}: they cut again"


def law_of(cut: Cut) -> str:
    """Return what the cut rests on: "Leeds & Dwight, law 13"."""
    if cut.what != AGAIN:
        return f"{BOOK}, laws 8 and 9" if cut.what == TABLES else f"{BOOK}, law 11"
    law = {2: f"{BOOK}, law 13", 3: f"{BOOK}, law 14"}
    return law.get(len(cut.cards), RULING)


def left_equal(cut: Cut) -> str:
    """Return why equal cards of partners were left as they are; nothing where there are none."""
    if cut.what != PARTNERS_CUT:
        return ""
    ranks = [card.rank for card in cut.cards]
    (edge,) = BETWEEN_PARTNERS
    if ranks[edge - 1] == ranks[edge]:
        return ""
    pairs = {"highest": ranks[:edge], "lowest": ranks[edge:]}
    equal = [f"the two {which}" for which, pair in pairs.items() if len(set(pair)) == 1]
    if not equal:
        return ""
    deal = " Of equal highest the first in the room deals." if "the two highest" in equal else ""
    return (
        f"Equal are {' and '.join(equal)}: partners need not be told apart ({BOOK}, law 13).{deal}"
    )
