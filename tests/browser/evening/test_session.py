"""The evening's page: a scoreboard that changes while people look at it."""

import pytest
from playwright.sync_api import expect

from tests.browser.beforehand import link_on
from tests.browser.club import stands_at, table_card
from tests.browser.conftest import PHONE
from tests.browser.shown import not_whole
from tests.browser.table import log, new_table

LONG = "Bartholomew Featherstonehaugh"
SEVEN = [LONG, "Małgorzata Wójcik-Kowalska", "Konstantinos", "Zoë", "Ngọc", "Dan", "Ida"]


def evening_of(page, pad):
    return link_on(page, pad, "/sessions/[0-9]+/")


def test_a_menu_stays_open_while_points_arrive_and_leads_to_the_board(open_page):
    phone = open_page(**PHONE)
    pad = new_table(phone)
    phone.goto(pad)
    log(phone, "Ben", "Dan", 3, no=1)
    live = phone.context.new_page()
    live.goto(evening_of(phone, pad))
    card = table_card(live, "Table 1")
    card.locator("summary").tap()
    phone.goto(pad)
    log(phone, "Ben", "Dan", 5, no=2)
    expect(stands_at(live, "Table 1").locator(".name")).to_have_text(
        ["Ben", "Dan", "Ann", "Cat", "Eveline"]
    )
    card.get_by_role("link", name="Board").tap()
    expect(live).to_have_title("Scoreboard · Table 1 · Bowerbook")


def test_a_menu_is_closed_by_escape_and_by_a_tap_elsewhere(open_page):
    phone = open_page(**PHONE)
    phone.goto(evening_of(phone, new_table(phone)))
    menu = table_card(phone, "Table 1").locator("details.menu")
    board = menu.get_by_role("link", name="Board")
    menu.locator("summary").tap()
    expect(board).to_be_visible()
    phone.keyboard.press("Escape")
    expect(board).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    menu.locator("summary").tap()
    expect(board).to_be_visible()
    phone.get_by_role("heading", level=1).tap()
    expect(board).to_be_hidden()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_seven_long_names_with_points_and_the_pad_link_are_shown_whole(open_page, width):
    page = open_page(width, 640)
    pad = new_table(page, SEVEN, dealer="Dan")
    page.goto(evening_of(page, pad))
    expect(stands_at(page, "Table 1").locator(".name").first).to_have_text("Bartholomew F.")
    assert not_whole(page) == []
    box = page.get_by_role("link", name="Pad", exact=True).bounding_box()
    assert box["x"] + box["width"] <= width


def test_the_usual_buttons_stay_within_reach_of_the_thumb(open_page):
    page = open_page(**PHONE)
    page.goto(evening_of(page, new_table(page, SEVEN, dealer="Dan")))
    expect(page.get_by_role("link", name="Add a table")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Close evening")).to_be_in_viewport(ratio=1)
