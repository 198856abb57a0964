"""The places of the boxes on a tally card or a slip, and the text of its marks’ code. The sheet and
the reader of photographs share this one table; docs/tally-cards.md says the same in millimetres.

All lengths are whole hundredths of a millimetre. The origin is the middle of the corner mark at the
top left, which is the left mark of the first row. x goes to the right, y goes down.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scoring.common.codes import read_code

MARK = 160
"""The side of a mark, a black square at either end of each row."""
ACROSS = 4240
"""From the middle of a row's left mark to the middle of its right one."""
BOX_WIDE, BOX_HIGH = 305, 300
COLUMNS = 8
"""Boxes in each of the two half-rows for points."""
FIRST_COLUMN, COLUMN = 300, 350
"""The middle of the first box for points, and the distance to the next."""
LONES_AT = (3170, 3520)
WON_AT = 3940
MOST_POINTS, MOST_LONES = 2 * COLUMNS - 1, 4
LEAST_PITCH, MOST_PITCH = 71, 99
"""The height of a row, in tenths of a millimetre."""
CODE_SIDE = 1160
"""The side of the marks' code, a QR code of 21 modules without its quiet zone."""
CODE_RIGHT = ACROSS + MARK // 2
CODE_BELOW = 110
"""From the lower edge of the last row to the top of the code."""
MOST_ROWS = 40
CLIP_LEFT, CLIP_WIDE = -1080, 5420
"""The left edge and the width of a row's clipping. It begins with the written points, and the last
44.4 mm have the boxes: `.clipping` in tournament.css has their places."""

CARD, SLIP = "B2", "S2"
"""The first characters of the code of a card, and of a slip."""
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
MARK_DIGITS = 4
"""Of a tournament’s mark. Two tournaments have the same one in a million times."""
SAID = re.compile(
    rf"({CARD}|{SLIP})([0-9A-V]{{{MARK_DIGITS}}})([2-9A-Y]{{6,11}})/"
    r"(\d\d)([0-9A-V]{2})([0-9A-V]{1,9})",
    re.ASCII,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Box:
    """A box to mark. `field` is "points", "lones" or "won"."""

    field: str
    value: int
    x: int
    y: int
    """The middle of the box."""

    @property
    def label(self) -> str:
        """The figure that is printed in it. The box of a win has none."""
        return "" if self.field == "won" else str(self.value)


@dataclass(frozen=True, kw_only=True, slots=True)
class CardCode:
    """What the marks' code of a card or a slip says."""

    kind: str
    """One of codes.KINDS: an entrant's card, a slip of a table in a round, or a blank one of a
    tournament."""
    number: int
    """The key of the entrant, of the table in its round, or of the tournament."""
    first: int
    """The round of the first row. On a slip, the check of its players (`check_of`)."""
    boxed: tuple[bool, ...]
    """For each row, whether it has boxes. A row of a known result or without play has none. On a
    slip, whether it has boxes for points and for a win. All rows have those for lone hands."""
    pitch: int
    """The height of a row, in tenths of a millimetre."""
    mark: str = ""
    """The mark of the tournament (`mark_of`)."""
    slip: bool = False

    @property
    def rows(self) -> int:
        return len(self.boxed)

    def row_number(self, row: int) -> int:
        """Return the round of a row. On a slip, its number from 1. Rows count from 0."""
        return row + (1 if self.slip else self.first)

    def middle(self, row: int) -> int:
        """Return how far the middle of a row is below the origin. Rows count from 0."""
        return row * self.pitch * 10

    @property
    def code_top(self) -> int:
        """The upper edge of the marks' code."""
        return self.middle(self.rows - 1) + self.pitch * 5 + CODE_BELOW

    def boxes(self, row: int) -> Iterator[Box]:
        """Yield the boxes of a row: points 0 to 15 in two half-rows, lone hands, won."""
        whole = self.boxed[row] or not self.slip
        return (box for box in self._all_boxes(row) if whole or box.field == "lones")

    def _all_boxes(self, row: int) -> Iterator[Box]:
        upper, lower = (self.middle(row) + way * self.pitch * 10 // 4 for way in (-1, 1))
        for value in range(2 * COLUMNS):
            down, column = divmod(value, COLUMNS)
            x = FIRST_COLUMN + column * COLUMN
            yield Box(field="points", value=value, x=x, y=lower if down else upper)
        for value in range(1, MOST_LONES + 1):
            down, column = divmod(value - 1, len(LONES_AT))
            y = lower if down else upper
            yield Box(field="lones", value=value, x=LONES_AT[column], y=y)
        yield Box(field="won", value=1, x=WON_AT, y=self.middle(row))


def mark_of(said: str) -> str:
    """Return the mark of a tournament, four digits in base 32 of what tells it from all others."""
    number = int.from_bytes(sha256(said.encode()).digest()[:4], "big")
    return _digits(number % len(DIGITS) ** MARK_DIGITS).rjust(MARK_DIGITS, DIGITS[0])


def check_of(sides: Iterable[Sequence[int]]) -> int:
    """Return the check of the players at a slip's table, from their numbers side by side. If it
    differs, others sit there, or in other seats, than when the slip was printed."""
    said = " ".join("+".join(map(str, who)) for who in sides)
    return int.from_bytes(sha256(said.encode()).digest()[:4], "big") % len(DIGITS) ** 2


def text_of(signs: str, layout: CardCode) -> str:
    """Return the text of the marks' code, such as "B2K3F0N222F8/9201FV".

    `signs` are the code of the record, such as "N222F8", with or without its dash. With up to 14
    rows the text has the 20 characters that fit into the smallest QR code.
    """
    mask = 1
    for there in layout.boxed:
        mask = mask * 2 + there
    rows = f"{layout.pitch}{_digits(layout.first).rjust(2, DIGITS[0])}{_digits(mask)}"
    version = SLIP if layout.slip else CARD
    return f"{version}{layout.mark}{signs.replace('-', '')}/{rows}"


def read_text(said: str) -> CardCode | None:
    """Return what a marks' code says, or None where the text is none."""
    found = SAID.fullmatch(said)
    record = read_code(found[3]) if found else None
    if found is None or record is None:
        return None
    pitch, first, mask = int(found[4]), int(found[5], len(DIGITS)), int(found[6], len(DIGITS))
    rows = mask.bit_length() - 1
    if not 1 <= rows <= MOST_ROWS or not LEAST_PITCH <= pitch <= MOST_PITCH:
        return None
    return CardCode(
        kind=record[0],
        number=record[1],
        first=first,
        boxed=tuple(bool(mask >> (rows - 1 - row) & 1) for row in range(rows)),
        pitch=pitch,
        mark=found[2],
        slip=found[1] == SLIP,
    )


def numbers_of(players: Iterable[str], tokens: Collection[str]) -> set[int]:
    """Return the numbers of players ("token/number") with the tokens of a club night's passes. The
    others belong to other club nights."""
    found = (one.rpartition("/") for one in players)
    return {int(no) for token, _, no in found if token in tokens}


def _digits(number: int) -> str:
    found = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        found = DIGITS[digit] + found
    return found
