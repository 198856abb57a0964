"""The laws, found in ten seconds with one thumb, also when the network is gone; and reading
again."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import looks
from tests.browser.table import log, new_table, start_table


@pytest.fixture
def laws(phone):
    """The page of laws of a table, on a phone."""
    phone.goto(f"{new_table(phone)}laws")
    return phone


def titles(page):
    """The titles that can be seen, from the top: of chapters, or of laws that were found."""
    return page.locator("[data-laws] summary:visible").all_inner_texts()


def test_the_search_and_the_commonest_laws_are_visible_without_scrolling(laws):
    """And no keyboard of a phone covers them."""
    expect(laws.locator("#laws-q")).not_to_be_focused()
    boxes = [box.bounding_box() for box in laws.locator(".often a").all()]
    assert len(boxes) == 6
    assert all(box["height"] >= 48 and box["y"] + box["height"] <= 640 for box in boxes)
    assert laws.evaluate("document.documentElement.scrollWidth") == 360


def test_one_tap_opens_a_common_law(laws):
    laws.get_by_role("link", name="Wrong number of cards").tap()
    law = laws.locator("#law-wrong-cards")
    expect(law).to_be_in_viewport()
    expect(law.get_by_role("link", name="Enter it on the pad")).to_be_visible()


def test_typing_searches_offline_and_clearing_shows_everything_again(laws):
    before = titles(laws)
    laws.context.set_offline(True)
    laws.locator("#laws-q").press_sequentially("Révok")
    found = titles(laws)
    assert found[0].startswith("An opponent of the maker and their partner")
    assert 1 < len(found) < 10
    expect(laws.locator(".often")).to_be_hidden()
    laws.locator("#laws-q").press("Enter")
    assert titles(laws) == found
    expect(laws.locator("[data-found] summary").first).to_be_focused()
    laws.locator("#laws-q").fill("disputed score")
    expect(laws.locator(".law:visible")).to_have_count(1)
    laws.locator("#laws-q").fill("bicycle")
    expect(laws.get_by_role("status")).to_contain_text("Try another word")
    assert titles(laws) == []
    laws.locator("#laws-q").fill("")
    assert titles(laws) == before


def test_a_misdeal_is_recorded_from_the_laws(laws):
    laws.get_by_role("link", name="Misdeal", exact=True).tap()
    laws.locator("#law-misdeal-count").get_by_role("button", name="Enter: Misdeal").tap()
    expect(laws.locator("#last")).to_contain_text("Hand 1 saved: Misdeal")


def test_a_penalty_leads_to_its_question_on_the_pad(laws):
    laws.get_by_role("link", name="Renege", exact=True).first.tap()
    laws.locator("#law-revoke").get_by_role("link", name="Enter it on the pad").tap()
    expect(laws.locator("#what-happened")).to_have_attribute("open", "")
    expect(laws.locator("#what-happened")).to_contain_text("Renege (revoke)")


@pytest.mark.thorough
def test_without_javascript_the_search_is_a_form_and_the_commonest_laws_are_links(
    without_javascript,
):
    page = without_javascript
    page.goto(f"{new_table(page)}laws")
    page.get_by_role("link", name="Exposed card").tap()
    expect(page.locator("#law-exposed-card")).to_be_in_viewport()
    page.locator("#laws-q").fill("six cards")
    page.get_by_role("button", name="Find").tap()
    expect(page).to_have_url(re.compile(r"\?q=six\+cards$"))
    assert 0 < len(titles(page)) < 10
    page.get_by_role("link", name="All laws").tap()
    page.locator(".topic > summary").first.tap()
    expect(page.locator(".topic[open] .remedy").first).to_be_visible()


@looks(11)
def test_axe_finds_nothing_in_the_laws_or_when_comparing_rules(open_page, axe, scheme, width):
    page = open_page(width, 720, color_scheme=scheme, has_touch=True)
    pad = start_table(page, ["Ann", "Ben", "Cat", "Bartholomew"])
    log(page, "Ann", "Cat", 5, no=1)
    log(page, "Ann", "Ben", 3, no=2)
    found = {}
    for address in ("laws", "laws?q=revoke", "reread", "reread?rules=keller"):
        page.goto(pad + address)
        found[address] = axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.goto(f"{pad}laws")
    page.get_by_role("link", name="Lead out of turn").tap()
    found["a law"] = axe(page)
    page.goto("/rules/club-laws/laws")
    found["shelf"] = axe(page)
    assert {name: problems for name, problems in found.items() if problems} == {}


@pytest.mark.thorough
def test_rules_are_compared_from_the_score_without_javascript(without_javascript, phone):
    pad = start_table(phone, ["Ann", "Ben", "Cat", "Dan"])
    log(phone, "Ann", "Cat", 5, no=1)
    log(phone, "Ann", "Ben", 3, no=2)
    page = without_javascript
    page.goto(f"{pad}score")
    page.get_by_role("link", name="Compare rules").tap()
    page.get_by_role("link", name="Keller’s game").tap()
    expect(page.locator("#scored")).to_contain_text("1 of 2 hands can be scored.")
    page.get_by_label("Compare with").select_option("American")
    page.get_by_role("button", name="Show").tap()
    expect(page.locator(".compare")).to_contain_text("With: American")
