"""Hands kept on a phone are counted as people count and sent again with one tap; no link leads to
an error page."""

import json
import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.conftest import PHONE, hears_no_news
from tests.browser.table import log, start_table, tap_hand
from tests.browser.table.test_kept_hands import SEND, Server, badge, enter, saved_hands

HANDS = [("Ben", "Dan", 3), ("Cat", "Ann", 4), ("Eveline", "Dan", 5)]
AWAY = "The pad works offline. The score and the other pages need a connection."


@pytest.fixture
def phone(open_page, console):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    return open_page(**PHONE)


def refuse(route):
    sent = {name: value for name, (value,) in parse_qs(route.request.post_data).items()}
    answer = {
        "key": sent["key"],
        "id": sent["hand_id"],
        "state": "refused",
        "reason": "This session is closed.",
    }
    route.fulfill(status=409, content_type="application/json", body=json.dumps(answer))


def refuse_first():
    """Refuses one hand and lets the others pass: a route that ends itself (`times=1`) takes the
    news of the next answer with it."""
    refused = []

    def answer(route):
        if refused:
            return route.continue_()
        refused.append(route)
        refuse(route)

    return answer


@pytest.fixture
def closed(phone):
    """The pad of a table whose session was closed before three hands arrived; its list is open."""
    pad = start_table(phone)
    phone.context.route(SEND, refuse)
    for hand in HANDS:
        enter(phone, *hand)
    badge(phone, "3 need attention")
    phone.locator("#state").tap()
    return pad


def all_again(phone):
    phone.get_by_role("button", name="Send all again").tap()


def test_all_refused_hands_are_sent_again_with_one_tap_in_order(phone, closed):
    phone.context.unroute(SEND)
    all_again(phone)
    badge(phone, "saved")
    assert saved_hands(phone, closed) == HANDS


def test_hands_refused_again_stay_in_order(phone, closed):
    with phone.expect_response(SEND):
        all_again(phone)
    badge(phone, "3 need attention")
    expect(phone.locator("#kept-list .kept-hands li")).to_contain_text(
        [f"{maker} with {partner}" for maker, partner, _ in HANDS]
    )
    assert saved_hands(phone, closed) == []


@pytest.fixture
def undone(phone):
    """The pad of a table that refused a hand, its undo and the hand entered instead; its list is
    open."""
    pad = start_table(phone)
    log(phone, *HANDS[0], no=1)
    Server(phone)
    enter(phone, *HANDS[1])
    badge(phone, "1 saved on this phone")
    phone.locator("#undo").tap()
    enter(phone, *HANDS[2])
    phone.context.route(SEND, refuse)
    badge(phone, "3 need attention")
    phone.locator("#state").tap()
    phone.context.unroute(SEND)
    return pad


def test_a_hand_in_place_of_an_undone_one_counts_when_all_are_sent_again(phone, undone):
    all_again(phone)
    badge(phone, "saved")
    assert saved_hands(phone, undone) == [HANDS[0], HANDS[2]]


def test_a_hand_after_an_impossible_one_counts_when_all_are_sent_again(phone):
    pad = start_table(phone)
    log(phone, *HANDS[0], no=1)
    phone.context.route(SEND, refuse)
    for no, hand in enumerate(HANDS[1:], start=1):
        enter(phone, *hand)
        badge(phone, "1 needs attention" if no == 1 else f"{no} need attention")
    phone.context.unroute(SEND)
    phone.context.route(SEND, refuse_first())
    phone.locator("#state").tap()
    with phone.expect_response(lambda answer: "/hands/send" in answer.url and answer.ok):
        all_again(phone)
    badge(phone, "1 needs attention")
    assert saved_hands(phone, pad) == [HANDS[0], HANDS[2]]


def test_a_single_refused_hand_has_no_button_for_all(phone, closed):
    for _ in HANDS[1:]:
        phone.get_by_role("button", name="Set aside").first.tap()
    badge(phone, "1 needs attention")
    expect(phone.get_by_role("button", name="Send again").first).to_be_visible()
    expect(phone.get_by_role("button", name="Send all again")).to_have_count(0)


def test_a_button_held_down_counts_although_kept_hands_are_retried_meanwhile(phone):
    start_table(phone)
    phone.context.route(SEND, refuse, times=1)
    enter(phone, *HANDS[0])
    badge(phone, "1 needs attention")
    phone.context.route(SEND, lambda route: route.abort())
    enter(phone, *HANDS[1])
    phone.locator("#state").tap()
    aside = phone.get_by_role("button", name="Set aside")

    def try_again():
        with phone.expect_event("requestfailed"):
            phone.evaluate("dispatchEvent(new Event('online'))")

    for _ in range(5):
        try_again()
    expect(aside).to_have_count(2)  # what was tried so often may be set aside, too
    aside.first.hover()
    phone.mouse.down()
    try_again()
    try_again()
    phone.mouse.up()
    expect(phone.locator("#kept-list summary")).to_have_text("Set aside (1)")


def test_kept_hands_are_counted_and_an_undo_has_its_own_words(phone):
    start_table(phone)
    log(phone, *HANDS[0], no=1)
    server = Server(phone)
    phone.locator("#undo").tap()
    badge(phone, "undo not sent yet")
    enter(phone, *HANDS[1])
    badge(phone, "1 saved on this phone")
    phone.locator("#state").tap()
    expect(phone.locator("#kept-list h3")).to_have_text("Saved on this phone: 1 hand, 1 undo")
    server.let_be()
    badge(phone, "saved")


def out_of_reach(phone):
    phone.context.set_offline(True)
    expect(phone.locator("#state")).to_contain_text("offline")


@pytest.mark.parametrize("link", proof.share(1, ["Score", "Display settings"]))
def test_offline_a_link_says_so_and_keeps_the_pad_with_its_hand(open_page, server, console, link):
    console.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "503")
    phone = open_page(**PHONE, base_url=server.hall_url)
    hears_no_news(phone)
    pad = start_table(phone, at=server.url)
    tap_hand(phone, "Cat", "Ann", None)
    out_of_reach(phone)
    if link != "Score":
        phone.locator("#menu > summary").tap()
    phone.get_by_role("link", name=link, exact=True).tap()
    expect(phone.locator("#kept-list")).to_contain_text(AWAY)
    phone.locator("#kept [data-close]").tap()
    assert phone.url == pad
    expect(phone.locator(".tile[data-role=maker] .name")).to_have_text("Cat")


def test_a_link_works_once_the_table_is_online_again(phone, console):
    console.expect("503")
    hears_no_news(phone)
    start_table(phone)
    phone.route(re.compile(r"\?poll$"), lambda route: route.abort())
    expect(phone.locator("#state")).to_contain_text("offline")
    phone.get_by_role("link", name="Score", exact=True).tap()
    expect(phone).to_have_url(re.compile("/score$"))
