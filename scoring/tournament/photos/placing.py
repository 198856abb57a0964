"""Where the rows of a card are in a picture: from its code along the marks at the ends of the rows,
so that a bent, folded or tilted card is followed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from scoring.tournament.photos.pictures import FoundCode
from scoring.tournament.pure import card_layout
from scoring.tournament.pure.card_layout import CardCode

MM = 100
"""Hundredths of a millimetre in one."""
STEP = 0.12
"""Between two samples of a mark, in millimetres."""
FAR, NEAR = 3.6, 2.0
"""How far from where it is expected a mark is looked for, in millimetres."""
LEAST_DARK, LEAST_CONTRAST = 0.30, 0.18
FARTHEST = 2.5
"""The most that a mark may lie off the flat card, in millimetres."""


@dataclass(eq=False)
class Pixels:
    """A picture as numbers, halved as often as a card needs."""

    image: np.ndarray
    """Red, green and blue from 0 to 255, by line and column."""
    _levels: dict[int, np.ndarray] = field(default_factory=dict)

    def level(self, pixels_a_mm: float) -> tuple[np.ndarray, float]:
        """Return the picture with about 8 to 12 pixels a millimetre if it has more, and the factor
        by which it was reduced."""
        factor = max(1, int(pixels_a_mm // 8))
        if factor not in self._levels:
            high, wide = (size // factor * factor for size in self.image.shape[:2])
            cut = self.image[:high, :wide].astype(np.float32)
            blocks = cut.reshape(high // factor, factor, wide // factor, factor, 3)
            self._levels[factor] = blocks.mean(axis=(1, 3))
        return self._levels[factor], float(factor)


def sampled(image: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return the colours at places (x, y), between pixels too. Outside it is the nearest edge."""
    high, wide = image.shape[:2]
    x = np.clip(places[..., 0], 0, wide - 1.001)
    y = np.clip(places[..., 1], 0, high - 1.001)
    left, top = x.astype(int), y.astype(int)
    across, down = (x - left)[..., None], (y - top)[..., None]
    upper = image[top, left] * (1 - across) + image[top, left + 1] * across
    lower = image[top + 1, left] * (1 - across) + image[top + 1, left + 1] * across
    return upper * (1 - down) + lower * down


@dataclass(eq=False)
class Placed:
    """A card in a picture."""

    code: CardCode
    image: np.ndarray
    plane: np.ndarray
    """From millimetres on the card to pixels, for a flat card."""
    off: np.ndarray
    """How far each mark is off that plane in pixels: by row, end and direction."""
    found: np.ndarray
    """Whether each mark was found: by row and end."""
    factor: float

    def to_pixels(self, places: np.ndarray) -> np.ndarray:
        """Return where places on the card (millimetres from the corner mark) are in `image`."""
        along = np.clip(places[..., 0] / (card_layout.ACROSS / MM), 0, 1)[..., None]
        rows = len(self.off)
        at = np.clip(places[..., 1] / (self.code.pitch / 10), 0, rows - 1)
        upper = np.minimum(at.astype(int), max(0, rows - 2))
        lower = np.minimum(upper + 1, rows - 1)
        down = (at - upper)[..., None]
        ends = self.off[upper] * (1 - down[..., None]) + self.off[lower] * down[..., None]
        return through(self.plane, places) + ends[..., 0, :] * (1 - along) + ends[..., 1, :] * along

    def outline(self) -> list[tuple[int, int]]:
        """Return the corners of the rows and the code in the picture, clockwise."""
        bottom = (self.code.code_top + card_layout.CODE_SIDE) / MM
        top, right = -self.code.pitch / 20, card_layout.CODE_RIGHT / MM
        corners = np.array([(-1, top), (right, top), (right, bottom), (-1, bottom)], float)
        return [
            (round(x * self.factor), round(y * self.factor)) for x, y in self.to_pixels(corners)
        ]


