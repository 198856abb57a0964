"""Bound how many bytes of pictures the server holds at once, by address and in all.

A body is held from its first byte until it is answered, also while it waits for its turn. All of
this happens in the event loop.
"""

from __future__ import annotations

from collections import Counter

IN_ALL = 200_000_000
"""Bytes: five full forms."""
OF_ONE = 80_000_000
"""Bytes from one address, so that no address leaves others without room. A hall has one address,
and each of its phones sends one picture at a time."""


class Held:
    """The bytes that are held, by address."""

    def __init__(self, *, in_all: int = IN_ALL, of_one: int = OF_ONE) -> None:
        self._in_all, self._of_one = in_all, of_one
        self._by: Counter[str] = Counter()

    def take(self, address: str, size: int) -> bool:
        """Return whether there is room for these bytes. They are then held."""
        if self.size + size > self._in_all or self._by[address] + size > self._of_one:
            return False
        self._by[address] += size
        return True

    def give_back(self, address: str, size: int) -> None:
        """Hold these bytes no longer."""
        self._by[address] -= size
        if not self._by[address]:
            del self._by[address]

    @property
    def size(self) -> int:
        """The bytes that are held in all."""
        return self._by.total()
