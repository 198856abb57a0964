"""Find names that may be the same person's, which differ by an accent, a space, a hyphen or a
typing error."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from rapidfuzz.distance import OSA

from scoring.common.names import folded, name_key

SHORTEST_DOUBLED = 3
SHORTEST_MISSPELT = 6
"""From this length a letter more or less may be an error. Below it, it is another name, as Ann is
not Anna."""


def alike(one: str, other: str) -> bool:
    """Return whether two names that are not the same may be one person's, misspelt."""
    if name_key(one) == name_key(other):
        return False
    bare = _bare(one), _bare(other)
    if bare[0] == bare[1]:
        return True
    if _marks(one) != _marks(other) or _another_ending(one, other):
        return False
    shorter = min(map(len, bare))
    if shorter >= SHORTEST_DOUBLED and _single(bare[0]) == _single(bare[1]):
        return True
    # One letter more, less or other, or two neighbours changed over.
    return shorter >= SHORTEST_MISSPELT and OSA.distance(*bare, score_cutoff=1) <= 1


def near(one: str, other: str) -> bool:
    """Return whether two different names may be the same person's, where most people are known.

    It also allows another ending (Evelin, Eveline). In a short name it allows a letter more or
    less, or two swapped (Bne, Ben).
    """
    if alike(one, other):
        return True
    bare = _bare(one), _bare(other)
    if bare[0] == bare[1] or _marks(one) != _marks(other):
        return False
    shorter, longer = sorted(map(len, bare))
    if shorter < SHORTEST_DOUBLED or OSA.distance(*bare, score_cutoff=1) > 1:
        return False
    return shorter >= SHORTEST_MISSPELT or shorter < longer or sorted(bare[0]) == sorted(bare[1])


class Likenesses:
    """Many names, to find those that may be the same person's. Names are identified by their
    places.

    `may_be` decides for two names, as `alike` or `near`.
    """

    def __init__(self, names: Sequence[str], *, may_be: Callable[[str, str], bool] = alike) -> None:
        self.names = names
        self._may_be = may_be
        self._by_slip: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(names):
            for slip in _slips(name):
                self._by_slip[slip].append(place)

    def like(self, name: str) -> list[int]:
        """Return the places of the names that may be this person's, misspelt."""
        near = {place for slip in _slips(name) for place in self._by_slip.get(slip, ())}
        return sorted(place for place in near if self._may_be(name, self.names[place]))

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield every two names that may be one person's, in order."""
        for place, name in enumerate(self.names):
            yield from ((place, other) for other in self.like(name) if other > place)


def _bare(name: str) -> str:
    """Return the letters and figures of a name, without case, accents, spaces and hyphens."""
    return "".join(filter(str.isalnum, folded(name)))


def _single(bare: str) -> str:
    """Return a name with each doubled letter once."""
    return "".join(letter for letter, _ in groupby(bare))


def _slips(name: str) -> set[str]:
    """Return the forms that a name shares with its misspellings, with one letter left out, or no
    double letters."""
    bare = _bare(name)
    return {bare, _single(bare), *(bare[:no] + bare[no + 1 :] for no in range(len(bare)))}


def _marks(name: str) -> list[str]:
    """Return the initials and figures that people add to distinguish two of one name."""
    return sorted(
        word for word in folded(name).replace(".", " ").split() if len(word) == 1 or _figures(word)
    )


def _figures(word: str) -> bool:
    return any(map(str.isdigit, word))


def _another_ending(one: str, other: str) -> bool:
    """Return whether only the ends of words differ, as in Daniel and Daniela. That is no typing
    error."""
    words = folded(one).split(), folded(other).split()
    if len(words[0]) != len(words[1]):
        return False
    differ = [pair for pair in zip(*words, strict=True) if pair[0] != pair[1]]
    return all(_but_the_last(*pair) for pair in differ)


def _but_the_last(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return longer[:-1] in (shorter, shorter[:-1])
