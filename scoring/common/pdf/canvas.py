"""Draw a PNG with our letters, marks and shapes, for phones to share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import NamedTuple

import uharfbuzz
from PIL import Image, ImageDraw

from scoring.common.discs import colour_of, shape_of
from scoring.common.letters import initial_of, letters_of
from scoring.common.pdf.discs import COLOURS as OF_PLAYERS
from scoring.common.pdf.discs import DISC, LARGE, LARGER, SHAPES
from scoring.common.pdf.lettering import BOLD, Stretch, clean, hb_face_of, in_faces
from scoring.common.pdf.mark import BAND, CLUB, EYE, FEATHER, HAIR, HEAD, HIGH, LOW, SPADE, Path
from scoring.common.pdf.shaping import placed

FINE = 2
"""The image is drawn at this multiple of its size and then reduced, so that edges are smooth."""
CURVE_STEPS = 12
Colour = str
PAPER, CARD, INK, MUTED, LINE = "#f5efe1", "#fffdf6", "#221f1a", "#6d6557", "#dccfb4"
DEEP, BRASS, GILT, CREAM = "#123f2f", "#8a6118", "#d8b25e", "#f5efe1"
DISCS = tuple(f"#{colour.hexval()[2:]}" for colour in OF_PLAYERS)
"""Of players, as on screens and sheets."""


class Glyphs(NamedTuple):
    """The glyphs of a stretch. All numbers are thousandths of the size."""

    face: str
    places: tuple[tuple[int, int, int], ...]
    """Each glyph's number, and where it begins."""
    width: int


@cache
def _outlines(face: str) -> uharfbuzz.Font:
    """Return a font as HarfBuzz draws it, in a thousand units."""
    font = uharfbuzz.Font(hb_face_of(face))
    font.scale = (1000, 1000)
    return font


def _glyphs(stretch: Stretch) -> Glyphs:
    places, x = [], 0
    for info, place in placed(stretch.said, _outlines(stretch.face), leftwards=stretch.leftwards):
        places.append((info.codepoint, x + place.x_offset, place.y_offset))
        x += place.x_advance
    return Glyphs(stretch.face, tuple(places), x)


def _ink(glyphs: Glyphs, size: int) -> tuple[Image.Image, int, int] | None:
    """Return what is drawn as a mask, and where its upper left corner is from the start of its
    baseline; None if it draws nothing."""
    font, drawing = _outlines(glyphs.face), uharfbuzz.RasterDraw()
    scale = size * FINE / 1000
    for glyph, x, y in glyphs.places:
        drawing.transform = scale, 0, 0, scale, x * scale, y * scale
        drawing.draw_glyph(font, glyph)
    drawn = drawing.render()
    edges = drawn.extents
    if not edges or not edges.width:
        return None
    box = edges.width, edges.height
    mask = Image.frombytes("L", box, drawn.buffer, "raw", "L", edges.stride, -1)
    return mask, edges.x_origin, -edges.y_origin - edges.height


