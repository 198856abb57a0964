"""Every sheet as it leaves the printer: nothing overlaps or leaves the page, the same bytes each
time."""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from scoring.euchre.books import SHELF, find
from scoring.money.sheets.settlement import settlement_pdf
from scoring.table.sheets.score_sheet import blank_score_sheet_pdf, score_sheet_pdf
from tests import proof
from tests.sheets.cast import (
    FIVE,
    LONG,
    SEVEN,
    blank,
    blank_of_games,
    evening,
    evening_of_sittings,
    games,
    sitting,
    thirty_players,
)
from tests.sheets.reading import collisions, crossed, outside, pages, whole

BIG = (1070, 1310, 400, 939, 1226)
SETTLEMENTS = {
    "five players": evening(),
    "not closed": evening(closing=""),
    "seven players": evening(SEVEN, (7, 11, 4, 9, 26, 15, 13)),
    "seven long names": evening(LONG, (7, 110, 4, 9, 260, 15, 13)),
    "no stake": evening(stake=0, currency=None),
    "yen": evening(totals=BIG, stake=1_000_000, currency="JPY"),
    "dinars": evening(totals=BIG, stake=123_456, currency="KWD"),
    "all square": evening(totals=(5,) * 5),
    "several sittings": evening_of_sittings(),
    "thirty players": thirty_players(),
    "thirty long names": thirty_players([f"{no} {LONG[no % 7]}"[:40] for no in range(30)]),
}
SCORES = {
    "five players": sitting(struck=False),
    "four players": sitting(FIVE[:4], 12, struck=False),
    "seven players": sitting(SEVEN, 200, struck=False),
    "seven long names": sitting(LONG, 200, struck=False),
    "no hand": sitting(number=0, struck=False),
}
GAMES = {
    "a rubber evening": games(find("club-laws"), hands=60),
    "a rubber evening, long names": games(find("club-laws"), LONG[:4], 60),
    "cut-throat": games(find("hoyle-three-setback"), FIVE[:3], 60),
    "cut-throat, long names": games(find("britannica-three", stakes="deficit"), LONG[4:], 60),
    "one endless game": games(
        find("hoyle-three-setback"), FIVE[:3], ["Ann 2", "Ben 2", "Cat 2"] * 70
    ),
    "two": games(find("hoyle-two", rubber="best-of-three"), FIVE[:2], 60),
    "two, long names": games(find("hoyle-two"), LONG[:2], 20),
    "jamborees": games(find("railroad", target=5), hands=60),
    "to 21": games(find("british"), hands=60),
    "six": games(find("six-handed"), (*FIVE, "Fred"), 60),
    "six, long names": games(find("six-handed"), LONG[:6], 60),
    "no hand": games(find("keller"), hands=0),
}
BLANK_GAMES = {
    f"{rules.key}, {kind}": blank_of_games(rules, names[: rules.players[0]])
    for rules in SHELF.values()
    if rules.target is not None
    for kind, names in {"short names": (*FIVE, "Fred"), "long names": LONG}.items()
}
BLANKS = {
    "five": blank(),
    "four": blank(FIVE[:4]),
    "seven long names": blank(LONG),
    "more": blank(lines=75),
}
PRINTED = {
    **{f"settlement, {name}": (settlement_pdf, sheet) for name, sheet in SETTLEMENTS.items()},
    **{f"score sheet, {name}": (score_sheet_pdf, [sheet]) for name, sheet in SCORES.items()},
    **{f"games, {name}": (score_sheet_pdf, [sheet]) for name, sheet in GAMES.items()},
    **{
        f"blank, {name}": (blank_score_sheet_pdf, sheet)
        for name, sheet in (BLANKS | BLANK_GAMES).items()
    },
}
SIZES = {"A4": (595.28, 841.89), "Letter": (612.0, 792.0)}


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        (name, paper)
        for no, name in proof.every(3, enumerate(PRINTED))
        for paper in proof.share(no, SIZES)
    ],
)
def test_nothing_overlaps_or_leaves_the_page(name, paper):
    draw, sheet = PRINTED[name]
    for page in pages(draw(sheet, paper=paper)):
        assert page.size == pytest.approx(SIZES[paper], abs=0.01)
        assert (collisions(page), outside(page), crossed(page)) == ([], [], [])


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("names", [FIVE, LONG])
def test_only_struck_hands_are_crossed_by_a_line(names, paper):
    found = pages(score_sheet_pdf([sitting(names)], paper=paper))
    assert [collisions(page) + outside(page) for page in found] == [[]] * len(found)
    assert crossed(found[0]) != []
    assert [crossed(page) for page in found[2:]] == [[]] * len(found[2:])


