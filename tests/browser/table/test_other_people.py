"""Others sit down at a table: hands of the people before them stay theirs."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.table import key, start_table, totals
from tests.browser.table.test_kept_hands import Server, badge, enter

CLEARED = "so your taps were cleared."


@pytest.fixture
def phone(open_page, console):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    return open_page(**PHONE)


@pytest.fixture
def pad(phone):
    """A table with one hand."""
    pad = start_table(phone)
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "saved")
    return pad


@pytest.fixture
def others_sit_down(phone, pad, open_page):
    def others_sit_down():
        other = open_page(**PHONE)
        other.goto(f"{pad}people")
        other.get_by_text("Change the order of seats").tap()
        other.get_by_label("Names, clockwise").fill("Fay, Gus, Hal, Ida, Joe")
        other.get_by_role("button", name="Save seats").tap()
        expect(phone.locator(".tile").nth(1)).to_contain_text("Gus")

    return others_sit_down


def sittings(page) -> list[str]:
    """The sitting of the next hand, and the one that the page is of."""
    return [
        page.locator(f"[name=sitting]{one}").input_value()
        for one in ("[form=void]", ":not([form])")
    ]


def test_a_hand_half_tapped_for_earlier_players_is_cleared_and_the_pad_says_so(
    phone, pad, others_sit_down
):
    key(phone, "Ben").tap()
    others_sit_down()
    expect(phone.locator("#prompt")).to_contain_text(CLEARED)
    expect(phone.locator(".tile[data-role]")).to_have_count(0)
    assert len(set(sittings(phone))) == 1


def test_after_a_cleared_tap_the_next_hand_is_credited_to_the_current_players(
    phone, pad, others_sit_down
):
    key(phone, "Ann").tap()
    phone.get_by_role("button", name="Clear").tap()
    expect(phone.locator(".tile[data-role]")).to_have_count(0)
    others_sit_down()
    expect(phone.locator("#prompt")).not_to_contain_text(CLEARED)
    enter(phone, "Gus", "Ida", 3)
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved: Gus with Ida")
    assert totals(phone) == [0, 1, 0, 1, 0]


def test_a_kept_hand_of_earlier_players_is_not_credited_to_the_current_ones(
    phone, pad, others_sit_down
):
    Server(phone)
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "1 saved on this phone")
    others_sit_down()
    what = "Ben with Dan, three tricks. Ben and Dan +1 each."
    expect(phone.locator("#last")).to_have_text(
        f"Hand 2 (earlier players) saved on this phone: {what}"
    )
    assert totals(phone) == [0, 0, 0, 0, 0]
