"""Codes of records: a few signs on a paper, by which what it is of is found again.

A code is computed from what it is of and its number, and stored nowhere: the sign of its kind, the
number in base 29, and a sign that checks both. It lets nobody in: whoever may see the record is
shown it, everybody else learns nothing, not even that it is there.
"""

from __future__ import annotations

import re

SIGNS = "23456789ACDEFGHJKLMNPQRTUVWXY"
"""Neither 0 and O nor 1 and I; nor B, S and Z, which are read as 8, 5 and 2. As many as a prime:
whatever single sign is mistaken, and whatever two change places, the check sees it."""
READ_AS = str.maketrans("BSZ", "852")
BETWEEN = re.compile(r"[\s\-–.]+")
LEAST, MOST = 4, 9
"""Signs of the number."""

EVENING, SETTLEMENT, TABLE, TOURNAMENT, ENTRANT, ROUND_TABLE = "E", "P", "T", "M", "N", "L"
RECEIPT, ACCOUNT, PLAYER, SEASON, HOUSE = "R", "A", "Y", "G", "H"
MATCH_CARD = "C"
KINDS = "EPTMNLRAYGHC"
"""The first sign of every code."""


def code_of(kind: str, number: int) -> str:
    """Return the code of a record, "T22-238"."""
    digits = ""
    while number or len(digits) < LEAST:
        number, digit = divmod(number, len(SIGNS))
        digits = SIGNS[digit] + digits
    signs = kind + digits
    signs += _check(signs)
    return f"{signs[:3]}-{signs[3:]}"


def read_code(said: str) -> tuple[str, int] | None:
    """Return the kind and the number of the record of a code as it was typed; None where it is no
    code."""
    signs = BETWEEN.sub("", said).upper().translate(READ_AS)
    if not LEAST + 2 <= len(signs) <= MOST + 2 or set(signs) - set(SIGNS):
        return None
    if signs[0] not in KINDS or _check(signs[:-1]) != signs[-1]:
        return None
    number = 0
    for sign in signs[1:-1]:
        number = number * len(SIGNS) + SIGNS.index(sign)
    # A code has one spelling: longer than it must be, it is none.
    return (signs[0], number) if code_of(signs[0], number).replace("-", "") == signs else None


def _check(signs: str) -> str:
    """Return the last sign of a code: with it the signs, each as often as its place says, add up to
    a multiple of 29."""
    whole = sum(place * SIGNS.index(sign) for place, sign in enumerate(signs, start=2))
    return SIGNS[-whole % len(SIGNS)]


CODE_LENGTH = 8
