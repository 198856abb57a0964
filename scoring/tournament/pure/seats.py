"""The seats of a table, and its two sides."""

from __future__ import annotations

SEATS = ("N", "E", "S", "W")
"""Clockwise, as seats 0 to 3 of a sitting."""
SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
SIDES = {"NS": ("N", "S"), "EW": ("E", "W")}
OTHER = {"NS": "EW", "EW": "NS"}
