"""Stars of a progressive evening: told by two letters too, never by colour alone."""

from __future__ import annotations

from math import cos, pi, sin

from reportlab.lib.colors import HexColor

from scoring.sheets.lettering import SANS_BOLD, text
from scoring.sheets.page import GREEN, INK, MUTED, RED, WHITE, Pen

STARS = {"gold": "Gold", "red": "Red", "green": "Green"}
COLOURS = {"gold": HexColor("#b8860b"), "red": RED, "green": GREEN}
INNER = 0.45


def draw_star(pen: Pen, kind: str, x: float, y: float, radius: float, *, filled: bool) -> None:
    """Draw a star around the middle (x, y), filled with its colour and its letters, or an outline
    to mark."""
    path = pen.canvas.beginPath()
    for point in range(10):
        away = radius * (1 if point % 2 == 0 else INNER)
        angle = pi / 2 + point * pi / 5
        to = path.moveTo if point == 0 else path.lineTo
        to(x + away * cos(angle), y + away * sin(angle))
    path.close()
    pen.canvas.setLineWidth(0.6)
    pen.canvas.setStrokeColor(COLOURS[kind] if filled else MUTED)
    pen.canvas.setFillColor(COLOURS[kind] if filled else WHITE)
    pen.canvas.drawPath(path, stroke=1, fill=int(filled))
    if filled:
        letter = text(STARS[kind][:2], face=SANS_BOLD, size=max(5.0, radius * 1.2), width=20)
        pen.put(letter, x + radius * 1.2, y - radius * 0.6, colour=INK)
