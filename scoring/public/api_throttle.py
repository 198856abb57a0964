"""Throttle (rate limit) the API: requests a minute per token, counted by each server process.

The count is in memory, as a write for every request would make the pads wait.
"""

from __future__ import annotations

from collections import Counter
from math import ceil
from threading import Lock
from time import monotonic

MOST = 300
MINUTE = 60

_lock = Lock()
_asked: Counter[int] = Counter()
_began = monotonic()


def seconds_to_wait(token: int) -> int:
    """Count a question of this token (its key); return after how many seconds it may ask again, 0
    where it may now."""
    global _began
    with _lock:
        now = monotonic()
        if now - _began >= MINUTE:
            _asked.clear()
            _began = now
        _asked[token] += 1
        return ceil(_began + MINUTE - now) if _asked[token] > MOST else 0


def forget() -> None:
    """Reset all counts."""
    with _lock:
        _asked.clear()
