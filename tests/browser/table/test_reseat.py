"""Seats corrected as a thumb does it; a phone that is away meanwhile loses nothing."""

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.conftest import PHONE, looks
from tests.browser.table import log, start_table, tap_hand, totals

WIDER = "document.documentElement.scrollWidth > innerWidth"


def correct_seats(page, pad, **seats):
    """Fill the page for the seats, look at the effect, and save."""
    page.goto(f"{pad}score")
    page.get_by_role("link", name="Correct seats").click()
    for no, name in seats.items():
        page.get_by_label(f"Seat {no.removeprefix('seat_')}", exact=True).select_option(name)


@pytest.mark.parametrize("script", proof.share(1, [True, False]))
def test_the_effect_is_previewed_and_then_the_seats_are_corrected(open_page, script):
    first = open_page(**PHONE)
    pad = start_table(first)
    log(first, "Ben", "Dan", 3, no=1)
    page = first if script else open_page(**PHONE, java_script_enabled=False)
    page.goto(f"{pad}sittings/1/seats")
    page.locator("[name=other_1]").fill("Fay")
    page.get_by_role("button", name="Preview changes").click()
    effect = page.get_by_role("region", name="What changes")
    expect(effect.locator(".moved")).to_contain_text(["Ben", "Fay"])
    effect.get_by_label("Reason").fill("Fay sat there")
    effect.get_by_role("button", name="Save seats").click()
    expect(page.get_by_role("status")).to_have_text("The seats are corrected.")
    expect(page.locator(".why", has_text="Seats corrected")).to_contain_text("“Fay sat there”")


def test_a_hand_entered_offline_in_the_old_seats_needs_approval(open_page, console):
    console.expect("ERR_INTERNET_DISCONNECTED", "status of 409", "Failed to fetch")
    away, page = open_page(**PHONE), open_page(**PHONE)
    pad = start_table(away)
    log(away, "Ben", "Dan", 3, no=1)
    away.context.set_offline(True)
    tap_hand(away, "Ben", "Dan", 3)
    away.get_by_role("button", name="Save hand 2").tap()
    correct_seats(page, pad, seat_2="Cat", seat_3="Ben")
    page.get_by_label("The same players in another order").check()
    page.get_by_role("button", name="Preview changes").click()
    page.get_by_role("button", name="Save seats").click()
    expect(page.get_by_role("status")).to_have_text("The seats are corrected.")
    away.context.set_offline(False)
    expect(away.locator(".waiting")).to_contain_text("Ben with Dan")
    page.goto(pad)
    assert totals(page) == [0, 0, 1, 1, 0]
    expect(page.locator(".waiting")).to_contain_text("Ben with Dan")


@looks(12)
def test_axe_finds_nothing_when_seats_are_corrected(open_page, axe, scheme, width, console):
    console.expect("status of 422")
    page, found = open_page(width, 720, color_scheme=scheme, has_touch=True), {}
    pad = start_table(page)
    log(page, "Ben", "Dan", 3, no=1)
    correct_seats(page, pad, seat_2="Cat")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("alert")).to_contain_text("Cat cannot sit in two seats.")
    found["refused"] = axe(page)
    page.get_by_label("Seat 3", exact=True).select_option("Ben")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    found["effect"] = axe(page)
    assert not page.evaluate(WIDER)
    page.get_by_role("button", name="Save seats").click()
    expect(page.get_by_role("status")).to_have_text("The seats are corrected.")
    found["score"] = axe(page)
    assert {name: problems for name, problems in found.items() if problems} == {}
