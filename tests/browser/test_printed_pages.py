"""Pages as they are printed, from a phone that is dark: light, whole, nothing to tap, no small
letters."""

from io import BytesIO

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.club import go_to_club

A4_BETWEEN_MARGINS = 680
"""Pixels of a style sheet: as wide as a page is printed."""
SMALLEST = 7.9
IN_PRINT = """(smallest) => {
  const seen = (one) => one.checkVisibility() && !one.closest("svg");
  const all = [...document.querySelectorAll("body *")].filter(seen);
  const lettered = all.filter((one) =>
    [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
  );
  const name = (one) => `${one.tagName} ${one.className}`;
  const pale = (one) => {
    const [red, green, blue] = getComputedStyle(one).color.match(/\\d+/g).map(Number);
    return 0.3 * red + 0.6 * green + 0.1 * blue > 150;
  };
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * 0.75;
  const hides = (one) => getComputedStyle(one).overflowX !== "visible";
  const taps = "nav, .tabs, .mast, .button, input, select, textarea";
  return {
    ground: getComputedStyle(document.documentElement).backgroundColor,
    pale: lettered.filter(pale).map(name),
    small: lettered.filter((one) => size(one) < smallest).map(name),
    taps: all.filter((one) => one.matches(taps)).map(name),
    cut: all.filter((one) => hides(one) && one.scrollWidth > one.clientWidth + 1).map(name),
    wider: document.documentElement.scrollWidth - innerWidth,
  };
}"""
WELL_PRINTED = {
    "ground": "rgb(255, 255, 255)",
    **dict.fromkeys(("pale", "small", "taps", "cut"), []),
    "wider": 0,
}


def test_every_page_prints_light_and_whole_without_buttons(open_page, club, evenings):
    page = open_page(A4_BETWEEN_MARGINS, 900, color_scheme="dark")
    go_to_club(page, club, "")
    home, last, bell = page.url, evenings["last time"], evenings["Head table and bell"]
    addresses = [
        home,
        *(f"{home}{part}" for part in ("people/", "seasons/", "ratings/", "accounts/")),
        "/rules/call-ace/",
        evenings["tonight"],
        last,
        f"{last}settlement",
        f"{bell}tournament/",
        f"{bell}tournament/standings",
    ]
    found = {}
    for address in addresses:
        page.goto(address)
        page.emulate_media(media="print", color_scheme="dark")
        found[address] = page.evaluate(IN_PRINT, SMALLEST)
        page.emulate_media(media="screen", color_scheme="dark")
    wrong = [
        (where, what, how[what])
        for where, how in found.items()
        for what, well in WELL_PRINTED.items()
        if how[what] != well
    ]
    assert wrong == []


def test_the_latest_nights_of_a_player_are_printed(open_page, club):
    page = open_page(A4_BETWEEN_MARGINS, 900)
    go_to_club(page, club, "people/")
    page.get_by_role("link", name="Eveline").first.click()
    page.emulate_media(media="print")
    nights = page.locator("section", has=page.get_by_role("heading", name="Latest club nights"))
    expect(nights.get_by_role("listitem").first).to_be_visible()


def test_no_printed_page_is_empty(open_page, club, evenings):
    page = open_page(390, 844, color_scheme="dark")
    go_to_club(page, club, "")
    for address in (page.url, f"{evenings['last time']}settlement"):
        page.goto(address)
        printed = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
        words = [len(one.extract_text().split()) for one in printed.pages]
        assert words, address
        assert all(words), (address, words)
