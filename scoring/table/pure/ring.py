"""Where the seats of a table are drawn round it."""

from __future__ import annotations


def rows(seats: int) -> int:
    """Return how many seats are drawn one below the other at each side."""
    return max(1, (seats - 1) // 2)


def ring(seats: int) -> list[str]:
    """Return where each seat is drawn, clockwise from the top, such as "top", "right row-2",
    "bottom row-3"."""
    side = rows(seats)
    right = [f"right row-{row}" for row in range(2, side + 2)]
    left = [f"left row-{row}" for row in range(side + 1, 1, -1)]
    bottom = [] if seats % 2 else [f"bottom row-{side + 2}"]
    return ["top", *bottom] if seats == 2 else ["top", *right, *bottom, *left]
