"""Make the fonts of the site, from the packages of requirements-dev.txt that contain them.
`.venv/bin/python -m scripts.letters` writes static/fonts/ and static/letters.css. The same packages
give the same bytes (docs/decisions/0023-letters.md)."""

from __future__ import annotations

import hashlib
from copy import deepcopy
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

STATIC = Path(__file__).resolve().parent.parent / "static"
FONTS, STYLE = STATIC / "fonts", STATIC / "letters.css"
ALL_FEATURES = ["kern", "ccmp", "locl", "mark", "mkmk"]
FEATURES = {"latin": ["kern"]}
"""Font features in a file for the screen, if it has fewer than all."""
IDLE = ["BASE", "GDEF", "GSUB", "gasp"]
"""Tables that say nothing about Latin letters."""
RANGES = {
    "latin": "U+20-7E, U+A0-A3, U+A7, U+A9, U+AB, U+AD, U+B0-B1, U+B7, U+BB-FF, U+2010-2011, "
    "U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+2039-203A, U+20AC, U+2190-2193, "
    "U+2212, U+2260, U+2660, U+2663, U+2665-2666, U+25BE, U+2713, U+2717",
    "extended": "U+A4-A6, U+A8, U+AA, U+AC, U+AE-AF, U+B2-B6, U+B8-BA, U+100-17F, U+218-21B, "
    "U+1E9E, U+2012, U+2015, U+201A-201B, U+201E-2021, U+2032-2033, U+20A0-20AA, U+20AD-20BF",
    "vietnamese": "U+1A0-1A1, U+1AF-1B0, U+1EA0-1EF9, U+20AB",
    "others": "U+180-19F, U+1A2-1AE, U+1B1-217, U+21C-24F, U+259, U+2B0-4FF, U+1E00-1E9D, U+1E9F",
}
"""The letters in each file for the screen. A page loads the files for the letters on it."""
PAPER = ", ".join([*RANGES.values(), "U+2000-26FF, U+2700-27BF"])
SIGNS = "U+22EF, U+2605-2606, U+2715"
"""Signs that neither family has. They come from DejaVu Sans."""
OF_THE_SANS = "U+2660, U+2663, U+2665-2666, U+25BE, U+2713, U+2717"
"""Signs that Vollkorn lacks and the sans has. The same file serves both."""


NOTO = "manimgx_fonts/Noto{}[wght].ttf"
FOR_PAPER = {
    "Emoji": 400,
    "SansThai": 500,
    "SansDevanagari": 500,
    "SansBengali": 500,
    "SansGurmukhi": 500,
    "SansGujarati": 500,
    "SansTamil": 500,
    "SansTelugu": 500,
    "SansKannada": 500,
    "SansMalayalam": 500,
    "SansSinhala": 500,
    "SansKhmer": 500,
    "SansMyanmar": 500,
}
"""Noto's faces of other scripts, for sheets alone, and the weight of each: it stands between our
light one and our strong one."""
AS_PUBLISHED = ("DejaVuSans", "WenQuanYiMicroHei", "LICENSES")
"""What is not cut out of a package."""


@dataclass(frozen=True, kw_only=True)
class Face:
    """A weight or slope of a family, with its source and the weights that it is shown for."""

    family: str
    name: str
    source: str
    weight: int
    shown_for: str
    """Weights of the style sheets; none is left for the browser to embolden."""
    slope: str = "normal"
    line: tuple[int, int] | None = None
    """Height above the baseline and depth below it, in percent of the size; None: its own."""
    paper: bool = True
    """Whether sheets are set in it too."""
    kerned: bool = True
    """Whether its Latin file knows pairs of letters: 2 KB, which keys and short remarks do
    without."""


