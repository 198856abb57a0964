"""Pens that mark boxes: each hand has its width, its colour and its carelessness."""

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from tests.photos.printing import SCALE

BLACK, BLUE, RED, GREEN, PENCIL = (
    (25, 25, 30),
    (30, 50, 150),
    (185, 30, 40),
    (20, 110, 60),
    (95, 95, 98),
)


@dataclass(frozen=True)
class Hand:
    """How somebody marks."""

    style: str = "fill"
    """ "fill", "cross", "tick", "half", "slash" or "dot"."""
    width: float = 0.6
    """In millimetres."""
    colour: tuple = BLACK
    shake: float = 0.25
    """How far a stroke misses, in millimetres."""


ORDINARY = [
    Hand("fill", 0.7, BLUE),
    Hand("cross", 0.6, BLACK),
    Hand("fill", 0.5, BLACK),
    Hand("cross", 0.5, BLUE),
    Hand("tick", 0.6, BLUE),
    Hand("fill", 0.9, RED),
    Hand("slash", 0.7, BLACK),
    Hand("fill", 0.8, PENCIL),
]
CARELESS = [
    Hand("half", 0.5, BLUE, 0.5),
    Hand("tick", 0.35, BLACK, 0.6),
    Hand("cross", 0.3, BLUE, 0.5),
    Hand("slash", 0.4, PENCIL, 0.4),
    Hand("fill", 1.4, BLACK, 0.6),
    Hand("dot", 0.9, BLUE, 0.4),
    Hand("cross", 0.8, GREEN, 0.6),
]


def mark(picture: Image.Image, box, hand: Hand, random: Random) -> None:
    """Mark a box of a printed card."""
    x, y, wide, high = box
    draw = ImageDraw.Draw(picture)
    shake = hand.shake * SCALE
    x, y = x + random.uniform(-shake, shake), y + random.uniform(-shake, shake)
    width = max(1, round(hand.width * SCALE))

    def line(points):
        points = [
            (
                x + a * wide / 2 + random.uniform(-shake, shake) / 3,
                y + b * high / 2 + random.uniform(-shake, shake) / 3,
            )
            for a, b in points
        ]
        draw.line(points, fill=hand.colour, width=width, joint="curve")

    if hand.style in ("fill", "half"):
        far = 0.85 if hand.style == "fill" else random.uniform(0.0, 0.3)
        steps = 9
        zigzag = [
            (-0.8 + (far + 0.8) * step / steps, 0.8 if step % 2 else -0.8)
            for step in range(steps + 1)
        ]
        line(zigzag)
    elif hand.style == "cross":
        line([(-0.9, -0.9), (0.9, 0.9)])
        line([(-0.9, 0.9), (0.9, -0.9)])
    elif hand.style == "tick":
        line([(-0.7, 0.0), (-0.1, 0.8), (1.0, -1.1)])
    elif hand.style == "slash":
        line([(-0.8, 0.9), (0.8, -0.9)])
    else:
        ring = [(0.45 * cos(at * pi / 4), 0.45 * sin(at * pi / 4)) for at in range(9)]
        line(ring)
        line([(-0.3, 0), (0.3, 0)])


def smudge(picture: Image.Image, at, random: Random) -> None:
    """Wipe a wet finger over a place."""
    x, y = at
    blot = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(blot)
    for _ in range(5):
        dx, dy = (random.uniform(-4, 4) * SCALE for _ in range(2))
        size = random.uniform(1.5, 3.5) * SCALE
        draw.ellipse((x + dx - size, y + dy - size / 2, x + dx + size, y + dy + size / 2), fill=95)
    blot = blot.filter(ImageFilter.GaussianBlur(SCALE * 0.6))
    picture.paste((70, 70, 95), mask=blot)
