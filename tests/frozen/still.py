"""A clock that stands still and a chance that draws the same each time."""

import datetime as dt
import os
import random
import time
import uuid

NOW = dt.datetime(2026, 11, 26, 19, 30, 5, tzinfo=dt.UTC)
"""A Thursday evening."""

_drawn = random.Random()


def begin(name: str) -> None:
    """Draw as always when this is begun, whatever was drawn before."""
    random.seed(name)
    _drawn.seed(name)


def hold() -> None:
    """Stop the clock, and draw every secret and every id alike. Call it before Django and anything
    of ours is imported: some read the clock while they are."""
    begin("")
    os.urandom = random._urandom = uuid.os.urandom = _drawn.randbytes  # `secrets` draws by random
    time.time = NOW.timestamp

    class Still(dt.datetime):
        @classmethod
        def now(cls, tz=None):
            return dt.datetime(*NOW.timetuple()[:6], tzinfo=dt.UTC).astimezone(tz)

    from django.utils import timezone

    timezone.datetime = Still
