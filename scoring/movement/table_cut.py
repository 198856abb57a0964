"""Cut cards to form tables, by Leeds & Dwight, laws 8 to 14, and keep every card that was shown.

These laws decide the table of each player. Partners are cut for as the table's own book has it,
which says the highest card, and whether the highest card deals too.

Each player lifts a part of one pack, shows the card under it and puts it back. So all cut from the
same pack (law 9), however many they are. The laws know only one table of four. Our rulings:

- The highest cards belong to the first table, the next to the second, and so on (law 11).
- If not all can sit, the first to come have priority (law 11), and the last wait.
- Equal cards are cut again only where a tie matters. At four that is law 13 and law 14.
- Equal highest cards are cut again where the highest deals, after laws 13 and 14.
- Remaining ties go to the player who came first.
- At four the third highest sits on the dealer's left.
- Only partners cut by these laws have a dealer by the cut (law 11). Elsewhere the deal is drawn
  when the table is opened (scoring.movement.cutting).
- The pack has no joker. For several tables it is the first table's pack.

The same people in the same order, tables and seed show the same cards. Old plans are read with
this, so the card for a number must never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
TABLES, PARTNERS_CUT, AGAIN, DEAL = "tables", "partners", "again", "deal"


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
    """A card that a player cut, with its rank ("J", "10", …) and suit ("S" …)."""

    person: int
    rank: str
    suit: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Cut:
    """One cut each by some people. The highest card comes first, equal cards by who came first."""

    no: int
    what: str
    """TABLES, PARTNERS_CUT, or AGAIN, which is a second cut after equal cards."""
    table: int | None = None
    """Which table they cut at, counted from 0; None while tables are cut for."""
    equal: str | None = None
    """AGAIN: the rank that all of them had cut."""
    deal: bool = False
    """AGAIN: whether only the deal depends on it."""
    manner: Manner = CLUB
    cards: tuple[Shown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Seated:
    """A table that was formed, with its players clockwise, and the first dealer if that was cut
    for."""

    people: tuple[int, ...]
    dealer: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCut:
    """The cuts in order, and their result."""

    cuts: tuple[Cut, ...]
    tables: tuple[Seated, ...]
    waiting: tuple[int, ...]


def card_of(seed: int, cut: int, place: int, lowest: str = "7") -> tuple[str, str]:
    """Return the rank and the suit that a person shows. `place` is their place among all, from 1.

    The cards J♣ A♣ … 7♣ J♦ … 7♠ are counted from 0. The number of the card is the SHA-256 of
    "seed-cut-place", modulo the number of cards in the pack.
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
        parts = dict.fromkeys(edges[1:-1], TABLES)
        playing = room.ranked(playing, apart=parts, what=TABLES, manner=club)
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

    def ranked(self, who: Iterable[int], *, apart: Mapping[int, str], **about) -> list[int]:
        """Return who cut the highest card first. `apart` are the places between which none may be
        equal, with what begins there."""
        found: list[int] = []
        for rank, equal in groupby(self._cut(who, **about), key=lambda card: card.rank):
            people = [card.person for card in equal]
            within = {
                edge - len(found): what
                for edge, what in apart.items()
                if 0 < edge - len(found) < len(people)
            }
            deal = set(within.values()) == {DEAL}
            again = about | {"what": AGAIN, "equal": rank, "deal": deal}
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
        """Return the table's seats, in the order of the cards, or by a second cut for partners."""
        if table.kind not in IN_SIDES:
            return Seated(people=tuple(group), dealer=None)
        half = len(group) // 2
        parts = {half: PARTNERS_CUT} | ({1: DEAL} if manner.deals else {})
        found = self.ranked(group, apart=parts, what=PARTNERS_CUT, table=no, manner=manner)
        people = chain.from_iterable(zip(found[:half], found[half:], strict=True))
        return Seated(people=tuple(people), dealer=found[0] if manner.deals else None)


# -- A cut in words: why these people cut, and by which law.
# ----------------------------------------------------------------------------------------------

RULING = "our ruling: the laws do not say"
TIES = "our ruling, as in Leeds & Dwight, laws 13 and 14"
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
    if cut.deal:
        return f"{who} equal highest cards: they cut again for the deal"
    where = "two tables" if cut.table is None else "partners and adversaries"
    return f"{who} {RANK_WORDS.get(cut.equal, f'{cut.equal}s')} between {where}: they cut again"


def law_of(cut: Cut) -> str:
    """Return the law for the cut, such as "Leeds & Dwight, law 13"."""
    if cut.what != AGAIN:
        return f"{BOOK}, laws 8 and 9" if cut.what == TABLES else cut.manner.law
    if cut.deal or cut.manner.ties:
        return cut.manner.ties or TIES
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
    law = cut.manner.ties or f"{BOOK}, law 13"
    return f"Equal are {' and '.join(equal)}: partners need not be told apart ({law})."
