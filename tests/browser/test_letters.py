"""Text is set in the site's own fonts: with a phone's fonts on the machine, and with none, every
size that a test asserts is the same."""

from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from tests import proof
from tests.browser.club import go_to_club
from tests.browser.conftest import PHONE, launch, opener
from tests.browser.letters import letters_there
from tests.browser.table import log, start_table
from tests.browser.table.test_agreed import (  # noqa: F401 (a fixture, and tests)
    other,
    test_the_pad_still_fits_one_small_screen,
)
from tests.browser.table.test_pad import (  # noqa: F401
    test_the_pad_fits_one_small_screen_with_buttons_for_a_thumb,
)
from tests.browser.test_access import addresses_of_tournaments

CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>{folders}<cachedir>{cache}</cachedir>
<alias><family>sans-serif</family><prefer><family>{sans}</family></prefer></alias>
<alias><family>serif</family><prefer><family>{serif}</family></prefer></alias>
</fontconfig>"""
FAMILIES = {"squares": ("Squares", "Squares"), "phone": ("Roboto", "Noto Serif")}
NAMES = ["Bartholomew", "Małgorzata", "Ngọc", "Želimír", "Zoë"]
OURS = {("Vollkorn", True), ("BowerSans", True), ("BowerSigns", True)}


def squares(file: Path) -> None:
    """Write a font whose every letter is a square: Chromium shows nothing where there is none,
    and what is set in this one would run over every edge."""
    builder, pen = FontBuilder(1000), TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 1500), (1500, 1500), (1500, 0)):
        pen.lineTo(corner)
    pen.closePath()
    builder.setupGlyphOrder([".notdef"])
    builder.setupCharacterMap(dict.fromkeys(range(0x20, 0x2800), ".notdef"))
    builder.setupGlyf({".notdef": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (1500, 0)})
    builder.setupHorizontalHeader(ascent=1500, descent=-500)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=1500, sTypoDescender=-500)
    builder.setupPost()
    builder.save(file)


def folders(machine: str, tmp: Path) -> list[Path]:
    """Return where the fonts of this machine lie."""
    if machine == "squares":
        squares(tmp / "squares.ttf")
        return [tmp]
    packages = ("fontpkg_roboto", "fontpkg_noto_serif")
    return [Path(find_spec(name).submodule_search_locations[0]) for name in packages]


@pytest.fixture(scope="module", params=proof.share(0, FAMILIES))
def elsewhere(request, browser, tmp_path_factory):
    """Chromium on a machine with other fonts."""
    tmp, (sans, serif) = tmp_path_factory.mktemp("fonts"), FAMILIES[request.param]
    found = "".join(f"<dir>{folder}</dir>" for folder in folders(request.param, tmp))
    conf = CONF.format(folders=found, cache=tmp / "cache", sans=sans, serif=serif)
    (tmp / "fonts.conf").write_text(conf)
    one = launch(browser.browser_type, FONTCONFIG_FILE=str(tmp / "fonts.conf"))
    yield one
    one.close()


@pytest.fixture
def open_page(elsewhere, server, console):
    with opener(elsewhere, server, console) as open_page:
        yield open_page


@pytest.fixture
def axe(axe):
    """What axe finds hardly depends on the letters: it is asked where everything is."""
    return axe if proof.level == "thorough" else lambda page: []


def faces(page):
    """Return how many letters of the page are set in which face, and whether the site brought
    it."""
    letters_there(page)
    tools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    root = tools.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
    inside = {"nodeId": root, "selector": "body, body *"}
    found = Counter()
    for node in tools.send("DOM.querySelectorAll", inside)["nodeIds"]:
        for font in tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            found[font["familyName"].partition("-")[0], font["isCustomFont"]] += font["glyphCount"]
    return found


def test_no_letter_comes_from_a_font_of_the_machine(open_page):
    phone, page = open_page(**PHONE), open_page(**PHONE, java_script_enabled=False)
    pad = start_table(phone, NAMES, dealer=NAMES[0])
    log(phone, NAMES[0], NAMES[1], 5, no=1)
    found = Counter()
    for name in proof.every(2, ["", "score", "board", "device", "settlement"]):
        page.goto(pad + name)
        found += faces(page)
    assert {face for face in found if face not in OURS} == set()
    assert found.total() > 1000


@pytest.mark.parametrize("width", proof.share(0, [360, 1280]))
def test_no_page_of_a_tournament_scrolls_sideways(open_page, club, evenings, width):
    page, found = open_page(width, 720), []
    go_to_club(page, club)
    for address in proof.every(3, addresses_of_tournaments(page, evenings)):
        page.goto(address)
        letters_there(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(address)
    assert found == []
