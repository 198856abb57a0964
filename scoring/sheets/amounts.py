"""Points and money as the sheets write them; the sign always says what the colour says."""

from __future__ import annotations

from reportlab.lib.colors import Color

from scoring.rules.money import plain, written
from scoring.rules.wording import counted
from scoring.sheets.page import GREEN, INK, RED


def tint(number: int) -> Color:
    """Return green for a gain, red for a loss, ink for nothing."""
    return GREEN if number > 0 else RED if number < 0 else INK


def amount(points: int | None, minor: int, currency: str | None, unit: str = "point") -> str:
    """Return what is paid: money where there is a stake, else "1 point", "12 points"."""
    return written(minor, currency) if currency else counted(points, unit)


def figures(points: int | None, minor: int, currency: str | None) -> str:
    """Return what is paid in figures alone, for a column whose unit is known."""
    return plain(minor, currency) if currency else str(points)
