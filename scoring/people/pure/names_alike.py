"""Find names that may be the same person's, which differ by an accent, a space, a hyphen or a
typing error."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rapidfuzz.distance import OSA

from scoring.common.names import folded, name_key

SHORTEST_DOUBLED = 3
SHORTEST_MISSPELT = 6
"""From this length a letter more or less may be an error. Below it, it is another name, as Ann is
not Anna."""


class Spelled(NamedTuple):
    """A name as it is compared with many others."""

    key: str
    words: tuple[str, ...]
    """Without case and accents."""
    bare: str
    """Its letters and figures alone."""
    single: str
    """The same, with each doubled letter once."""
    marks: tuple[str, ...]
    """The initials and figures that people add to distinguish two of one name."""

    @classmethod
    def of(cls, name: str) -> Spelled:
        said = folded(name)
        bare = "".join(filter(str.isalnum, said))
        marks = (word for word in said.replace(".", " ").split() if _is_mark(word))
        return cls(
            name_key(name),
            tuple(said.split()),
            bare,
            "".join(letter for letter, _ in groupby(bare)),
            tuple(sorted(marks)),
        )

    @property
    def slips(self) -> set[str]:
        """The forms that a name shares with its misspellings, with one letter left out, or no
        double letters."""
        bare = self.bare
        return {bare, self.single, *(bare[:no] + bare[no + 1 :] for no in range(len(bare)))}

    def is_alike(self, other: Spelled) -> bool:
        """Return whether two names that are not the same may be one person's, misspelt."""
        if self.key == other.key:
            return False
        if self.bare == other.bare:
            return True
        if self.marks != other.marks or _another_ending(self.words, other.words):
            return False
        shorter = min(len(self.bare), len(other.bare))
        if shorter >= SHORTEST_DOUBLED and self.single == other.single:
            return True
        # One letter more, less or other, or two neighbours changed over.
        return shorter >= SHORTEST_MISSPELT and self._is_a_slip_from(other)

    def is_near(self, other: Spelled) -> bool:
        """Return whether two different names may be the same person's, where most people are known.

        It also allows another ending (Evelin, Eveline). In a short name it allows a letter more or
        less, or two swapped (Bne, Ben).
        """
        if self.is_alike(other):
            return True
        if self.bare == other.bare or self.marks != other.marks:
            return False
        shorter, longer = sorted((len(self.bare), len(other.bare)))
        if shorter < SHORTEST_DOUBLED or not self._is_a_slip_from(other):
            return False
        enough = shorter >= SHORTEST_MISSPELT or shorter < longer
        return enough or sorted(self.bare) == sorted(other.bare)

    def _is_a_slip_from(self, other: Spelled) -> bool:
        return OSA.distance(self.bare, other.bare, score_cutoff=1) <= 1


def alike(one: str, other: str) -> bool:
    """Return whether two names that are not the same may be one person's, misspelt."""
    return Spelled.of(one).is_alike(Spelled.of(other))


def near(one: str, other: str) -> bool:
    """Return whether two different names may be the same person's, where most people are known."""
    return Spelled.of(one).is_near(Spelled.of(other))


class Likenesses:
    """Many names, to find those that may be the same person's. Names are identified by their
    places. With `most_are_known` they may be only near."""

    def __init__(self, names: Sequence[str], *, most_are_known: bool = False) -> None:
        self._spelled = [Spelled.of(name) for name in names]
        self._may_be = Spelled.is_near if most_are_known else Spelled.is_alike
        self._by_slip: dict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(self._spelled):
            for slip in one.slips:
                self._by_slip[slip].append(place)

    def like(self, name: str) -> list[int]:
        """Return the places of the names that may be this person's, misspelt."""
        return self._like(Spelled.of(name))

    def _like(self, one: Spelled) -> list[int]:
        near = {place for slip in one.slips for place in self._by_slip.get(slip, ())}
        return sorted(place for place in near if self._may_be(one, self._spelled[place]))

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield every two names that may be one person's, in order."""
        for place, one in enumerate(self._spelled):
            yield from ((place, other) for other in self._like(one) if other > place)


def _is_mark(word: str) -> bool:
    return len(word) == 1 or any(map(str.isdigit, word))


def _another_ending(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether only the ends of words differ, as in Daniel and Daniela. That is no typing
    error."""
    if len(one) != len(other):
        return False
    differ = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return all(_but_the_last(*pair) for pair in differ)


def _but_the_last(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return longer[:-1] in (shorter, shorter[:-1])
