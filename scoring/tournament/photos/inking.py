"""The ink in the boxes of a card in a picture, measured against the paper around them and against
what is printed in them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from scoring.tournament.photos.placing import MM, Placed, sampled
from scoring.tournament.pure import card_layout
from scoring.tournament.pure.card_layout import Box
from scoring.tournament.pure.card_marks import BoxInk, RowMarks, hidden, marks_of, with_strokes

THOUSAND = 1000
STEP = 0.1
"""Between two samples, in millimetres."""
COARSE = 3
"""Samples that are taken together to find the paper."""
LARGER = 4.5
"""More than the side of a careless mark, in millimetres. What is smaller is no paper."""
WHITE = 70
"""The share of a row that is darker than its clean paper, in per cent, marks and print included."""
INSIDE, WHOLE, CELL = (2.4, 2.35), (3.4, 3.35), (3.5, 3.5)
"""The width and height of what is measured: inside the line of a box, with its line, and with the
paper around it."""
FIGURES = (83, 58, 72, 73, 79, 76, 87, 54, 89, 84, 136, 115, 129, 129, 136, 132)
PRINTED_INSIDE = {"": 0.0} | {str(no): ink / THOUSAND for no, ink in enumerate(FIGURES)}
"""The ink of the figure inside a box, of 1 for black, as the sheet prints it."""
LINES = (151, 135, 144, 141, 147, 143, 151, 133, 154, 147, 181, 163, 174, 170, 177, 172)
PRINTED_WHOLE = {"": 0.106} | {str(no): ink / THOUSAND for no, ink in enumerate(LINES)}
"""The same with the line of the box."""
CELL_SHARE = 0.95
"""Of that, what is left with the paper around the box."""
STROKE = 0.25
"""How dark a stroke is at least, of 1 for black."""
OUTSIDE = 0.3
"""How far around a box its line and a mark in it may reach, in millimetres."""
TAIL = 3.2
"""How far left of a box and below it the tail of a tick may come from, in millimetres."""
FAINTEST, DARKEST = 0.3, 2.2
"""How dark the print of a row may be, as a multiple of what the sheet prints."""


def rows_of(placed: Placed) -> list[RowMarks | None]:
    """Return what is marked in each row, None for a row without boxes."""
    code = placed.code
    rows = [row for row, boxed in enumerate(code.boxed) if boxed or code.slip]
    inks = with_strokes([_inks(placed, row) for row in rows])
    read: list[RowMarks | None] = [None] * code.rows
    for row, boxes in zip(rows, inks, strict=True):
        no = code.row_number(row)
        read[row] = marks_of(no, boxes) if boxes else hidden(no)
    return read


def _inks(placed: Placed, row: int) -> list[BoxInk]:
    """Return the ink of the boxes of a row, or nothing if its print cannot be recognised."""
    if not placed.found[row].all():
        return []
    boxes = list(placed.code.boxes(row))
    half = placed.code.pitch / 20
    across = np.arange(-1.0, card_layout.ACROSS / MM + 1.0, STEP)
    beyond = half + LARGER / 2
    down = np.arange(-beyond, beyond, STEP) + placed.code.middle(row) / MM
    grid = np.stack(np.meshgrid(across, down), axis=-1)
    dark = _darkness(sampled(placed.image, placed.to_pixels(grid)))
    inside, whole, cell = (
        np.array([_mean(dark, grid, box, size) for box in boxes]) for size in (INSIDE, WHOLE, CELL)
    )
    printed = np.array([PRINTED_WHOLE[box.label] for box in boxes])
    figures = np.array([PRINTED_INSIDE[box.label] for box in boxes])
    scale = float(np.median(whole / printed))
    if not FAINTEST <= scale <= DARKEST:
        return []
    beside = cell - scale * printed * CELL_SHARE
    return [
        BoxInk(
            field=box.field,
            value=box.value,
            ink=max(0, round(THOUSAND * (inside[at] - scale * figures[at]))),
            beside=max(0, round(THOUSAND * beside[at])),
            seen=round(THOUSAND * whole[at] / (scale * printed[at])),
            near=_near(at, boxes),
            entered=box.field == "lones" and _entered(dark, grid, box, placed.code.pitch),
        )
        for at, box in enumerate(boxes)
    ]


def _near(at: int, boxes: Sequence[Box]) -> tuple[int, ...]:
    here = boxes[at]
    return tuple(
        no
        for no, box in enumerate(boxes)
        if no != at and abs(box.x - here.x) < 550 and abs(box.y - here.y) < 550
    )


def _entered(dark: np.ndarray, grid: np.ndarray, box: Box, pitch: int) -> bool:
    """Return whether a stroke crosses the whole gap between a box for lone hands and the boxes for
    points, or those of the row below. Strokes that leave their box mostly go up and to the right.
    """
    across, down = grid[0, :, 0] - box.x / MM, grid[:, 0, 1] - box.y / MM
    wide, high = (side / MM / 2 + OUTSIDE for side in (card_layout.BOX_WIDE, card_layout.BOX_HIGH))
    if box.x == card_layout.LONES_AT[0]:
        points = card_layout.FIRST_COLUMN + (card_layout.COLUMNS - 1) * card_layout.COLUMN
        away = (box.x - points) / MM
        gap = (across >= wide - away) & (across <= -wide)
        # The rules above and below the row are no strokes.
        edge = pitch / 40 * (3 if box.value <= len(card_layout.LONES_AT) else 1)
        beside = (down >= -high / 2) & (down <= min(high + TAIL, edge - OUTSIDE))
        if (dark[np.ix_(beside, gap)].max(axis=0) >= STROKE).all():
            return True
    if box.value <= len(card_layout.LONES_AT):
        return False
    gap = (down >= high) & (down <= pitch / 20 - high)
    beside = (across >= -wide - TAIL) & (across <= wide)
    return bool((dark[np.ix_(gap, beside)].max(axis=1) >= STROKE).all())


def _mean(dark: np.ndarray, grid: np.ndarray, box: Box, size: tuple[float, float]) -> float:
    wide, high = size
    x, y = box.x / MM, box.y / MM
    across, down = grid[0, :, 0], grid[:, 0, 1]
    columns = np.abs(across - x) <= wide / 2
    lines = np.abs(down - y) <= high / 2
    return float(dark[np.ix_(lines, columns)].mean())


def _darkness(strip: np.ndarray) -> np.ndarray:
    """Return how dark a strip is against its paper, from 0 to 1, in the colour that is darkest.

    The paper is the strip without whatever is smaller than a mark, so that neither the colour of a
    lamp nor the edge of a shadow counts as ink.
    """
    high, wide = (size // COARSE * COARSE for size in strip.shape[:2])
    blocks = strip[:high, :wide].reshape(high // COARSE, COARSE, wide // COARSE, COARSE, 3)
    coarse = blocks.mean(axis=(1, 3))
    size = round(LARGER / STEP / COARSE)
    paper = -_greatest(-_greatest(coarse, size), size)
    lines = np.minimum(np.arange(strip.shape[0]) // COARSE, len(paper) - 1)
    columns = np.minimum(np.arange(strip.shape[1]) // COARSE, paper.shape[1] - 1)
    light = strip / np.maximum(paper[np.ix_(lines, columns)], 1)
    light = light / np.percentile(light, WHITE, axis=(0, 1))
    return np.clip(1 - light, 0, 1).max(axis=-1)


def _greatest(values: np.ndarray, size: int) -> np.ndarray:
    """Return the greatest value of a square of `size` around each one."""
    for axis in (0, 1):
        pad = [(0, 0)] * values.ndim
        pad[axis] = (size // 2, size - 1 - size // 2)
        windows = sliding_window_view(np.pad(values, pad, "edge"), size, axis=axis)
        values = windows.max(axis=-1)
    return values
