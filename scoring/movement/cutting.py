"""The draw for the first deal, as a book has it.

Cards are thrown round face up until a jack falls (Foster 1905, law 1). Or all players cut, and the
lowest card deals (Britannica, p. 654) or the highest (Leeds & Dwight, law 11).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from scoring.movement.table_cut import ACE_LAST, KNAVE_FIRST, card_of

RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
JACK, LOWEST, HIGHEST = WAYS = ("jack", "lowest", "highest")


@dataclass(frozen=True, slots=True)
class Thrown:
    """A card that was thrown or cut, with its seat, rank ("9", "J", …) and suit ("S" …)."""

    seat: int
    rank: str
    suit: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FirstDeal:
    """Every card that was shown, round by round, and the one whose seat deals."""

    way: str
    """One of WAYS."""
    rounds: tuple[tuple[Thrown, ...], ...]
    """One where the first jack deals; where all cut, one more for every time that equal cards left
    it open."""
    decides: Thrown

    @property
    def dealer(self) -> int:
        return self.decides.seat


def first_deal(*, way: str, seats: int, lowest: str, seed: int) -> FirstDeal:
    """Return the draw for the first deal. The pack holds every rank from `lowest` up, without a
    joker. The same seed shows the same cards.

    That those cut again who cut equal cards is a ruling of ours, after Leeds & Dwight, law 13.
    """
    if way == JACK:
        thrown = first_jack(seats=seats, lowest=lowest, seed=seed)
        return FirstDeal(way=way, rounds=(thrown,), decides=thrown[-1])
    rounds = tuple(_cuts(way=way, seats=seats, lowest=lowest, seed=seed))
    return FirstDeal(way=way, rounds=rounds, decides=_best(rounds[-1], way)[0])


def _cuts(*, way: str, seats: int, lowest: str, seed: int) -> Iterator[tuple[Thrown, ...]]:
    who, no = list(range(seats)), 1
    while len(who) > 1:
        cards = tuple(Thrown(seat, *card_of(seed, no, seat + 1, lowest)) for seat in who)
        yield cards
        who, no = [card.seat for card in _best(cards, way)], no + 1


def _best(cards: tuple[Thrown, ...], way: str) -> list[Thrown]:
    """Return the cards that deal, equal ones all."""
    ranks = ACE_LAST[::-1] if way == LOWEST else KNAVE_FIRST
    best = min(ranks.index(card.rank) for card in cards)
    return [card for card in cards if ranks.index(card.rank) == best]


def first_jack(*, seats: int, lowest: str, seed: int) -> tuple[Thrown, ...]:
    """Return the cards thrown round from seat 0 up to the first jack, whose seat deals first.

    The pack holds every rank from `lowest` up, without a joker. The same seed throws the same
    cards.
    """
    ranks = RANKS[RANKS.index(lowest) :]
    pack = [(rank, suit) for suit in "CDHS" for rank in ranks]
    Random(seed).shuffle(pack)
    thrown = []
    for no, (rank, suit) in enumerate(pack):
        thrown.append(Thrown(no % seats, rank, suit))
        if rank == "J":
            return tuple(thrown)
    raise AssertionError("A pack always has a jack.")
