"""What a bench answers: our time, the floor's, and their ratio, from runs that take turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True, kw_only=True)
class Figure:
    """Our median and the floor's in milliseconds, and the ratio we hold ourselves to."""

    ours_ms: float
    floor_ms: float
    goal: float
    queries: int | None = None
    """How often ours asks the database, where that is told."""
    more: Mapping[str, float] = field(default_factory=dict)
    """What was measured beside it, by name."""

    @property
    def ratio(self) -> float:
        """Our time as a multiple of the floor's."""
        return self.ours_ms / self.floor_ms

    def as_json(self) -> dict[str, float]:
        """Return the figure as --json writes it."""
        figures = {
            "ours_ms": round(self.ours_ms, 3),
            "floor_ms": round(self.floor_ms, 3),
            "ratio": round(self.ratio, 3),
            "goal": self.goal,
        }
        asked = {} if self.queries is None else {"queries": self.queries}
        return figures | asked | self.more


def in_turn(
    ours: Callable[[], Sequence[float]],
    floor: Callable[[], Sequence[float]],
    *,
    goal: float,
    rounds: int,
    warm_up: int = 1,
) -> Figure:
    """Return the medians of all milliseconds that `ours` and `floor` give when they take turns.

    What disturbs the machine then disturbs both alike. The rounds of the warm-up are not counted.
    """
    pairs = [(ours(), floor()) for _ in range(warm_up + rounds)][warm_up:]
    own, bare = ([time for times in side for time in times] for side in zip(*pairs, strict=True))
    return Figure(ours_ms=median(own), floor_ms=median(bare), goal=goal)


def timed(work: Callable[[], object]) -> list[float]:
    """Do the work once and return its milliseconds, as one measurement."""
    start = time.perf_counter()
    work()
    return [(time.perf_counter() - start) * 1000]
