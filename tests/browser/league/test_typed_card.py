"""The secretary on Saturday noon: a card of nine games is typed in by keyboard alone."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.club import sign_in

MAKE = """
import json
from uuid import uuid4
from tests import cast
from tests.league.cast import a_league, a_match, a_squad
club = cast.a_club("The Cards " + uuid4().hex, organiser=uuid4().hex)
olga = "olga" + uuid4().hex[:8]
cast.an_officer(club, olga)
match = a_match(a_league("st-austell", club=club), "Mounties", "Trolls")
a_squad(match.home, "Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus Penrose")
a_squad(match.away, "Ida", "Jan", "Kim", "Lea", "Max", "Ned")
print(json.dumps([olga, match.pk, match.league_id]))
"""
LOSERS = (15, 9, 20, 3, 18, 11, 7, 19, 0)


@pytest.fixture
def secretary(server):
    """A secretary's name, which is their password, a match of theirs, and its league."""
    return json.loads(server.manage("shell", "-v0", "-c", MAKE))


def test_a_card_of_nine_games_is_typed_by_keyboard_alone(open_page, secretary, axe):
    olga, match, league = secretary
    page, keys = open_page(1280, 800), 0
    sign_in(page, (olga, olga))
    page.goto(f"/leagues/{league}/cards/?typed=yes")
    expect(page.locator(f"a[href='/matches/{match}/card']")).to_be_focused()

    def typed(said):
        nonlocal keys
        page.keyboard.type(said)
        page.keyboard.press("Enter")
        keys += len(said) + 1

    typed("")  # the first card that is missing
    expect(page.get_by_label("Mounties, pair 1, first name")).to_be_focused()
    for name in ("pen", *"23456", *"123456"):
        typed(name)
    expect(page.get_by_label("Mounties, pair 1, first name")).to_have_value("Gus Penrose")
    expect(page.get_by_label("Trolls, pair 3, second name")).to_have_value("Ned")
    for no, points in enumerate(LOSERS):  # the first five are won at home
        for said in ("", str(points)) if no < 5 else (str(points), ""):
            typed(said)
    for said in ("5", "3"):
        typed(said)
    expect(page.locator("[data-sum=won]")).to_have_text("games add up to 5–4")
    page.keyboard.press("Shift+Tab")
    for said in ("4", "142", "149"):
        typed(said)
    expect(page.locator("[data-sum=won]")).to_have_text("= 5–4 ✓")
    expect(page.locator("[data-sum=total]")).to_have_text("= 142–149 ✓")
    for said in (" ", " ", "", ""):  # both signed, received now, stored
        typed(said)
    expect(page.get_by_text("Mounties v Trolls: 5–4.")).to_be_visible()
    assert keys <= 90
    page.goto(f"/leagues/{league}/")
    expect(page.locator("main")).to_contain_text("5–4")
    found = {}
    for address in (f"/matches/{match}/card", f"/leagues/{league}/cards/"):
        page.goto(address)
        found[address] = axe(page)
    assert found == dict.fromkeys(found, [])


def test_a_card_is_typed_on_a_dark_phone_and_each_fault_is_shown_beside_its_field(
    open_page, secretary, axe, console
):
    console.expect("status of 422")
    olga, match, _ = secretary
    page = open_page(color_scheme="dark", has_touch=True)
    sign_in(page, (olga, olga))
    page.goto(f"/matches/{match}/card")
    page.get_by_label("Mounties, pair 1, first name").fill("zz")
    page.get_by_role("button", name="Save card").click()
    expect(page.get_by_text("Mounties: zz")).to_be_visible()
    expect(page.get_by_role("button", name="Register zz and save").first).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert axe(page) == []
