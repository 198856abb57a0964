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


def label_of(number: int) -> str:
    """Return the label of the draw with this number, 1 for the first."""
    return f"draw {number}"


def number_of(label: str) -> int:
    """Return the number of the draw with this label, or 0 if it has none that a site gives."""
    number = label.removeprefix("draw ")
    fits = number.isascii() and number.isdigit() and len(number) < 4
    return int(number) if fits and label_of(int(number)) == label else 0
