"""The server's book held against what was played: what is lost, doubled, or wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields

from tests.soak.truth import NAMES, Record, facts

WRITES = {
    "take-back": ("taken-back", {"taken back", "left out"}),
    "put-back": ("counted", {"put back", "left out"}),
}
"""What an undoing leaves: the hand's state, or a change in its history."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A hand in the server's book, and the kinds of its changes in their order."""

    id: str
    state: str
    facts: dict[str, object]
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class History:
    """A table in the server's book; `scored` is what `manage.py score` makes of its sheet."""

    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    scored: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How many tellings were acknowledged and are stored, and every fault in words."""

    acknowledged: int = 0
    stored: int = 0
    lost: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            **{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        )

    @property
    def faults(self) -> tuple[str, ...]:
        """Return all of them."""
        return self.lost + self.doubled + self.wrong

    def line(self, fives: int) -> str:
        """Return the last line of a soak."""
        return (
            f"acknowledged {self.acknowledged}, stored {self.stored}, lost {len(self.lost)}, "
            f"doubled {len(self.doubled)}, wrong totals {len(self.wrong)}, 5xx {fives}"
        )

    def passed(self, fives: int) -> bool:
        """Whether nothing at all went wrong, and something was played."""
        return not self.faults and not fives and self.acknowledged == self.stored > 0


def compare(record: Record, history: History) -> Tally:
    """Hold one table's book against what its phones know."""
    missing = [key for key in record.acknowledged if not _is_there(record, history, key)]
    counted = Counter(record.deal_of.get(row.id) for row in history.rows if row.state == "counted")
    unplayed = [no for no in range(len(record.deals)) if not counted[no]]
    return Tally(
        acknowledged=len(record.acknowledged),
        stored=len(record.acknowledged) - len(missing),
        lost=tuple(_lost(record, missing, unplayed)),
        doubled=tuple(_doubled(record, history, counted)),
        wrong=tuple(_wrong(record, history)),
    )


def _is_there(record: Record, history: History, key: str) -> bool:
    """Whether what an acknowledged telling did is in the book."""
    do, id = record.acknowledged[key]
    rows = [row for row in history.rows if row.id == id]
    if do == "hand":
        return any(row.facts == facts(record.told[id]) for row in rows)
    state, kinds = WRITES[do]
    return any(row.state == state or kinds & {*row.changes} for row in rows)


def _lost(record: Record, missing: list[str], unplayed: list[int]) -> Iterator[str]:
    for no in unplayed:
        yield f"hand {no + 1} does not count: {facts(record.deals[no])}"
    for key in missing:
        do, id = record.acknowledged[key]
        if do != "hand" or record.deal_of[id] not in unplayed:
            yield f"the {do} of {id} was acknowledged and is not there"


def _doubled(record: Record, history: History, counted: Counter) -> Iterator[str]:
    for no, times in counted.items():
        if no is None:
            yield from [f"a hand counts that was {_uninvited(record, history)}"] * times
        else:
            yield from [f"hand {no + 1} counts {times} times"] * (times - 1)
    for id, times in Counter(row.id for row in history.rows).items():
        yield from [f"{id} is there {times} times"] * (
            times - 1 if record.deal_of.get(id) is None else 0
        )
    for row in history.rows:
        for do, kind in (("take-back", "taken back"), ("put-back", "put back")):
            more = row.changes.count(kind) - record.tellings[do, row.id]
            yield from [f"{row.id} was {kind} oftener than anybody said"] * max(0, more)


def _uninvited(record: Record, history: History) -> str:
    ids = [
        row.id
        for row in history.rows
        if row.state == "counted" and record.deal_of.get(row.id) is None
    ]
    return ", ".join(
        f"{'taken back' if id in record.deal_of else 'told by nobody'} ({id})" for id in ids
    )


def _wrong(record: Record, history: History) -> Iterator[str]:
    for name, right, *found in zip(
        NAMES, record.totals, history.totals, history.scored, strict=True
    ):
        if found != [right, right]:
            yield f"{name} has {right}, but the table says {found[0]} and its sheet {found[1]}"
