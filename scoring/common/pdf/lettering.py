"""Text on paper: the fonts, their widths, and `text()`, which makes every string fit."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import uharfbuzz
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from scoring.common.letters import JOINERS, MARKS, letters_of, split_directions
from scoring.common.pdf.shaping import Shape, ShapedFont, shaped

FONTS = Path(__file__).resolve().parents[3] / "static" / "fonts"
BOLD, ITALIC, SANS, SANS_BOLD = (
    "Vollkorn-SemiBold",
    "Vollkorn-Italic",
    "BowerSans-Regular",
    "BowerSans-SemiBold",
)
ANY, ANY_BOLD, EAST_ASIAN = "DejaVuSans", "DejaVuSans-Bold", "WenQuanYiMicroHei"
"""Fonts for letters that ours lack: Hebrew and Arabic; Chinese, Japanese and Korean."""
EMOJI = "NotoEmoji"
OF_ASIA = tuple(
    f"NotoSans{script}"
    for script in (
        *("Thai", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada"),
        *("Malayalam", "Sinhala", "Khmer", "Myanmar"),
    )
)
OTHERS = (ANY, *OF_ASIA, EAST_ASIAN)
STAND_INS = {
    BOLD: (SANS_BOLD, EMOJI, ANY_BOLD, *OTHERS),
    ITALIC: (SANS, EMOJI, *OTHERS),
    SANS: (EMOJI, *OTHERS),
    SANS_BOLD: (EMOJI, ANY_BOLD, *OTHERS),
}
OURS = tuple(STAND_INS)
"""Fonts whose letters are drawn as they are written. Text in the others is shaped."""
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
for _face in OURS:
    # asciiReadable=0 embeds only the letters used: smaller files, and quicker than all of ASCII.
    pdfmetrics.registerFont(TTFont(_face, FONTS / f"{_face}.ttf", asciiReadable=0))


def file_of(face: str) -> Path:
    """Return where a font lies."""
    return FONTS / f"{face}.{'ttc' if face == EAST_ASIAN else 'ttf'}"


@cache
def shaped_font(face: str) -> ShapedFont:
    """Return one of the fonts for other scripts. It is read when the first name asks for it."""
    font = ShapedFont(face, file_of(face))
    pdfmetrics.registerFont(font)
    return font


def hb_face_of(face: str) -> uharfbuzz.Face:
    """Return a font as HarfBuzz reads it."""
    font = pdfmetrics.getFont(face) if face in OURS else shaped_font(face)
    return font.hbFace


@cache
def glyphs_of(face: str) -> frozenset[int]:
    """Return which letters a face has."""
    font = pdfmetrics.getFont(face) if face in OURS else shaped_font(face)
    return frozenset(font.face.charToGlyph)


@cache
def _widths(face: str) -> dict[str, int]:
    """Return the width of each letter of one of our faces, in thousandths of the size."""
    font = pdfmetrics.getFont(face).face
    known = {chr(code): width for code, width in font.charWidths.items()}
    return defaultdict(lambda: font.defaultWidth, known)


@lru_cache(maxsize=8192)
def _thousandths(value: str, face: str) -> int:
    return sum(map(_widths(face).__getitem__, value))


class Stretch(NamedTuple):
    """A part of a line in one face. It is drawn as it is written, or in its shape."""

    said: str
    face: str
    shape: Shape | None = None
    leftwards: bool = False
    """Whether it runs from right to left."""

    def width(self, size: float) -> float:
        """Return how wide it runs, in points."""
        if self.shape is None:
            return 0.001 * size * _thousandths(self.said, self.face)
        return self.shape.width * size / 1000


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
    if composed.isprintable():
        return " ".join(composed.split())
    kept = (letter for letter in composed if letter.isspace() or _is_written(letter))
    return " ".join("".join(kept).split())


def _is_written(letter: str) -> bool:
    """Return whether a sign is drawn, or changes how its neighbours are."""
    return unicodedata.category(letter) not in {"Cc", "Cf", "Co", "Cs"} or ord(letter) in MARKS


@lru_cache(maxsize=8192)
def run(value: str, face: str, size: float) -> float:
    """Return how wide `value` runs, in points."""
    stretches = in_faces(value, face)
    if len(stretches) == 1:
        return stretches[0].width(size)
    return sum(stretch.width(size) for stretch in stretches)


@lru_cache(maxsize=8192)
def in_faces(value: str, face: str) -> tuple[Stretch, ...]:
    """Return `value` in stretches from left to right, each with a font that has its letters; `face`
    where possible.

    A letter that no font has becomes a visible mark.
    """
    if glyphs_of(face).issuperset(map(ord, value)):
        return (Stretch(value, face),)
    stretches: list[Stretch] = []
    for part, leftwards in split_directions(value):
        found = [_shaped(*one, leftwards) for one in _by_face(part, face, whole=leftwards)]
        stretches += reversed(found) if leftwards else found
    return tuple(stretches)


def _shaped(words: str, face: str, leftwards: bool) -> Stretch:
    if face in OURS:
        return Stretch(words, face)
    shape = shaped(words, shaped_font(face), leftwards=leftwards)
    return Stretch(words, face, shape, leftwards)


def _by_face(value: str, face: str, *, whole: bool) -> list[tuple[str, str]]:
    """Return the parts of a text, each with a face that has it; with `whole` one face has all, if
    there is one."""
    if whole and (one := _face_of(value, face)):
        return [(value, one)]
    parts: list[tuple[str, str]] = []
    for letter in letters_of(value):
        one = _face_of(letter, face)
        if one in OURS:
            letter = "".join(sign for sign in letter if not _is_silent(sign))
        said, one = (letter, one) if one else (UNPRINTABLE, ANY)
        if parts and parts[-1][1] == one:
            parts[-1] = parts[-1][0] + said, one
        else:
            parts.append((said, one))
    return parts


def _face_of(letters: str, face: str) -> str:
    """Return the first face that has these letters, or ""."""
    drawn = {ord(sign) for sign in letters if not _is_silent(sign)}
    faces = (face, *STAND_INS[face])
    return next((one for one in faces if glyphs_of(one) >= drawn), "")


def _is_silent(sign: str) -> bool:
    """Return whether a sign only changes how its neighbours are drawn."""
    return sign in JOINERS or "\ufe00" <= sign <= "\ufe0f" or 0xE0020 <= ord(sign) < 0xE0080


def forget_words() -> None:
    """Clear the cache of measured texts. It holds names, which must not outlive their sheet."""
    for measured in (text, clean, run, in_faces, _thousandths, _widest):
        measured.cache_clear()


def fitting_width(
    values: Iterable[str], face: str, size: float, *, least: float = 0, most: float = 1e9
) -> float:
    """Return the width that the longest value needs, within bounds."""
    return min(most, max((least, *(run(clean(value), face, size) + 1 for value in values))))


def widest_word(value: str, face: str, size: float) -> float:
    """Return how wide the longest piece runs that no line break may split."""
    widest = _widest(clean(value), face)
    if widest is not None:
        return 0.001 * size * widest
    return max(run(piece.rstrip(), face, size) for piece in BREAK.split(clean(value)))


@lru_cache(maxsize=8192)
def _widest(value: str, face: str) -> int | None:
    """Return the same in thousandths of the size, where the face has all of its letters."""
    if not glyphs_of(face).issuperset(map(ord, value)):
        return None
    return max(_thousandths(piece.rstrip(), face) for piece in BREAK.split(value))


def _shortened(value: str, face: str, size: float, width: float, lines: int) -> Text:
    broken = [line.rstrip() for line in _broken(value, face, size, width)]
    if len(broken) <= lines:
        return Text(tuple(broken), face, size)
    rest = " ".join(broken[lines - 1 :])
    last = _fitting(rest, face, size, width - run("…", face, size)).rstrip(" -,·…") + "…"
    return Text((*broken[: lines - 1], last), face, size)


def _broken(value: str, face: str, size: float, width: float) -> list[str]:
    """Return `value` in lines of at most `width`, broken at spaces and after hyphens."""
    lines, so_far = [""], 0
    # Where the face has all letters, the width of a line is the sum of its pieces.
    adds_up = glyphs_of(face).issuperset(map(ord, f"{value}…"))
    for piece in _pieces(value, face, size, width):
        if adds_up:
            wide = 0.001 * size * (so_far + _thousandths(piece.rstrip(), face))
        else:
            wide = run((lines[-1] + piece).rstrip(), face, size)
        if lines[-1] and wide > width:
            lines.append("")
            so_far = 0
        lines[-1] += piece
        so_far += _thousandths(piece, face) if adds_up else 0
    return lines


def _pieces(value: str, face: str, size: float, width: float) -> Iterator[str]:
    """Yield the parts of a text that can be a line each. A word wider than a line is shortened."""
    for piece in BREAK.split(value):
        if run(piece.rstrip(), face, size) > width and len(piece.rstrip()) > 1:
            room = width - run("…", face, size)
            kept = _fitting(piece, face, size, room).rstrip(" -,·")
            yield f"{kept}… " if piece.endswith(" ") else f"{kept}…"
        else:
            yield piece


def _fitting(value: str, face: str, size: float, width: float) -> str:
    """Return as many letters from the start as fit into `width`."""
    letters = letters_of(value)
    if any(stretch.shape for stretch in in_faces(value, face)):  # a letter changes those before it
        while letters and run("".join(letters), face, size) > width:
            letters.pop()
        return "".join(letters)
    starts = range(1, len(letters) + 1)
    fits = bisect_right(starts, width, key=lambda end: run("".join(letters[:end]), face, size))
    return "".join(letters[:fits])
