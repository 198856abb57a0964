"""A hand half tapped stays on the phone while it looks at another page, and goes with a word once
another phone has sent that hand."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.table import key, log, start_table, tap_hand

HALF = ("Ben", "Dan", 3)


@pytest.fixture
def pad(phone):
    """The address of a pad with one hand, on which the next is tapped but not saved."""
    pad = start_table(phone)
    log(phone, *HALF, no=1)
    tap_hand(phone, *HALF)
    return pad


def other_phone(open_page, pad):
    other = open_page(**PHONE)
    other.goto(pad)
    return other


def away_and_back(phone, *, meanwhile=lambda: None, back="Pad"):
    """Look at the score meanwhile, and go back to the pad."""
    phone.get_by_role("link", name="Score", exact=True).tap()
    expect(phone).to_have_url(re.compile("/score$"))
    meanwhile()
    if back:
        phone.get_by_role("link", name=back, exact=True).tap()
    else:
        phone.go_back()
    expect(phone.locator("#state")).to_have_text("saved")


def roles(phone):
    return phone.locator(".tile[data-role] .name")


def expect_half(phone):
    expect(roles(phone)).to_have_text(["Ben", "Dan"])
    expect(phone.locator("[data-tricks='3']")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("back", ["Pad", ""])
def test_taps_and_details_are_still_there_after_a_look_at_the_score(phone, pad, back):
    phone.locator("#facts > summary").tap()
    phone.locator("#note").fill("Ben was late")
    phone.locator("#facts [data-close]").tap()
    away_and_back(phone, back=back)
    expect_half(phone)
    expect(phone.locator("#note")).to_have_value("Ben was late")
    phone.get_by_role("button", name="Save hand 2").tap()
    expect(phone.locator("#last:not([data-ahead])")).to_contain_text("Hand 2 saved: Ben with Dan")
    away_and_back(phone)
    expect(roles(phone)).to_have_count(0)


def test_taps_for_a_hand_that_another_phone_sent_meanwhile_go_with_a_word(phone, pad, open_page):
    other = other_phone(open_page, pad)
    away_and_back(phone, meanwhile=lambda: log(other, "Cat", "Ann", 4, no=2))
    expect(phone.locator("#prompt")).to_contain_text("Hand 2 came from another phone")
    expect(roles(phone)).to_have_count(0)
    log(phone, *HALF, no=3)


def test_taps_go_with_the_same_word_while_the_pad_is_shown(phone, pad, open_page):
    log(other_phone(open_page, pad), "Cat", "Ann", 4, no=2)
    expect(phone.locator("#prompt")).to_contain_text("Hand 2 came from another phone")
    expect(roles(phone)).to_have_count(0)
    key(phone, "Cat").tap()
    expect(phone.locator("#prompt")).not_to_contain_text("Hand 2")


def give_penalty(page, pad):
    page.goto(f"{pad}penalty")
    page.get_by_label("Player").first.select_option("Ann")
    page.get_by_label("Points").first.fill("2")
    page.get_by_role("button", name="Save penalty").tap()
    expect(page.locator("#state")).to_have_text("saved")


def test_taps_stay_under_a_penalty_in_mid_hand_and_count_after_it(phone, pad, open_page):
    give_penalty(other_phone(open_page, pad), pad)
    expect(phone.locator(".save")).to_have_text("Save hand 3")
    expect_half(phone)
    give_penalty(phone, pad)
    expect_half(phone)
    phone.get_by_role("button", name="Save hand 4").tap()
    expect(phone.locator("#last:not([data-ahead])")).to_contain_text("Hand 4 saved: Ben with Dan")


def test_an_offence_and_a_note_without_taps_go_with_a_word_too(phone, pad, open_page):
    phone.get_by_role("button", name="Clear").tap()
    phone.locator("#facts > summary").tap()
    phone.locator("#note").fill("Ben was late")
    phone.locator("#facts [data-close]").tap()
    log(other_phone(open_page, pad), "Cat", "Ann", 4, no=2)
    expect(phone.locator("#prompt")).to_contain_text("Your taps for it were cleared")
    expect(phone.locator("#note")).to_have_value("")


def test_another_table_s_pad_shows_none_of_it(phone, pad):
    start_table(phone)
    expect(phone.locator("#state")).to_have_text("saved")
    expect(roles(phone)).to_have_count(0)
    phone.goto(pad)
    expect_half(phone)
