"""Shapes of letters as their neighbours want them: joined Arabic, marks in their places, vowels
that move. HarfBuzz decides which glyphs a text has and where; a PDF gets them as private signs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from unicodedata import bidirectional

import uharfbuzz
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

PRIVATE = 0xF0000
"""The first of the private signs that stand for glyphs without a sign of their own."""
END = "\u200f"
"""A mark after the last sign of a phrase that runs leftwards, if that sign is no letter: programs
that read the file would take it for the next one's."""
HYPHEN = {"-": "\u2010"}
"""What the hyphen of such a phrase says, because programs take the other one for a minus."""
SILENT = "\u200b"
"""What a glyph says whose letters another glyph says."""


class Piece(NamedTuple):
    """Glyphs of a shaped text that follow each other, and where they begin, in thousandths of the
    size."""

    signs: str
    """A private sign for each glyph."""
    x: int
    y: int
    mark: bool = False
    """Whether it is a mark of a letter that says the mark's name too."""


class Shape(NamedTuple):
    """A shaped text from left to right, and how wide it runs, in thousandths of the size."""

    pieces: tuple[Piece, ...]
    width: int


class ShapedFont(TTFont):
    """A font whose glyphs can be drawn one by one. A reader that copies from the file gets the
    letters that a glyph stands for."""

    def __init__(self, name: str, filename: str) -> None:
        # asciiReadable=0 embeds only the letters used: smaller files, and quicker than all of
        # ASCII.
        super().__init__(name, filename, asciiReadable=0)
        self.said: dict[int, str] = {}
        self._signs: dict[tuple[int, str], str] = {}

    @property
    def outlines(self) -> uharfbuzz.Font:
        """Return the font as HarfBuzz reads it, in a thousand units."""
        font = uharfbuzz.Font(self.hbFace)
        font.scale = (1000, 1000)
        return font

    def signs_of(self, glyph: int, said: str, *, leftwards: bool) -> str:
        """Return the private sign of a glyph that stands for these letters.

        Programs turn text that runs leftwards round by glyphs, so each of its letters needs one:
        those after the first come before it, on a glyph that draws nothing.
        """
        if not leftwards:
            return self._sign_of(glyph, said or SILENT)
        nothing, said = self.face.charToGlyph[0x200D], HYPHEN.get(said, said)
        after = [self._sign_of(nothing, letter) for letter in reversed(said[1:])]
        return "".join([*after, self._sign_of(glyph, said[:1] or SILENT)])

    def _sign_of(self, glyph: int, said: str) -> str:
        if (glyph, said) not in self._signs:
            code = PRIVATE + len(self._signs)
            self._signs[glyph, said] = chr(code)
            self.said[code] = said
            self.face.charToGlyph[code] = glyph
            self.face.charWidths[code] = self.outlines.get_glyph_h_advance(glyph)
        return self._signs[glyph, said]

    def addObjects(self, doc: PDFDocument) -> None:
        """Add the font to a file, and to each of its parts what its private signs say."""
        subsets = [
            (self.getSubsetInternalName(no, doc)[1:], list(signs))
            for no, signs in enumerate(self.state[doc].subsets)
        ]
        super().addObjects(doc)
        written: dict[str, Any] = doc.idToObject
        for name, signs in subsets:
            table = written["BasicFonts"].dict[name].ToUnicode
            stream = written[table.name]
            for code in {*signs} & {*self.said}:
                letters = self.said[code].encode("utf-16-be").hex().upper()
                stream.content = stream.content.replace(f"<{code:04X}>", f"<{letters}>")


def placed(
    words: str, font: uharfbuzz.Font, *, leftwards: bool
) -> list[tuple[uharfbuzz.GlyphInfo, uharfbuzz.GlyphPosition]]:
    """Return the glyphs of words that one font has, from left to right."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(words)
    buffer.guess_segment_properties()
    buffer.direction, buffer.language = ("rtl" if leftwards else "ltr"), "en"
    uharfbuzz.shape(font, buffer)
    return list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))


def shaped(words: str, font: ShapedFont, *, leftwards: bool) -> Shape:
    """Return the shape of words that one font has."""
    glyphs, pieces, x, drawn_to = placed(words, font.outlines, leftwards=leftwards), [], 0, None
    said = _said(words, [info.cluster for info, _ in glyphs], leftwards=leftwards)
    if leftwards and bidirectional(words[-1]) == "ON":
        said[0] += END
    for (info, place), letters in zip(glyphs, said, strict=True):
        signs = font.signs_of(info.codepoint, letters, leftwards=leftwards)
        mark = leftwards and not letters
        at = x + place.x_offset, place.y_offset, mark
        if at == drawn_to:
            pieces[-1] = pieces[-1]._replace(signs=pieces[-1].signs + signs)
        else:
            pieces.append(Piece(signs, *at))
        drawn_to = at[0] + font.face.charWidths[ord(signs[-1])], at[1], mark
        x += place.x_advance
    return Shape(tuple(sorted(pieces, key=lambda piece: piece.mark)), x)


def _said(words: str, clusters: Sequence[int], *, leftwards: bool) -> list[str]:
    """Return the letters that each glyph stands for, by the place where its letters begin. The
    base says those of its marks too, which say nothing."""
    ends = dict(pairwise([*sorted({*clusters}), len(words)]))
    neighbours = [*clusters[1:], None] if leftwards else [None, *clusters[:-1]]
    return [
        "" if start == neighbour else words[start : ends[start]]
        for start, neighbour in zip(clusters, neighbours, strict=True)
    ]
