"""A table in short: its link, who sat there, and by which rules. With it a restored site that does
not know the table makes it again, and its phones send the hands."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from re import ASCII, fullmatch
from typing import Any

from scoring.common.prepared import Prepared
from scoring.euchre.books import SHELF
from scoring.euchre.sheet import BadSheet, Sheet, document, read
from scoring.table.models import Seat, Sitting, Table

LONGEST = 50_000
"""Bytes. A table of thirty sittings needs a fifth of them."""
MOST_SITTINGS = 40
MOST_SEATS = max(max(rules.players) for rules in SHELF.values())
TOKEN = r"[\w-]{16,32}"
HIGHEST = 10**9
"""The highest number of a sitting that can be meant."""


@dataclass(frozen=True, kw_only=True)
class LostSitting:
    """A sitting by the number that its phones have, as a sheet without hands."""

    number: int
    sheet: Sheet


@dataclass(frozen=True, kw_only=True)
class LostTable:
    """A table as its phones knew it; `friends` play without a club."""

    token: str
    friends: bool
    sittings: tuple[LostSitting, ...]
    number: int | None = None
    """Its own, by which its phones know it; None in an address of an earlier version."""

    @property
    def latest(self) -> Sheet:
        """Who plays here now, and by which rules."""
        return self.sittings[-1].sheet


def in_short(table: Table, token: str) -> str:
    """Return a table in short, as a part of an address."""
    sittings = [
        {"number": sitting.pk, "sheet": document(_without_hands(sitting, names))}
        for sitting, names in _sittings_of(table)
    ]
    friends = table.session.club.casual
    return packed({"token": token, "friends": friends, "number": table.pk, "sittings": sittings})


def packed(said: dict) -> str:
    """Return JSON values as short text, for an address or a form."""
    small = zlib.compress(json.dumps(said, separators=(",", ":")).encode(), 9)
    return urlsafe_b64encode(small).decode().rstrip("=")


def unpacked(text: str, *, longest: int) -> Any:
    """Return the JSON values in such a text. Raise BadSheet if it has none, or more than `longest`
    bytes of them."""
    try:
        small = urlsafe_b64decode(text.encode() + b"==")
        return json.loads(zlib.decompressobj().decompress(small, longest))
    except (Error, zlib.error, ValueError, RecursionError) as wrong:
        raise BadSheet("this address is damaged") from wrong


def _sittings_of(table: Table) -> Iterable[tuple[Sitting, list[str]]]:
    """Yield its last sittings with the names by seat. Makes a query if there are several."""
    if table.sitting.no == 1:
        yield table.sitting, table.sitting.names
        return
    first = table.sitting.no - MOST_SITTINGS
    last = [seat for seat in reversed(_last_seats(table.pk)) if seat.sitting.no > first]
    for sitting, seats in groupby(last, lambda seat: seat.sitting):
        sitting.table = table
        yield sitting, [seat.player.name for seat in seats]


_last_seats = Prepared(
    lambda table: (
        Seat.objects.filter(sitting__table=table)
        .select_related("sitting__house", "player")
        .order_by("-sitting__no", "-no")[: MOST_SITTINGS * MOST_SEATS]
    )
)


def _without_hands(sitting: Sitting, names: list[str]) -> Sheet:
    table = sitting.terms
    return Sheet(
        rules=table.rules,
        options=table.options,
        house=table.house and table.house.document,
        players=tuple(names),
        dealer=sitting.first_dealer,
        stake=table.stake,
        title=f"{table.session}, {table}"[:200],
        played=table.session.played_on,
        hands=(),
    )


def read_lost(text: str) -> LostTable:
    """Return the table in an address; raise BadSheet, whatever the text."""
    said = unpacked(text, longest=LONGEST)
    try:
        token, friends, sittings = said["token"], said["friends"], said["sittings"]
        number = said.get("number")
        few = sittings[: MOST_SITTINGS + 1]
        found = tuple(_sitting(one["number"], one["sheet"]) for one in few)
    except (AttributeError, KeyError, TypeError) as wrong:
        raise BadSheet("this address is damaged") from wrong
    if not (
        type(token) is str and fullmatch(TOKEN, token, ASCII) and 0 < len(found) <= MOST_SITTINGS
    ):
        raise BadSheet("this address is damaged")
    known = None if number is None else _number(number)
    return LostTable(token=token, friends=friends is True, sittings=found, number=known)


def _number(said: object) -> int:
    if type(said) is not int or not 0 < said < HIGHEST:
        raise BadSheet("this address is damaged")
    return said


def _sitting(number: object, sheet: object) -> LostSitting:
    empty = {**sheet, "hands": []} if isinstance(sheet, dict) else sheet
    return LostSitting(number=_number(number), sheet=read(empty))
