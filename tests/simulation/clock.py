"""Virtual time, and chance from one seed: what the site and the phones take for now, for a secret
and for a new id."""

from __future__ import annotations

import datetime as dt
import heapq
import os
import random
import time
import uuid
from collections.abc import Callable

EVENING = dt.datetime(2026, 11, 26, 19, 30, tzinfo=dt.UTC)
"""When each night begins: a Thursday evening."""


class Clock:
    """The time of a night in milliseconds, and what is due when."""

    def __init__(self) -> None:
        self.ms = 0
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._no = 0
        self._drawn = random.Random()

    def begin(self, seed: str) -> None:
        """Start a night. The site's secrets and ids depend on the seed from here on."""
        self.ms, self._no, self._due = 0, 0, []
        random.seed(seed)
        self._drawn.seed(seed)

    def after(self, ms: int, act: Callable[[], None]) -> None:
        """Have something done so many milliseconds from now."""
        self._no += 1
        heapq.heappush(self._due, (self.ms + ms, self._no, act))

    @property
    def next(self) -> int | None:
        """When the next of them is due."""
        return self._due[0][0] if self._due else None

    def move_on(self) -> int:
        """Move on to when the next of them is due, and return that."""
        self.ms = max(self.ms, self._due[0][0])
        return self.ms

    def do_next(self) -> None:
        """Do the next of them."""
        heapq.heappop(self._due)[2]()

    def now(self) -> dt.datetime:
        return EVENING + dt.timedelta(milliseconds=self.ms)

    def hold(self) -> None:
        """Give this process the night's time and chance. Call it before Django is imported, since
        some modules read the clock while they are."""
        os.urandom = random._urandom = self._drawn.randbytes  # `secrets` draws by random
        uuid.os = os
        time.time = lambda: self.now().timestamp()
        clock = self

        class Virtual(dt.datetime):
            @classmethod
            def now(cls, tz=None):
                return clock.now().astimezone(tz)

        from django.utils import timezone

        timezone.datetime = Virtual
