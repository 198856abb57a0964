"""A pad whose site is gone takes its hands to another laptop at another address."""

import pytest
from playwright.sync_api import expect

from tests import server as servers
from tests.browser.club import PASSWORD, found_club, sign_in
from tests.browser.conftest import PHONE
from tests.browser.table import FIVE, log, start_table, tap_hand, totals
from tests.browser.table.test_another_laptop import TABLES, TONIGHT
from tests.browser.tournament.test_another_laptop import run

OWNER = "kate-elsewhere"


@pytest.mark.slow
@pytest.mark.thorough
def test_a_pad_takes_its_table_and_hands_to_another_laptop(own_server, open_page, console):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    found_club(own_server, "The Moving Bower Club", owner=OWNER, currency="GBP")
    backup = own_server.manage("backup").splitlines()[-1]
    (pad,) = run(own_server, TONIGHT, tables=TABLES[:1])
    phone = open_page(**PHONE, base_url=own_server.url)
    phone.goto(pad)
    log(phone, "Ann", "Ben", 3, no=1)
    with servers.start() as other:
        other.manage("restore", backup, "--from-elsewhere", "--yes")
        own_server.kill()
        tap_hand(phone, "Cat", "Dan", 5)
        phone.get_by_role("button", name="Save hand 2").tap()
        expect(phone.locator("#state")).to_contain_text("saved on this phone")
        scores = totals(phone)
        phone.locator("#state").tap()
        phone.get_by_text("Continue on another laptop").tap()
        phone.get_by_label("Address of the other laptop").fill("not an address")
        phone.get_by_role("button", name="Continue there").tap()
        expect(phone.get_by_text("Type an address such as")).to_be_visible()
        phone.get_by_label("Address of the other laptop").fill(other.url.removeprefix("http://"))
        phone.get_by_role("button", name="Continue there").tap()
        link = phone.get_by_role("link", name="Make this table again")
        expect(link).to_have_attribute("target", "_blank")  # the hands stay on this page
        organiser = open_page(base_url=other.url)
        sign_in(organiser, (OWNER, PASSWORD))
        run(other, TONIGHT, tables=[])
        organiser.goto(link.get_attribute("href"))
        organiser.get_by_role("button", name="Make this table again").click()
        phone.get_by_role("link", name="Try again").tap()
        dialog = phone.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_have_text("Copy 2 hands from another phone?")
        dialog.get_by_role("button", name="Copy").tap()
        expect(dialog.get_by_role("heading")).to_have_text("2 hands copied")
        dialog.get_by_role("button", name="Back to the pad").tap()
        expect(phone.locator("#state")).to_have_text("saved")
        expect(phone.locator("#last:not([data-ahead])")).to_contain_text("Hand 2 saved:")
        assert totals(phone) == scores


@pytest.mark.slow
@pytest.mark.thorough
def test_friends_make_their_table_again_on_the_phone_that_brings_its_hands(
    own_server, open_page, console
):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    found_club(own_server, "The Moving Friends", owner="kate-of-friends", currency="GBP")
    backup = own_server.manage("backup").splitlines()[-1]
    phone = open_page(**PHONE, base_url=own_server.url)
    start_table(phone, FIVE[:4])
    log(phone, "Ann", "Ben", 3, no=1)
    scores = totals(phone)
    with servers.start() as other:
        other.manage("restore", backup, "--from-elsewhere", "--yes")
        own_server.kill()
        expect(phone.locator("#state")).to_have_attribute("data-state", "off")
        phone.locator("#state").tap()
        phone.get_by_text("Continue on another laptop").tap()
        phone.get_by_label("Address of the other laptop").fill(other.url.removeprefix("http://"))
        phone.get_by_role("button", name="Continue there").tap()
        with phone.expect_popup() as opened:
            phone.get_by_role("link", name="Make this table again").tap()
        opened.value.get_by_role("button", name="Make this table again").tap()
        dialog = opened.value.get_by_role("dialog")
        expect(dialog.get_by_role("heading")).to_have_text("Copy 1 hand from another phone?")
        dialog.get_by_role("button", name="Copy").tap()
        dialog.get_by_role("button", name="Back to the pad").tap()
        expect(opened.value.locator("#last:not([data-ahead])")).to_contain_text("Hand 1 saved:")
        assert totals(opened.value) == scores