def through(plane: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return places after a homography."""
    flat = places @ plane[:, :2].T + plane[:, 2]
    return flat[..., :2] / flat[..., 2:]


def place(pixels: Pixels, found: FoundCode) -> Placed | None:
    """Return where a card is in the picture, or None if too few of its marks are found."""
    code = found.code
    side = np.linalg.norm(found.corners - np.roll(found.corners, 1, axis=0), axis=1).mean()
    image, factor = pixels.level(side / (card_layout.CODE_SIDE / MM))
    # The middle of a reduced pixel is not at the same place as that of its first one.
    corners = (found.corners + 0.5) / factor - 0.5
    known = list(zip(_corners_of(code), corners, strict=True))
    marks: dict[tuple[int, int], np.ndarray] = {}
    for row in reversed(range(code.rows)):
        for end in (1, 0):
            expected = _mark(row, end)(code)
            plane = _affine(known, expected)
            first = row == code.rows - 1 and end == 0
            at = _find(image, plane, expected, FAR if first else NEAR)
            if at is not None:
                marks[row, end] = at
                known.append((expected, at))
    if len(marks) < max(2, code.rows):
        return None
    return _placed(code, image, factor, known, marks)


def _placed(code, image, factor, known, marks) -> Placed | None:
    plane = _homography(np.array([one for one, _ in known]), np.array([at for _, at in known]))
    if plane is None:
        return None
    off = np.full((code.rows, 2, 2), np.nan)
    there = np.zeros((code.rows, 2), bool)
    for (row, end), at in marks.items():
        expected = _mark(row, end)(code)
        flat = through(plane, np.array([expected, expected + np.array([1, 0])]))
        away = at - flat[0]
        if np.linalg.norm(away) <= FARTHEST * np.linalg.norm(flat[1] - flat[0]):
            off[row, end], there[row, end] = away, True
    if not there.any(axis=0).all():
        return None
    rows = np.arange(code.rows)
    for end in (0, 1):
        seen = there[:, end]
        for way in (0, 1):
            off[:, end, way] = np.interp(rows, rows[seen], off[seen, end, way])
    return Placed(code=code, image=image, plane=plane, off=off, found=there, factor=factor)


def _mark(row: int, end: int):
    return lambda code: np.array([end * card_layout.ACROSS, code.middle(row)], float) / MM


def _corners_of(code: CardCode) -> np.ndarray:
    right, top = card_layout.CODE_RIGHT, code.code_top
    left, bottom = right - card_layout.CODE_SIDE, top + card_layout.CODE_SIDE
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float) / MM


def _affine(known: list, expected: np.ndarray) -> np.ndarray:
    """Return the affine plane through what is known near a place, as a homography."""
    near = sorted(known, key=lambda one: float(np.linalg.norm(one[0] - expected)))[:7]
    if len(known) <= 5:
        near = known
    places = np.array([one for one, _ in near])
    if np.ptp(places[:, 0]) < 10 and len(known) > len(near):
        near = known
        places = np.array([one for one, _ in near])
    there = np.array([at for _, at in near])
    left = np.column_stack([places, np.ones(len(places))])
    solved, *_ = np.linalg.lstsq(left, there, rcond=None)
    return np.vstack([solved.T, [0, 0, 1]])


def _homography(places: np.ndarray, there: np.ndarray) -> np.ndarray | None:
    """Return the homography that best brings places on the card to those in the picture."""
    one, other = _centred(places), _centred(there)
    a, b = through(one, places), through(other, there)
    zero, ones = np.zeros(len(a)), np.ones(len(a))
    x, y = a[:, 0], a[:, 1]
    u, v = b[:, 0], b[:, 1]
    lines = np.concatenate(
        [
            np.column_stack([x, y, ones, zero, zero, zero, -u * x, -u * y, -u]),
            np.column_stack([zero, zero, zero, x, y, ones, -v * x, -v * y, -v]),
        ]
    )
    try:
        *_, rows = np.linalg.svd(lines)
        plane = np.linalg.inv(other) @ rows[-1].reshape(3, 3) @ one
    except np.linalg.LinAlgError:
        return None
    return plane / plane[2, 2] if abs(plane[2, 2]) > 1e-12 else None


def _centred(places: np.ndarray) -> np.ndarray:
    middle = places.mean(axis=0)
    scale = 1.4 / max(1e-9, float(np.abs(places - middle).mean()))
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1]])


def _find(
    image: np.ndarray, plane: np.ndarray, expected: np.ndarray, radius: float
) -> np.ndarray | None:
    """Return where the black square is that is expected at a place on the card, in pixels."""
    side = card_layout.MARK / MM
    reach = radius + side
    offsets = np.arange(-reach, reach + STEP / 2, STEP)
    grid = np.stack(np.meshgrid(offsets, offsets), axis=-1) + expected
    light = sampled(image, through(plane, grid)).max(axis=-1)
    white = np.percentile(light, 80)
    if white < 25:
        return None
    dark = np.clip(1 - light / white, 0, 1)
    inside, around = round(side / STEP), round((side + 0.9) / STEP)
    whole = _box_means(dark, around)
    inner = _box_means(dark, inside)
    ring = (whole * around**2 - inner * inside**2) / (around**2 - inside**2)
    score = inner - ring
    away = np.hypot(*np.meshgrid(offsets, offsets))
    score[away > radius] = -1
    best = np.unravel_index(np.argmax(score), score.shape)
    if inner[best] < LEAST_DARK or score[best] < LEAST_CONTRAST:
        return None
    y, x = (int(one) for one in best)
    half = around // 2
    cut = np.s_[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
    weight = np.clip(dark[cut] - ring[best], 0, None)
    if weight.sum() <= 0:
        return None
    across = (weight * grid[cut][..., 0]).sum() / weight.sum()
    down = (weight * grid[cut][..., 1]).sum() / weight.sum()
    return through(plane, np.array([across, down]))


def _box_means(values: np.ndarray, size: int) -> np.ndarray:
    """Return the mean of a square of `size` samples around each one, with the edge repeated."""
    half = size // 2
    padded = np.pad(values, ((half + 1, size - half - 1), (half + 1, size - half - 1)), "edge")
    sums = padded.cumsum(axis=0).cumsum(axis=1)
    high, wide = values.shape
    upper, left = np.s_[0:high], np.s_[0:wide]
    lower, right = np.s_[size : size + high], np.s_[size : size + wide]
    return (
        sums[lower, right] - sums[upper, right] - sums[lower, left] + sums[upper, left]
    ) / size**2
