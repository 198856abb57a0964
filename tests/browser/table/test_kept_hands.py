"""A phone keeps every hand before it uses the network, and loses none."""

import json

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.conftest import PHONE
from tests.browser.table import (
    key,
    scored,
    sheet_of,
    start_table,
    tap_hand,
    totals,
    until,
)

SEND = "**/hands/send"


@pytest.fixture
def phone(open_page, console):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    return open_page(**PHONE)


def save(page):
    page.locator(".save").tap()


def enter(page, maker, partner, tricks):
    tap_hand(page, maker, partner, tricks)
    save(page)


def badge(page, words, **more):
    expect(page.locator("#state")).to_have_text(words, **more)


def saved_hands(page, pad) -> list[tuple]:
    return [
        (hand["maker"], hand.get("partner"), hand["tricks"])
        for hand in sheet_of(page, pad)["hands"]
    ]


def ways_out(page):
    page.locator("#state").tap()
    return page.locator("#kept .kept-hands li").first


class Server:
    """Answers in place of the real server, until it is let be."""

    def __init__(self, page, **answer):
        self.context, self.asked = page.context, 0
        self.answer = answer
        self.context.route(SEND, self)

    def __call__(self, route):
        self.asked += 1
        route.fulfill(**self.answer) if self.answer else route.abort()

    def let_be(self):
        self.context.unroute(SEND)


def test_saving_does_not_wait_for_the_network(phone):
    pad = start_table(phone)
    held = []
    phone.route(SEND, lambda route: route.continue_() if held else held.append(route))
    enter(phone, "Ben", "Dan", 3)
    expect(phone.locator(".tile[data-role]")).to_have_count(0)
    expect(phone.locator("#last")).to_contain_text(
        "saved on this phone: Ben with Dan, three tricks"
    )
    enter(phone, "Eveline", "Alone", 5)
    assert totals(phone) == [0, 1, 0, 1, 5]
    held[0].continue_()
    badge(phone, "saved")
    expect(phone.locator("#last")).to_contain_text("Hand 2 saved: Eveline alone, all five")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3), ("Eveline", None, 5)]


def test_hands_entered_offline_are_shown_at_once_and_sent_in_order(phone, server):
    pad = start_table(phone)
    phone.context.set_offline(True)
    for no, maker in enumerate(["Ann", "Ben", "Cat", "Dan", "Eveline"], 1):
        enter(phone, maker, "Alone", 5)
        badge(phone, f"{no} saved on this phone")
        expect(phone.locator("#last")).to_contain_text(
            f"Hand {no} saved on this phone: {maker} alone, all five"
        )
    assert totals(phone) == [5, 5, 5, 5, 5]
    phone.context.set_offline(False)
    badge(phone, "saved")
    makers = [hand["maker"] for hand in sheet_of(phone, pad)["hands"]]
    assert makers == ["Ann", "Ben", "Cat", "Dan", "Eveline"]
    assert list(scored(server, sheet_of(phone, pad))["totals"].values()) == [5, 5, 5, 5, 5]


def test_kept_hands_survive_closing_the_page(phone):
    pad = start_table(phone)
    server = Server(phone)
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "1 saved on this phone")
    phone.reload()
    badge(phone, "1 saved on this phone")
    expect(phone.locator("#last")).to_contain_text(
        "Hand 1 saved on this phone: Ben with Dan, three tricks"
    )
    assert totals(phone) == [0, 1, 0, 1, 0]
    again = phone.context.new_page()
    phone.close()
    server.let_be()
    again.goto(pad)
    badge(again, "saved")
    assert saved_hands(again, pad) == [("Ben", "Dan", 3)]


PORTAL = {"status": 200, "content_type": "text/html", "body": "<h1>Welcome to our Wi-Fi</h1>"}
NOBODYS = {
    "status": 200,
    "content_type": "application/json",
    "body": json.dumps({"key": "another"}),
}
HALF = {"status": 200, "content_type": "application/json", "body": '{"key": "'}


@pytest.mark.parametrize(
    "answer",
    proof.every(
        8,
        [
            pytest.param(PORTAL, id="hotspot"),
            pytest.param(NOBODYS, id="another's"),
            pytest.param(HALF, id="half"),
            *(
                pytest.param({"status": status, "body": "no"}, id=str(status))
                for status in (400, 403, 413, 429, 500)
            ),
            pytest.param({}, id="none"),
        ],
    ),
)
def test_an_unusable_answer_leaves_the_hand_on_the_phone(phone, answer):
    pad = start_table(phone)
    other = Server(phone, **answer)
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "1 saved on this phone")
    enter(phone, "Cat", "Dan", 4)
    badge(phone, "2 saved on this phone")
    assert (saved_hands(phone, pad), other.asked > 0) == ([], True)
    other.let_be()
    badge(phone, "saved")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3), ("Cat", "Dan", 4)]


