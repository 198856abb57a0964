"""Match words by their first letters, and forgive typing errors."""

from __future__ import annotations

from os.path import commonprefix

from rapidfuzz.distance import OSA

SHORTEST_MISSPELT, LONG = 4, 7
"""The length from which one typing error is forgiven, and the length from which two adjacent
letters may be wrong."""


def begins(begun: str, word: str) -> bool:
    """Return whether a word begins so."""
    return word.startswith(begun)


def nearly_begins(begun: str, word: str) -> bool:
    """Return whether a word begins so, with at most one typing error: a letter missing, added or
    wrong, or two swapped. In a long word two adjacent letters may be wrong (Kathlin, Kathleen).

    If only four letters were typed, the first must be right and none may be extra. Otherwise they
    would match half of all names.
    """
    length, few = len(begun), len(begun) == SHORTEST_MISSPELT
    if begins(begun, word):
        return True
    if length < SHORTEST_MISSPELT or (few and begun[0] != word[0]):
        return False
    ends = range(length if few else length - 1, length + 2)
    return any(
        OSA.distance(begun, word[:end], score_cutoff=1) <= 1
        or (length >= LONG and _apart(begun, word[:end]) <= 2)
        for end in ends
    )


def _apart(one: str, other: str) -> int:
    """Return how many letters long the stretch is in which two words differ."""
    begin = len(commonprefix([one, other]))
    one, other = one[begin:], other[begin:]
    return max(len(one), len(other)) - len(commonprefix([one[::-1], other[::-1]]))
