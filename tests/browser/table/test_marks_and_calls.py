"""The dealer moved offline; a table that calls the organiser."""

import pytest
from playwright.sync_api import expect

from tests.browser.beforehand import link_on
from tests.browser.club import sign_in
from tests.browser.conftest import PHONE
from tests.browser.table import log, sheet_of, start_table, tap_hand


@pytest.fixture
def phone(open_page, console):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    return open_page(**PHONE)


def menu(page):
    page.locator("#menu > summary").tap()
    return page.locator("#menu .panel")


def says(page, words):
    expect(page.locator("#prompt")).to_have_text(words)


def dealer(page):
    return page.locator(".tile:has(.dealer) .name")


def test_a_dealer_moved_offline_is_sent_with_the_hand_that_it_was_moved_for(phone):
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 5, no=1)
    expect(dealer(phone)).to_have_text("Ben")
    phone.context.set_offline(True)
    menu(phone).get_by_role("link", name="Dealer of the next hand").tap()
    phone.locator("#deal").get_by_role("button", name="Eveline").tap()
    expect(phone.locator("#prompt")).to_have_text(
        "Eveline deals the next hand (saved on this phone)."
    )
    phone.context.set_offline(False)
    phone.reload()
    expect(dealer(phone)).to_have_text("Eveline")
    phone.context.set_offline(True)
    tap_hand(phone, "Ben", "Dan", 3)
    phone.locator(".save").tap()
    expect(dealer(phone)).to_have_text("Ann")
    phone.context.set_offline(False)
    expect(phone.locator("#state")).to_have_text("saved")
    expect(dealer(phone)).to_have_text("Ann")
    assert [hand.get("dealer") for hand in sheet_of(phone, pad)["hands"]] == [None, "Eveline"]


def test_a_table_calls_and_sees_the_organiser_answer_during_a_half_tapped_hand(
    phone, open_page, club, evenings, axe
):
    organiser = open_page(1280, 800)
    sign_in(organiser, club)
    organiser.goto(evenings["tonight"])
    phone.goto(link_on(organiser, evenings["tonight"], r"/t/[\w-]+/"))
    organiser.get_by_role("button", name="Play a sound for calls").click()
    expect(organiser.get_by_text("Calls will sound here")).to_be_visible()
    calls, strip = organiser.locator(".calls"), phone.locator(".calling")
    phone.context.set_offline(True)
    menu(phone).get_by_role("button", name="The laws").tap()
    says(phone, "No connection, so the call wasn’t sent. Raise your hand, or go and ask.")
    phone.context.set_offline(False)
    maker = phone.locator(".tile").first
    maker.tap()
    menu(phone).get_by_role("button", name="The laws").tap()
    expect(strip).to_contain_text("Organiser called")
    expect(phone.locator("#menu .panel")).to_be_hidden()  # nothing lies over what is said
    expect(maker).to_have_attribute("data-role", "maker")
    expect(calls).to_contain_text("calls: the laws")
    assert (axe(organiser), axe(phone)) == ([], [])
    calls.get_by_role("button", name="I’m coming").click()
    expect(strip).to_contain_text("demo is coming")
    expect(maker).to_have_attribute("data-role", "maker")
    calls.get_by_role("button", name="Done").click()
    expect(strip).to_have_count(0)
    expect(calls).to_have_count(0)
