"""Points and money as the sheets write them; the sign always says what the colour says."""

from __future__ import annotations

from reportlab.lib.colors import Color

from scoring.rules.money import plain, written
from scoring.sheets.page import GREEN, INK, RED


def signed(points: int) -> str:
    """Return "+73", "−12" or "0"."""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"


def tint(number: int) -> Color:
    """Return green for a gain, red for a loss, ink for nothing."""
    return GREEN if number > 0 else RED if number < 0 else INK


def amount(points: int | None, minor: int, currency: str | None) -> str:
    """Return what is paid: money where there is a stake, else "1 point", "12 points"."""
    if currency:
        return written(minor, currency)
    return f"{points} point{'' if points == 1 else 's'}"


def figures(points: int | None, minor: int, currency: str | None) -> str:
    """Return what is paid in figures alone, for a column whose unit is known."""
    return plain(minor, currency) if currency else str(points)
