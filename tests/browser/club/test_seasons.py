"""A season made with a thumb, read on a phone and on a desktop."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import go_to_club
from tests.browser.conftest import PHONE, looks


def to_seasons(page, club):
    go_to_club(page, club, "seasons/")


@looks(3)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    open_page,
    axe,
    club,
    console,
    scheme,
    width,
):
    console.expect("status of 422")
    page, found, name = (
        open_page(width, 640, color_scheme=scheme, has_touch=True),
        {},
        f"{scheme} {width}",
    )
    to_seasons(page, club)
    found["list"] = axe(page)
    page.get_by_role("link", name="New season").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("From").fill("2020-01-01")
    page.get_by_label("Best club nights").fill("none")
    page.get_by_role("button", name="Create season").click()
    expect(page.locator(".errorlist")).to_have_text("Enter a number from 1 to 999.")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_label("Best club nights").fill("")
    page.get_by_role("button", name="Create season").click()
    expect(page.locator("h1")).to_have_text(name)
    found["season"] = axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_text("How this season counts").click()
    page.get_by_role("link", name="How ratings work").click()
    found["ratings"] = axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert {where: problems for where, problems in found.items() if problems} == {}


@pytest.mark.thorough
def test_a_season_is_made_sorted_and_deleted_without_javascript(without_javascript, club):
    page = without_javascript
    to_seasons(page, club)
    page.get_by_role("link", name="New season").tap()
    page.get_by_label("Name", exact=True).fill("Since 2020")
    page.get_by_label("From").fill("2020-01-01")
    page.get_by_label("Rank by").select_option(label="Points")
    page.get_by_role("button", name="Create season").tap()
    by = page.get_by_label("Sort by")
    expect(by).to_have_value("points")
    by.select_option(label="By club nights")
    page.get_by_role("button", name="Sort").tap()
    expect(by).to_have_value("evenings")
    expect(page.locator("th[aria-sort]")).to_have_text("Club nights")
    page.get_by_role("link", name="Edit season").tap()
    page.get_by_text("Delete this season").tap()
    page.get_by_role("button", name="Delete Since 2020").tap()
    expect(page.get_by_role("status")).to_have_text(
        "Since 2020 is deleted. Its club nights are kept."
    )


def test_a_phone_shows_each_player_in_a_row_that_a_thumb_can_hit(open_page, club):
    page = open_page(**PHONE)
    to_seasons(page, club)
    page.get_by_role("link", name="New season").tap()
    page.get_by_label("Name", exact=True).fill("On a phone")
    page.get_by_label("From").fill("2020-01-01")
    page.get_by_role("button", name="Create season").tap()
    expect(page.locator("h1")).to_have_text("On a phone")
    page.wait_for_load_state()  # its letters too: nothing moves any more
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    first = page.locator(".ranks-of li").first
    name, figure = first.locator(".who-is"), first.locator(".total")
    middles = [box["y"] + box["height"] / 2 for box in (name.bounding_box(), figure.bounding_box())]
    assert abs(middles[0] - middles[1]) < 12
    assert first.bounding_box()["height"] >= 48
    table = page.locator(".standings tbody tr").first
    expect(table.locator("td[data-label='Points']")).to_be_hidden()
    page.get_by_text("All figures").tap()
    expect(table.locator("td[data-label='Club nights']")).to_be_visible()
