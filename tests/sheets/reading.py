"""Reads a PDF as a printer would: which string stands where, and which line runs from where to
where.

Nothing is asked of the code that drew it: widths come from the fonts in the file.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from unicodedata import bidirectional

from pypdf import PdfReader
from pypdf.generic import ContentStream

Box = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A string on a page: left, bottom, right and top of its ink, near enough; its size
    and its face."""

    text: str
    box: Box
    size: float = 0.0
    face: str = ""


@dataclass(frozen=True, kw_only=True)
class Stroke:
    """A piece of a line: its box, its weight, and red, green and blue."""

    box: Box
    weight: float
    colour: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Page:
    """What a page shows."""

    size: tuple[float, float]
    strings: tuple[Drawn, ...]
    strokes: tuple[Stroke, ...]
    shapes: tuple[Box, ...] = ()
    """The box of every piece of what is filled and has no line: discs, suits, the mark."""

    @property
    def lines(self):
        """The box of every piece of a line."""
        return tuple(stroke.box for stroke in self.strokes)

    @property
    def text(self):
        return squeezed("".join(drawn.text for drawn in self.strings))


def squeezed(text):
    """Return the text without any space: where a line was broken does not matter."""
    return re.sub(r"\s", "", text)


def pages(pdf):
    return [read(page) for page in PdfReader(BytesIO(pdf)).pages]


def whole(pdf):
    """Return everything a PDF says, without spaces, in the order drawn."""
    return "".join(page.text for page in pages(pdf))


def read(page):
    fonts = {name: Font(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
    strings, lines = Strings(fonts), Lines()
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        name = operator.decode()
        assert name not in {"Td", "TJ", "Do"}, f"this reader does not know {name}"
        assert name != "cm" or list(map(float, operands)) == [1, 0, 0, 1, 0, 0]
        strings.take(name, operands)
        lines.take(name, operands)
    size = float(page.mediabox.width), float(page.mediabox.height)
    return Page(
        size=size,
        strings=tuple(strings.drawn),
        strokes=tuple(lines.strokes),
        shapes=tuple(lines.shapes),
    )


class Font:
    """Widths and letters of the codes of a font in the file."""

    def __init__(self, font):
        self.name = font["/BaseFont"].rpartition("+")[2].removeprefix("/")
        self.first, self.widths = (
            font.get("/FirstChar", 0),
            [float(w) for w in font.get("/Widths", ())],
        )
        table = font["/ToUnicode"].get_object().get_data().decode() if "/ToUnicode" in font else ""
        pairs = re.findall(r"^<(..)> <([0-9A-F]{4,})>$", table, re.MULTILINE | re.IGNORECASE)
        self.letters = {
            int(code, 16): bytes.fromhex(letter).decode("utf-16-be") for code, letter in pairs
        }

    def text(self, codes):
        drawn = [self.letters[code] for code in codes]
        leftwards = bidirectional(drawn[-1][0]) in {"R", "AL"} if drawn else False
        return "".join(reversed(drawn) if leftwards else drawn)

    def width(self, codes):
        return sum(self.widths[code - self.first] for code in codes) / 1000


class Strings:
    def __init__(self, fonts):
        self.fonts, self.drawn, self.said = fonts, [], None

    def take(self, operator, operands):
        if operator == "BDC":
            self.said, self.begun = operands[1]["/ActualText"], len(self.drawn)
        elif operator == "EMC":
            self.say()
        elif operator == "Tf":
            self.font, self.size = self.fonts[operands[0]], float(operands[1])
        elif operator == "Tm":
            *self.turn, self.x, self.y = map(float, operands)
        elif operator == "Tj":
            self.show(operands[0].original_bytes)

    def say(self):
        """Put what was drawn in pieces together, with the letters that it stands for."""
        pieces, self.drawn = self.drawn[self.begun :], self.drawn[: self.begun]
        if self.said:
            corners = [corner for one in pieces for corner in (one.box[:2], one.box[2:])]
            self.drawn.append(replace(pieces[0], text=self.said, box=around(corners)))

    def show(self, codes):
        """Note a string; what follows without a new place stands after it."""
        (a, b, _, _), width = self.turn, self.font.width(codes) * self.size
        low, high = -0.2 * self.size, 0.74 * self.size
        corners = [
            (self.x + along * a - up * b, self.y + along * b + up * a)
            for along in (0, width)
            for up in (low, high)
        ]
        if text := self.font.text(codes).strip():
            self.drawn.append(
                Drawn(text=text, box=around(corners), size=self.size, face=self.font.name)
            )
        self.x, self.y = self.x + width * a, self.y + width * b


class Lines:
    def __init__(self):
        self.strokes, self.shapes, self.path, self.pending = [], [], [], []
        self.weight, self.colour = 1.0, (0.0, 0.0, 0.0)

    def take(self, operator, operands):
        numbers = list(map(float, operands)) if operator in {"m", "l", "c", "w", "RG", "re"} else []
        if operator == "w":
            (self.weight,) = numbers
        elif operator == "RG":
            self.colour = tuple(numbers)
        elif operator == "m":
            self.path = [numbers]
        elif operator == "re":
            x, y, wide, high = numbers
            corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
            self.pending += [around(ends) for ends in pairwise(corners)]
        elif operator in {"l", "c"}:
            self.path += [numbers[i : i + 2] for i in range(0, len(numbers), 2)]
            self.pending += [around(ends) for ends in pairwise(self.path)]
            self.path = self.path[-1:]
        elif operator in {"f", "f*", "n"}:
            self.shapes += self.pending
            self.pending = []
        elif operator in {"S", "s", "B", "B*", "b", "b*"}:
            how = {"weight": self.weight, "colour": self.colour}
            self.strokes += [Stroke(box=box, **how) for box in self.pending]
            self.pending = []


def around(points):
    across, up = zip(*points, strict=True)
    return min(across), min(up), max(across), max(up)


def overlap(one, other, *, by=0.35):
    """Return whether two boxes share more than a hair."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > by
        and min(one[3], other[3]) - max(one[1], other[1]) > by
    )


def collisions(page):
    """Return every two strings that share ink."""
    ordered = sorted(page.strings, key=lambda drawn: drawn.box[0])
    found = []
    for no, one in enumerate(ordered):
        for other in ordered[no + 1 :]:
            if other.box[0] > one.box[2]:
                break
            if overlap(one.box, other.box):
                found.append((one.text, other.text))
    return found


def crossed(page):
    """Return the strings that a line runs through."""
    near = defaultdict(list)
    for line in page.lines:
        for band in bands(line):
            near[band].append(line)
    return [
        drawn.text
        for drawn in page.strings
        if any(touches(line, drawn.box) for band in bands(drawn.box) for line in near[band])
    ]


def bands(box):
    """Return the bands across the page, of ten points each, in which a box has a part."""
    return range(int(box[1]) // 10, int(box[3]) // 10 + 1)


def touches(line, box):
    x0, y0, x1, y1 = box[0] + 0.3, box[1] + 0.3, box[2] - 0.3, box[3] - 0.3
    return line[0] < x1 and line[2] > x0 and line[1] < y1 and line[3] > y0


def outside(page, *, margin=45.0):
    """Return what stands beyond the margins: strings, and boxes of lines."""
    width, height = page.size
    inner = margin - 0.6, margin - 0.6, width - margin + 0.6, height - margin + 0.6
    beyond = [drawn.text for drawn in page.strings if not within(drawn.box, inner)]
    return beyond + [box for box in page.lines + page.shapes if not within(box, inner)]


def within(box, outer):
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]
