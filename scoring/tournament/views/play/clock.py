"""A round's clock, as all pages of a tournament show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.common.dates import lasting
from scoring.common.local_time import clock
from scoring.tournament.models import Round


@dataclass(frozen=True, kw_only=True)
class Clock:
    """A round's clock, for the script and as text without it. Moments are Unix timestamps in
    seconds."""

    now: int
    began: int
    stopped: int
    """Seconds of earlier pauses."""
    until: int | None
    """The moment it stopped, or None while it runs."""
    limit: int
    """Length of the round in seconds. With 0, the clock counts up."""
    says: str
    """ "Began at 19:32, ends at 19:52." """
    ran: int
    paused: bool
    held: bool = False
    """Whether it is on hold at this table, which is waiting for the director."""

    @property
    def shown(self) -> str:
        """Return the time with its word, as in "4:05", "12:30 left", "0:20 over time"."""
        return f"{self.figure} {self.word}".strip()

    @property
    def figure(self) -> str:
        """Return the time alone: "12:30", from an hour on "8 h 37 min"."""
        return _spoken(abs(self.limit - self.ran) if self.limit else self.ran)

    @property
    def word(self) -> str:
        """Return "left" or "over time". Empty for a clock that counts up."""
        if not self.limit:
            return ""
        return "left" if self.ran <= self.limit else "over time"


def _spoken(seconds: int) -> str:
    minutes = seconds // 60
    return f"{minutes}:{seconds % 60:02}" if minutes < 60 else lasting(minutes)


def clock_of(
    round: Round, *, limit: int, now: datetime, held_since: int | None = None
) -> Clock | None:
    """Return the clock of a round that has begun. It lasts `limit` seconds, or with 0 until the
    round ends. If the table's clock is on hold, it had run for `held_since` seconds."""
    if round.started_at is None:
        return None
    until, ran = round.paused_at or round.ended_at, round.seconds_played(now)
    held = held_since is not None and not until
    if held_since is not None:
        ran = min(ran, held_since)
        until = round.started_at + timedelta(seconds=round.paused_seconds + ran)
    return Clock(
        now=int(now.timestamp()),
        began=int(round.started_at.timestamp()),
        stopped=round.paused_seconds,
        until=int(until.timestamp()) if until else None,
        limit=limit,
        says=_says(round, limit),
        ran=ran,
        paused=round.paused_at is not None and round.ended_at is None,
        held=held,
    )


def _says(round: Round, limit: int) -> str:
    began = f"Began at {clock(round.started_at)}"
    if round.ended_at:
        return f"{began}, ended at {clock(round.ended_at)}."
    if round.paused_at:
        return f"{began}, stopped at {clock(round.paused_at)}."
    if not limit:
        return f"{began}."
    ends = round.started_at + timedelta(seconds=limit + round.paused_seconds)
    return f"{began}, ends at {clock(ends)}."
