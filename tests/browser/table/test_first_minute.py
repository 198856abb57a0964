"""The first minute at a table and the last word of its game on the phones that make both hard: with
large letters, narrow, in the dark, slow. Nothing is cut, on anything else, or moves under a
thumb."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import go_to_club
from tests.browser.looks import in_hard_looks
from tests.browser.table import FIVE, key, log, start_table, tap_hand, until

pytestmark = in_hard_looks

FOUR = FIVE[:4]
SAID_LARGE = """() => {
  const [ends, prompt] = ["#preview .ends", "#prompt"].map((one) => document.querySelector(one));
  const size = (one) => Number.parseFloat(getComputedStyle(one).fontSize);
  return ends && size(ends) > size(prompt);
}"""
ABOVE_SAVE = """() => {
  const [ends, save] = ["#preview .ends", ".save"].map((one) => document.querySelector(one));
  return ends && ends.getBoundingClientRect().bottom <= save.getBoundingClientRect().top + 1;
}"""
OUT_OF_REACH = """
from datetime import timedelta
from django.utils import timezone
from scoring.models import HandRecord, Link, TablePhone
table = Link.objects.get(token={token!r}).table
hands = HandRecord.objects.filter(sitting__table=table)
signs = "M3" if hands[0].phone == "K7" else "K7"
hands.update(told_on=signs)
half_an_hour_ago = timezone.now() - timedelta(minutes=30)
TablePhone.objects.create(table=table, signs=signs, name="Dot’s phone", seen_at=half_an_hour_ago)
"""
"""Lets another phone have sent the hand and not be seen since."""


@pytest.fixture
def phone(hard_phone):
    return hard_phone


def menu(phone, name):
    """Tap an entry of the menu of the pad."""
    phone.locator("#menu > summary").tap()
    phone.locator("#menu").get_by_role("link", name=name, exact=True).tap()


def test_a_table_is_started_and_its_dealer_named_then_and_later(phone, eye):
    phone.goto("/")
    eye.look("front page")
    phone.get_by_role("link", name="Start a table").tap()
    eye.look("form", heading="Start a table")
    for no, name in enumerate(FOUR, start=1):
        phone.get_by_label(f"Player {no}").fill(name)
    eye.look("names")
    for game in ("Call-Ace", "British", "American"):
        phone.locator("#games").get_by_role("button", name=game).tap()
        eye.look(game)
    phone.get_by_role("group", name="Who deals first?").get_by_role("button", name="Cat").tap()
    expect(phone.locator(".tile", has=phone.locator(".dealer"))).to_contain_text("Cat")
    eye.look("pad")
    stood = eye.keys()
    log(phone, "Ben", "Alone", 5, no=1)
    assert eye.moved(stood) == {}
    phone.locator(".dealer").tap()
    eye.look("dealer")
    phone.locator("#deal").get_by_role("button", name="Ann").tap()
    expect(phone.locator(".tile", has=phone.locator(".dealer"))).to_contain_text("Ann")
    assert eye.moved(stood) == {}
    phone.goto("/start")
    for name in FOUR:
        phone.locator("#known").get_by_role("button", name=name, exact=True).tap()
    eye.look("names of the last table")
    phone.get_by_role("button", name="Start a table").tap()
    expect(phone.locator("#deal > summary")).to_contain_text("Who deals?")
    eye.look("drawn dealer")
    phone.locator("#deal > summary").tap()
    eye.look("Who deals?")


def test_wrong_rules_are_put_right_from_the_first_hand(phone, eye):
    start_table(phone, FOUR, rules="american", stake="")
    log(phone, "Ben", "Alone", 5, no=1)
    menu(phone, "Rules and stake")
    phone.get_by_label("Rules", exact=True).select_option("british")
    eye.look("rules")
    phone.get_by_role("button", name="Preview changes from the first hand").tap()
    expect(phone.locator("#effect")).to_be_visible()
    eye.look("preview")
    phone.get_by_role("button", name="Save rules and stake").tap()
    expect(phone.locator("#effect")).to_have_count(0)
    eye.look("saved")


def test_taps_survive_a_tremor_and_a_look_at_the_score(phone, eye):
    start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    stood = eye.keys()
    key(phone, "Cat").evaluate("key => { key.click(); key.click(); }")
    expect(phone.locator(".tile[data-role='maker'] .name")).to_have_text("Cat")
    key(phone, "Ann").tap()
    phone.locator("[data-tricks='3']").tap()
    expect(phone.locator("#preview .gains")).to_be_visible()
    eye.look("tapped")
    assert eye.moved(stood) == {}
    phone.locator(".foot").get_by_role("link", name="Score", exact=True).tap()
    eye.look("score", heading="Score")
    phone.get_by_role("link", name="Pad", exact=True).tap()
    expect(phone.locator(".tile[data-role] .name")).to_have_text(["Ann", "Cat"])
    assert eye.moved(stood) == {}


def test_the_end_of_a_game_is_said_large_until_the_next_hand(phone, eye):
    pad = start_table(phone, FOUR, rules="american")
    for no in (1, 2):
        log(phone, "Ben", "Alone", 5, no=no)
    stood = eye.keys()
    tap_hand(phone, "Ben", "Alone", 5)
    eye.look("before")
    assert eye.moved(stood) == {}
    phone.locator(".save").tap()
    ends = phone.locator("#preview .ends")
    expect(ends).to_contain_text("Game 1 to Ben and Dan")
    assert eye.moved(stood) == {}
    eye.look("the end")
    until(phone, SAID_LARGE)
    phone.locator("#event > summary").tap()
    eye.look("What next?")
    phone.locator("#event").get_by_role("link", name="Play on, same seats").tap()
    phone.goto(f"{pad}board")
    eye.look("board")


def test_of_two_who_reach_the_target_at_once_the_pad_says_why_one_is_first(phone, eye):
    start_table(phone, FIVE[:3], rules="hoyle-three", stake="")
    for no in (1, 2, 3):
        log_alone(phone, "Ann", 1, no=no)
    why = phone.locator("#preview .ends")
    expect(why).to_contain_text("Ben and Cat both reached 5, and Ben sits nearest")
    until(phone, ABOVE_SAVE)
    eye.look("two at once")


def log_alone(phone, maker, tricks, *, no):
    """Log a hand whose maker has no partner, where none is asked for."""
    key(phone, maker).tap()
    phone.locator(f"[data-tricks='{tricks}']").tap()
    phone.get_by_role("button", name=f"Save hand {no}").tap()
    expect(phone.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


def test_codes_and_closing_are_in_reach_and_a_phone_out_of_reach_is_named(phone, eye, server):
    pad = start_table(phone, FOUR, rules="american", stake="")
    log(phone, "Ben", "Alone", 5, no=1)
    token = pad.rstrip("/").rpartition("/")[2]
    server.manage("shell", "-v0", "-c", OUT_OF_REACH.format(token=token))
    phone.locator("#menu > summary").tap()
    eye.look("menu")
    entries = phone.locator("#menu .links a").all_inner_texts()
    assert {"QR codes", "Close evening"} <= {*entries[:6]}
    phone.locator("#menu").get_by_role("link", name="QR codes").tap()
    eye.look("codes", heading="QR codes")
    phone.goto(pad)
    menu(phone, "Display settings")
    eye.look("display settings", heading="Display settings")
    phone.get_by_label("Name of this phone").fill("The captain’s red phone")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Save for this phone").tap()
    phone.goto("/look")
    expect(phone.get_by_label("Name of this phone")).to_have_value("The captain’s red phone")
    phone.goto(pad)
    menu(phone, "Close evening")
    expect(phone.locator("main")).to_contain_text("Dot’s phone")
    eye.look("close")
    phone.get_by_role("button", name="Close and settle").tap()
    expect(phone.get_by_text("Closing 1")).to_be_visible()
    eye.look("settled")
    phone.goto(pad)
    expect(phone.locator(".closing")).to_be_visible()
    eye.look("closed pad")


def test_tabs_headings_and_lists_of_a_club_are_apart(phone, eye, club, evenings):
    go_to_club(phone, club)
    eye.look("club")
    phone.get_by_role("button", name="Menu, help and account").tap()
    eye.look("help and signing out")
    expect(phone.get_by_role("link", name="Help", exact=True)).to_be_visible()
    for rest in ("", "door/", "seats/", "names/", "settlement", "passes/", "close"):
        phone.goto(f"{evenings['tonight']}{rest}")
        eye.look(rest or "tables")
