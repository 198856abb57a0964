"""The network between a phone and the site: what becomes of a request and of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

HOTSPOT = "<!doctype html><title>Welcome</title><p>Accept the terms to go online."
PROXY = "<!doctype html><title>502 Bad Gateway</title>"


@dataclass(frozen=True, kw_only=True)
class Fate:
    """What happens to a request, in milliseconds from when it is sent; None for never."""

    there: int | None = None
    """When it arrives."""
    again: int | None = None
    """When a copy of it arrives, whose answer nobody hears."""
    back: int | None = None
    """How long its answer takes."""
    says: str = ""
    """ "hotspot", "proxy", "half answer", "half body" or "refused"; "" for nothing odd."""
    heard: int = 0
    """When the phone hears of it, if it is not from the site."""


FINE = ("fine",)
BAD = (
    *("fine",) * 6,
    *("dropped", "lost answer", "delayed", "late", "twice", "half answer", "half body"),
    *("hotspot", "proxy", "refused"),
)
"""What can happen in bad weather; "late" is later than the phone waits."""


def fate(random: Random, *, bad: bool, online: bool) -> tuple[str, Fate]:
    """Return the name of what happens to the next request, and what it is."""
    if not online:
        return "offline", Fate(says="refused", heard=random.randrange(5, 60))
    name = random.choice(BAD if bad else FINE)
    there, back = random.randrange(5, 80), random.randrange(5, 80)
    return name, {
        "fine": Fate(there=there, back=back),
        "dropped": Fate(),
        "lost answer": Fate(there=there),
        "delayed": Fate(there=random.randrange(200, 9000), back=random.randrange(200, 5000)),
        "late": Fate(there=random.randrange(15_000, 60_000), back=back),
        "twice": Fate(there=there, again=there + random.randrange(1, 8000), back=back),
        "half answer": Fate(there=there, back=back, says="half answer"),
        "half body": Fate(there=there, back=back, says="half body"),
        "hotspot": Fate(says="hotspot", heard=random.randrange(20, 300)),
        "proxy": Fate(says="proxy", heard=random.randrange(20, 300)),
        "refused": Fate(says="refused", heard=random.randrange(5, 60)),
    }[name]