def test_a_lost_answer_after_storing_does_not_double_the_hand(phone):
    pad = start_table(phone)
    lost = []

    def lose_the_answer(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch())
        return route.abort()

    phone.route(SEND, lose_the_answer)
    enter(phone, "Ben", "Dan", 3)
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved:")
    badge(phone, "saved")
    assert (saved_hands(phone, pad), len(lost)) == ([("Ben", "Dan", 3)], 1)


def test_a_phone_without_the_form_cookie_fetches_it(phone):
    pad = start_table(phone)
    phone.context.clear_cookies(name="csrftoken")
    enter(phone, "Ben", "Dan", 3)
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved:")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3)]


def test_the_preview_works_on_a_phone_that_signed_in_meanwhile(phone):
    """In another tab: the cookie of the forms is another one since."""
    start_table(phone)
    (cookie,) = [one for one in phone.context.cookies() if one["name"] == "csrftoken"]
    phone.context.add_cookies([cookie | {"value": cookie["value"][::-1]}])
    tap_hand(phone, "Ben", "Dan", 3)
    phone.locator("#what-happened > summary").tap()
    phone.locator("#happened-revoke .pick", has_text="Dan").first.tap()
    expect(phone.locator("#preview")).to_contain_text("Revoke by the maker’s side")


def test_a_hand_kept_on_the_phone_can_be_undone_and_restored(phone):
    pad = start_table(phone)
    phone.context.set_offline(True)
    enter(phone, "Ben", "Dan", 3)
    enter(phone, "Cat", "Dan", 5)
    phone.locator("#undo").tap()
    expect(phone.locator("#last")).to_have_text(
        "Undone, saved on this phone: Cat with Dan, all five."
    )
    assert totals(phone) == [0, 1, 0, 1, 0]
    phone.locator("#put-back").tap()
    badge(phone, "2 saved on this phone")
    assert totals(phone) == [0, 1, 3, 4, 0]
    phone.locator("#undo").tap()
    badge(phone, "2 saved on this phone")
    enter(phone, "Eveline", "Alone", 5)
    phone.context.set_offline(False)
    badge(phone, "saved")
    expect(phone.locator("#last")).to_contain_text("Hand 2 saved: Eveline alone, all five")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3), ("Eveline", None, 5)]


def test_an_offline_undo_leaves_the_hand_on_the_buttons(phone):
    pad = start_table(phone)
    enter(phone, "Ben", "Dan", 3)
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved:")
    tap_hand(phone, "Eveline", "Alone", 5)
    server = Server(phone)
    phone.locator("#undo").tap()
    badge(phone, "undo not sent yet")
    expect(phone.locator(".tile[data-role='maker, alone'] .name")).to_have_text("Eveline")
    server.let_be()
    save(phone)
    badge(phone, "saved")
    assert saved_hands(phone, pad) == [("Eveline", None, 5)]


def refused(page, status, reason):
    """Save a hand which the server refuses, once."""
    asked_before = []

    def refuse(route):
        if asked_before:
            return route.continue_()
        asked_before.append(True)
        asked = dict(part.split("=") for part in route.request.post_data.split("&"))
        answer = {"key": asked["key"], "id": asked["hand_id"], "state": "refused", "reason": reason}
        route.fulfill(status=status, content_type="application/json", body=json.dumps(answer))

    page.route(SEND, refuse)
    enter(page, "Ben", "Dan", 3)
    badge(page, "1 needs attention")
    return ways_out(page)


@pytest.mark.parametrize("status", proof.share(0, [409, 422]))
def test_a_refused_hand_is_shown_with_its_reason_and_can_be_sent_again(phone, status):
    pad = start_table(phone)
    hand = refused(phone, status, "This session is closed.")
    expect(hand).to_contain_text("Ben with Dan, three tricks")
    expect(hand).to_contain_text("This session is closed.")
    hand.get_by_role("button", name="Send again").tap()
    badge(phone, "saved")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3)]


def test_a_refused_hand_can_be_entered_again(phone):
    pad = start_table(phone)
    hand = refused(phone, 422, "There are only five tricks in a hand.")
    hand.get_by_role("button", name="Enter again").tap()
    expect(phone.locator(".tile[data-role=maker] .name")).to_have_text("Ben")
    phone.locator("[data-tricks='4']").tap()
    save(phone)
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved: Ben with Dan, four tricks")
    badge(phone, "saved")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 4)]


def test_a_refused_hand_can_be_set_aside_and_stays_readable(phone):
    pad = start_table(phone)
    refused(phone, 409, "No.").get_by_role("button", name="Set aside").tap()
    badge(phone, "saved")
    expect(phone.locator("#last")).to_have_text("")
    phone.reload()
    phone.locator("#state").tap()
    phone.get_by_text("Set aside (1)").tap()
    expect(phone.locator("#kept .kept-hands li")).to_contain_text("Ben with Dan, three tricks")
    assert (saved_hands(phone, pad), totals(phone)) == ([], [0, 0, 0, 0, 0])


