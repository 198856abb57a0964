"""What is wrong with the tellings of a table, in sentences for whoever puts it right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.movements.tournament.tellings import TIE, Claims, Fact, Testimony, is_strange, voice_of
from scoring.movements.tournament.values import RoundTable

CALLED = {"hands": "the pad", "director": "the director"}


@dataclass(frozen=True)
class Words:
    """A table and the names of its people."""

    table: RoundTable
    names: Mapping[int, str]

    def name(self, no: int | None) -> str:
        return self.names.get(no, f"No {no}")

    def side(self, side: str) -> str:
        """Return "Ann and Cat"."""
        return " and ".join(map(self.name, self.table.by_side.get(side, ()))) or "somebody"

    def person(self, told: Testimony) -> str:
        """Return "Cat", "Ann and Cat"; empty when nobody knows who spoke."""
        if told.entrant is not None:
            return self.name(told.entrant)
        return self.side(told.side) if told.side in self.table.by_side else ""

    def teller(self, told: Testimony) -> str:
        """Return "Cat's card", "Ann and Cat", "the pad"."""
        if told.source == "card" and told.entrant is not None:
            return f"{self.person(told)}'s card"
        return CALLED.get(told.source) or self.person(told) or "the table's totals"

    def fact(self, fact: Fact) -> str:
        if fact == TIE:
            return "Who won the tie"
        return f"{'Points' if isinstance(fact, str) else 'Lone hands'} of {self.whose(fact)}"

    def whose(self, fact: Fact) -> str:
        return self.side(fact) if isinstance(fact, str) else self.name(fact)

    def value(self, fact: Fact, value: int | str) -> str:
        return self.side(value) if fact == TIE else str(value)


def problems(
    words: Words, told: Sequence[Testimony], claims: Claims, disputed: Sequence[Fact]
) -> tuple[str, ...]:
    """Return sentences: cards that do not count, what lacks, and who said what where they
    differ."""
    strangers = (one for one in told if is_strange(one, words.table))
    missing = (side for side in words.table.by_side if claims and side not in claims)
    return (
        *(f"{words.teller(one)} does not count: its owner did not sit here." for one in strangers),
        *(f"Nobody has told the points of {words.side(side)}." for side in missing),
        *(dispute(words, fact, claims[fact]) for fact in disputed),
    )


def objection(words: Words, told: Testimony) -> str:
    """Return "Ben and Dot object: we had nine." """
    who = words.person(told) or "Somebody"
    verb = "object" if " and " in who else "objects"
    why = f": {told.why.strip()}" if told.why.strip() else ""
    return f"{who} {verb}{why}".rstrip(".") + "."


def afterwards(words: Words, told: Testimony) -> str:
    """Return "After the round Cat's card said: Ann and Cat 6, Ben and Dot 4." """
    said = [f"{words.side(side)} {points}" for side, points in told.points.items()]
    said += [f"{words.fact(TIE).lower()}: {words.side(told.tie)}"] if told.tie else []
    said += [f"{times} alone by {words.name(no)}" for no, times in told.lones.items() if times]
    return f"After the round {words.teller(told)} said: {', '.join(said) or 'nothing'}."


def barred_lones(words: Words, of: Sequence[int]) -> str:
    """Return "Nobody may play alone here: lone hands of Ann count only if the director says
    so." """
    who = " and ".join(map(words.name, of))
    return f"Nobody may play alone here: lone hands of {who} count only if the director says so."


def dispute(words: Words, fact: Fact, said: list[tuple[Testimony, int | str]]) -> str:
    """Return "Points of Ann and Cat: Cat's card says 7, partner Ann's 8, the pad 8." By the sides
    themselves: "Points of Ann and Cat: they say 7 themselves, Ben and Dot say 5." """
    first, *others = sorted(
        odd_first(said, words.table), key=lambda claim: not _of_themselves(words, fact, claim[0])
    )
    parts = [
        _by_a_side(words, fact, *first)
        or f"{words.teller(first[0])} says {words.value(fact, first[1])}"
    ]
    parts += [
        _by_a_side(words, fact, *claim)
        or f"{_other(words, first[0], claim[0])} {words.value(fact, claim[1])}"
        for claim in others
    ]
    return f"{words.fact(fact)}: {', '.join(parts)}."


def _by_a_side(words: Words, fact: Fact, told: Testimony, value: int | str) -> str:
    """Return what partners say at the table: "they say 7 themselves"; nothing where somebody else
    told it."""
    who = words.person(told)
    if told.source != "table" or told.entrant is not None or " and " not in who:
        return ""
    if fact == TIE:
        return f"{who} say {'they did' if value == told.side else f'{words.side(value)} did'}"
    return (
        f"they say {value} themselves"
        if _of_themselves(words, fact, told)
        else f"{who} say {value}"
    )


def _of_themselves(words: Words, fact: Fact, told: Testimony) -> bool:
    """Whether partners speak at the table of their own points: they come first, and are not named
    again."""
    return told.source == "table" and told.entrant is None and told.side == fact


def odd_first(said: list[tuple[Testimony, int | str]], table: RoundTable) -> list:
    """The one whom fewest agree with comes first, then his partner, then the others as they were
    told."""
    times = Counter(value for _, value in said)
    odd = min(said, key=lambda claim: times[claim[1]])
    others = [claim for claim in said if claim is not odd]
    return [odd, *sorted(others, key=lambda claim: not _partners(odd[0], claim[0], table))]


def _partners(one: Testimony, other: Testimony, table: RoundTable) -> bool:
    """Whether these are the cards of two partners."""
    cards = one.source == other.source == "card"
    return cards and voice_of(one, table) == voice_of(other, table)


def _other(words: Words, first: Testimony, told: Testimony) -> str:
    if _partners(first, told, words.table):
        return f"partner {words.name(told.entrant)}'s"
    return words.teller(told)
