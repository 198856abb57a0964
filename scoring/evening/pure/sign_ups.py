"""The sign-up list in order of sign-up: the people with a place, and the waiting list.

No one is passed over. If the first to wait are a pair and one place is free, it stays free for
them.
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
    """The keys of the sign-ups with a place, and of those on the waiting list, in order, with their
    numbers of people. `free` counts the places that a new sign-up can get: none while anyone waits,
    None without a limit."""

    have: tuple[int, ...]
    wait: tuple[int, ...]
    people: int
    waiting: int
    free: int | None

    def place_in_line(self, key: int) -> int | None:
        """Return the number on the waiting list, from 1, or None for a sign-up with a place."""
        return self.wait.index(key) + 1 if key in self.wait else None


def in_order(names: Iterable[Waiting], *, places: int | None) -> Order:
    """Return who has one of the `places` and who waits. Without a limit everyone has a place."""
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
        free=None if places is None else 0 if wait else places - taken,
    )
