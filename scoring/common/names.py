"""Rules for names: allowed characters, and when two spellings are the same name."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping

from scoring.common.letters import letters_of

LONGEST = 40
# What a name is known by can be longer: one sign may stand for a whole word.
LONGEST_KEY = 120
UNFIT_FOR_A_NAME = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, ends of lines, and halves of surrogate pairs."""
# Ranges and no categories: a later Unicode, so another Python, knows more characters.
UNPRINTABLE = re.compile(
    f"{UNFIT_FOR_A_NAME.pattern}|[\ue000-\uf8ff\ufdd0-\ufdef\U000f0000-\U0010ffff]"
    f"|[{''.join(chr(plane << 16 | end) for plane in range(15) for end in (0xFFFE, 0xFFFF))}]"
)
"""Those, and what Unicode will never define: private characters and noncharacters."""
MEANINGLESS = re.compile(
    "(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)"
    "|[\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
"""Invisible characters that mean nothing in a name, such as a soft hyphen or a mark of direction.
The tags in a flag such as that of Wales (the group) mean something."""
JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
"""Invisible characters that form letters and emoji, but are no letters."""
APOSTROPHES = "'’‘`´\u02b9\u02bb\u02bc\u02bd\u2032"
"""The characters that people type for the apostrophe in O'Neil, each of them one."""
ONE_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
WORDS = frozenset("am an as at be by do go if in is it me my no of on or so to up us we".split())
"""Words of two letters. A single letter is taken for a word too."""
# Names in a list: "Ann, A and Ben", "1 A and 2 Ben changed places", “A”. No other word is beside.
BEFORE_A_WORD = r"(?:\A|(?<=, )|(?<=; )|(?<=: )|(?<=\d )|(?<= and )|(?<=[“(]))"
AFTER_A_WORD = r"(?=\.?\Z|[,;”)]|’s\b| and )"


LONG_FIRST = 14
"""From this many letters a first name counts as long."""


def clean_name(name: str) -> str:
    """Return a name in its one spelling: composed (NFC), trimmed, without invisible characters that
    mean nothing."""
    if name.isascii():
        return " ".join(name.split())
    return " ".join(unicodedata.normalize("NFC", _visible(name)).split())


def _visible(text: str) -> str:
    return MEANINGLESS.sub(lambda found: found[1] or "", text)


def name_key(name: str) -> str:
    """Return a key that all spellings of a name share. It ignores case, spaces, invisible
    characters and how accents are composed. Stored keys are made by it, so it must not change."""
    if not name.isascii():
        name = unicodedata.normalize("NFKC", re.sub("[\u200c\u200d]", "", _visible(name)))
    return " ".join(name.casefold().split())


def typed_key(name: str) -> str:
    """Return a key that a name shares with its spellings by another apostrophe too."""
    return name_key(name.translate(ONE_APOSTROPHE))


STROKED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)
"""Letters that Unicode does not take apart."""


def folded(name: str) -> str:
    """Return a name as used for searching: its key without accents, so that "zoe" finds Zoë."""
    key = name_key(name)
    if key.isascii():
        return key
    parts = unicodedata.normalize("NFKD", key.translate(STROKED))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def last_name_first(name: str) -> str:
    """Return "Ashby-Cole, Catherine" of Catherine Ashby-Cole; a name of one word as it is."""
    *first, last = name.split()
    return f"{last}, {' '.join(first)}" if first else last


def in_short(names: Iterable[str], *, letters: int = 14) -> dict[str, str]:
    """Return the short form of each name, where there is little room.

    A name of more than `letters` letters becomes "Bartholomew F.", or "Old Tim T." where that fits.
    It has more letters of the last name if another name would look the same. A double first name
    that is too long is cut to its first half.
    """
    whole = list(dict.fromkeys(names))
    begin_so = Counter(start for name in whole for start in _starts(name))
    return {
        name: _short(name, begin_so, letters) if len(name) > letters else name for name in whole
    }


def _short(name: str, begin_so: Mapping[str, int], letters: int) -> str:
    *firsts, last = unicodedata.normalize("NFC", name).split()
    if not firsts or not last[0].isalpha():
        return name
    short = _begun(" ".join(firsts), last, begin_so)
    if short and len(short) <= letters:
        return short
    first, half = firsts[0], firsts[0].partition("-")[0]
    if len(first) > LONG_FIRST and (short := _begun(half, last, begin_so)):
        return short
    return _begun(first, last, begin_so) or name


def _begun(first: str, last: str, begin_so: Mapping[str, int]) -> str:
    """Return the first name with as few letters of the last name as make it unique, or ""."""
    letters = letters_of(last)
    for length in range(1, len(letters) - 1):
        start = f"{first} {''.join(letters[:length])}"
        if begin_so[name_key(start)] == 1:
            return f"{start}."
    return ""


def _starts(name: str) -> set[str]:
    """Return how a name, and its first and its last part, may begin."""
    parts = unicodedata.normalize("NFC", name).split()
    firsts = (parts[0], parts[0].partition("-")[0]) if parts else ()
    ways = {" ".join(parts), *(f"{first} {parts[-1]}" for first in firsts)}
    return {key[:length] for key in map(name_key, ways) for length in range(1, len(key) + 1)}


def why_unfit(name: str) -> str:
    """Return why this name is not allowed, as a sentence, or "" if it is."""
    if not JOINERS.sub("", name):
        return "Enter a name."
    if len(name) > LONGEST:
        return f"“{name[:LONGEST]}…” is longer than {LONGEST} letters."
    if len(name_key(name)) > LONGEST_KEY:
        return f"“{name}” is longer than {LONGEST} letters when written out."
    if UNPRINTABLE.search(name):
        return f"“{name}” contains a character that can’t be printed."
    return ""


def unnaming(
    names: Collection[str], *, instead: str, spared: Collection[str] = ()
) -> Callable[[str], str]:
    """Return a function that replaces each whole occurrence of these names in a text by another
    word, whatever the kind of apostrophe. `spared` names stay.

    A name of one word is matched with its case, because Will may be a word. A longer name is
    matched in any case. A name that is a single letter or a short word, such as A, I or No, is
    replaced only where nothing but names is beside it: it is the whole text, or stands in a list.
    The function holds the names. Don't keep it, since a name may be erased.
    """
    keys, pattern = {typed_key(name) for name in names}, _whole({*names, *spared})
    theirs = {*map(name_key, spared)} - {*map(name_key, names)}

    def replaced(match: re.Match) -> str:
        is_theirs = name_key(match[0]) in theirs
        return instead if typed_key(match[0]) in keys and not is_theirs else match[0]

    def without(text: str) -> str:
        composed = unicodedata.normalize("NFC", text)
        after = pattern.sub(replaced, composed)
        return text if after == composed else after

    return without


def _whole(names: Collection[str]) -> re.Pattern:
    """Return the pattern of whole occurrences of these names, the longest first."""
    found = "|".join(map(_as_pattern, sorted(names, key=lambda name: (-len(name), name))))
    pattern = re.compile(rf"(?<!\w)(?:{found})(?!\w)")
    # Python remembers the latest patterns, so these names.
    re.purge()
    return pattern


def _as_pattern(name: str) -> str:
    parts = map(re.escape, unicodedata.normalize("NFC", name).split())
    pattern = re.sub(f"[{APOSTROPHES}]", f"[{APOSTROPHES}]", r"\s+".join(parts))
    if len(letters_of(name)) == 1 or name_key(name) in WORDS:
        return f"{BEFORE_A_WORD}{pattern}{AFTER_A_WORD}"
    return f"(?i:{pattern})" if " " in name else pattern
