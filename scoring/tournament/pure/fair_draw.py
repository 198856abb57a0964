"""A draw that anyone can check: the site fixes a secret, the room adds a number, and both give the
seed.

The digest of the secret is shown before the draw and the secret after it, so the site can't choose
the draw, and no one can know it before the room has spoken.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

SECRET = 64
"""Hex digits of a secret."""
LONGEST_ROOM = 60
SEEDS = 2**31


@dataclass(frozen=True, kw_only=True)
class FairDraw:
    """What a first draw was made from."""

    secret: str
    """64 hex digits."""
    label: str
    """Which draw it was, such as "draw 2"."""
    room: str = ""
    """The number or the cut cards that the room added. It can be empty."""

    @property
    def digest(self) -> str:
        """The SHA-256 of the secret, in hex. It was shown before the draw."""
        return sha256(self.secret.encode()).hexdigest()

    @property
    def seed(self) -> int:
        """The seed: the first 8 hex digits of the SHA-256 of "secret label room", modulo 2**31."""
        drawn = sha256(f"{self.secret} {self.label} {self.room}".encode()).hexdigest()
        return int(drawn[:8], 16) % SEEDS


def draw_no(number: int, *, secret: str, room: str = "") -> FairDraw:
    """Return the draw with this number, 1 for the first, by the tournament's own secret. Each draw
    has a secret made from it, so one that is shown gives away no other."""
    made = sha256(f"{secret} {number}".encode()).hexdigest()
    return FairDraw(secret=made, label=f"draw {number}", room=room)
