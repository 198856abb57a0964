"""Letters of every script: a letter with its marks, and phrases that run from right to left."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

JOINERS = "\u200c\u200d"
"""Invisible signs that change the shapes beside them (ZWNJ, ZWJ)."""
VIRAMA = 9
"""Combining class of the signs that join two consonants of India's scripts."""
FLAGS = range(0x1F1E6, 0x1F200)
"""Letters that make a flag in pairs."""
MARKS = {*range(0x1F3FB, 0x1F400), *range(0xE0020, 0xE0080), *map(ord, JOINERS), 0xE33, 0xEB3}
"""Signs that belong to the letter before them, although they are no combining marks: the skin
colours and tags of emoji, joiners, and a vowel of Thai and Lao."""

_RTL = (
    # Hebrew and Arabic with their relatives, without figures: those run from left to right.
    r"[\u0590-\u065f\u066b-\u06ef\u06fa-\u07bf\u07ca-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
    r"\U00010800-\U00010cff\U0001e800-\U0001efff]"
)


def phrases(apostrophe: str = "['’]", quote: str = '["”“]') -> re.Pattern[str]:
    """Return what finds each phrase that runs from right to left, in a line from left to right.

    It begins and ends with letters of Hebrew, Arabic or a relative. Single spaces, hyphens and
    quotation marks inside belong to it, and brackets around words of its own. Figures, commas and
    other scripts never do: "A 2, B 7" keeps each score beside its name.
    """
    letters = rf"{_RTL}[{_RTL[1:-1]}\u0300-\u036f{JOINERS}]*"
    initial = rf"(?<!{_RTL}.)\. ?"
    words = rf"{letters}(?:(?:[ .\u2010\u2011-]|{apostrophe}|{quote}|{initial}){letters})*"
    inserted = rf"(?: ?(?:\({words}\)|{quote}{words}{quote}| {words}))*"
    return re.compile(rf"{words}{inserted}(?:…|(?<!{_RTL}.)\.)?")


PHRASE = phrases()
ISOLATED = "\u2068{}\u2069"
"""A phrase between the signs that keep it from moving its neighbours (FSI and PDI)."""


def isolated_text(text: str, phrase: re.Pattern[str] = PHRASE) -> str:
    """Return plain text that is shown to people, such as an e-mail or a tooltip, with each phrase
    that runs from right to left between invisible signs. On a page `<bdi>` does the same."""
    return phrase.sub(lambda found: ISOLATED.format(found[0]), text)


def letters_of(value: str) -> list[str]:
    """Return the letters of a text, each with the marks that belong to it. What is cut off between
    two of them leaves whole letters."""
    if value.isascii():
        return list(value)
    found: list[str] = []
    for sign in value:
        if found and _belongs_to(found[-1], sign):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def initial_of(name: str) -> str:
    """Return the first letter of a name, a capital where its script has them."""
    return "".join(letters_of(name)[:1]).upper()


def _belongs_to(letter: str, sign: str) -> bool:
    last = letter[-1]
    return (
        ord(sign) in MARKS
        or unicodedata.category(sign)[0] == "M"
        or last == "\u200d"
        or unicodedata.combining(last) == VIRAMA
        or (ord(sign) in FLAGS and len(letter) == 1 and ord(letter) in FLAGS)
    )


def split_directions(value: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a line in order, and whether each runs from right to left."""
    end = 0
    for found in PHRASE.finditer(value):
        if found.start() > end:
            yield value[end : found.start()], False
        yield found[0], True
        end = found.end()
    if end < len(value):
        yield value[end:], False
