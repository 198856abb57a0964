"""Words as people type them: begun, and misspelt."""

from __future__ import annotations

from os.path import commonprefix

from rapidfuzz.distance import OSA

SHORTEST_MISSPELT, LONG = 4, 7
"""Letters from which a slip is forgiven, and from which two that stand side by side are."""


def begins(begun: str, word: str) -> bool:
    """Return whether a word begins so."""
    return word.startswith(begun)


def nearly_begins(begun: str, word: str) -> bool:
    """Return whether a word begins so but for one slip: a letter more, less or other, or two
    changed over; in a long one two letters side by side (Kathlin, Kathleen). Of four letters the
    first is right, and none is one too many: what else they may be meant for is half the book."""
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
