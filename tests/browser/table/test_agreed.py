"""The other side agrees or objects: on its own phone, or on this one turned round."""

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.letters import letters_there
from tests.browser.table import FIVE, key, log, start_table, tap_hand
from tests.browser.table.test_pad import SEVEN


@pytest.fixture
def other(open_page):
    return open_page(has_touch=True)


def start_asking(phone, names=FIVE):
    """Start a table that asks the other side, from its menu; return the pad's address."""
    pad = start_table(phone, names)
    phone.locator("#menu > summary").tap()
    phone.locator("#menu").get_by_role("button", name="Yes", exact=True).tap()
    expect(phone.locator("#menu")).not_to_have_attribute("open", "")
    return pad


def strip(page):
    return page.locator("#agreed")


def test_the_other_phone_confirms_a_hand_and_both_say_so(phone, other):
    other.goto(start_asking(phone))
    log(phone, "Ben", "Dan", 5, no=1)
    expect(strip(phone)).to_contain_text(
        "Hand 1 not confirmed yet: Ben with Dan, all five: Ben and Dan +3 each."
    )
    expect(strip(other)).to_contain_text(
        "Right? Hand 1: Ben with Dan, all five: Ben and Dan +3 each."
    )
    strip(other).get_by_role("button", name="Confirm").tap()
    for page in (other, phone):
        expect(strip(page)).to_contain_text("Hand 1 confirmed.")
        expect(page.locator("#pad")).to_have_attribute("data-agreed", "yes")
        expect(page.locator("#state")).to_contain_text("confirmed")


def test_the_phone_is_turned_around_to_be_read_across_the_table(phone):
    start_asking(phone)
    log(phone, "Ben", "Dan", 5, no=1)
    strip(phone).get_by_text("Show opponents").tap()
    sheet = phone.locator(".turned .panel")
    assert sheet.evaluate("sheet => getComputedStyle(sheet).rotate") == "180deg"
    expect(sheet).to_contain_text("Ben and Dan +3 each")
    sheet.get_by_role("button", name="Confirm").tap()
    expect(strip(phone)).to_contain_text("Hand 1 confirmed.")
    expect(sheet).to_have_count(0)


def test_play_continues_and_the_dispute_reaches_the_organiser(phone, other):
    pad = start_asking(phone)
    other.goto(pad)
    log(phone, "Ben", "Dan", 5, no=1)
    tap_hand(phone, "Cat", "Alone", None)
    key(other, "Ann").tap()
    strip(other).locator("summary", has_text="Dispute").tap()
    strip(other).get_by_role("button", name="Wrong tricks").tap()
    for page in (other, phone):
        expect(strip(page)).to_contain_text("Hand 1 disputed: Wrong tricks.")
    expect(other.locator(".tile[data-role=maker] .name")).to_have_text("Ann")
    expect(phone.locator(".tile[data-role='maker, alone'] .name")).to_have_text("Cat")
    phone.locator("[data-tricks='5']").tap()
    phone.get_by_role("button", name="Save hand 2").tap()
    expect(strip(other)).to_contain_text("1 earlier not confirmed")
    phone.locator("#menu > summary").tap()
    phone.get_by_role("link", name="All tables").tap()
    expect(phone.locator(".needs")).to_have_text("1 hand disputed")
    phone.locator(".needs a").tap()
    phone.get_by_label("or keep it. Say why").fill("Everybody saw five tricks.")
    phone.get_by_role("button", name="Keep the hand").tap()
    expect(phone.locator(".remark")).to_contain_text("The hand is kept")
    expect(phone.locator(".hands")).to_contain_text("“Everybody saw five tricks.”")


@pytest.mark.thorough
def test_confirming_works_without_javascript(phone, without_javascript):
    pad = start_asking(phone)
    log(phone, "Ben", "Dan", 5, no=1)
    page = without_javascript
    page.goto(pad)
    strip(page).locator("summary", has_text="Dispute").tap()
    page.get_by_label("Or say what’s wrong").fill("Cat was the partner")
    page.locator(".panel").get_by_role("button", name="Dispute").last.tap()
    expect(strip(page)).to_contain_text("Hand 1 disputed: Cat was the partner.")
    page.get_by_role("button", name="Confirm").tap()
    expect(strip(page)).to_contain_text("Hand 1 confirmed.")


@pytest.mark.parametrize("names", proof.share(1, [SEVEN[:4], SEVEN]))
def test_the_pad_still_fits_one_small_screen(phone, other, axe, names):
    other.goto(start_asking(phone, names))
    log(phone, names[0], names[1], 5, no=1)
    log(phone, names[0], names[2], 3, no=2)
    for page in (phone, other):
        expect(strip(page)).to_contain_text("1 earlier not confirmed")
        tap_hand(page, names[1], names[2], 5)
        letters_there(page)
        size = page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        )
        assert size == [640, 360]
        for target in strip(page).locator("button:visible, summary:visible, a:visible").all():
            assert target.bounding_box()["height"] >= 48, target.inner_text()
        assert axe(page) == []
    strip(phone).get_by_text("Show opponents").tap()
    assert axe(phone) == []
