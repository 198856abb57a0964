"""A table with cards on it, as a phone's camera sees it: tilted, shaded, blurred and compressed."""

from dataclasses import dataclass
from io import BytesIO
from math import cos, radians, sin
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tests.photos.printing import SCALE

TABLES = [(120, 84, 52), (60, 90, 70), (200, 195, 185), (70, 70, 78), (160, 130, 95)]
SKIN = (214, 164, 138)


@dataclass(frozen=True)
class Shot:
    """How a picture is taken. Lengths are in millimetres of the card, angles in degrees."""

    turn: float = 4.0
    """How far cards lie askew, at most."""
    upside_down: bool = False
    tilt: float = 0.06
    """How much nearer one edge of the picture is, as a fraction."""
    pixels: float = 8.0
    """Pixels a millimetre."""
    blur: float = 0.08
    shadow: float = 0.15
    hard: bool = False
    """Whether the shadow has a sharp edge."""
    noise: float = 3.0
    jpeg: int = 82
    fold: float = 0.0
    overlap: float = 0.0
    covers: bool = False
    """Whether cards that overlap cover each other's small code, and not the left and the top."""
    thumb: bool = False
    light: tuple = (1.0, 0.97, 0.92)


def photograph(cards, shot: Shot, random: Random, across: int = 2) -> bytes:
    """Return a JPEG of these cards on a table."""
    canvas = _laid(cards, shot, random, across)
    if shot.thumb:
        _thumb(canvas, random)
    seen = _tilted(canvas, shot, random)
    pixels = np.asarray(seen, np.float32)
    pixels = pixels * _shade(pixels.shape, shot, random)[..., None] * np.array(shot.light)
    seen = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if shot.blur:
        seen = seen.filter(ImageFilter.GaussianBlur(shot.blur * shot.pixels))
    pixels = np.asarray(seen, np.float32)
    chance = np.random.default_rng(random.randrange(2**32))
    pixels = pixels + chance.normal(0, shot.noise, pixels.shape).astype(np.float32)
    file = BytesIO()
    Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=shot.jpeg)
    return file.getvalue()


def _laid(cards, shot, random, across):
    """Lay the cards on a table, in rows."""
    wide, high = cards[0].size
    # Cards that lie askew need more room, so that they overlap only where that is asked for.
    gap = round((8 + 1.6 * shot.turn - shot.overlap) * SCALE)
    down = -(-len(cards) // across)
    border = round(14 * SCALE)
    size = (across * (wide + gap) + 2 * border, down * (high + gap) + 2 * border)
    canvas = Image.new("RGB", size, random.choice(TABLES))
    for no, card in enumerate(cards) if shot.covers else reversed([*enumerate(cards)]):
        line, column = divmod(no, across)
        bent = _folded(card, shot, random) if shot.fold else card
        angle = random.uniform(-shot.turn, shot.turn) + (180 if shot.upside_down else 0)
        turned = bent.rotate(angle, Image.Resampling.BICUBIC, expand=True)
        mask = Image.new("L", bent.size, 255).rotate(angle, expand=True)
        # In the middle of its place, so that no corner of a card at the edge is off the picture.
        x = border + column * (wide + gap) + (wide + gap - turned.width) // 2
        y = border + line * (high + gap) + (high + gap - turned.height) // 2
        canvas.paste(turned, (x, y), mask)
    return canvas


def _folded(card, shot, random):
    """Fold a card across and open it again: one half is foreshortened and darker, with a crease."""
    wide, high = card.size
    at = round(high * random.uniform(0.35, 0.7))
    lower = round((high - at) * (1 - shot.fold))
    bent = Image.new("RGB", (wide, high), (255, 255, 255))
    bent.paste(card.crop((0, 0, wide, at)), (0, 0))
    half = card.crop((0, at, wide, high)).resize((wide, lower), Image.Resampling.BICUBIC)
    bent.paste(half.point(lambda value: int(value * 0.9)), (0, at))
    ImageDraw.Draw(bent).line((0, at, wide, at), fill=(205, 205, 205), width=3)
    return bent.crop((0, 0, wide, at + lower))


def _thumb(canvas, random):
    """Hold the picture's edge with a thumb, over a card's edge."""
    wide, high = canvas.size
    x, y = random.choice([0, wide]), random.uniform(0.1, 0.9) * high
    long, thick = 26 * SCALE, 9 * SCALE
    ImageDraw.Draw(canvas).ellipse((x - long, y - thick, x + long, y + thick), fill=SKIN)


def _tilted(canvas, shot, random):
    """See the table from one side, at the resolution of the camera."""
    wide, high = canvas.size
    factor = shot.pixels / SCALE
    out = (round(wide * factor), round(high * factor))
    lean = random.uniform(0.4, 1.0) * shot.tilt
    side = random.randrange(4)
    corners = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]
    ends = [[0.0, 0.0], [out[0], 0.0], [out[0], out[1]], [0.0, out[1]]]
    for corner, way in ((side, 1), ((side + 1) % 4, -1)):
        axis = side % 2
        ends[corner][axis] += (1 if corner in _low(axis) else -1) * lean * out[axis]
        del way
    return canvas.transform(
        out, Image.Transform.PERSPECTIVE, _coefficients(ends, corners), Image.Resampling.BICUBIC
    )


def _low(axis):
    """Return the corners at the low end of an axis."""
    return (0, 3) if axis == 0 else (0, 1)


def _coefficients(ends, corners):
    lines, values = [], []
    for (u, v), (x, y) in zip(ends, corners, strict=True):
        lines += [[u, v, 1, 0, 0, 0, -x * u, -x * v], [0, 0, 0, u, v, 1, -y * u, -y * v]]
        values += [x, y]
    return np.linalg.solve(np.array(lines, float), np.array(values, float)).tolist()


def _shade(shape, shot, random):
    high, wide = shape[:2]
    across, down = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    angle = radians(random.uniform(0, 360))
    along = across * cos(angle) + down * sin(angle)
    if shot.hard:
        edge = random.uniform(-0.5, 0.5)
        return (1 - shot.shadow * np.clip((along - edge) * 40, 0, 1)).astype(np.float32)
    return (1 - shot.shadow * (along + 1.4) / 2.8).astype(np.float32)
