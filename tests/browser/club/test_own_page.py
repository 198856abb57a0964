"""A player's own page in large letters, on a phone."""

import re

from playwright.sync_api import expect

from tests.browser.club import go_to_club, own_page_of
from tests.browser.conftest import PHONE

FIRST = "document.querySelector('#yours + .own-results').getBoundingClientRect().bottom"
TOP = "document.querySelector('#evenings').getBoundingClientRect().top"


def test_the_next_evening_account_and_last_result_fit_one_screen(open_page, club):
    officer = open_page()
    go_to_club(officer, club)
    address = own_page_of(officer, officer.url)
    page = open_page(360, 640, **PHONE)
    page.goto(address)
    page.get_by_role("link", name="Display settings").tap()
    page.get_by_label("Large", exact=True).tap()
    page.get_by_role("button", name="Save for this phone").tap()
    page.locator(f"a[href$='{address.partition('/me/')[2]}']").tap()
    expect(page.locator("html")).to_have_class(re.compile("look-large"))
    expect(page.locator("#yours + .own-results")).to_be_visible()
    assert page.evaluate(f"{FIRST} - {TOP}") < 640
    assert page.evaluate("document.documentElement.scrollWidth") == 360
