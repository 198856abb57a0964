"""Hands of a phone that will not reach the network again go over to another: as a code, and as
text."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tests import qr
from tests.browser.cellar import tap_all
from tests.browser.conftest import schemes
from tests.browser.table import entries, log, sheet_of, start_table, tap_hand, totals
from tests.javascript import Module

PACK = Module("table/pad/pack.js")


@pytest.fixture
def giver(open_page, console):
    """A phone at a table with one hand sent, which then loses the network."""
    console.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    page = open_page(has_touch=True, device_scale_factor=2)
    page.pad = start_table(page)
    log(page, "Ben", "Dan", 3, no=1)
    expect(page.locator("#state")).to_have_text("saved")
    # What a first tap would bring, while there is a network.
    page.evaluate(
        "(({ from, qr }) => Promise.all([import(from), import(qr)]).then(Boolean))"
        "(document.querySelector('#handover').dataset)"
    )
    page.context.set_offline(True)
    page.clock.set_fixed_time(datetime.now(UTC))  # a code says how long ago each hand was
    return page


def keep(page, maker, partner, tricks):
    """Save a hand without a network."""
    tap_hand(page, maker, partner, tricks)
    kept = len(entries(page, "kept"))
    page.locator(".save").tap()
    expect(page.locator("#state")).to_contain_text(f"{kept + 1} saved on this phone")


def open_handover(page):
    page.locator("#state").tap()
    page.get_by_text("Copy the hands to another phone").tap()
    expect(page.locator("#handover .code")).to_be_visible()


def addresses_of(page):
    """The addresses that its codes show, written by the pad's own script."""
    home = page.url.partition("#")[0]
    how = {"most": 594 - len(home), "now": page.evaluate("Date.now()")}
    return [f"{home}#take={one['text']}" for one in PACK.write(entries(page, "kept"), how)]


def take_over(page, address):
    page.goto("about:blank")
    page.goto(address)
    return page.get_by_role("dialog")


@schemes(10)
def test_the_code_on_the_screen_is_an_address_of_the_same_table_in_light_and_dark(giver, scheme):
    giver.emulate_media(color_scheme=scheme)
    keep(giver, "Eveline", "Alone", 5)
    open_handover(giver)
    (address,) = addresses_of(giver)
    assert address.startswith(f"{giver.pad}#take=1;1;1;/h2;")
    assert qr.read(giver.locator("#handover .code").screenshot()) == address


def test_another_phone_copies_the_hands_and_they_count_once(giver, open_page):
    keep(giver, "Eveline", "Alone", 5)
    keep(giver, "Cat", "Ann", 0)
    (address,) = addresses_of(giver)
    taker = open_page(has_touch=True)
    dialog = take_over(taker, address)
    expect(dialog.get_by_role("heading")).to_have_text("Copy 2 hands from another phone?")
    expect(dialog.locator("li")).to_have_text(
        ["Hand 2: Eveline alone, all five.", "Hand 3: Cat with Ann, no trick."]
    )
    dialog.get_by_role("button", name="Copy").tap()
    expect(dialog.get_by_role("heading")).to_have_text("2 hands copied")
    dialog.get_by_role("button", name="Back to the pad").tap()
    expect(taker.locator("#state")).to_have_text("saved")
    expect(taker).to_have_url(giver.pad)
    assert [hand["tricks"] for hand in sheet_of(taker, giver.pad)["hands"]] == [3, 5, 0]
    giver.context.set_offline(False)
    expect(giver.locator("#state")).to_have_text("saved")
    assert len(sheet_of(taker, giver.pad)["hands"]) == 3
    assert totals(giver) == totals(taker)


def test_a_damaged_cancelled_or_repeated_code_changes_nothing(giver, open_page):
    keep(giver, "Eveline", "Alone", 5)
    (address,) = addresses_of(giver)
    taker = open_page(has_touch=True)
    dialog = take_over(taker, address[:-9])
    expect(dialog.get_by_role("heading")).to_have_text("Can’t read this code")
    dialog.get_by_role("button", name="Back to the pad").tap()
    expect(taker).to_have_url(giver.pad)
    assert entries(taker) == []
    take_over(taker, address).get_by_role("button", name="Cancel").tap()
    expect(taker.get_by_role("dialog")).to_have_count(0)
    expect(taker).to_have_url(giver.pad)
    assert entries(taker) == []
    take_over(taker, address).get_by_role("button", name="Copy").tap()
    expect(taker.get_by_role("heading", name="1 hand copied")).to_be_visible()
    dialog = take_over(taker, address)
    expect(dialog.get_by_role("heading")).to_have_text("Already on this phone")
    assert len(entries(taker)) == 1


def test_many_hands_make_several_codes_which_are_copied_in_order(giver, open_page):
    tap_all(giver, [("Eveline", "Alone", number % 6) for number in range(14)])
    addresses = addresses_of(giver)
    open_handover(giver)
    assert len(addresses) > 1
    for number, address in enumerate(addresses, 1):
        caption = f"Code {number} of {len(addresses)}: hands"
        expect(giver.locator("#handover figcaption")).to_contain_text(caption)
        assert len(address) <= 600
        assert qr.read(giver.locator("#handover .code").screenshot()) == address
        giver.locator("#handover figure button").tap()
    taker = open_page(has_touch=True)
    dialog = take_over(taker, addresses[1])
    expect(dialog.get_by_role("heading")).to_have_text("Scan code 1 first")
    for address in addresses:
        dialog = take_over(taker, address)
        dialog.get_by_role("button", name="Copy").tap()
        expect(dialog.get_by_role("heading")).to_have_text(re.compile("^[0-9]+ hands copied"))
    expect(taker.locator("#state")).to_have_text("saved")
    tricks = [hand["tricks"] for hand in sheet_of(taker, giver.pad)["hands"]]
    assert tricks == [3, *(number % 6 for number in range(14))]


def test_an_undo_is_copied_with_its_hand(giver, open_page):
    keep(giver, "Eveline", "Alone", 5)
    giver.locator("#undo").tap()
    expect(giver.locator("#state")).to_contain_text("1 saved on this phone")
    (address,) = addresses_of(giver)
    taker = open_page(has_touch=True)
    dialog = take_over(taker, address)
    expect(dialog.locator("li").last).to_contain_text("Undo: ")
    dialog.get_by_role("button", name="Copy").tap()
    expect(dialog.get_by_role("heading")).to_have_text("2 hands copied")
    expect(taker.locator("#state")).to_have_text("saved")
    assert len(sheet_of(taker, giver.pad)["hands"]) == 1


def test_the_hands_can_be_copied_as_text_and_axe_finds_nothing_in_the_dialogs(
    giver, open_page, axe
):
    keep(giver, "Eveline", "Alone", 5)
    open_handover(giver)
    giver.get_by_role("button", name="Copy as text").tap()
    expect(giver.get_by_label("Hands as text")).to_have_value(
        f"Hand 2: Eveline alone, all five\n{addresses_of(giver)[0]}"
    )
    taker = open_page(has_touch=True)
    take_over(taker, addresses_of(giver)[0])
    assert (axe(giver), axe(taker)) == ([], [])
