"""Parse a file as strict JSON in UTF-8 with whole numbers only. Errors are sentences."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from typing import Any, NoReturn

MOST_DIGITS = 15
"""The most digits of a whole number. More fit in no database, and no file needs them."""
LONGEST_SHOWN = 40


class BadJSON(ValueError):
    """What these bytes are not; `key` is the one at fault, if one is."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


def parsed(data: bytes, *, kind: str) -> Any:
    """Return the value in these bytes, which are to be a `kind` ("sheet"); raise BadJSON.

    A byte order mark at the start is passed over.
    """
    try:
        return DECODER.decode(data.removeprefix(BOM_UTF8).decode())
    except BadJSON:
        raise
    except UnicodeDecodeError as cause:
        raise BadJSON(f"not UTF-8: byte {cause.start + 1} cannot be") from cause
    except RecursionError as cause:
        raise BadJSON(f"nested too deeply to be a {kind}") from cause
    except ValueError as cause:
        raise BadJSON(f"not JSON: {cause}") from cause


def _each_key_once(pairs: list[tuple[str, object]]) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        shown = twice if len(twice) <= LONGEST_SHOWN else f"{twice[:LONGEST_SHOWN]}…"
        raise BadJSON(f'"{shown}" appears twice in one object', twice)
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadJSON(f"{digits[:MOST_DIGITS]}… is too large a number")
    return int(digits)


def _not_a_number(word: str) -> NoReturn:
    raise BadJSON(f"not JSON: {word} is not a number")


DECODER = json.JSONDecoder(
    object_pairs_hook=_each_key_once, parse_int=_whole, parse_constant=_not_a_number
)
