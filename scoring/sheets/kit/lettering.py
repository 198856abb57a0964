"""Letters on paper: the faces, how wide they run, and `text()`, through which every string goes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FONTS = Path(__file__).resolve().parents[3] / "static" / "fonts"
BOLD, ITALIC, SANS, SANS_BOLD = (
    "Vollkorn-SemiBold",
    "Vollkorn-Italic",
    "BowerSans-Regular",
    "BowerSans-SemiBold",
)
ANY, ANY_BOLD = "DejaVuSans", "DejaVuSans-Bold"
"""For names in letters that ours have not."""
STAND_INS = {
    BOLD: (SANS_BOLD, ANY_BOLD, ANY),
    ITALIC: (SANS, ANY),
    SANS: (ANY,),
    SANS_BOLD: (ANY_BOLD, ANY),
}
UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
CAPITALS = 0.67
"""Height of a capital letter or a figure, for a size of 1."""
LEAST = 0.84
"""How far a string is shrunk before it goes over two lines."""

# Binary streams: written in a third of the time, and a fifth smaller, than reportlab's letters for
# e-mail.
rl_config.useA85 = 0
for _face in (*STAND_INS, ANY, ANY_BOLD):
    # asciiReadable=0 embeds only the letters used: smaller files, and quicker than all of ASCII.
    pdfmetrics.registerFont(TTFont(_face, FONTS / f"{_face}.ttf", asciiReadable=0))


class Text(NamedTuple):
    """A string ready to be drawn: its lines, and the face and size that make them fit."""

    lines: tuple[str, ...]
    face: str
    size: float

    @property
    def leading(self) -> float:
        """Distance between two lines."""
        return self.size * 1.2

    @property
    def height(self) -> float:
        """From the top of the first line's capitals to the last baseline."""
        return self.size * CAPITALS + self.leading * (len(self.lines) - 1)

    @property
    def width(self) -> float:
        """Width of the longest line."""
        return max(run(line, self.face, self.size) for line in self.lines)

    @property
    def shortened(self) -> bool:
        """Whether something had to be left out."""
        return self.lines[-1].endswith("…")


@lru_cache(maxsize=4096)
def text(
    value: str, *, face: str = SANS, size: float, width: float, lines: int = 1, least: float = LEAST
) -> Text:
    """Return `value` cleaned and fitted into `width`.

    First it is made smaller, down to `least` of its size; then set in up to `lines` lines; only
    then shortened, visibly, with an ellipsis.
    """
    value, face = _printable(clean(value), face)
    natural = run(value, face, size)
    if natural * least <= width:
        return Text((value,), face, size * min(1, width / natural) if natural else size)
    for scale in (1, least) if lines > 1 else ():
        broken = _broken(value, face, size * scale, width)
        if len(broken) <= lines:
            return Text(tuple(line.rstrip() for line in broken), face, size * scale)
    return _shortened(value, face, size * least, width, lines)


@lru_cache(maxsize=4096)
def clean(value: str) -> str:
    """Return `value` in composed letters, without control characters, with single spaces."""
    composed = unicodedata.normalize("NFC", value)
    kept = (
        letter for letter in composed if letter.isspace() or unicodedata.category(letter)[0] != "C"
    )
    return " ".join("".join(kept).split())


@lru_cache(maxsize=8192)
def run(value: str, face: str, size: float) -> float:
    """Return how wide `value` runs, in points."""
    return pdfmetrics.stringWidth(value, face, size)


def forget_words() -> None:
    """Forget what was measured: names are among it, and may not outlive the sheet they stand on."""
    for measured in (text, clean, run):
        measured.cache_clear()


def fitting_width(
    values: Iterable[str], face: str, size: float, *, least: float = 0, most: float = 1e9
) -> float:
    """Return the width that the longest value needs, within bounds."""
    return min(most, max((least, *(run(clean(value), face, size) + 1 for value in values))))


def widest_word(value: str, face: str, size: float) -> float:
    """Return how wide the longest piece runs that no line break may split."""
    return max((run(word, face, size) for word in re.split(r"(?<=-)|\s", clean(value))), default=0)


def _printable(value: str, face: str) -> tuple[str, str]:
    """Return `value` and a face that has its letters; what no face has becomes a visible mark."""
    for candidate in (face, *STAND_INS.get(face, ())):
        known = pdfmetrics.getFont(candidate).face.charToGlyph
        if all(ord(letter) in known for letter in value):
            return value, candidate
    return "".join(letter if ord(letter) in known else UNPRINTABLE for letter in value), candidate


def _shortened(value: str, face: str, size: float, width: float, lines: int) -> Text:
    broken = _broken(value, face, size, width)
    rest = "".join(broken[lines - 1 :])
    last = rest[: _letters_in(rest, face, size, width - run("…", face, size))].rstrip(" -,·") + "…"
    return Text((*(line.rstrip() for line in broken[: lines - 1]), last), face, size)


def _broken(value: str, face: str, size: float, width: float) -> list[str]:
    """Return `value` in lines of at most `width`, broken at spaces and after hyphens."""
    lines = [""]
    for piece in _pieces(value, face, size, width):
        if lines[-1] and run((lines[-1] + piece).rstrip(), face, size) > width:
            lines.append(piece)
        else:
            lines[-1] += piece
    return lines


def _pieces(value: str, face: str, size: float, width: float) -> Iterator[str]:
    """Yield what may stand on a line of its own; a word wider than a line is split."""
    for piece in re.split(r"(?<=[ -])", value):
        while run(piece.rstrip(), face, size) > width and len(piece) > 1:
            cut = max(1, _letters_in(piece, face, size, width))
            yield piece[:cut]
            piece = piece[cut:]
        yield piece


def _letters_in(value: str, face: str, size: float, width: float) -> int:
    """Return how many letters from the start fit into `width`."""
    number = len(value)
    while number and run(value[:number], face, size) > width:
        number -= 1
    return number
