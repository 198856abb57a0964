"""Search by the words that people type: begun, misspelt, in any order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from scoring.common.misspelt import begins, nearly_begins
from scoring.common.names import folded

Item = TypeVar("Item")

LITTLE = {
    *("a", "an", "and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to"),
    *("he", "her", "his", "i", "it", "my", "our", "she", "their", "they", "we", "you", "your"),
    *("did", "didn", "didnt", "do", "does", "doesn", "doesnt", "had", "has", "have", "not", "t"),
    *("s", "somebody", "someone", "was", "with"),
}
"""Words that people type and that help no search: "he didn't follow suit" is "follow suit"."""


def search(
    items: Iterable[Item],
    text: str,
    texts_of: Callable[[Item], Sequence[str]],
    meant: Mapping[str, str] | None = None,
) -> tuple[Item, ...]:
    """Return the items that match every word of a search by the beginnings of their words.

    `texts_of` returns the texts of an item, the most important first. A match in the first ranks
    before one that needs the second too. If there is none, little words are ignored and words
    are replaced by their entry in `meant`. If there is still none, one typing error in each word
    is forgiven. Case and accents don't count. An empty text matches all.
    """
    wanted = _words(text)
    all_of_them = [([_words(one) for one in texts_of(item)], item) for item in items]
    plain = [(meant or {}).get(word, word) for word in wanted if word not in LITTLE] or wanted
    return (
        _found(wanted, all_of_them, begins)
        or _found(plain, all_of_them, begins)
        or _found(plain, all_of_them, nearly_begins)
    )


def _found(
    wanted: list[str],
    items: list[tuple[list[list[str]], Item]],
    how: Callable[[str, str], bool],
) -> tuple[Item, ...]:
    ranked = [(_rank(wanted, words, how), item) for words, item in items]
    found = [(rank, item) for rank, item in ranked if rank is not None]
    return tuple(item for _, item in sorted(found, key=lambda one: one[0]))


def _rank(wanted: list[str], texts: list[list[str]], how: Callable[[str, str], bool]) -> int | None:
    """Return the index of the text that completes the match; None if they don't match. The texts
    are given as their words."""
    words: set[str] = set()
    for rank, text in enumerate(texts):
        words.update(text)
        if all(any(how(begun, word) for word in words) for begun in wanted):
            return rank
    return None


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", folded(text))
