"""Text on paper: the fonts, their widths, and `text()`, which makes every string fit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
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
ANY, ANY_BOLD, EAST_ASIAN = "DejaVuSans", "DejaVuSans-Bold", "WenQuanYiMicroHei"
"""Fonts for letters that ours lack: Hebrew and Arabic; Chinese, Japanese and Korean."""
STAND_INS = {
    BOLD: (SANS_BOLD, ANY_BOLD, ANY, EAST_ASIAN),
    ITALIC: (SANS, ANY, EAST_ASIAN),
    SANS: (ANY, EAST_ASIAN),
    SANS_BOLD: (ANY_BOLD, ANY, EAST_ASIAN),
}
BREAK = re.compile(r"(?<=[ -])(?!\S\Z)(?<!\blaw )(?<!\blaws )(?<!\bp\. )")
"""Where a line may break: after a space or a hyphen. A law keeps its number, and the "A" of a team
is never alone on a line."""
UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
CAPITALS = 0.67
"""Height of a capital letter or a figure, for a size of 1."""
LEAST = 0.84
"""How far a string is shrunk before it goes over two lines."""
SMALLEST = 8.0
"""The smallest letters on any sheet, because players read it in the light of a pub."""

# Binary streams: written in a third of the time, and a fifth smaller, than reportlab's letters for
# e-mail.
rl_config.useA85 = 0
for _face in (*STAND_INS, ANY, ANY_BOLD):
    # asciiReadable=0 embeds only the letters used: smaller files, and quicker than all of ASCII.
    pdfmetrics.registerFont(TTFont(_face, FONTS / f"{_face}.ttf", asciiReadable=0))


@cache
def glyphs_of(face: str) -> dict[int, int]:
    """Return which letters a face has; the large one is read when the first name asks for it."""
    if face == EAST_ASIAN:
        pdfmetrics.registerFont(TTFont(face, FONTS / f"{face}.ttc", asciiReadable=0))
    return pdfmetrics.getFont(face).face.charToGlyph


class Text(NamedTuple):
    """A string ready to be drawn, with its lines and the font and size that make them fit."""

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
        return any("…" in line for line in self.lines)


@lru_cache(maxsize=4096)
def text(
    value: str, *, face: str = SANS, size: float, width: float, lines: int = 1, least: float = LEAST
) -> Text:
    """Return `value` cleaned and fitted into `width`, in letters of SMALLEST or more.

    First it is made smaller, down to `least` of its size; then set in up to `lines` lines; only
    then shortened, visibly, with an ellipsis. A line is never broken inside a word.
    """
    value, size = clean(value), max(size, SMALLEST)
    natural, least = run(value, face, size), max(least, SMALLEST / size)
    if natural * least <= width:
        return Text((value,), face, size * min(1, width / natural) if natural else size)
    for scale in (1, least) if lines > 1 else ():
        broken = _broken(value, face, size * scale, width)
        if len(broken) <= lines and widest_word(value, face, size * scale) <= width:
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
    return sum(pdfmetrics.stringWidth(part, one, size) for part, one in in_faces(value, face))


@lru_cache(maxsize=8192)
def in_faces(value: str, face: str) -> tuple[tuple[str, str], ...]:
    """Return `value` in stretches, each with a font that has its letters; `face` where possible.

    A letter that no font has becomes a visible mark.
    """
    if all(ord(letter) in glyphs_of(face) for letter in value):
        return ((value, face),)
    stretches: list[tuple[str, str]] = []
    for letter in value:
        letter, one = _printable(letter, face)
        if stretches and stretches[-1][1] == one:
            stretches[-1] = stretches[-1][0] + letter, one
        else:
            stretches.append((letter, one))
    return tuple(stretches)


def _printable(letter: str, face: str) -> tuple[str, str]:
    """Return a letter and a face that has it, or the mark for what no face has."""
    for candidate in (face, *STAND_INS[face]):
        if ord(letter) in glyphs_of(candidate):
            return letter, candidate
    return UNPRINTABLE, ANY


def forget_words() -> None:
    """Clear the cache of measured texts. It holds names, which must not outlive their sheet."""
    for measured in (text, clean, run, in_faces):
        measured.cache_clear()


def fitting_width(
    values: Iterable[str], face: str, size: float, *, least: float = 0, most: float = 1e9
) -> float:
    """Return the width that the longest value needs, within bounds."""
    return min(most, max((least, *(run(clean(value), face, size) + 1 for value in values))))


def widest_word(value: str, face: str, size: float) -> float:
    """Return how wide the longest piece runs that no line break may split."""
    return max(run(piece.rstrip(), face, size) for piece in BREAK.split(clean(value)))


def _shortened(value: str, face: str, size: float, width: float, lines: int) -> Text:
    broken = [line.rstrip() for line in _broken(value, face, size, width)]
    if len(broken) <= lines:
        return Text(tuple(broken), face, size)
    rest = " ".join(broken[lines - 1 :])
    last = rest[: _letters_in(rest, face, size, width - run("…", face, size))].rstrip(" -,·…") + "…"
    return Text((*broken[: lines - 1], last), face, size)


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
    """Yield the parts of a text that can be a line each. A word wider than a line is shortened."""
    for piece in BREAK.split(value):
        if run(piece.rstrip(), face, size) > width and len(piece.rstrip()) > 1:
            room = width - run("…", face, size)
            kept = piece[: _letters_in(piece, face, size, room)].rstrip(" -,·")
            yield f"{kept}… " if piece.endswith(" ") else f"{kept}…"
        else:
            yield piece


def _letters_in(value: str, face: str, size: float, width: float) -> int:
    """Return how many letters from the start fit into `width`."""
    number = len(value)
    while number and run(value[:number], face, size) > width:
        number -= 1
    return number
