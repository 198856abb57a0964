"""Hands that a phone kept under another or a revoked link are neither hidden nor sent to another
table."""

import json
import re
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.table import start_table
from tests.browser.table.test_kept_hands import SEND, Server, badge, enter, saved_hands

FOUR = ["Fay", "Gus", "Hal", "Ida"]
ALL_SENT = "Everything entered on this phone is saved"
MOVE = "Send with this link"


@pytest.fixture
def phone(open_page, console):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    return open_page(**PHONE)


def new_link(page, pad) -> str:
    """Revoke the pad's link in another tab, and return the new one."""
    other = page.context.new_page()
    other.goto(f"{pad}share")
    other.get_by_text("Cancel this code").first.tap()
    other.get_by_role("button", name="Cancel and make a new code").first.tap()
    expect(other.get_by_text("is revoked. Here is the new one.")).to_be_visible()
    new = other.locator(".address a").first.inner_text()
    other.close()
    return new


def enter_a_refused_hand(page):
    def refuse(route):
        key = re.search(r"(?:^|&)key=([^&]+)", route.request.post_data).group(1)
        answer = {"key": key, "id": key, "state": "refused", "reason": "This session is closed."}
        route.fulfill(status=409, headers={"Bowerbook": "queue"}, body=json.dumps(answer))

    page.context.route(SEND, refuse)
    enter(page, "Ben", "Dan", 3)
    badge(page, "1 needs attention")
    page.context.unroute(SEND)


def sheet(page):
    if not page.locator("#kept[open]").count():
        page.locator("#state").tap()
    return page.locator("#kept-list")


def test_a_hand_refused_under_a_revoked_link_is_shown_and_sent_under_the_new_one(phone):
    pad = start_table(phone)
    enter_a_refused_hand(phone)
    phone.goto("/")
    new = new_link(phone, pad)
    phone.goto(new)
    badge(phone, "1 needs attention")
    expect(sheet(phone)).to_contain_text("This session is closed.")
    phone.get_by_role("button", name="Send again").tap()
    phone.get_by_role("button", name=MOVE).tap()
    badge(phone, "saved")
    assert saved_hands(phone, new) == [("Ben", "Dan", 3)]


def test_a_page_with_refused_hands_stays_when_its_link_is_revoked(phone):
    pad = start_table(phone)
    enter_a_refused_hand(phone)
    new_link(phone, pad)
    expect(sheet(phone)).to_contain_text("This table’s link was revoked")
    expect(phone.locator("#kept-list li")).to_contain_text("Ben with Dan, three tricks")
    badge(phone, "1 needs attention")


def test_a_page_with_hands_set_aside_stays_when_its_link_is_revoked(phone):
    pad = start_table(phone)
    enter_a_refused_hand(phone)
    sheet(phone)
    phone.get_by_role("button", name="Set aside").tap()
    gone = partial(phone.expect_response, lambda response: response.status == 410)
    with gone():
        new = new_link(phone, pad)
    with gone():
        pass  # the page has seen the first, and asks on
    expect(sheet(phone)).to_contain_text("Set aside (1)")
    phone.goto(new)
    badge(phone, "saved")
    expect(sheet(phone)).to_contain_text("Set aside (1)")


def test_the_sheet_does_not_say_all_sent_while_a_hand_is_set_aside(phone):
    start_table(phone)
    enter_a_refused_hand(phone)
    sheet(phone)
    phone.get_by_role("button", name="Set aside").tap()
    expect(sheet(phone)).to_contain_text("Set aside (1)")
    expect(sheet(phone)).not_to_contain_text(ALL_SENT)


def test_all_sent_is_not_shown_while_hands_of_another_table_are_kept(phone):
    one = start_table(phone)
    server = Server(phone, status=500, body="down")
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "1 saved on this phone")
    start_table(phone, FOUR, dealer="Fay")
    badge(phone, "1 saved on this phone")
    expect(sheet(phone)).to_contain_text("From another link")
    expect(sheet(phone)).not_to_contain_text(ALL_SENT)
    server.let_be()
    badge(phone, "saved")
    expect(sheet(phone)).to_contain_text(ALL_SENT)
    assert saved_hands(phone, one) == [("Ben", "Dan", 3)]


def test_a_hand_of_another_table_is_never_sent_with_this_table_s_link(phone):
    one = start_table(phone)
    server = Server(phone)
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "1 saved on this phone")
    two = start_table(phone, FOUR, dealer="Fay")
    expect(sheet(phone)).to_contain_text("Ben with Dan")
    expect(phone.get_by_role("button", name=MOVE)).to_have_count(0)
    new = new_link(phone, one)
    server.let_be()
    badge(phone, "1 needs attention")
    expect(phone.get_by_role("button", name=MOVE)).to_have_count(0)
    phone.goto(new)
    sheet(phone)
    phone.get_by_role("button", name=MOVE).tap()
    badge(phone, "saved")
    assert (saved_hands(phone, new), saved_hands(phone, two)) == ([("Ben", "Dan", 3)], [])


def test_a_table_without_players_is_not_called_revoked(phone):
    pad = start_table(phone)
    server = Server(phone, status=404, headers={"Bowerbook": "error"}, body="nobody")
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "1 needs attention")
    expect(sheet(phone)).to_contain_text("This table’s address doesn’t work right now")
    expect(sheet(phone)).not_to_contain_text("revoked")
    server.let_be()
    badge(phone, "saved")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3)]
