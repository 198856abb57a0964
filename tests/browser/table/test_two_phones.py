"""Two phones at one table: each sees the other's hands; people decide about a hand that both
enter."""

import time
from statistics import median

import pytest
from playwright.sync_api import expect

from tests.browser.beforehand import send
from tests.browser.conftest import PHONE, schemes
from tests.browser.table import key, log, sheet_of, start_table, tap_hand, totals

FIRST, SECOND, THIRD = ("Ben", "Dan", 5), ("Eveline", "Alone", 3), ("Cat", "Ann", 4)


@pytest.fixture
def other(open_page, phone, console):
    """A second phone at the table of the first, with one hand that both have seen."""
    console.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    other = open_page(**PHONE)
    other.goto(pad)
    return other


def enter(page, *hands):
    """Enter hands on a phone, online or offline."""
    for hand in hands:
        tap_hand(page, *hand)
        page.locator(".save").tap()
        expect(page.locator(".tile[data-role]")).to_have_count(0)


def cellar(page, away):
    page.context.set_offline(away)


def waiting(page):
    return page.locator(".waiting")


def saved_hands(page) -> list[tuple]:
    hands = sheet_of(page, page.url)["hands"]
    return [(hand["maker"], hand.get("partner", "Alone"), hand["tricks"]) for hand in hands]


FOCUSED = "document.activeElement.id"


def test_a_keyboard_keeps_its_place_when_hands_of_others_arrive(open_page, phone):
    page = open_page(1280, 800)
    phone.goto(start_table(page))
    for chosen in (key(page, "Ben"), key(page, "Dan"), page.locator("[data-tricks='3']")):
        chosen.press("Enter")
    page.locator(".save").press("Enter")
    assert page.evaluate(FOCUSED) == "seat-0"  # the next hand begins here
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved:")
    kept = []
    for no, place in enumerate((key(page, "Cat"), key(page, "Alone"), page.locator(".save")), 2):
        place.focus()
        before = page.evaluate(FOCUSED)
        log(phone, *FIRST, no=no)
        expect(page.locator("#last")).to_contain_text(f"Hand {no} saved:")
        kept.append((before, page.evaluate(FOCUSED)))
    assert kept == [("seat-2", "seat-2"), ("alone", "alone"), ("save", "save")]
    menu = page.locator("#menu > summary")
    menu.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    menu.press("Enter")
    page.locator("#menu [data-close]").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#menu .panel")).to_be_hidden()


def test_a_mouse_held_down_while_another_phone_changes_the_pad_still_clicks(open_page, phone):
    page = open_page(1280, 800)
    pad = start_table(page)
    phone.goto(pad)
    held = [key(page, "Cat"), key(page, "Alone"), page.locator("[data-tricks='3']")]
    for seat, place in enumerate([*held, page.locator("#save")], 1):
        place.hover()
        page.mouse.down()
        send(phone, f"{pad}deal", seat=str(seat))
        expect(page.locator(f".tile[data-key='{seat}'] .dealer")).to_have_count(1)
        page.mouse.up()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved: Cat alone, three tricks")


def test_each_phone_sees_the_hands_of_the_other(phone, other):
    took = []
    for no, (teller, reader) in enumerate(
        [(phone, other), (other, phone)] * 2 + [(phone, other)], start=2
    ):
        tap_hand(teller, *FIRST)
        teller.locator(".save").tap()
        since = time.monotonic()
        expect(reader.locator("#last")).to_contain_text(f"Hand {no} saved:")
        took.append(time.monotonic() - since)
        expect(teller.locator("#state")).to_have_text("saved")
    print(f"From Save to the other phone: median {median(took) * 1000:.0f} ms")
    assert totals(phone) == totals(other) == [0, 16, 0, 16, 0]


def test_the_same_hand_entered_on_both_phones_is_offered_as_one(phone, other):
    cellar(other, True)
    enter(other, FIRST)
    log(phone, *FIRST, no=2)
    cellar(other, False)
    for page in (phone, other):
        expect(waiting(page)).to_contain_text("Is this the same hand?")
    phone.get_by_role("button", name="Same hand, count it once").tap()
    for page in (phone, other):
        expect(waiting(page)).to_have_count(0)
        expect(key(page, "Ben").locator(".points")).to_have_text("4")
    assert saved_hands(phone) == [("Ben", "Dan", 3), FIRST]


