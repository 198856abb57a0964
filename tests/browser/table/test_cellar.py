"""Out of reach, answers lost, the server killed, two phones: every hand is there once, in its
order."""

import re
import time
from contextlib import nullcontext

import pytest
from playwright.sync_api import expect

from tests import lost_answers, postgres, proof
from tests.browser.cellar import all_sent, all_tapped, any_hands, begin_to_tap, saved_hands, tap_all
from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.table import entries, log, scored, sheet_of, start_table, totals, until
from tests.browser.table.test_worker import AWAY, KEPT

pytestmark = pytest.mark.slow
FIRST = [("Ben", "Dan", 3), ("Ann", "Cat", 5), ("Eveline", "Alone", 4)]
TWENTY = any_hands(20)
MANY = proof.size(24, thorough=75)
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@pytest.fixture(scope="module", params=proof.share(0, ["SQLite", "PostgreSQL"]))
def server(request, browser):
    """A server on either database, with two processes on PostgreSQL; it loses answers on demand."""
    database = postgres.running() if request.param == "PostgreSQL" else nullcontext("")
    with database as url, lost_answers.start(url, WEB_CONCURRENCY="2") as server:
        yield server


@pytest.fixture(autouse=True)
def let_be(server, console):
    console.expect(*AWAY, "Failed to load resource", "ERR_")
    yield
    lost_answers.lose_no_more(server)


def badge(page, words):
    expect(page.locator("#state")).to_have_text(words)


def test_twenty_hands_entered_offline_arrive_once_and_in_order(open_page, server):
    phone = open_page(**PHONE, service_workers="allow")
    pad = start_table(phone)
    for no, hand in enumerate(FIRST, 1):
        log(phone, *hand, no=no)
    until(phone, KEPT, pad)
    phone.context.set_offline(True)
    tap_all(phone, TWENTY)
    badge(phone, "20 saved on this phone")
    shown = totals(phone)
    phone.reload()
    badge(phone, "20 saved on this phone")
    assert totals(phone) == shown
    phone.close()
    again = phone.context.new_page()
    again.goto(pad)
    badge(again, "20 saved on this phone")
    assert totals(again) == shown
    again.context.set_offline(False)
    all_sent(again)
    sheet = sheet_of(again, pad)
    assert saved_hands(again, pad) == FIRST + TWENTY
    assert totals(again) == shown == list(scored(server, sheet)["totals"].values())
    again.reload()
    assert (totals(again), len(entries(again, "sent"))) == (shown, 23)


@pytest.mark.thorough
def test_hands_with_lost_answers_are_stored_once(phone, server):
    pad, asked, hands = start_table(phone), [], any_hands(MANY)
    phone.on(
        "request", lambda request: request.url.endswith("/hands/send") and asked.append(request)
    )
    phone.evaluate(
        "setInterval(() => dispatchEvent(new Event('online')), 50)"
    )  # or it asks every 3 s
    ways = [*lost_answers.HOW]
    for which, how in enumerate(ways):
        lost_answers.lose(server, how, every=2)
        tap_all(phone, hands[which :: len(ways)])
        all_sent(phone)
    assert saved_hands(phone, pad) == [
        hand for which in range(len(ways)) for hand in hands[which :: len(ways)]
    ]
    assert len(asked) >= len(hands) * 5 // 3
    assert totals(phone) == list(scored(server, sheet_of(phone, pad))["totals"].values())


def stored(page, pad):
    """The names of the hands on the score."""
    return {*UUID.findall(page.request.get(f"{pad}score").text())}


def sent(pages):
    return [{entry["id"] for entry in entries(page, "sent")} for page in pages]


def wait_until_sent(pages, number):
    """Wait until so many hands are sent. On a busy machine that takes long, so each further hand
    starts the wait again."""
    done, end = -1, 0
    while done < number:
        if done < (now := sum(map(len, sent(pages)))):
            done, end = now, time.monotonic() + PATIENCE / 1000
        assert time.monotonic() < end, f"{done} of {number} hands"


@pytest.mark.thorough
def test_hands_of_four_pages_survive_a_killed_server(open_page, server):
    before_it = len(server.log)  # an answer that another test has lost stands there as an error
    pages = [open_page(**PHONE) for _ in range(4)]
    pads = [start_table(page) for page in pages]
    each = proof.size(8, thorough=50)
    played = [any_hands(each, seed) for seed in range(4)]
    for page, hands in zip(pages, played, strict=True):
        begin_to_tap(page, hands)
    for number in (each, 2 * each + each // 2):
        wait_until_sent(pages, number)
        server.kill()
        before = sent(pages)
        server.restart()
        for page, pad, ids in zip(pages, pads, before, strict=True):
            assert ids - stored(page, pad) == set()
    for page, pad, hands in zip(pages, pads, played, strict=True):
        all_tapped(page)
        all_sent(page)
        assert saved_hands(page, pad) == hands
    assert [len(ids) for ids in sent(pages)] == [each] * 4
    assert "Traceback" not in server.log[before_it:]


def decide(page, name):
    """Decide once the page has sent all its own hands: until then it takes no decision."""
    expect(page.locator("#state")).to_have_text("decide below")
    page.locator(".waiting").get_by_role("button", name=name).tap()


def test_hands_entered_on_two_pages_at_once_are_decided_by_taps(open_page, phone):
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    other = open_page(**PHONE)
    other.goto(pad)
    other.context.set_offline(True)
    mine, theirs = TWENTY[10:13], TWENTY[:5]
    tap_all(other, theirs)
    tap_all(phone, mine)
    all_sent(phone)
    other.context.set_offline(False)
    decide(phone, "This is right (hand 2)")
    decide(other, "These 4 were played too, count them as hands 5–8")
    expect(phone.locator(".waiting")).to_have_count(0)
    all_sent(other)
    assert saved_hands(phone, pad) == [("Ben", "Dan", 3), *mine, *theirs[1:]]
    phone.goto(f"{pad}history?by=hand")
    expect(phone.locator(".life")).to_have_count(9)
    expect(phone.locator(".life s")).to_have_text(["Ann with Ben, three tricks"])
