"""How lists and figures are written out in a league's sentences."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Ben", "Ann, Ben and Cat". It is "" for no names."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted(number: int, unit: str = "point") -> str:
    """Return "1 point", "12 points"."""
    return f"{number} {unit}{'' if number == 1 else 's'}"


def figure(number: int) -> str:
    """Return a number with a real minus sign where it is below nothing."""
    return str(number).replace("-", "−")


UNTOLD = "–"
"""Shown instead of a figure that was not entered."""


def signed(number: int) -> str:
    """Return "+7", "−7" or "0"."""
    return f"+{number}" if number > 0 else figure(number)
