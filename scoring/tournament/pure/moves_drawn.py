"""A movement as a drawing: tables 1, 2 and the last in a row, with an arrow for everyone who goes
from them or stays. The sentences of the table cards say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.moves_in_words import flows
from scoring.tournament.pure.seats import SEAT_NAMES

WIDTH, HEIGHT = 34, 24
"""The size of a table."""
APART, WIDER = 22, 40
"""The room between two tables, and where others are left out."""
EDGE, HEAD = 6, 6
"""The room at the sides, and the length of an arrow's head."""
LOW, STEP, HIGH = 16, 7, 48
"""How high an arrow rises: at least, more for each table that it passes, and at most."""
ASIDE = 7
"""How far arrows of one table begin from its middle."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """A table, with its left edge and its number."""

    left: int
    no: int

    @property
    def middle(self) -> int:
        return self.left + WIDTH // 2


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """The way of some players, as paths of an SVG for its line and its head."""

    line: str
    head: str
    kind: int
    """The number of their kind, from 1, which decides the pattern of the line."""


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """Where players go from tables 1, 2 and the last."""

    width: int
    height: int
    top: int
    """The upper edge of the tables."""
    boxes: tuple[Box, ...]
    gaps: tuple[int, ...]
    """The middles of the places where tables are left out."""
    arrows: tuple[Arrow, ...]
    kinds: tuple[str, ...]
    """Who goes there, such as "Winners" and "Losers", by kind."""
    in_words: tuple[str, ...]
    """The same in words, such as "Winners of table 2 go to table 1"."""

    @property
    def foot(self) -> int:
        """The line on which the numbers of the tables stand."""
        return self.top + HEIGHT - 7

    @property
    def legend(self) -> list[tuple[int, str]]:
        return list(enumerate(self.kinds, start=1))


def drawing_of(format: Format, tables: int) -> Drawing | None:
    """Return the drawing of a movement from table to table with this many tables, or None for
    other movements and for a single table."""
    if format.moves is None or tables < 2:
        return None
    ways = [
        (at, who, to)
        for at in sorted({1, 2, tables})
        for who, to in flows(format, table=at, tables=tables)
    ]
    kinds = tuple(dict.fromkeys(who for _, who, _ in ways))
    shown = sorted({1, 2, tables}.union(to for *_, to in ways))
    boxes, gaps = _in_a_row(shown)
    at = {box.no: place for place, box in enumerate(boxes)}
    rises = [_rise(abs(at[one] - at[to])) for one, _, to in ways]
    top = max(rises) * 9 // 8 + HEAD
    arrows = tuple(
        _arrow(boxes[at[one]].middle, boxes[at[to]].middle, rise, top, kinds.index(who))
        for (one, who, to), rise in zip(ways, rises, strict=True)
    )
    return Drawing(
        width=boxes[-1].left + WIDTH + EDGE,
        height=2 * top + HEIGHT,
        top=top,
        boxes=boxes,
        gaps=gaps,
        arrows=arrows,
        kinds=kinds,
        in_words=tuple(_in_words(*way) for way in ways),
    )


def _in_words(one: int, who: str, to: int) -> str:
    stay, go = ("stays", "goes") if who in SEAT_NAMES.values() else ("stay", "go")
    return f"{who} of table {one} {stay if one == to else f'{go} to table {to}'}"


def _in_a_row(numbers: Sequence[int]) -> tuple[tuple[Box, ...], tuple[int, ...]]:
    boxes, gaps = [Box(left=EDGE, no=numbers[0])], list[int]()
    for before, no in pairwise(numbers):
        left = boxes[-1].left + WIDTH + (APART if no == before + 1 else WIDER)
        if no > before + 1:
            gaps.append(left - WIDER // 2)
        boxes.append(Box(left=left, no=no))
    return tuple(boxes), tuple(gaps)


def _rise(tables: int) -> int:
    return min(HIGH, LOW + STEP * max(0, tables - 1))


def _arrow(start: int, end: int, rise: int, top: int, kind: int) -> Arrow:
    """Return the arrow of a kind, above the tables or below them in turn."""
    above = kind % 2 == 0
    edge, way = (top, -1) if above else (top + HEIGHT, 1)
    aside = ASIDE * (1 + kind // 2 % 2)
    if start == end:
        begin, stop = start - aside, start + aside
    else:
        begin = start + (aside if end > start else -aside)
        stop = end + (-aside // 2 if end > start else aside // 2)
    far, back = edge + way * rise * 3 // 2, edge + way * HEAD
    line = f"M{begin} {edge}C{begin} {far} {stop} {far} {stop} {edge}"
    head = f"M{stop} {edge}L{stop - HEAD // 2} {back}L{stop + HEAD // 2} {back}Z"
    return Arrow(line=line, head=head, kind=kind + 1)
