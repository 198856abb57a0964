"""What happened in a night, in its order. The checker knows nothing else."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple


class Event(NamedTuple):
    ms: int
    kind: str
    who: str
    """The phone, or "" for the server and the people."""
    what: dict


class History:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, ms: int, kind: str, who: str = "", **what: object) -> None:
        self.events.append(Event(ms, kind, who, what))

    def those(self, *kinds: str) -> list[Event]:
        """Return the events of these kinds."""
        return [event for event in self.events if event.kind in kinds]

    def lines(self) -> list[str]:
        return [json.dumps(event, sort_keys=True, separators=(",", ":")) for event in self.events]

    @property
    def digest(self) -> str:
        """The SHA-256 of all of it: a replay has the same."""
        return hashlib.sha256("\n".join(self.lines()).encode()).hexdigest()
