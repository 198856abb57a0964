"""The draw for the first deal: cards thrown round face up until a jack falls (Foster 1905, law
1)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")


@dataclass(frozen=True, slots=True)
class Thrown:
    """A card thrown face up: to which seat, rank ("9", "J", …) and suit ("S" …)."""

    seat: int
    rank: str
    suit: str


def first_jack(*, seats: int, lowest: str, seed: int) -> tuple[Thrown, ...]:
    """Return the cards thrown, from seat 0 round, up to the first jack: its seat deals first.

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
