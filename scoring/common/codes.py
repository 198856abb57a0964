"""Codes of records: a few characters on a printed sheet that find the record again.

A code is computed from the kind and number of a record, and is not stored. It consists of a
character for the kind, the number in base 29, and a check character. A code grants no access. The
record is shown only to people with the right to see it; others don't learn whether it exists.
"""

from __future__ import annotations

import re

SIGNS = "23456789ACDEFGHJKLMNPQRTUVWXY"
"""Without 0, O, 1 and I, and without B, S and Z, which are read as 8, 5 and 2. The number of
characters is a prime, so the check detects any wrong character and any two swapped ones."""
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
    """Return the check character of a code. It makes the weighted sum a multiple of 29."""
    whole = sum(place * SIGNS.index(sign) for place, sign in enumerate(signs, start=2))
    return SIGNS[-whole % len(SIGNS)]


CODE_LENGTH = 8