class Canvas:
    """A picture in points from its top left corner. What is written hangs from its baseline."""

    def __init__(self, width: int, height: int, colour: Colour = PAPER) -> None:
        self.image = Image.new("RGB", (width * FINE, height * FINE), colour)
        self.draw = ImageDraw.Draw(self.image)
        self._shaped: dict[tuple[str, str], list[Glyphs]] = {}

    def png(self) -> bytes:
        """Return the picture."""
        file = BytesIO()
        self.image.reduce(FINE).save(file, "PNG", optimize=False, compress_level=3)
        return file.getvalue()

    def width_of(self, value: str, face: str, size: int) -> float:
        return sum(one.width for one in self._glyphs_of(clean(value), face)) * size / 1000

    def _glyphs_of(self, value: str, face: str) -> list[Glyphs]:
        if (value, face) not in self._shaped:
            self._shaped[value, face] = [_glyphs(stretch) for stretch in in_faces(value, face)]
        return self._shaped[value, face]

    def fitted(
        self, value: str, face: str, size: int, width: float, *, least: float = 0.7
    ) -> tuple[str, int]:
        """Return a text made to fit this width, and its size. It is made smaller first, then
        shortened."""
        value, smallest = clean(value), int(size * least)
        while size > smallest and (wide := self.width_of(value, face, size)) > width:
            size = max(smallest, min(size - 1, int(size * width / wide) + 1))
        if self.width_of(value, face, size) <= width:
            return value, size
        letters = letters_of(value)

        def shortened(number: int) -> str:
            return f"{''.join(letters[:number]).rstrip(' -,·')}…"

        numbers = range(len(letters))
        fit = bisect_left(
            numbers, True, key=lambda one: self.width_of(shortened(one), face, size) > width
        )
        return shortened(max(fit - 1, 0)), size

    def write(  # noqa: PLR0913
        self,
        value: str,
        x: float,
        y: float,
        *,
        face: str,
        size: int,
        width: float = 1e9,
        colour: Colour = INK,
        align: str = "left",
        least: float = 0.7,
    ) -> float:
        """Write a line, and return how wide it runs."""
        value, size = self.fitted(value, face, size, width, least=least)
        wide = self.width_of(value, face, size)
        at = x - wide * {"left": 0, "centre": 0.5, "right": 1}[align]
        for glyphs in self._glyphs_of(value, face):
            if ink := _ink(glyphs, size):
                mask, left, down = ink
                corner = round(at * FINE) + left, round(y * FINE) + down
                self.draw.bitmap(corner, mask, fill=colour)
            at += glyphs.width * size / 1000
        return wide

    def rule(self, x0: float, x1: float, y: float, *, colour: Colour = LINE, weight: float = 1.5):
        """Draw a level line."""
        self.line([(x0, y), (x1, y)], colour=colour, weight=weight)

    def line(self, points: Sequence[tuple[float, float]], *, colour: Colour, weight: float) -> None:
        """Draw a line through points, its corners and its ends round."""
        scaled = [(x * FINE, y * FINE) for x, y in points]
        thick = max(1, round(weight * FINE))
        self.draw.line(scaled, fill=colour, width=thick, joint="curve")
        for x, y in (scaled[0], scaled[-1]) if thick > 3 else ():
            self.draw.circle((x, y), thick / 2, fill=colour)

    def box(self, x0: float, y0: float, x1: float, y1: float, *, colour: Colour, round_: float = 0):
        """Fill a box."""
        edges = [value * FINE for value in (x0, y0, x1, y1)]
        self.draw.rounded_rectangle(edges, round_ * FINE, fill=colour)

    def disc(
        self, no: int, name: str, x: float, y: float, side: float, *, framed: bool = False
    ) -> None:
        """Draw a player's disc of this number centred on (x, y), as on screens and sheets. With
        `framed` no shape is larger than the side."""
        shape = SHAPES[shape_of(no)]
        side = side / LARGE if framed and shape in LARGER else side
        fill = DISCS[colour_of(no)]
        if shape == DISC:
            self.draw.circle((x * FINE, y * FINE), side / 2 * FINE, fill=fill)
        else:
            side = side * LARGE if shape in LARGER else side
            self._path(shape, x - side / 2, y - side / 2, side / 40, fill)
            side = side / LARGE if shape in LARGER else side
        low = y + side * (0.29 if shape == SHAPES[5] else 0.21)
        initial = initial_of(clean(name))
        self.write(
            initial, x, low, face=BOLD, size=round(side * 0.62), colour=CREAM, align="centre"
        )

    def mark(self, x: float, y: float, height: float, *, field: Colour = PAPER) -> None:
        """Draw the mark, its upper left corner at (x, y), on a field of this colour."""
        scale = height / (LOW - HIGH)
        top = y - HIGH * scale
        for left, across, colour, suit in (
            (x - 6 * scale, scale, DEEP, CLUB),
            (x + 94.6 * scale, -scale, BRASS, SPADE),
        ):
            for path in (HEAD, FEATHER):
                self._path(path, left, top, scale, colour, across=across)
            for path, weight in ((BAND, 2.0), (HAIR, 2.2)):
                points = list(_points(path, left, top, scale, across))
                self.line(points, colour=field, weight=weight * scale)
            at, down, radius = EYE
            eye = ((left + at * across) * FINE, (top + down * scale) * FINE)
            self.draw.circle(eye, radius * scale * FINE, fill=field)
            inner = left + 36 * across, top + 47 * scale
            self._path(suit, *inner, 0.27 * scale, field, across=0.27 * across)

    def _path(
        self, path: Path, x: float, y: float, scale: float, colour: Colour, across: float = 0
    ) -> None:
        points = _points(path, x, y, scale, across or scale)
        self.draw.polygon([(one * FINE, other * FINE) for one, other in points], fill=colour)


def _points(
    path: Path, x: float, y: float, scale: float, across: float
) -> Iterator[tuple[float, float]]:
    """Yield the points of a path, its curves as many short lines."""
    at = (0.0, 0.0)
    for step, *to in path:
        if step == "curve":
            ends = [at, *zip(to[::2], to[1::2], strict=True)]
            for no in range(1, CURVE_STEPS + 1):
                px, py = _on_curve(ends, no / CURVE_STEPS)
                yield x + px * across, y + py * scale
            at = ends[-1]
        elif step != "close":
            at = (to[0], to[1])
            yield x + at[0] * across, y + at[1] * scale


def _on_curve(ends: Sequence[tuple[float, float]], part: float) -> tuple[float, float]:
    """Return the point of a cubic curve after this part of it."""
    while len(ends) > 1:
        ends = [
            (one[0] + (two[0] - one[0]) * part, one[1] + (two[1] - one[1]) * part)
            for one, two in zip(ends, ends[1:], strict=False)
        ]
    return ends[0]
