"""The cards of a printed PDF as pictures, cut out of their pages, with the places of their boxes by
docs/tally-cards.md alone."""

from dataclasses import dataclass
from io import BytesIO

import pypdfium2
from PIL import Image
from pypdf import PdfReader

from tests.sheets.reading import read

MM = 72 / 25.4
"""A millimetre, in points."""
DOTS = 250
SCALE = DOTS / 25.4
"""Pixels a millimetre."""
MARK, BETWEEN = 1.6, 42.4
MARGIN, FOOT = 45.0, 22.0


@dataclass
class Print:
    """A printed card."""

    picture: Image.Image
    marks: list
    """For each row, the middle of its left mark in pixels."""
    signs: str
    """Everything written on it, without spaces."""

    def box(self, row, field, value):
        """Return the middle of a box in pixels, and its width and height."""
        x, y = self.marks[row]
        pitch = self.pitch
        half = pitch / 4
        if field == "points":
            down, column = divmod(value, 8)
            x, y = x + (3.0 + 3.5 * column) * SCALE, y + (half if down else -half)
        elif field == "lones":
            down, column = divmod(value - 1, 2)
            x, y = x + (31.7, 35.2)[column] * SCALE, y + (half if down else -half)
        else:
            x += 39.4 * SCALE
        return x, y, 3.05 * SCALE, 3.0 * SCALE

    @property
    def pitch(self):
        return self.marks[1][1] - self.marks[0][1] if len(self.marks) > 1 else 9.0 * SCALE


def prints(pdf, across=2, down=None):
    """Return the cards or slips of a PDF, page by page from the top left."""
    drawn = pypdfium2.PdfDocument(pdf)
    found = []
    for no, page in enumerate(PdfReader(BytesIO(pdf)).pages):
        picture = drawn[no].render(scale=DOTS / 72).to_pil().convert("RGB")
        found += _cut(picture, read(page), across, down)
    return found


def _cut(picture, page, across, down):
    wide, high = page.size
    per = DOTS / 72
    squares = _squares(page)
    rows = {round(y) for _, y in squares}
    lefts = _left_marks(squares)
    middle = (high - MARGIN + MARGIN + FOOT) / 2
    both = any(y > middle for y in rows) and any(y < middle for y in rows)
    down = down or (2 if both else 1)
    tall = (high - 2 * MARGIN - FOOT) / down
    cards = []
    for line in range(down):
        top = high - MARGIN - line * tall
        for column in range(across):
            left = MARGIN + column * (wide - 2 * MARGIN) / across
            right = left + (wide - 2 * MARGIN) / across
            here = [(x, y) for x, y in lefts if left < x < right and top - tall < y < top]
            if not here:
                continue
            box = [left, high - top, right, high - top + tall]
            cut = picture.crop([round(side * per) for side in box])
            marks = [
                ((x - left) * per, (top - y) * per) for x, y in sorted(here, key=lambda at: -at[1])
            ]
            words = "".join(
                one.text
                for one in page.strings
                if left < one.box[0] < right and top - tall < one.box[1] < top
            )
            cards.append(Print(picture=cut, marks=marks, signs=words))
    return cards


def _squares(page):
    """Return the middles of the black squares of 1.6 mm."""
    found = set()
    for x0, y0, x1, y1 in page.shapes:
        if abs(x1 - x0 - MARK * MM) < 0.02 and abs(y1 - y0) < 0.01:
            found.add((round((x0 + x1) / 2, 2), round(y0, 2)))
    return {
        (x, round(y + MARK * MM / 2, 1))
        for x, y in found
        if any(abs(x - a) < 0.05 and abs(b - y - MARK * MM) < 0.05 for a, b in found)
    }


def _left_marks(squares):
    return [
        (x, y)
        for x, y in squares
        if any(abs(b - y) < 0.2 and abs(a - x - BETWEEN * MM) < 0.2 for a, b in squares)
    ]