def test_different_versions_of_a_hand_are_side_by_side_until_one_is_chosen(phone, other):
    cellar(other, True)
    enter(other, ("Ben", "Dan", 3))
    log(phone, *FIRST, no=2)
    cellar(other, False)
    expect(waiting(phone).locator("thead th")).to_have_count(2)
    expect(phone.locator(".differs th")).to_have_text(["Tricks ≠ (differs)", "Points ≠ (differs)"])
    waiting(other).get_by_role("button", name="This is right (this phone)").tap()
    for page in (phone, other):
        expect(page.locator("#last")).to_contain_text("Hand 2 saved: Ben with Dan, three tricks")
        expect(waiting(page)).to_have_count(0)
    assert saved_hands(phone) == [("Ben", "Dan", 3), ("Ben", "Dan", 3)]


def test_a_phone_returns_online_with_five_hands_after_three_were_entered(phone, other):
    cellar(other, True)
    enter(other, FIRST, SECOND, ("Cat", "Ann", 3), ("Dan", "Ben", 5), ("Ann", "Cat", 4))
    for no, hand in enumerate((FIRST, SECOND, THIRD), start=2):
        log(phone, *hand, no=no)
    cellar(other, False)
    phone.get_by_role("button", name="These 2 are the same as hands 2–3, count them once").tap()
    expect(waiting(phone).locator("h2")).to_have_text("Which is right?")
    waiting(phone).get_by_role("button", name="This is right (hand 4)").tap()
    for page in (phone, other):
        expect(page.locator("#last")).to_contain_text("Hand 6 saved: Ann with Cat, four tricks")
        expect(waiting(page)).to_have_count(0)
    assert saved_hands(phone) == [
        ("Ben", "Dan", 3),
        *(FIRST, SECOND, THIRD),
        *(("Dan", "Ben", 5), ("Ann", "Cat", 4)),
    ]
    phone.goto(f"{phone.url}score")
    expect(phone.get_by_text("not counted")).to_have_count(3)


@schemes(13)
def test_hands_to_approve_fit_a_small_phone_and_axe_finds_nothing(
    open_page, phone, other, axe, scheme
):
    cellar(other, True)
    enter(other, ("Ben", "Dan", 3), SECOND)
    log(phone, *FIRST, no=2)
    cellar(other, False)
    expect(waiting(phone)).to_have_count(1)
    page = open_page(color_scheme=scheme, has_touch=True)
    page.goto(phone.url)
    page.get_by_text("and 1 later").tap()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for button in waiting(page).locator("button, summary").all():
        assert button.bounding_box()["height"] >= 48
    assert axe(page) == []


def test_a_hand_undone_before_its_answer_came_is_not_shown_as_saved(phone, open_page, console):
    console.expect("ERR_FAILED", "Failed to fetch")
    pad = start_table(phone)
    phone.context.route("**/*poll*", lambda route: route.abort())
    stored = []

    def lose_the_answer(route):
        if not stored:
            stored.append(route.fetch())
        route.abort()

    phone.context.route("**/hands/send", lose_the_answer)
    enter(phone, ("Ben", "Dan", 3))
    other = open_page(**PHONE)
    other.goto(pad)
    expect(other.locator("#last")).to_contain_text("Hand 1 saved:")
    other.locator("#undo").tap()
    expect(other.locator("#state")).to_have_text("saved")
    expect(other.locator("#last")).to_contain_text("Undone")
    phone.context.unroute("**/hands/send")
    expect(phone.locator("#last")).not_to_contain_text("Ben with Dan")
    assert totals(phone) == [0, 0, 0, 0, 0]


def test_a_hand_undone_offline_does_not_return(phone, other):
    cellar(other, True)
    enter(other, FIRST, SECOND)
    other.locator("#undo").tap()
    expect(other.locator("#last")).to_contain_text("Undone, saved on this phone")
    log(phone, *FIRST, no=2)
    cellar(other, False)
    expect(other.locator("#state")).to_have_text("decide below")
    expect(waiting(phone)).not_to_contain_text("Eveline")
    phone.get_by_role("button", name="Same hand, count it once").tap()
    for page in (phone, other):
        expect(waiting(page)).to_have_count(0)
        expect(page.locator("#state")).to_have_text("saved")
    assert saved_hands(other) == [("Ben", "Dan", 3), FIRST]
    enter(other, THIRD)
    expect(phone.locator("#last")).to_contain_text("Hand 3 saved: Cat with Ann")
    phone.goto(f"{phone.url}history")
    expect(
        phone.get_by_role("link", name="The waiting hand was undone before it counted")
    ).to_be_visible()
