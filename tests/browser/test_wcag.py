"""What docs/accessibility.md says and axe cannot see: the way of the focus, the pad by the keyboard
alone, and text that a reader spaces out."""

import re

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.club import club_path, sign_in
from tests.browser.shown import not_whole
from tests.browser.table import start_table

CLUB = ["", "people/", "seasons/1/", "accounts/", "settings"]
NIGHT = ["", "door/", "seats/", "close"]
TOURNAMENT = ["", "settings", "entrants/", "desk", "standings"]
TABLE = ["", "score", "history", "share"]
FOCUSED = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const box = one.getBoundingClientRect();
  const shares = [0.1, 0.5, 0.9];
  const labels = [...(one.labels ?? [])];
  const shows = (x, y) => {
    const top = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
    return top && [one, ...labels].some((part) => part.contains(top) || top.contains(part));
  };
  /* Chromium marks the parts of these fields itself. */
  const marksItsParts = ["date", "time"].includes(one.type);
  const marked = [one, one.nextElementSibling, one.parentElement].some((each) => {
    const style = each && getComputedStyle(each);
    return style && Number.parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== "none";
  });
  const says = (one.ariaLabel || one.innerText || one.name || one.tagName).trim().slice(0, 30);
  if (!shares.some((x) => shares.some((y) => shows(x, y)))) return `covered: ${says}`;
  return marked || marksItsParts ? "" : `unmarked: ${says}`;
}"""
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
SAYS = """() => {
  const one = document.activeElement;
  return one === document.body ? "" : (one.ariaLabel || one.innerText).trim();
}"""
MOST = 1000
"""More stops than a page has with all the people that other tests add to the demo club. One where
the focus goes round within a part of it has no end."""


@pytest.fixture
def pages(open_page, club, evenings):
    """A phone signed in at the demo club, and the pages that people see most."""
    page = open_page(360, 640)
    sign_in(page, club)
    home, tonight = club_path(page), evenings["tonight"]
    found = ["/", "/start", "/table/", f"{evenings['last time']}settlement"]
    found += [f"{home}{rest}" for rest in CLUB] + [f"{tonight}{rest}" for rest in NIGHT]
    found += [f"{evenings['Head table and bell']}tournament/{rest}" for rest in TOURNAMENT]
    page.goto(tonight)
    pad = page.get_by_role("link", name="Pad", exact=True).first.get_attribute("href")
    return page, found + [f"{pad}{rest}" for rest in TABLE]


def test_each_stop_of_the_tab_key_is_marked_and_in_sight_and_the_last_one_is_reached(pages):
    page, addresses = pages
    found = {}
    for address in proof.turn(4, addresses):
        page.goto(address)
        stops = [stop_of(page)]
        while stops[-1] is not None and len(stops) < MOST:
            stops.append(stop_of(page))
        found[address] = [stop for stop in stops[:-1] if stop]
        if stops[-1] is not None:
            found[address].append("no end")
    assert found == dict.fromkeys(found, [])


def stop_of(page):
    """Press Tab, and return what is wrong where the focus is then; None after the last stop."""
    page.keyboard.press("Tab")
    return page.evaluate(FOCUSED)


def test_text_that_a_reader_spaces_out_is_neither_cut_nor_off_the_screen(pages):
    page, addresses = pages
    found = {}
    for address in proof.turn(4, addresses):
        page.goto(address)
        page.evaluate("document.fonts.ready.then(() => null)")
        page.evaluate(SPACED)
        found[address] = not_whole(page)
    assert found == dict.fromkeys(found, [])


def test_a_hand_is_entered_and_undone_by_the_keyboard_alone(open_page):
    page = open_page(360, 640)
    start_table(page)
    for key in (r"Ben\b", r"Dan\b", "5", "Save hand 1"):
        to(page, key)
        page.keyboard.press("Enter")
    expect(page.locator("#last")).to_contain_text("Hand 1 saved: Ben with Dan, all five.")
    to(page, "Undo hand 1")
    page.keyboard.press("Enter")
    expect(page.locator("#last")).to_contain_text("Undone")


def to(page, name):
    """Press Tab until what has the focus is named so."""
    for _ in range(MOST):
        if re.search(rf"(?:^|\n){name}", page.evaluate(SAYS)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The focus never came to {name}.")
