"""The order of merit of a season, and what decided between those who were level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.figures.criteria import CRITERIA, Criterion, Row, Value


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A player's place."""

    row: Row
    place: int | None
    """None: not enough evenings yet."""
    shared: bool = False
    """Whether somebody else has the very same place."""
    level_with: str = ""
    """The name above his, when both are level on the first criterion."""
    decided_by: Criterion | None = None
    """What set him below that name; None when nothing did, or they are not level."""

    @property
    def told(self) -> str:
        """ "3", "=3" for a place that is shared, nothing for no place."""
        return f"{'=' if self.shared else ''}{self.place or ''}"


@dataclass(frozen=True, kw_only=True)
class Standings:
    """Who stands where, and who has not played evenings enough to stand anywhere."""

    placed: tuple[Standing, ...]
    waiting: tuple[Standing, ...]


def standings(rows: Iterable[Row], *, order: Sequence[str], least_evenings: int = 0) -> Standings:
    """Return the standings by the criteria of these keys: the first ranks, each next one decides
    between those who are level so far. Whoever is level on all of them shares his place.

    Values are compared exactly, not as they are written. Raises KeyError for an unknown key.
    """
    criteria = [CRITERIA[key] for key in order]
    ranked = sorted(rows, key=lambda row: row.name.casefold())
    ranked.sort(key=lambda row: [_rank(one.value(row)) for one in criteria], reverse=True)
    enough = [row for row in ranked if row.evenings >= least_evenings]
    return Standings(
        placed=tuple(_placed(enough, criteria)),
        waiting=tuple(
            Standing(row=row, place=None) for row in ranked if row.evenings < least_evenings
        ),
    )


def sorted_by(found: Sequence[Standing], key: str) -> list[Standing]:
    """Return standings by another criterion, the best first; each keeps his place."""
    return sorted(found, key=lambda one: _rank(CRITERIA[key].value(one.row)), reverse=True)


def _rank(value: Value) -> tuple[bool, Value]:
    return (value is not None, value or 0)


def _placed(ranked: Sequence[Row], criteria: Sequence[Criterion]) -> Iterable[Standing]:
    apart = [None, *(_what_parts(above, below, criteria) for above, below in pairwise(ranked))]
    for index, row in enumerate(ranked):
        above = ranked[index - 1] if index else None
        level = index > 0 and apart[index] is not criteria[0]
        yield Standing(
            row=row,
            place=_place(index, apart),
            shared=_same(index, apart) or _same(index + 1, apart),
            level_with=above.name if level else "",
            decided_by=apart[index] if level else None,
        )


def _what_parts(above: Row, below: Row, criteria: Sequence[Criterion]) -> Criterion | None:
    """Return the first criterion on which two differ; None when they are level on all."""
    return next((one for one in criteria if one.value(above) != one.value(below)), None)


def _same(index: int, apart: Sequence[Criterion | None]) -> bool:
    """Return whether the row at this index shares the place of the one above it."""
    return 0 < index < len(apart) and apart[index] is None


def _place(index: int, apart: Sequence[Criterion | None]) -> int:
    while _same(index, apart):
        index -= 1
    return index + 1
