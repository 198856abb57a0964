"""What stands on a listing: a table of people, of any length."""

from __future__ import annotations

from dataclasses import dataclass

BOX = object()
TICKED = object()
"""What stands in a cell instead of words: a box to tick, empty or ticked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """A column: its title, and what stands in its cells."""

    title: str
    kind: str = "words"
    """"name": who it is about; "words"; "figure"; "tick": a box; "write": room to write in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing:
    """Everything a listing says."""

    title: str
    club: str
    about: str
    """What it is a list of: "Friday 14 November 2026, 31 people"."""
    status: str = ""
    columns: tuple[Heading, ...]
    rows: tuple[tuple[object, ...], ...]
    """A string for every column; in a column of kind "tick" BOX or TICKED."""
    totals: tuple[str, ...] = ()
    scale: float = 1.0
    """How large: above 1 to be read on a wall."""
    notes: tuple[str, ...] = ()
