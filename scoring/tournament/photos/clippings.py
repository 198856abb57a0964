"""Clippings of the rows of a card, straightened, so that a box is at the same place on each."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from PIL import Image

from scoring.tournament.photos.placing import MM, Placed, sampled
from scoring.tournament.pure.card_layout import CLIP_LEFT, CLIP_WIDE

WIDE, HIGH = 542, 90
"""Pixels of a clipping. A row is drawn to this height, whatever its pitch."""
QUALITY = 60


def clipping(placed: Placed, row: int) -> bytes:
    """Return a JPEG of a row, with its boxes and marks."""
    half = placed.code.pitch / 20
    across = (np.arange(WIDE) + 0.5) / WIDE * (CLIP_WIDE / MM) + CLIP_LEFT / MM
    down = (np.arange(HIGH) + 0.5) / HIGH * 2 * half - half + placed.code.middle(row) / MM
    grid = np.stack(np.meshgrid(across, down), axis=-1)
    pixels = sampled(placed.image, placed.to_pixels(grid))
    file = BytesIO()
    Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=QUALITY)
    return file.getvalue()