def test_the_checks_detect_overlaps_crossings_and_text_off_the_page():
    file = BytesIO()
    canvas = Canvas(file, pagesize=SIZES["A4"])
    canvas.setFont("BowerSans-Regular", 10)
    for x, y, words in (
        (100, 500, "one"),
        (110, 503, "another"),
        (570, 300, "far out"),
        (100, 100, "cut"),
    ):
        canvas.drawString(x, y, words)
    canvas.line(90, 103, 200, 103)
    canvas.line(10, 20, 200, 20)
    canvas.save()
    (page,) = pages(file.getvalue())
    assert collisions(page) == [("one", "another")]
    assert outside(page) == ["far out", (10, 20, 200, 20)]
    assert crossed(page) == ["cut"]


def test_every_page_has_its_number_the_total_and_the_name_of_the_program():
    found = pages(score_sheet_pdf([sitting(SEVEN, 200), sitting(number=3, struck=False)]))
    assert len(found) > 8
    for no, page in enumerate(found, start=1):
        assert page.text.endswith(f"Bowerbookpage{no}of{len(found)}")
        assert page.text.startswith("Scoresheet")


def test_the_file_has_a_title_and_an_author():
    about = PdfReader(BytesIO(settlement_pdf(evening()))).metadata
    assert about.title == "Settlement, The Right Bower Club, Thursday 20 November 2025"
    assert about.author == "Bowerbook"


def test_only_our_own_fonts_are_used_so_that_every_printer_has_them():
    page = PdfReader(BytesIO(settlement_pdf(evening()))).pages[0]
    fonts = {font.get_object()["/BaseFont"] for font in page["/Resources"]["/Font"].values()}
    assert {name.partition("+")[2] for name in fonts} == {
        "BowerSans-Regular",
        "Vollkorn-Italic",
        "Vollkorn-SemiBold",
    }


def fingerprint(step):
    """A hash of the first sheet and every `step`-th after it."""
    printed = (draw(sheet) for draw, sheet in [*PRINTED.values()][::step])
    return hashlib.sha256(b"".join(printed)).hexdigest()


EVERYTHING = """
import sys
from tests.sheets.test_print import fingerprint
print(fingerprint(int(sys.argv[1])))
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", proof.share(2, ["0", "1", "4711"]))
def test_the_same_sheet_is_the_same_bytes_in_another_process(seed):
    step = proof.size(7, thorough=1)
    there = subprocess.run(
        [sys.executable, "-c", EVERYTHING, str(step)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        text=True,
    )
    assert there.stdout.strip() == fingerprint(step)


@pytest.fixture
def busy():
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.slow
def test_sheets_printed_at_once_do_not_disturb_each_other(busy):
    accented = [
        evening(),
        evening(SEVEN, (1, 2, 3, 4, 5, 6, 8)),
        evening(LONG, (7, 110, 4, 9, 260, 15, 13)),
    ]
    alone, times = [settlement_pdf(sheet) for sheet in accented], proof.size(6, thorough=100)
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(settlement_pdf, accented * times))
    assert together == alone * times


def test_an_unknown_paper_size_is_refused():
    with pytest.raises(KeyError):
        settlement_pdf(evening(), paper="A5")


def test_a_name_is_printed_whatever_characters_it_has():
    names = ("A\x00nn\u202e", "  Ben\n\tx ", "<b>Cat & Co</b>", "漢字 한 カ", "שלום \U00013000")
    said = whole(settlement_pdf(evening(names)))
    for name in ("Ann", "Benx", "<b>Cat&Co</b>", "漢字한カ", "שלום\ufffd"):
        assert name in said