# Vollkorn stands high in its own line; so it stands in the middle of a key.
VOLLKORN = {"family": "Vollkorn", "line": (103, 36)}
# Adobe keeps the name "Source" for what it made itself: what is cut out of it has another.
SANS = {
    "family": "Bower Sans",
    "source": "fontpkg_source_sans_3/files/SourceSans3[wght].ttf",
    "kerned": False,
}
ROMAN = "fontpkg_vollkorn/files/Vollkorn[wght].ttf"
ITALIC = "fontpkg_vollkorn/files/Vollkorn-Italic[wght].ttf"
LIGHT, STRONG = {"weight": 400, "shown_for": "1 599"}, {"weight": 600, "shown_for": "600 1000"}
FACES = (
    Face(**VOLLKORN, **LIGHT, source=ROMAN, name="Vollkorn-Regular", paper=False),
    Face(**VOLLKORN, **STRONG, source=ROMAN, name="Vollkorn-SemiBold"),
    Face(
        **VOLLKORN,
        source=ITALIC,
        name="Vollkorn-Italic",
        weight=400,
        shown_for="1 1000",
        slope="italic",
        kerned=False,
    ),
    Face(**SANS, **LIGHT, name="BowerSans-Regular"),
    Face(**SANS, **STRONG, name="BowerSans-SemiBold"),
)
STAND_INS = (
    # While a letter is on its way: what phones and desktops have, as wide as ours (measured).
    ("Vollkorn Times", ("Times New Roman", "Liberation Serif"), 107, (103, 36)),
    ("Vollkorn Noto", ("Noto Serif", "NotoSerif"), 93, (103, 36)),
    ("Bower Sans Arial", ("Arial", "Liberation Sans"), 93, (102, 40)),
    ("Bower Sans Roboto", ("Roboto",), 94, (102, 40)),
)


def main() -> None:
    """Write all files, except those that stay as their authors published them."""
    for old in FONTS.iterdir():
        if not old.name.startswith(AS_PUBLISHED):
            old.unlink()
    for face in FACES:
        whole = one_weight(face)
        for region, ranges in RANGES.items():
            features = FEATURES.get(region, ALL_FEATURES)
            if region == "latin" and not face.kerned:
                features = []
            file = FONTS / file_of(face, region)
            write(whole, face.name, ranges, file, features, lean=region == "latin")
        if face.paper:
            write(whole, face.name, PAPER, FONTS / f"{face.name}.ttf", [])
    for script, weight in FOR_PAPER.items():
        whole = other_script(script, weight)
        write(whole, f"Noto{script}", "U+0-10FFFF", FONTS / f"Noto{script}.ttf", ["*"])
    signs = TTFont(FONTS / "DejaVuSans.ttf", recalcTimestamp=False)
    signs["name"].removeNames(nameID=13)  # ten thousand letters of licence, in LICENSES.md too
    write(signs, "BowerSigns", SIGNS, FONTS / "BowerSigns.woff2", [])
    STYLE.write_text(style(), encoding="utf-8")
    files = sorted(file for file in FONTS.iterdir() if file.suffix in {".ttc", ".ttf", ".woff2"})
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files]
    (FONTS / "CHECKSUMS").write_text("\n".join([*lines, ""]))


def package_file(path: str) -> Path:
    """Return where `package/file` lies, of an installed package."""
    package, _, file = path.partition("/")
    return Path(find_spec(package).submodule_search_locations[0]) / file


def file_of(face: Face, region: str) -> str:
    """Return the name of a file for the screen."""
    return f"{face.name}-{region}.woff2"


def one_weight(face: Face, ranges: str = PAPER) -> TTFont:
    """Return the face at its weight, with the letters of `ranges`, its digits all of one height and
    one width."""
    font = TTFont(package_file(face.source), recalcTimestamp=False)
    keep_only(font, ranges, [*ALL_FEATURES, "lnum", "tnum"])
    font = instancer.instantiateVariableFont(font, {"wght": face.weight})
    even_digits(font)
    return font


def other_script(script: str, weight: int) -> TTFont:
    """Return Noto's face of a script at this weight, with all that shapes its letters."""
    font = TTFont(package_file(NOTO.format(script)), recalcTimestamp=False)
    font["name"].removeNames(nameID=13)
    return instancer.instantiateVariableFont(font, {"wght": weight})


