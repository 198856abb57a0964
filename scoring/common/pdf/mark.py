"""The site's mark on paper, two jacks back to back (static/mark.svg), and the four suits, as
curves."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.lib.colors import Color

from scoring.common.pdf.page import BRASS, DEEP, RED, WHITE, Pen

Path = tuple[tuple, ...]
"""Steps of a pen: "move" or "line" with a point, "curve" with three points, or "close". They are
measured down from the top, as on a screen."""

HEAD: Path = (
    ("move", 49, 14),
    ("curve", 41, 7.5, 27, 8.5, 18.5, 16),
    ("curve", 13.9, 20, 10.9, 25.2, 10.2, 30.6),
    ("line", 21.5, 33.2),
    ("curve", 21.2, 37, 20.4, 40.2, 19, 43),
    ("curve", 17.3, 46.5, 14, 49.4, 12, 52.8),
    ("curve", 11.2, 54.3, 12, 55.4, 13.5, 55.7),
    ("line", 17.4, 56.5),
    ("curve", 16.9, 58.3, 15.9, 59.2, 16.1, 60.6),
    ("curve", 16.3, 61.6, 17.2, 62, 17.8, 62.4),
    ("curve", 16.8, 63.3, 16.7, 64.4, 17.4, 65.5),
    ("curve", 18.4, 67.1, 17.9, 68.4, 18.1, 70.5),
    ("curve", 18.5, 74.2, 21.4, 75.5, 25.1, 75.3),
    ("curve", 27.4, 75.2, 29.8, 74.7, 31.9, 74),
    ("curve", 32.2, 77.4, 31.1, 80.2, 29, 82.7),
    ("line", 49, 93),
    ("line", 49, 14),
    ("close",),
)
"""A jack that looks to the left, in a square of a hundred."""
FEATHER: Path = (
    ("move", 25, 16),
    ("curve", 16.5, 12.5, 9.5, 7.5, 6, 1),
    ("curve", 16, 0, 27, 2.6, 36, 10.5),
    ("curve", 32, 12, 28, 14, 25, 16),
    ("close",),
)
"""On the jack’s hat."""
BAND: Path = (
    ("move", 9.8, 26.3),
    ("curve", 22, 29.6, 36, 30.8, 50, 30.6),
)
"""Of the hat, a line."""
HAIR: Path = (
    ("move", 32.5, 33.5),
    ("curve", 29.5, 45, 31, 55, 33.5, 62),
    ("curve", 35.3, 67, 35.1, 70.5, 30.7, 71.6),
    ("curve", 32.9, 74, 37, 74, 39.3, 71),
)
"""The curl of the hair, a line."""
CLUB: Path = (
    ("move", 20, 3),
    ("curve", 23.04, 2.99, 25.85, 4.65, 27.31, 7.32),
    ("curve", 28.77, 9.99, 28.65, 13.24, 27, 15.8),
    ("curve", 31.03, 14.43, 35.43, 16.33, 37.21, 20.19),
    ("curve", 38.99, 24.06, 37.56, 28.64, 33.9, 30.8),
    ("curve", 30.24, 32.97, 25.53, 32.02, 23, 28.6),
    ("curve", 23.4, 32.2, 24.8, 34.6, 27, 37),
    ("line", 13, 37),
    ("curve", 15.2, 34.6, 16.6, 32.2, 17, 28.6),
    ("curve", 14.47, 32.02, 9.76, 32.97, 6.1, 30.8),
    ("curve", 2.44, 28.64, 1.01, 24.06, 2.79, 20.19),
    ("curve", 4.57, 16.33, 8.97, 14.43, 13, 15.8),
    ("curve", 11.35, 13.24, 11.23, 9.99, 12.69, 7.32),
    ("curve", 14.15, 4.65, 16.96, 2.99, 20, 3),
    ("close",),
)
"""In a square of forty, as the other suits."""
SPADE: Path = (
    ("move", 20, 2),
    ("curve", 25, 10, 35, 15.5, 35, 23.5),
    ("curve", 35, 28.5, 31.2, 31.5, 27.2, 31.5),
    ("curve", 24.9, 31.5, 23, 30.6, 21.8, 29),
    ("curve", 22.3, 32.2, 23.7, 34.7, 25.8, 37),
    ("line", 14.2, 37),
    ("curve", 16.3, 34.7, 17.7, 32.2, 18.2, 29),
    ("curve", 17, 30.6, 15.1, 31.5, 12.8, 31.5),
    ("curve", 8.8, 31.5, 5, 28.5, 5, 23.5),
    ("curve", 5, 15.5, 15, 10, 20, 2),
    ("close",),
)
"""In a square of forty."""
HEART: Path = (
    ("move", 20, 37),
    ("curve", 15, 30, 3, 23, 3, 13),
    ("curve", 3, 7, 7.5, 3.5, 12, 3.5),
    ("curve", 15.5, 3.5, 18.5, 5.5, 20, 9),
    ("curve", 21.5, 5.5, 24.5, 3.5, 28, 3.5),
    ("curve", 32.5, 3.5, 37, 7, 37, 13),
    ("curve", 37, 23, 25, 30, 20, 37),
    ("close",),
)
"""In a square of forty."""
DIAMOND: Path = (
    ("move", 20, 2),
    ("curve", 23.5, 8.5, 28.5, 14.5, 34, 20),
    ("curve", 28.5, 25.5, 23.5, 31.5, 20, 38),
    ("curve", 16.5, 31.5, 11.5, 25.5, 6, 20),
    ("curve", 11.5, 14.5, 16.5, 8.5, 20, 2),
    ("close",),
)
"""In a square of forty."""
EYE = (23.8, 44.3, 1.7)
"""Middle and radius."""
SUITS = {"clubs": CLUB, "diamonds": DIAMOND, "hearts": HEART, "spades": SPADE}
SUIT_COLOURS = {"clubs": DEEP, "diamonds": RED, "hearts": RED, "spades": DEEP}


HIGH, LOW = 0.5, 93.0
"""The top and the foot of the drawing."""
WIDE = 88.6 / (LOW - HIGH)
"""The width of the mark, for a height of 1."""


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a drawing's top left corner, and its scale. It is mirrored if `across` is
    below zero."""

    x: float
    y: float
    across: float
    down: float

    def __call__(self, *numbers: float) -> list[float]:
        """Return points of the drawing, x and y by turns, on the page."""
        return [
            self.y - self.down * number if no % 2 else self.x + self.across * number
            for no, number in enumerate(numbers)
        ]

    def within(self, x: float, y: float, scale: float) -> Place:
        """Return the place of a drawing in this one."""
        left, top = self(x, y)
        return Place(left, top, self.across * scale, self.down * scale)