FORBIDDEN = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };"
HANGS = (
    "window.setTimeout = window.setTimeout.really;"
    "IDBFactory.prototype.open = () => new EventTarget();"
)


@pytest.mark.parametrize(
    ("broken", "words", "why"),
    proof.share(
        0,
        [
            pytest.param(FORBIDDEN, "can’t store hands", "blocked or full", id="forbidden"),
            pytest.param(HANGS, "storage too slow", "didn’t answer in time", id="hangs"),
        ],
    ),
)
def test_without_storage_the_pad_says_so_and_sends_each_hand_before_the_next(
    phone, broken, words, why
):
    phone.add_init_script(broken)
    pad = start_table(phone)
    badge(phone, words)
    phone.locator("#state").tap()
    expect(phone.locator("#kept-list")).to_contain_text(why)
    phone.locator("#kept [data-close]").first.tap()
    server = Server(phone)
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "not sent yet")
    key(phone, "Cat").tap()
    expect(phone.locator("#prompt")).to_contain_text("Not sent yet, and not stored")
    expect(phone.locator(".tile[data-role=maker] .name")).to_have_text("Ben")
    server.let_be()
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved: Ben with Dan")
    expect(phone.locator(".tile[data-role]")).to_have_count(0)
    badge(phone, words)
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3)]


def test_the_pad_works_on_plain_http_in_a_hall(open_page, server, console):
    console.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    phone = open_page(**PHONE, base_url=server.hall_url)
    pad = start_table(phone, at=server.url)
    assert phone.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    phone.context.set_offline(True)
    enter(phone, "Ben", "Dan", 3)
    enter(phone, "Cat", "Dan", 5)
    badge(phone, "2 saved on this phone")
    phone.context.set_offline(False)
    badge(phone, "saved")
    assert saved_hands(phone, pad.replace(server.hall_url, server.url)) == [
        ("Ben", "Dan", 3),
        ("Cat", "Dan", 5),
    ]


def test_hands_of_a_revoked_link_are_kept_and_sent_with_the_new_one(phone):
    pad = start_table(phone)
    phone.route("**/t/**", lambda route: route.abort())
    enter(phone, "Ben", "Dan", 3)
    other = phone.context.new_page()
    other.goto(f"{pad}share")
    other.get_by_text("Cancel this code").first.tap()
    other.get_by_role("button", name="Cancel and make a new code").first.tap()
    expect(other.get_by_text("is revoked. Here is the new one.")).to_be_visible()
    new = other.locator(".address a").first.inner_text()
    other.close()
    phone.unroute("**/t/**")
    badge(phone, "1 needs attention")
    phone.locator("#state").tap()
    expect(phone.locator("#kept-list")).to_contain_text("This table’s link was revoked")
    phone.goto(new)
    badge(phone, "1 needs attention")
    phone.locator("#state").tap()
    phone.get_by_role("button", name="Send with this link").tap()
    badge(phone, "saved")
    assert saved_hands(phone, new) == [("Ben", "Dan", 3)]


def test_two_tabs_of_one_phone_share_the_kept_hands_and_lose_none(phone):
    pad = start_table(phone)
    phone.context.set_offline(True)
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "1 saved on this phone")
    phone.context.set_offline(False)
    expect(phone.locator("#last")).to_contain_text("Hand 1 saved:")
    second = phone.context.new_page()
    second.goto(pad)
    phone.context.set_offline(True)
    enter(phone, "Cat", "Dan", 5)
    enter(second, "Eveline", "Alone", 5)
    phone.context.set_offline(False)
    for page in (phone, second):
        expect(page.locator(".waiting")).to_contain_text("Eveline")
        badge(page, "decide below")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3), ("Cat", "Dan", 5)]


EMPTY = """() => new Promise((done) => {
  indexedDB.deleteDatabase("bowerbook-hands").onsuccess = () => done(null);
})"""


def test_hands_whose_database_the_browser_deleted_come_back_or_their_loss_is_said(phone):
    pad = start_table(phone)
    server = Server(phone)
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "1 saved on this phone")
    until(phone, "() => localStorage.getItem('queue-copy')?.includes('Ben with Dan') ?? false")
    phone.evaluate(EMPTY)
    phone.reload()
    badge(phone, "1 saved on this phone")
    phone.evaluate(EMPTY)
    phone.evaluate("localStorage.clear()")
    phone.reload()
    expect(phone.get_by_role("heading", name="Hands deleted")).to_be_visible()
    phone.get_by_role("button", name="Back to the pad").tap()
    server.let_be()
    enter(phone, "Ben", "Dan", 3)
    badge(phone, "saved")
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3)]
    phone.reload()
    badge(phone, "saved")
    expect(phone.get_by_role("heading", name="Hands deleted")).to_have_count(0)
