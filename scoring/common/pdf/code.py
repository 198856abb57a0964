"""The code of a printed sheet: a few characters to type, and a QR code to scan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.common.pdf.lettering import SANS, SMALLEST, text
from scoring.common.pdf.page import INK, Pen
from scoring.common.pdf.qr import qr_code
from scoring.common.pdf.quick import QuickPath, number


@dataclass(frozen=True, kw_only=True, slots=True)
class Code:
    """The code of a record."""

    signs: str
    """ "T22-238"."""
    address: str
    """That the QR code opens."""


def signs_of(code: Code | None) -> str:
    """Return the signs of a code; nothing for none."""
    return code.signs if code else ""


SIDE = 34.0
"""How large the QR code is on a sheet, in points: twelve millimetres."""
SIGNS = 42.0
"""How wide the signs are, at most, in the smallest letters."""
BELOW = 9.0
"""The distance of the characters below the QR code."""


def put_code(pen: Pen, code: Code, x: float, top: float, *, side: float = SIDE) -> None:
    """Draw a code around the middle `x` below the line `top`, its signs under it."""
    draw_code(pen, code.address, x - side / 2, top - side, side)
    signs = text(code.signs, face=SANS, size=SMALLEST, width=SIGNS * 2)
    pen.put(signs, x, top - side - BELOW, align="centre")


def draw_code(pen: Pen, address: str, x: float, y: float, side: float) -> None:
    """Draw the QR code of an address, its lower left corner at (x, y)."""
    modules, runs = _dark(address)
    step = side / modules
    # A hair too wide, so that no printer leaves a gap between two modules.
    wide = [number(length * step + 0.05) for length in range(modules + 1)]
    across = [number(x + at * step) for at in range(modules)]
    up = [number(y + side - no * step) for no in range(1, modules + 1)]
    path, high = QuickPath(), wide[1]
    path.boxes(f"{across[at]} {up[no]} {wide[length]} {high}" for no, at, length in runs)
    pen.canvas.setFillColor(INK)
    pen.canvas.drawPath(path, stroke=0, fill=1)


@lru_cache(maxsize=1024)
def _dark(address: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """Return how many modules a side of the QR code of an address has, and its dark stretches, each
    with its row, start and length."""
    rows = [bytes(line) for line in qr_code(address).matrix]
    runs = ((no, at, length) for no, modules in enumerate(rows) for at, length in _runs(modules))
    return len(rows), tuple(runs)


def _runs(modules: bytes) -> Iterator[tuple[int, int]]:
    """Yield the dark stretches of a row, each with its start and length."""
    at = 0
    while at < len(modules):
        length = 0
        while at + length < len(modules) and modules[at + length]:
            length += 1
        if length:
            yield at, length
        at += length or 1
