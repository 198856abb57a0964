"""Finding a remedy by the words somebody at the table would type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from scoring.rules.names import name_key
from scoring.rules.remedies.remedy import Remedy


def search(remedies: Iterable[Remedy], text: str) -> tuple[Remedy, ...]:
    """Return the remedies in which every word of the text begins a word: first by title, then by
    words.

    Case and accents do not count. An empty text finds all.
    """
    wanted = _words(text)
    ranked = [(_rank(wanted, one), one) for one in remedies]
    return tuple(one for rank in range(3) for at, one in ranked if at == rank)


def _rank(wanted: list[str], remedy: Remedy) -> int:
    """Return 0 when the title has it all, 1 with the further words, 2 with the text, 3 when nothing
    has."""
    title = remedy.title
    words = " ".join((title, *remedy.words))
    places = (title, words, f"{words} {remedy.remedy}")
    return next((rank for rank, place in enumerate(places) if _begins(wanted, place)), len(places))


def _begins(wanted: list[str], text: str) -> bool:
    words = _words(text)
    return all(any(word.startswith(begun) for word in words) for begun in wanted)


def _words(text: str) -> list[str]:
    letters = unicodedata.normalize("NFKD", name_key(text))
    return re.findall(
        r"\w+", "".join(letter for letter in letters if not unicodedata.combining(letter))
    )