def draw_mark(pen: Pen, x: float, y: float, height: float) -> None:
    """Draw the mark in deep green and brass, its lower left corner at (x, y), without a field."""
    scale, top = height / (LOW - HIGH), y + height * LOW / (LOW - HIGH)

    def draw() -> None:
        _jack(pen, Place(x - 6 * scale, top, scale, scale), DEEP, CLUB)
        _jack(pen, Place(x + 94.6 * scale, top, -scale, scale), BRASS, SPADE)

    pen.again((draw_mark, x, y, height), draw)


def _jack(pen: Pen, place: Place, colour: Color, suit: Path) -> None:
    for path in (HEAD, FEATHER):
        draw_path(pen, path, place, colour)
    for path, weight in ((BAND, 2.0), (HAIR, 2.2)):
        draw_path(pen, path, place, WHITE, weight=weight * place.down)
    x, y, radius = EYE
    pen.canvas.setFillColor(WHITE)
    pen.canvas.circle(*place(x, y), radius * place.down, stroke=0, fill=1)
    draw_path(pen, suit, place.within(36, 47, 0.27), WHITE)


def draw_suit(pen: Pen, suit: str, x: float, y: float, side: float) -> None:
    """Draw a suit in its colour, in a square with its lower left corner at (x, y)."""
    place = Place(x, y + side, side / 40, side / 40)
    draw_path(pen, SUITS[suit], place, SUIT_COLOURS[suit])


def draw_path(pen: Pen, path: Path, place: Place, colour: Color, *, weight: float = 0) -> None:
    """Draw a path filled, or as a line of this weight."""
    drawn = pen.canvas.beginPath()
    steps = {
        "move": drawn.moveTo,
        "line": drawn.lineTo,
        "curve": drawn.curveTo,
        "close": drawn.close,
    }
    for step, *to in path:
        steps[step](*place(*to))
    if weight:
        pen.canvas.setLineWidth(weight)
        pen.canvas.setStrokeColor(colour)
    else:
        pen.canvas.setFillColor(colour)
    pen.canvas.drawPath(drawn, stroke=int(weight > 0), fill=int(not weight))
