"""Who put their name down beforehand: who has a place, who waits, in the order in which they came.

Nobody is passed over: where the first who wait are two and one place is free, it waits for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """One name that was put down, for itself or for two, under its key."""

    key: int
    people: int = 1


@dataclass(frozen=True, kw_only=True)
class Order:
    """The keys of those who have a place, and of those who wait, each in their order; and how many
    people they are."""

    have: tuple[int, ...]
    wait: tuple[int, ...]
    people: int
    waiting: int

    def place_in_line(self, key: int) -> int | None:
        """Return the place of somebody who waits, from 1; None where they have a place."""
        return self.wait.index(key) + 1 if key in self.wait else None


def in_order(names: Iterable[Waiting], *, places: int | None) -> Order:
    """Return who has a place of so many and who waits; without a limit everybody has one."""
    have: list[Waiting] = []
    wait: list[Waiting] = []
    taken = 0
    for name in names:
        if wait or (places is not None and taken + name.people > places):
            wait.append(name)
        else:
            have.append(name)
            taken += name.people
    return Order(
        have=tuple(name.key for name in have),
        wait=tuple(name.key for name in wait),
        people=taken,
        waiting=sum(name.people for name in wait),
    )
