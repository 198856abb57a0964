"""A stranger answers in place of the server, clocks jump, storage is full: no hand is lost."""

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.cellar import TAP, all_sent, keys_of, saved_hands, tap_all
from tests.browser.conftest import PHONE, hears_no_news
from tests.browser.table import start_table, totals

HANDS = [("Ben", "Dan", 3), ("Cat", "Alone", 5), ("Ann", "Ben", 2)]
HOTSPOT = {
    "status": 200,
    "content_type": "text/html",
    "body": "<main id=pad>Welcome to our Wi-Fi</main>",
}
SIGN_IN = {"status": 302, "headers": {"location": "/sign-in"}}
SIGN_IN_ELSEWHERE = {"status": 302, "headers": {"location": "http://hall.test:{port}/sign-in"}}
OTHERS = {
    "hotspot": HOTSPOT,
    "sign-in": SIGN_IN,
    "sign-in elsewhere": SIGN_IN_ELSEWHERE,
    "500": {"status": 500},
}


@pytest.fixture
def phone(open_page, console):
    console.expect(
        "Failed to load resource", "Failed to fetch", "ERR_", "Unsafe attempt to load URL"
    )
    return open_page(**PHONE)


def badge(page, words):
    expect(page.locator("#state")).to_have_text(words)


@pytest.mark.parametrize("other", proof.every(2, OTHERS))
def test_foreign_answers_for_all_pages_remove_neither_the_hands_nor_the_pad(
    phone, server, other, console
):
    console.expect("503")
    answer = OTHERS[other]
    hears_no_news(phone)
    pad = start_table(phone)
    headers = {
        name: value.format(port=server.port) for name, value in answer.get("headers", {}).items()
    }
    asked = []

    def answer_instead(route):
        asked.append(route.request.method)
        route.fulfill(**{**answer, "headers": headers} if headers else answer)

    phone.context.route("**/t/**", answer_instead)
    tap_all(phone, HANDS[:2])
    while not {"GET", "POST"} <= {*asked}:
        phone.wait_for_timeout(50)
    badge(phone, "2 saved on this phone")
    tap_all(phone, HANDS[2:])
    assert totals(phone) == [0, 1, 7, 3, 2]
    phone.context.unroute_all()
    all_sent(phone)
    assert saved_hands(phone, pad) == HANDS


BEHIND, AHEAD = "2026-01-01T20:00:00", "2030-01-01T20:00:00"


@pytest.mark.parametrize("then", proof.share(0, [BEHIND, AHEAD]))
def test_a_clock_jump_changes_neither_the_hands_nor_their_order(phone, then):
    phone.clock.set_fixed_time(BEHIND)
    pad = start_table(phone)
    phone.context.set_offline(True)
    for hand, at in zip(HANDS, [BEHIND, AHEAD, BEHIND], strict=True):
        phone.clock.set_fixed_time(at)
        tap_all(phone, [hand])
    badge(phone, "3 saved on this phone")
    phone.clock.set_fixed_time(then)
    phone.context.set_offline(False)
    all_sent(phone)
    assert saved_hands(phone, pad) == HANDS
    phone.reload()
    all_sent(phone)
    assert (saved_hands(phone, pad), totals(phone)) == (HANDS, [0, 1, 7, 3, 2])


def test_undo_works_although_the_clock_was_set_back(phone):
    phone.clock.install(time=AHEAD)
    pad = start_table(phone)
    phone.clock.resume()
    tap_all(phone, HANDS[:2])
    all_sent(phone)
    phone.locator("#undo").tap()
    expect(phone.locator("#undo")).to_have_text("Undo hand 1")
    phone.clock.set_system_time(BEHIND)
    phone.locator("#undo").tap()
    expect(phone.locator("#undo")).to_be_hidden()
    all_sent(phone)
    assert saved_hands(phone, pad) == []


def test_a_pad_without_news_says_so_although_the_clock_was_set_back(phone, console):
    console.expect("503")
    hears_no_news(phone)
    phone.clock.install(time=AHEAD)
    start_table(phone)
    phone.clock.resume()
    phone.evaluate("document.querySelector('#poll').remove()")  # so that not even an error is heard
    phone.clock.set_system_time(BEHIND)
    expect(phone.locator("#state")).to_contain_text("offline since")


NONE = "Object.defineProperty(window, 'indexedDB', { value: undefined });"
FULL = """const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (row) {
  if (row.state !== "kept" || row.order > window.room)
    throw new DOMException("full", "QuotaExceededError");
  return put.call(this, row);
};
window.room = 0;"""
FULL_AT_THE_END = """IDBObjectStore.prototype.put = function (row) {
  const asked = this.get(row.key);
  setTimeout(() => { try { this.transaction.abort(); } catch { /* over */ } });
  return asked;
};"""


@pytest.mark.parametrize(
    "broken",
    proof.every(
        2,
        [
            pytest.param(NONE, id="none"),
            pytest.param(FULL, id="full"),
            pytest.param(FULL_AT_THE_END, id="full at the end"),
        ],
    ),
)
def test_without_storage_each_hand_is_sent_directly_and_once(phone, broken):
    phone.add_init_script(broken)
    pad = start_table(phone)
    tap_all(phone, HANDS)
    badge(phone, "can’t store hands")
    phone.reload()
    assert (saved_hands(phone, pad), totals(phone)) == (HANDS, [0, 1, 7, 3, 2])


def test_storage_that_fills_up_offline_loses_nothing_and_doubles_nothing(phone):
    phone.add_init_script(FULL)
    pad = start_table(phone)
    phone.evaluate("window.room = 2")
    phone.context.set_offline(True)
    tap_all(phone, HANDS[:2])
    badge(phone, "2 saved on this phone")
    phone.evaluate(TAP, [keys_of(HANDS[2])])
    badge(phone, "not sent yet")
    phone.context.set_offline(False)
    badge(phone, "can’t store hands")
    assert saved_hands(phone, pad) == HANDS
    phone.reload()
    expect(phone.locator("#state")).to_have_attribute("data-state", "cannot")
    assert (saved_hands(phone, pad), totals(phone)) == (HANDS, [0, 1, 7, 3, 2])
