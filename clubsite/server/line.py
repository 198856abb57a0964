"""Share threads among addresses, so that no address keeps the others waiting."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from clubsite.stack import with_room

Result = TypeVar("Result")


class Turn(NamedTuple):
    """A request that waits for a thread."""

    ready: asyncio.Future
    dear: bool


class Line:
    """Some threads, and the requests that wait for one.

    Addresses take turns, whatever number of requests each has. An address uses `each` threads at
    most, and one at most for what is dear. All of this happens in the event loop.
    """

    def __init__(self, name: str, threads: int, *, each: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._free, self._each = threads, each
        self._at_work: Counter[str] = Counter()
        self._at_dear: set[str] = set()
        self._waiting: dict[str, deque[Turn]] = {}
        """By address, whose turn is next first."""

    async def run(
        self, work: Callable[[], Result], *, address: str, dear: bool, seconds: float
    ) -> Result | None:
        """Return what `work` returns in a thread; None, and it was not begun, if no thread was
        free within so many seconds."""
        loop = asyncio.get_running_loop()
        turn = Turn(loop.create_future(), dear)
        self._waiting.setdefault(address, deque()).append(turn)
        self._call()
        await asyncio.wait([turn.ready], timeout=seconds)
        if not turn.ready.done():
            self._leave(address, turn)
            return None
        try:
            return await loop.run_in_executor(self._threads, with_room, work)
        finally:
            self._give_back(address, dear=dear)

    def _call(self) -> None:
        """Give free threads to those whose turn it is."""
        while self._free and (found := self._next()):
            address, turn = found
            turns = self._waiting.pop(address)
            turns.remove(turn)
            if turns:
                self._waiting[address] = turns  # at the end of the line
            self._free -= 1
            self._at_work[address] += 1
            if turn.dear:
                self._at_dear.add(address)
            turn.ready.set_result(None)

    def _next(self) -> tuple[str, Turn] | None:
        for address, turns in self._waiting.items():
            if self._at_work[address] >= self._each:
                continue
            for turn in turns:
                if not turn.dear or address not in self._at_dear:
                    return address, turn
        return None

    def _leave(self, address: str, turn: Turn) -> None:
        self._waiting[address].remove(turn)
        if not self._waiting[address]:
            del self._waiting[address]

    def _give_back(self, address: str, *, dear: bool) -> None:
        self._free += 1
        self._at_work[address] -= 1
        if not self._at_work[address]:
            del self._at_work[address]
        if dear:
            self._at_dear.discard(address)
        self._call()
