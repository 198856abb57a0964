"""What holds for every kind of sheet at once, with short words and with the longest."""

from functools import cache
from importlib import import_module
from itertools import pairwise
from pkgutil import walk_packages

import pytest

import scoring
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, SANS_BOLD, SMALLEST, UNPRINTABLE
from scoring.common.pdf.page import MARGIN
from tests import proof
from tests.sheets.every import CODE, EAST_ASIAN, EUROPE, KINDS, OTHER_SCRIPTS
from tests.sheets.reading import collisions, crossed, outside, overlap, pages, squeezed, within

SIZES = ["A4", "Letter"]


def on_paper(names):
    """Sheets with these names: on both papers in a thorough run, otherwise each on one."""
    return [
        pytest.param(name, paper, id=f"{name}, {paper}")
        for no, name in enumerate(KINDS)
        if name in names
        for paper in proof.share(no, SIZES)
    ]


MILLIMETRE = 72 / 25.4
FEWEST_LINES = 6
CROSSED_OUT = ("score sheet", "code, score sheet", "other scripts, score sheet")
"""Sheets whose corrected hands are struck through."""


every_sheet = pytest.mark.parametrize(("name", "paper"), on_paper(KINDS), scope="module")
"""Scope "module" puts what is asked of one sheet in a row, so that it is drawn once."""


@cache
def drawn(name, paper):
    return pages(KINDS[name].draw(paper=paper))


@every_sheet
def test_nothing_overlaps_is_crossed_or_leaves_the_page(name, paper):
    for page in drawn(name, paper):
        assert (collisions(page), outside(page, margin=KINDS[name].margin)) == ([], [])
        assert name.startswith(CROSSED_OUT) or crossed(page) == []


@every_sheet
def test_no_letter_is_smaller_than_eight_points(name, paper):
    found = [drawn for page in drawn(name, paper) for drawn in page.strings]
    assert [one.text for one in found if one.size < SMALLEST - 0.001] == []
    assert SMALLEST == 8


@every_sheet
def test_hairlines_are_grey_and_thick_enough_to_print(name, paper):
    thin = {
        (round(stroke.weight, 2), stroke.colour)
        for page in drawn(name, paper)
        for stroke in page.strokes
        if stroke.weight < 0.6 and stroke.colour != (1.0, 1.0, 1.0)
    }
    tinted = [one for one in thin if max(one[1]) - min(one[1]) > 0.01 and one[0] <= 0.45]
    assert (tinted, [one for one in thin if one[0] < 0.4]) == ([], [])


@every_sheet
def test_no_page_is_empty_or_has_only_a_line_or_two(name, paper):
    found = drawn(name, paper)
    if KINDS[name].cut:
        return
    for no, page in enumerate(found):
        lines = {round(one.box[1]) for one in page.strings if one.box[1] > MARGIN + 20}
        if no:
            lines = {line for line in lines if line < page.size[1] - MARGIN - 15}
        assert len(lines) >= (FEWEST_LINES if len(found) > 1 else 3)


@every_sheet
def test_a_word_is_never_split(name, paper):
    """No string ends in the middle of one of the long words that these sheets are full of."""
    words = ("Christophersonchristophersonchristoph", "Krzyżanowska", "Рождественский")
    for page in drawn(name, paper):
        for one in page.strings:
            for word in words:
                parts = [word[:at] for at in range(4, len(word))]
                assert [part for part in parts if one.text.endswith(part)] == []


CODED = [name for name in KINDS if name.startswith("code")]
ON_CODES = [name for name in KINDS if "cards" in name or name in CODED]
WITH_DISCS = ("score sheet", "blank")


@pytest.mark.parametrize(
    ("name", "paper"), on_paper([name for name in ON_CODES if not name.endswith(WITH_DISCS)])
)
def test_no_text_is_printed_on_a_code(name, paper):
    for page in drawn(name, paper):
        lettered = [one for one in page.strings if one.size >= SMALLEST]
        on = [one.text for one in lettered for box in page.shapes if overlap(box, one.box)]
        assert on == []


@pytest.mark.parametrize(("name", "paper"), on_paper(CODED))
def test_the_letters_of_a_code_are_printed_on_every_paper_that_has_one(name, paper):
    found = drawn(name, paper)
    said = [[one.text for one in page.strings if CODE.signs in one.text] for page in found]
    assert all(said)


PENNED = [
    "settlement",
    "settlement, seven",
    "blank",
    "blank, long names",
    "blank of games",
    "blank of games, three",
    "who came",
    "who came, 75",
    "at the door",
    "prizes",
    "tally cards",
    "tally cards, planned",
    "tally cards, stars",
    "tally cards, 25 rounds",
    "tally cards, 40 rounds",
    "blank tally cards",
    "match card",
    "match card, four pairs",
    "match card, partners change",
]
"""Sheets with rows that somebody writes in."""


@pytest.mark.parametrize(("name", "paper"), on_paper(PENNED))
def test_a_row_to_write_in_is_seven_millimetres_high(name, paper):
    for page in drawn(name, paper):
        low = [height for height, band in rows(page) if height < 7 * MILLIMETRE and not head(band)]
        assert low == []


def rows(page):
    """Yield what lies between two rules of one length: its height, and its strings."""
    rules = {}
    for x0, y0, x1, y1 in page.lines:
        if y1 - y0 < 0.01 and x1 - x0 > 40 and y0 > MARGIN + 20:
            rules.setdefault((round(x0), round(x1)), set()).add(round(y0, 2))
    for (x0, x1), places in rules.items():
        for upper, lower in pairwise(sorted(places, reverse=True)):
            inside = (x0 - 1, lower - 1, x1 + 1, upper + 1)
            yield upper - lower, [one for one in page.strings if within(one.box, inside)]


def head(band):
    """Return whether a row has nothing but what stands above columns, in italics, or a title."""
    return bool(band) and all(one.face in {ITALIC, BOLD} for one in band)


@pytest.mark.parametrize(
    ("name", "names"),
    [("settlement, all Europe", EUROPE), ("settlement, East Asian", EAST_ASIAN)],
)
def test_european_and_east_asian_names_are_printed_as_they_are(name, names):
    said = "".join(page.text for page in drawn(name, "A4"))
    assert [one for one in names if squeezed(one) not in said] == []
    assert UNPRINTABLE not in said


@pytest.mark.parametrize("name", [name for name in KINDS if name.startswith("other scripts")])
def test_names_in_other_scripts_keep_their_letter_order_on_every_sheet(name):
    said = "".join(page.text for page in drawn(name, "A4"))
    there = [squeezed(one).replace("-", "\N{HYPHEN}") for one in OTHER_SCRIPTS]
    four = {"other scripts, table cards", "other scripts, slips"}
    assert [one for one in there[: 4 if name in four else None] if one not in said] == []
    assert UNPRINTABLE not in said


def test_european_names_need_only_our_own_fonts():
    faces = {one.face for page in drawn("settlement, all Europe", "A4") for one in page.strings}
    assert faces <= {BOLD, ITALIC, SANS, SANS_BOLD}


def test_every_sheet_is_among_these():
    there = {
        drawing
        for module in walk_packages(scoring.__path__, "scoring.")
        if {"sheets", "pdf"} & {*module.name.split(".")}
        for name, drawing in vars(import_module(module.name)).items()
        if name.endswith("_pdf")
    }
    assert there == {kind.draw.func for kind in KINDS.values()}


@pytest.mark.parametrize("name", proof.every(3, KINDS))
def test_the_same_values_give_the_same_bytes(name):
    assert KINDS[name].draw(paper="A4") == KINDS[name].draw(paper="A4")
