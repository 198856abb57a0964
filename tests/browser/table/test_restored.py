"""The site is restored from a backup while phones show hands that were saved after it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.table import log, sheet_of, start_table, totals, until

HANDS = [
    ("Ben", "Dan", 3),
    ("Eveline", "Alone", 5),
    ("Cat", "Ann", 4),
    ("Ben", "Cat", 2),
    ("Ann", "Alone", 3),
    ("Dan", "Eveline", 5),
    ("Cat", "Dan", 4),
]


@pytest.fixture
def page(open_page, own_server, console):
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    return open_page(**PHONE, base_url=own_server.url)


def enter(page, hands, first=1):
    for no, hand in enumerate(hands, first):
        log(page, *hand, no=no)


def saved_hands(page, pad) -> list[tuple]:
    hands = sheet_of(page, pad)["hands"]
    return [(one["maker"], one.get("partner") or "Alone", one["tricks"]) for one in hands]


def back_up(server) -> str:
    return server.manage("backup").splitlines()[-1]


def test_hands_that_a_restore_lost_are_sent_again_without_a_tap(page, own_server):
    pad = start_table(page)
    enter(page, HANDS[:3])
    file = back_up(own_server)
    enter(page, HANDS[3:], first=4)
    points = totals(page)
    gate = "**/hands/send"
    page.route(gate, lambda route: route.abort())
    own_server.manage("restore", file, "--yes")
    badge = page.locator("#state")
    expect(badge).to_have_text("7 saved on this phone")
    badge.tap()
    expect(page.locator("#kept-list")).to_contain_text("restored from a backup")
    assert totals(page) == points
    page.locator("#kept [data-close]").tap()
    assert len(saved_hands(page, pad)) == 3
    page.unroute(gate)
    expect(badge).to_have_text("saved")
    assert saved_hands(page, pad) == HANDS
    assert totals(page) == points
    log(page, "Ben", "Ann", 4, no=8)
    assert len(saved_hands(page, pad)) == 8


def test_a_missing_page_of_another_request_sends_no_hand_again(page, own_server):
    start_table(page)
    enter(page, HANDS[:2])
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    with page.expect_response("**/nowhere/") as found:
        page.evaluate("htmx.ajax('GET', '/nowhere/', { source: document.querySelector('#pad') })")
    assert found.value.headers["bowerbook"] == "error"
    log(page, *HANDS[2], no=3)
    assert len([url for url in sent if url.endswith("hands/send")]) == 1


def test_a_pad_that_was_closed_meanwhile_sends_again_once_it_is_opened(page, own_server):
    pad = start_table(page)
    enter(page, HANDS[:2])
    file = back_up(own_server)
    enter(page, HANDS[2:4], first=3)
    page.goto("about:blank")
    own_server.manage("restore", file, "--yes")
    page.goto(pad)
    expect(page.locator("#last:not([data-ahead])")).to_contain_text("Hand 4 saved:")
    assert saved_hands(page, pad) == HANDS[:4]


def test_friends_whose_table_a_restore_lost_make_it_again_from_their_phone(page, own_server):
    start_table(page)
    file = back_up(own_server)
    pad = start_table(page)
    enter(page, HANDS[:3])
    points = totals(page)
    own_server.manage("restore", file, "--yes")
    badge = page.locator("#state")
    expect(badge).to_have_text("3 need attention")
    badge.tap()
    expect(page.locator("#handover svg")).to_be_visible()
    page.get_by_role("link", name="Make this table again").tap()
    page.get_by_role("button", name="Make this table again").tap()
    expect(page.locator("#last:not([data-ahead])")).to_contain_text("Hand 3 saved:")
    assert saved_hands(page, pad) == HANDS[:3]
    assert totals(page) == points


KEPT = "async path => Boolean(await caches.match(path))"


@pytest.fixture
def installed(open_page, own_server, console):
    """A phone whose pads are kept by the worker."""
    console.expect("Failed to load resource", "Failed to fetch", "ERR_")
    return open_page(**PHONE, base_url=own_server.url, service_workers="allow")


def install(page, pad):
    """Reload the pad, which the worker keeps from then on."""
    until(page, KEPT, pad)
    page.reload()
    expect(page.locator("#state")).to_have_text("saved")


def test_a_pad_of_a_lost_table_can_be_reloaded_until_the_site_has_its_hands(installed, own_server):
    page = installed
    start_table(page)
    file = back_up(own_server)
    pad = start_table(page)
    enter(page, HANDS[:3])
    install(page, pad)
    own_server.manage("restore", file, "--yes")
    for _ in range(2):
        page.reload()
        expect(page.locator("#state")).to_have_text("3 need attention")
    page.locator("#state").tap()
    page.get_by_role("link", name="Make this table again").tap()
    page.get_by_role("button", name="Make this table again").tap()
    expect(page.locator("#last:not([data-ahead])")).to_contain_text("Hand 3 saved:")
    assert saved_hands(page, pad) == HANDS[:3]


def test_a_lost_pad_without_hands_gives_way_to_the_page_that_says_so(installed, own_server):
    page = installed
    start_table(page)
    file = back_up(own_server)
    pad = start_table(page)
    install(page, pad)
    own_server.manage("restore", file, "--yes")
    for _ in range(2):
        expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
        page.reload()
    assert page.evaluate(KEPT, pad) is False


def test_a_lost_pad_that_no_browser_keeps_says_when_it_is_reloaded_how_its_hands_come_back(
    page, own_server
):
    start_table(page)
    file = back_up(own_server)
    empty = start_table(page)
    pad = start_table(page)
    enter(page, HANDS[:2])
    until(page, "pad => localStorage.getItem('tables-again')?.includes(pad) ?? false", pad[-20:])
    own_server.manage("restore", file, "--yes")
    page.goto(empty)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page.locator("#lost")).to_be_hidden()
    page.goto(pad)
    expect(page.locator("#lost svg")).to_be_visible()
    page.get_by_role("link", name="Make this table again").tap()
    page.get_by_role("button", name="Make this table again").tap()
    expect(page.locator("#last:not([data-ahead])")).to_contain_text("Hand 2 saved:")
    assert saved_hands(page, pad) == HANDS[:2]
