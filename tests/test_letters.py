"""The shipped fonts: their letters, and that the script makes them."""

import re
import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from scoring.common.pdf.lettering import EMOJI, OF_ASIA
from scripts import letters

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "scoring").rglob("*.py")]
WRITTEN += [file for file in letters.STATIC.rglob("*.js") if "vendor" not in file.parts]
WRITTEN += (ROOT / "scoring").rglob("*.toml")
ONLY_READ = {ROOT / "scoring/common" / name for name in ("amounts.py", "lists.py")}
"""These name letters that people type and no page shows, such as bullets and signs of money."""


def letters_of(pattern):
    files = letters.FONTS.glob(pattern)
    return {letter for file in files for letter in TTFont(file).getBestCmap()}


def test_the_style_sheet_is_the_one_that_the_script_writes():
    assert letters.STYLE.read_text() == letters.style()


def test_the_style_sheet_names_every_file_for_the_screen():
    named = set(re.findall(r"fonts/([\w-]+\.woff2)", letters.STYLE.read_text()))
    assert named == {file.name for file in letters.FONTS.glob("*.woff2")}


def shapes(font):
    """The outline and the width of every letter."""
    return {
        letter: (font["glyf"][glyph], font["hmtx"][glyph])
        for letter, glyph in font.getBestCmap().items()
    }


def test_the_script_makes_the_shipped_fonts(tmp_path):
    face, ranges = letters.FACES[-1], letters.RANGES["vietnamese"]
    few = letters.one_weight(face, f"{ranges}, U+30-39")
    letters.write(few, face.name, ranges, tmp_path / "few.woff2", letters.ALL_FEATURES)
    shipped = TTFont(letters.FONTS / letters.file_of(face, "vietnamese"))
    assert shapes(TTFont(tmp_path / "few.woff2")) == shapes(shipped)


def test_old_style_digits_become_digits_of_one_height_and_width():
    font = letters.one_weight(letters.FACES[0], "U+30-39")
    glyphs = [font.getBestCmap()[ord(digit)] for digit in "0123456789"]
    assert len({font["hmtx"][glyph][0] for glyph in glyphs}) == 1
    assert min(font["glyf"][glyph].yMax for glyph in glyphs) > 600  # of 1,000 to the em
    assert min(font["glyf"][glyph].yMin for glyph in glyphs) > -40  # none hangs below the line


def test_the_script_makes_the_shipped_fonts_of_other_scripts_with_shaping(tmp_path):
    whole = letters.other_script("SansThai", letters.FOR_PAPER["SansThai"])
    letters.write(whole, "NotoSansThai", "U+0-10FFFF", tmp_path / "thai.ttf", ["*"])
    shipped = (letters.FONTS / "NotoSansThai.ttf").read_bytes()
    assert (tmp_path / "thai.ttf").read_bytes() == shipped


def test_a_font_for_paper_is_shipped_for_every_script():
    files = {file.stem for file in letters.FONTS.glob("Noto*.ttf")}
    named = {f"Noto{script}" for script in letters.FOR_PAPER}
    assert files == named == {EMOJI, *OF_ASIA}


@pytest.mark.thorough
def test_the_script_makes_the_shipped_files(tmp_path):
    face = letters.FACES[-1]
    name = letters.file_of(face, "latin")
    whole = letters.one_weight(face)
    letters.write(whole, face.name, letters.RANGES["latin"], tmp_path / name, [], lean=True)
    assert (tmp_path / name).read_bytes() == (letters.FONTS / name).read_bytes()


def test_the_script_writes_every_shipped_file(tmp_path, monkeypatch):
    shipped = {file.name for file in letters.FONTS.iterdir()}
    for name in shipped:
        if name.startswith(letters.AS_PUBLISHED):
            shutil.copy(letters.FONTS / name, tmp_path)
    (tmp_path / "of-before.woff2").touch()
    monkeypatch.setattr(letters, "FONTS", tmp_path)
    monkeypatch.setattr(letters, "STYLE", tmp_path.parent / "letters.css")
    monkeypatch.setattr(letters, "one_weight", lambda face: face)
    monkeypatch.setattr(letters, "other_script", lambda script, weight: script)
    monkeypatch.setattr(
        letters, "write", lambda font, name, ranges, file, how, **lean: file.touch()
    )
    letters.main()
    assert {file.name for file in tmp_path.iterdir()} == shipped


def test_figures_in_a_column_have_equal_widths():
    files = [*letters.FONTS.glob("*-latin.woff2"), *letters.FONTS.glob("[BV]*[rc].ttf")]
    widths = {}
    for file in files:
        font = TTFont(file)
        glyphs = [font.getBestCmap()[ord(digit)] for digit in "0123456789"]
        widths[file.name] = {font["hmtx"][glyph][0] for glyph in glyphs}
    assert len(widths) == 7
    assert {name: width for name, width in widths.items() if len(width) > 1} == {}


def test_every_letter_on_the_site_is_in_a_font_of_the_first_visit():
    carried = letters_of("BowerSans-Regular-latin.woff2") | letters_of("BowerSigns.woff2")
    carried |= letters_of("Vollkorn-Regular-extended.woff2")
    written = {letter for file in {*WRITTEN} - ONLY_READ for letter in file.read_text()}
    missing = {letter for letter in written if letter.isprintable()} - set(map(chr, carried))
    assert missing == set()
