"""Choose the players who go out when others want to come in, by Leeds & Dwight (1890), laws 8, 9,
13 to 15 and 19.

Cards are cut as for the tables (scoring.movement.table_cut). The laws count rubbers. A table
without rubbers counts games, or rounds of deals, which is our ruling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.movement.table_cut import KNAVE_FIRST, card_of

PIPS = dict(zip("CDHS", "♣♦♥♠", strict=True))
TURNS = {
    "rubber": ("rubber", "rubbers", ""),
    "game": ("game", "games", "; that games count like rubbers is our ruling"),
    "round": (
        "round of deals",
        "rounds of deals",
        "; that rounds of deals count like rubbers is our ruling",
    ),
}


@dataclass(frozen=True, slots=True)
class Card:
    """The card that a player cut, with the player's key, rank ("9", "J", …) and suit ("S" …)."""

    key: int
    rank: str
    suit: str

    @property
    def as_text(self) -> str:
        return f"{self.rank}{PIPS[self.suit]}"

    @property
    def height(self) -> int:
        """The knave is the highest card, then the ace (law 8)."""
        return -KNAVE_FIRST.index(self.rank)


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """The result of cutting: the chosen players, and every card, round by round."""

    chosen: tuple[int, ...]
    rounds: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Sitter:
    """A player at the table, with the number of turns played there without a break."""

    key: int
    name: str
    turns: int
    in_place_of: str = ""
    """The player who left and whose place this one took. Their turns are included (law 19)."""


@dataclass(frozen=True, kw_only=True)
class GoingOut:
    """The players who go out (keys), those who must still cut for it, the reason, and the cards."""

    out: tuple[int, ...] = ()
    must_cut: tuple[int, ...] = ()
    why: tuple[str, ...] = ()
    rounds: tuple[tuple[Card, ...], ...] = ()


def cut(
    people: Sequence[int], *, wanted: int, high: bool, seed: int, lowest: str, no: int = 1
) -> Drawn:
    """Return the `wanted` of these people who cut the highest cards, or the lowest ones.

    Those whose equal cards leave it open cut again (laws 13 and 14). `lowest` is the lowest card of
    the pack that is played. The same seed cuts the same
    cards.
    """
    cards = tuple(
        Card(key, *card_of(seed, no, place, lowest)) for place, key in enumerate(people, 1)
    )
    ranked = sorted(cards, key=lambda card: card.height, reverse=high)
    edge = ranked[wanted - 1].height
    tied = [card.key for card in ranked if card.height == edge]
    sure = [card.key for card in ranked[: wanted - 1] if card.height != edge]
    if len(sure) + len(tied) == wanted:
        return Drawn(chosen=(*sure, *tied), rounds=(cards,))
    left = wanted - len(sure)
    again = cut(tied, wanted=left, high=high, seed=seed, lowest=lowest, no=no + 1)
    return Drawn(chosen=(*sure, *again.chosen), rounds=(cards, *again.rounds))


def who_goes_out(
    sitters: Sequence[Sitter],
    *,
    wanted: int,
    turn: str,
    seed: int | None = None,
    lowest: str = "7",
) -> GoingOut:
    """Return the players who go out, those with the most turns in a row. A tie goes to the lowest
    cards.

    `turn` is a key of TURNS, and `lowest` the lowest card of the pack. Without a seed no cards are
    cut yet, and `must_cut` has the players who will have to. The same seed cuts the same cards.
    """
    if not 0 <= wanted < len(sitters):
        raise ValueError(f"{wanted} of {len(sitters)} cannot go out.")
    if not wanted:
        return GoingOut()
    most = sorted((sitter.turns for sitter in sitters), reverse=True)[wanted - 1]
    sure = sorted(
        (sitter for sitter in sitters if sitter.turns > most), key=lambda sitter: -sitter.turns
    )
    tied = [sitter for sitter in sitters if sitter.turns == most]
    if len(sure) + len(tied) == wanted:
        sure, tied = sure + tied, []
    out, why = (
        tuple(sitter.key for sitter in sure),
        tuple(_out_by_turns(sitter, turn) for sitter in sure),
    )
    if not tied:
        return GoingOut(out=out, why=why)
    more = wanted - len(sure)
    why += (_they_cut(tied, more, turn, everybody=len(tied) == len(sitters)),)
    keys = tuple(sitter.key for sitter in tied)
    if seed is None:
        return GoingOut(out=out, must_cut=keys, why=why)
    drawn = cut(keys, wanted=more, high=False, seed=seed, lowest=lowest)
    names = {sitter.key: sitter.name for sitter in tied}
    return GoingOut(
        out=(*out, *drawn.chosen),
        why=why + describe_cards(drawn, names, does="goes out"),
        rounds=drawn.rounds,
    )


def describe_cards(drawn: Drawn, names: dict[int, str], *, does: str) -> tuple[str, ...]:
    """Return what the cards decided, in sentences: the players who cut again, and the result, with
    the verb `does`."""
    again = tuple(
        f"{listed([names[card.key] for card in cards])} cut equal cards: they cut again "
        "(Leeds & Dwight, laws 13 and 14)."
        for cards in drawn.rounds[1:]
    )
    last = {card.key: card for cards in drawn.rounds for card in cards}
    return again + tuple(
        f"{names[key]} cut {last[key].as_text} and {does}." for key in drawn.chosen
    )


def listed(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Ben", "Ann, Ben and Cat"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def describe_turns(number: int, turn: str) -> str:
    """Return "1 rubber", "2 rounds of deals", "none yet"."""
    one, many, _ = TURNS[turn]
    return f"{number} {one if number == 1 else many}" if number else "none yet"


def law_15(turn: str) -> str:
    return f"(Leeds & Dwight, law 15{TURNS[turn][2]})"


def _out_by_turns(sitter: Sitter, turn: str) -> str:
    played = describe_turns(sitter.turns, turn)
    if sitter.in_place_of:
        return (
            f"{sitter.name} goes out after {played}: those of {sitter.in_place_of} count, whose "
            "place "
            f"{sitter.name} took (Leeds & Dwight, law 19)."
        )
    return f"{sitter.name} goes out after {played}: who stays has played fewer {law_15(turn)}."


def _they_cut(tied: list[Sitter], wanted: int, turn: str, *, everybody: bool) -> str:
    lowest = "the lowest goes out" if wanted == 1 else "the two lowest go out"
    return f"{_who_are_equal(tied, turn, everybody)}: they cut, {lowest} {law_15(turn)}."


def _who_are_equal(tied: list[Sitter], turn: str, everybody: bool) -> str:
    number, names = tied[0].turns, listed([sitter.name for sitter in tied])
    if number:
        return f"{'All' if everybody else names} have played {describe_turns(number, turn)}"
    one = TURNS[turn][0]
    return (
        f"No one has played a whole {one} yet"
        if everybody
        else f"{names} have played no whole {one} yet"
    )
