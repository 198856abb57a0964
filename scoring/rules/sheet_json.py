"""The bytes of a sheet to plain values: strict JSON in UTF-8, and a BadSheet for any other bytes."""

from __future__ import annotations

import json
from codecs import BOM_UTF8

from scoring.rules.sheet_values import BadSheet, refuse, shown

MOST_DIGITS = 15
"""Of a whole number: more fit in no database, and a sheet has no use for them."""


def parsed(data: bytes) -> object:
    """Return the value in these bytes. A byte order mark at the start is passed over."""
    try:
        return DECODER.decode(data.removeprefix(BOM_UTF8).decode())
    except BadSheet:
        raise
    except UnicodeDecodeError as cause:
        raise BadSheet(f"not UTF-8: byte {cause.start + 1} cannot be") from cause
    except RecursionError as cause:
        raise BadSheet("nested too deeply to be a sheet") from cause
    except ValueError as cause:
        raise BadSheet(f"not JSON: {cause}") from cause


def _each_key_once(pairs: list[tuple[str, object]]) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))
        refuse(f"{shown(twice)} stands twice in one object", twice)
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        refuse(f"{digits[:MOST_DIGITS]}… is too large a number")
    return int(digits)


def _not_a_number(word: str) -> None:
    refuse(f"not JSON: {word} is not a number")


DECODER = json.JSONDecoder(object_pairs_hook=_each_key_once, parse_int=_whole, parse_constant=_not_a_number)