def even_digits(font: TTFont) -> None:
    """Let the ten digits be those of one height and one width.

    reportlab knows no features of a font, and the shorthand `font` of a style sheet resets them.
    """
    table = font["GSUB"].table
    for wanted in ("lnum", "tnum"):
        features = [one for one in table.FeatureList.FeatureRecord if one.FeatureTag == wanted]
        for index in sorted({no for one in features for no in one.Feature.LookupListIndex}):
            for part in table.LookupList.Lookup[index].SubTable:
                swap = getattr(part, "ExtSubTable", part).mapping
                for encoding in font["cmap"].tables:
                    for digit in map(ord, "0123456789"):
                        glyph = encoding.cmap.get(digit)
                        encoding.cmap.update({digit: swap[glyph]} if glyph in swap else {})


def keep_only(font: TTFont, ranges: str, features: list[str]) -> None:
    """Take away what is not needed for the letters of `ranges`."""
    options = subset.Options(hinting=False, layout_features=features, name_IDs=[0, 13, 14])
    options.drop_tables += ["STAT", "MATH", "FFTM", "DSIG", "kern"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(ranges))
    cutter.subset(font)


def write(
    font: TTFont, name: str, ranges: str, file: Path, features: list[str], *, lean: bool = False
) -> None:
    """Write the letters of `ranges` under a name of our own. A `lean` file, which a first visit
    brings, has no text of the licence, which is in LICENSES.md too, and no idle tables."""
    cut = deepcopy(font)
    keep_only(cut, ranges, features)
    if lean:
        cut["name"].removeNames(nameID=13)
        for table in IDLE:
            if table in cut:
                del cut[table]
    for number, words in ((1, name), (2, "Regular"), (4, name), (6, name)):
        cut["name"].setName(words, number, 3, 1, 0x409)
    # The site's HarfBuzz would pack the tables otherwise than fontTools alone.
    cut.cfg["fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER"] = False
    cut.flavor = "woff2" if file.suffix == ".woff2" else None
    cut.save(file)


def style() -> str:
    """Return the style sheet that names every file for the screen."""
    rules = [rule_of(face, region) for face in FACES for region in RANGES]
    lenders = ("BowerSans-Regular-latin", OF_THE_SANS), ("BowerSigns", SIGNS)
    for name, ranges in lenders:
        rules.append(
            rule(
                family="Bower Signs",
                src=f'url("fonts/{name}.woff2") format("woff2")',
                display="swap",
                unicode_range=ranges,
            )
        )
    for family, machines, size, line in STAND_INS:
        rules.append(
            rule(
                family=family,
                src=", ".join(f'local("{name}")' for name in machines),
                size_adjust=f"{size}%",
                **line_of(line, size),
            )
        )
    return "\n".join(["/* Written by scripts/letters.py. */", *rules, ""])


def rule_of(face: Face, region: str) -> str:
    return rule(
        family=face.family,
        src=f'url("fonts/{file_of(face, region)}") format("woff2")',
        style=face.slope,
        weight=face.shown_for,
        display="swap",
        **(line_of(face.line) if face.line else {}),
        unicode_range=RANGES[region],
    )


def line_of(line: tuple[int, int], size: int = 100) -> dict[str, str]:
    """Return what a line is high and deep, for letters shown at `size` percent."""
    above, below = (f"{part * 100 / size:.4g}%" for part in line)
    return {"ascent_override": above, "descent_override": below, "line_gap_override": "0%"}


def rule(*, family: str, **others: str) -> str:
    """Return an @font-face."""
    short = {"style", "weight", "display", "family"}
    parts = {"font-family": f'"{family}"'}
    for name, value in others.items():
        parts[f"font-{name}" if name in short else name.replace("_", "-")] = value
    lines = [f"  {name}: {value};" for name, value in parts.items()]
    lines = ["\n    ".join(wrap(line, 96)) for line in lines]
    return "\n".join(["@font-face {", *lines, "}"])


if __name__ == "__main__":
    main()
