"""What stands on the sheet of a player's year."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.sheets.listing_values import Heading


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A table with its title, and a sentence below it."""

    title: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerYear:
    """Everything the sheet says."""

    name: str
    club: str
    about: str
    """Which year: "2026", or "all years"."""
    figures: tuple[tuple[str, str], ...]
    """Title and figure, to be read first."""
    levels: tuple[int, ...]
    """Net points after each evening, for the curve; nothing for none."""
    parts: tuple[Part, ...]
