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
        return self.side(fact) if isinstance(fact, str) else f"Lone hands of {self.name(fact)}"

    def value(self, fact: Fact, value: int | str) -> str:
        return self.side(value) if fact == TIE else str(value)


def problems(
    words: Words, told: Sequence[Testimony], claims: Claims, disputed: Sequence[Fact]
) -> tuple[str, ...]:
    """Return sentences: cards that do not count, what lacks, and who said what where they differ."""
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


def dispute(words: Words, fact: Fact, said: list[tuple[Testimony, int | str]]) -> str:
    """Return "Ann and Cat: Cat's card says 7, partner Ann's 8, the pad 8." """
    first, *others = odd_first(said, words.table)
    parts = [f"{_first(words, first[0])} {words.value(fact, first[1])}"]
    parts += [f"{_other(words, first[0], told)} {words.value(fact, value)}" for told, value in others]
    return f"{words.fact(fact)}: {', '.join(parts)}."


def odd_first(said: list[tuple[Testimony, int | str]], table: RoundTable) -> list:
    """The one whom fewest agree with comes first, then his partner, then the others as they were told."""
    times = Counter(value for _, value in said)
    odd = min(said, key=lambda claim: times[claim[1]])
    others = [claim for claim in said if claim is not odd]
    return [odd, *sorted(others, key=lambda claim: not _partners(odd[0], claim[0], table))]


def _partners(one: Testimony, other: Testimony, table: RoundTable) -> bool:
    """Whether these are the cards of two partners."""
    cards = one.source == other.source == "card"
    return cards and voice_of(one, table) == voice_of(other, table)


def _first(words: Words, told: Testimony) -> str:
    several = told.source == "table" and told.entrant is None
    return f"{words.teller(told)} {'say' if several else 'says'}"


def _other(words: Words, first: Testimony, told: Testimony) -> str:
    if _partners(first, told, words.table):
        return f"partner {words.name(told.entrant)}'s"
    return words.teller(told)
