"""The cut that forms tables, after Leeds & Dwight, laws 8 to 14, with every card that was shown.

Who sits at which table is cut by these laws. Partners are cut for in the manner of the table's own
book: which card is the highest, and whether the highest card deals too.

Everybody lifts a part of one pack, shows the card under it and puts it back: so all cut from the
same pack (law 9), however many they are. Rulings of ours, where the laws speak of one table of four
only:

- The highest cards belong to the first table, the next to the second, and so on (law 11).
- Where not all can sit, those who came first have the preference (law 11): the last to come wait.
- Equal cards are cut again where they must be told apart, and only there: at four that is law 13
and law 14.
- What cards do not tell apart, who came first comes first.
- At four the third highest sits on the dealer's left.
- Only partners cut by these laws have a dealer by it (law 11). Elsewhere the deal is drawn when the
table is opened (scoring.movement.cutting).
- The pack that is cut has no joker; for several tables it is the first table's.

The same people in the same order, tables and seed show the same cards: plans of old are read by
this, so what a number draws must never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate, chain, groupby, pairwise

from scoring.movement.mixes import IN_SIDES, TableOf, number_in_words

KNAVE_FIRST = ("J", "A", "K", "Q", "10", "9", "8", "7", "6")
"""The highest first (law 8)."""
ACE_LAST = ("K", "Q", "J", "10", "9", "8", "7", "6", "A")
"""The highest first (Keller 1887, ch. 2)."""
LEAVES_OUT = {"6": (), "7": ("6",), "8": ("6", "7"), "9": ("6", "7", "8")}
"""The ranks that a pack has not, by its lowest."""
SUITS = "CDHS"


def in_pack(ranks: Sequence[str], lowest: str) -> tuple[str, ...]:
    """Return those of the ranks that a pack with this lowest card has."""
    return tuple(rank for rank in ranks if rank not in LEAVES_OUT[lowest])


RANKS = in_pack(KNAVE_FIRST, "7")
"""Of the pack of 32, the highest first (law 8)."""
BOOK = "Leeds & Dwight"
TABLES, PARTNERS_CUT, AGAIN = "tables", "partners", "again"


@dataclass(frozen=True, kw_only=True, slots=True)
class Manner:
    """How a book lets partners be cut for."""

    lowest: str = "7"
    """The lowest card of the pack."""
    ranks: tuple[str, ...] = RANKS
    """The highest first."""
    deals: bool = True
    """Whether who cut the highest card deals."""
    law: str = f"{BOOK}, law 11"
    """What it rests on."""
    ties: str = ""
    """What equal cards rest on, where it is not Leeds & Dwight."""


CLUB = Manner()


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A card that somebody cut: rank ("J", "10", …) and suit ("S" …)."""

    person: int
    rank: str
    suit: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Cut:
    """Some people cut once each; the highest card stands first, equal cards by who came first."""

    no: int
    what: str
    """TABLES, PARTNERS_CUT, or AGAIN: the same, for cards that were equal."""
    table: int | None = None
    """Which table they cut at, counted from 0; None while tables are cut for."""
    equal: str | None = None
    """AGAIN: the rank that all of them had cut."""
    manner: Manner = CLUB
    cards: tuple[Shown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Seated:
    """A table formed: who sits at it, clockwise, and who deals first where that was cut for."""

    people: tuple[int, ...]
    dealer: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCut:
    """What was cut, in order, and what came of it."""

    cuts: tuple[Cut, ...]
    tables: tuple[Seated, ...]
    waiting: tuple[int, ...]


def card_of(seed: int, cut: int, place: int, lowest: str = "7") -> tuple[str, str]:
    """Return the rank and the suit that somebody shows: the person's place among all, counted from
    1.

    It is the card of this number, J♣ A♣ … 7♣ J♦ … 7♠ counted from 0: what the SHA-256 of
    "seed-cut-place", a number, leaves when it is divided by the cards of the pack.
    """
    ranks = in_pack(KNAVE_FIRST, lowest)
    digest = sha256(f"{seed}-{cut}-{place}".encode()).digest()
    number = int.from_bytes(digest, "big") % (len(SUITS) * len(ranks))
    return ranks[number % len(ranks)], SUITS[number // len(ranks)]


def cut_for_tables(
    people: Sequence[int],
    *,
    tables: Sequence[TableOf],
    seed: int,
    manners: Sequence[Manner] = (),
) -> TableCut:
    """Return the cut of these people, in the order in which they came, for these tables.

    `manners` are those of the tables, in their order; without any the club laws' for all. Raises
    ValueError when the tables have more seats than there are people.
    """
    manners = manners or [CLUB] * len(tables)
    edges = list(accumulate((table.seats for table in tables), initial=0))
    if edges[-1] > len(people):
        raise ValueError("More seats than people.")
    room = _Room(people=people, seed=seed)
    playing = list(people[: edges[-1]])
    if len(tables) > 1 or tables[0].kind not in IN_SIDES:
        club = _by_the_club(manners[0].lowest)
        playing = room.ranked(playing, apart=frozenset(edges[1:-1]), what=TABLES, manner=club)
    groups = [playing[start:end] for start, end in pairwise(edges)]
    seated = [
        room.seated(group, no, table, manner)
        for no, (group, table, manner) in enumerate(zip(groups, tables, manners, strict=True))
    ]
    return TableCut(cuts=tuple(room.cuts), tables=tuple(seated), waiting=tuple(people[edges[-1] :]))


def _by_the_club(lowest: str) -> Manner:
    return Manner(lowest=lowest, ranks=in_pack(KNAVE_FIRST, lowest))


class _Room:
    """The people with their pack, and what they have cut so far."""

    def __init__(self, *, people: Sequence[int], seed: int) -> None:
        self.place = {person: place for place, person in enumerate(people, 1)}
        self.seed = seed
        self.cuts: list[Cut] = []

    def ranked(self, who: Iterable[int], *, apart: frozenset[int], **about) -> list[int]:
        """Return who cut the highest card first; `apart` are the places between which none may be
        equal."""
        found: list[int] = []
        for rank, equal in groupby(self._cut(who, **about), key=lambda card: card.rank):
            people = [card.person for card in equal]
            within = frozenset(edge - len(found) for edge in apart) & frozenset(
                range(1, len(people))
            )
            again = about | {"what": AGAIN, "equal": rank}
            found += self.ranked(people, apart=within, **again) if within else people
        return found

    def _cut(self, who: Iterable[int], *, manner: Manner, **about) -> list[Shown]:
        no = len(self.cuts) + 1
        cards = []
        for person in sorted(who, key=self.place.__getitem__):
            rank, suit = card_of(self.seed, no, self.place[person], manner.lowest)
            cards.append(Shown(person=person, rank=rank, suit=suit))
        cards.sort(key=lambda card: manner.ranks.index(card.rank))
        self.cuts.append(Cut(no=no, cards=tuple(cards), manner=manner, **about))
        return cards

    def seated(self, group: list[int], no: int, table: TableOf, manner: Manner) -> Seated:
        """Return who sits where: in the order of the cards, or as they cut again for partners."""
        if table.kind not in IN_SIDES:
            return Seated(people=tuple(group), dealer=None)
        half = len(group) // 2
        found = self.ranked(
            group, apart=frozenset({half}), what=PARTNERS_CUT, table=no, manner=manner
        )
        people = chain.from_iterable(zip(found[:half], found[half:], strict=True))
        return Seated(people=tuple(people), dealer=found[0] if manner.deals else None)


# -- A cut in words: why these people cut, and by which law.
# ----------------------------------------------------------------------------------------------

RULING = "our ruling: the laws do not say"
RANK_WORDS = {"J": "knaves", "A": "aces", "K": "kings", "Q": "queens"}
AT_ONE_TABLE = "All cut, and sit in the order of their cards"
AT_TABLES = (
    "All cut for the tables: the highest cards sit at the first, the next at the second, and so on"
)
FOR_PARTNERS = "The {all} cut for partners: the {half} highest play against the {half} lowest"
HIGHEST_DEALS = ", the highest deals"
ACE_IS_LOWEST = "; the ace is the lowest card"


def why_of(cut: Cut, *, tables: int) -> str:
    """Return what is cut for; where cards were equal, that and what they must be told apart for."""
    if cut.what == TABLES:
        return AT_TABLES if tables > 1 else AT_ONE_TABLE
    if cut.what == PARTNERS_CUT:
        deals = HIGHEST_DEALS if cut.manner.deals else ""
        number = len(cut.cards)
        words = {"all": number_in_words(number), "half": number_in_words(number // 2)}
        return (
            FOR_PARTNERS.format(**words)
            + deals
            + (ACE_IS_LOWEST if cut.manner.ranks[-1] == "A" else "")
        )
    who = number_in_words(len(cut.cards)).capitalize()
    where = "two tables" if cut.table is None else "partners and adversaries"
    return f"{who} {RANK_WORDS.get(cut.equal, f'{cut.equal}s')} between {where}: they cut again"


def law_of(cut: Cut) -> str:
    """Return what the cut rests on: "Leeds & Dwight, law 13"."""
    if cut.what != AGAIN:
        return f"{BOOK}, laws 8 and 9" if cut.what == TABLES else cut.manner.law
    if cut.manner.ties:
        return cut.manner.ties
    law = {2: f"{BOOK}, law 13", 3: f"{BOOK}, law 14"}
    return law.get(len(cut.cards), RULING)


def left_equal(cut: Cut) -> str:
    """Return why equal cards of partners were left as they are; nothing where there are none."""
    if cut.what != PARTNERS_CUT:
        return ""
    ranks = [card.rank for card in cut.cards]
    edge = len(ranks) // 2
    if ranks[edge - 1] == ranks[edge]:
        return ""
    sides = {"highest": ranks[:edge], "lowest": ranks[edge:]}
    equal = [
        f"{'some of ' * (len(set(side)) > 1)}the {number_in_words(edge)} {which}"
        for which, side in sides.items()
        if len(set(side)) < len(side)
    ]
    if not equal:
        return ""
    deals = cut.manner.deals and ranks[0] == ranks[1]
    deal = " Of equal highest the first in the room deals." if deals else ""
    law = cut.manner.ties or f"{BOOK}, law 13"
    return f"Equal are {' and '.join(equal)}: partners need not be told apart ({law}).{deal}"
