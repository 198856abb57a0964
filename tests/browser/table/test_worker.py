"""The pad opens without a network, where the browser lets a service worker be: HTTPS, or this
machine."""

import os
import re
import signal

import pytest
from playwright.sync_api import expect

from tests.browser.table import log, start_table, tap_hand, totals, until

AWAY = ("ERR_", "Failed to fetch", "status of 503")
KEPT = "async path => Boolean(await caches.match(path))"
KEEPS = """async ({ pad, said }) =>
  new RegExp(said).test(await (await caches.match(pad)).text())"""
NONE_BROUGHT_ANEW = """() => {
  const { postMessage } = ServiceWorker.prototype;
  ServiceWorker.prototype.postMessage = function (message) {
    if (message.piece) postMessage.call(this, message);
  };
}"""
"""This needs a network, which may be gone by then."""
NOTICES_NOTHING = "window.setInterval = () => 0"
"""A pad without a clock does not notice that the network went: its links are not held back."""
KEPT_PAGES = """async () => {
  const caught = await Promise.all(
    (await caches.keys()).map(async name => (await caches.open(name)).keys()));
  const paths = caught.flat().map(({ url }) => new URL(url).pathname);
  return paths.filter(path => path.startsWith("/t/"));
}"""


@pytest.fixture
def installed(open_page, console):
    """A page on a phone whose pads are kept by the worker."""
    console.expect(*AWAY)
    return open_page(has_touch=True, service_workers="allow")


def a_kept_pad(page):
    """Start a table, save a hand, and wait until the pad is kept with it."""
    pad = start_table(page)
    log(page, "Ben", "Dan", 3, no=1)
    until(page, KEPT, pad)
    page.reload()
    until(page, KEEPS, {"pad": pad, "said": "Hand\\s+1\\s+saved"})
    return pad


def test_the_pad_reloads_offline(installed):
    a_kept_pad(installed)
    installed.context.set_offline(True)
    installed.reload()
    expect(installed.locator("#last")).to_contain_text("Hand 1 saved: Ben with Dan")
    assert totals(installed) == [0, 1, 0, 1, 0]
    expect(installed.locator("#state")).to_contain_text("offline")


def test_a_half_tapped_hand_stays_behind_hands_kept_offline(installed):
    a_kept_pad(installed)
    installed.context.set_offline(True)
    tap_hand(installed, "Cat", "Ann", 4)
    installed.get_by_role("button", name="Save hand 2").tap()
    expect(installed.locator("#state")).to_have_text("1 saved on this phone")
    tap_hand(installed, "Cat", "Ann", 4)
    installed.reload()
    expect(installed.locator(".tile[data-role] .name")).to_have_text(["Ann", "Cat"])
    expect(installed.get_by_role("button", name="Save hand 3")).to_be_visible()
    installed.context.set_offline(False)
    expect(installed.locator("#last:not([data-ahead])")).to_contain_text("Hand 2 saved")
    expect(installed.locator(".tile[data-role] .name")).to_have_text(["Ann", "Cat"])


def test_a_closed_pad_opens_offline_and_catches_up_online(installed):
    pad = a_kept_pad(installed)
    context = installed.context
    installed.close()
    context.set_offline(True)
    page = context.new_page()
    page.goto(pad)
    expect(page.locator("#last")).to_contain_text("Hand 1 saved:")
    context.set_offline(False)
    log(page, "Eveline", "Alone", 5, no=2)
    assert totals(page) == [0, 1, 0, 1, 5]


def test_a_reopened_pad_knows_the_score_of_a_revoke(installed):
    installed.add_init_script(NOTICES_NOTHING)
    pad = a_kept_pad(installed)
    installed.evaluate(NONE_BROUGHT_ANEW)
    installed.locator("#what-happened > summary").tap()
    installed.locator("#happened-revoke .pick", has_text="Dan").first.tap()
    installed.locator("#what-happened .panel > [data-close]").tap()
    log(installed, "Ann", "Cat", 3, no=2)
    log(installed, "Ben", "Dan", 3, no=3)
    until(installed, KEEPS, {"pad": pad, "said": "Hand\\s+3\\s+saved"})
    installed.context.set_offline(True)
    tap_hand(installed, "Eveline", "Alone", 5)
    installed.locator(".save").tap()
    expect(installed.locator("#last")).to_contain_text("Hand 4 saved on this phone")
    assert totals(installed) == [3, 2, 3, 2, 5]
    installed.get_by_role("link", name="Score", exact=True).tap()
    expect(installed.get_by_role("heading", name="No connection")).to_be_visible()
    installed.get_by_role("link", name="Back to the pad").tap()
    expect(installed.locator("#last")).to_contain_text("Hand 4 saved on this phone")
    assert totals(installed) == [3, 2, 3, 2, 5]
    expect(installed.locator(".dealer")).to_have_text("dealer")


def test_another_page_says_offline_that_it_cannot_load_and_leads_back(installed):
    installed.add_init_script(NOTICES_NOTHING)
    a_kept_pad(installed)
    installed.context.set_offline(True)
    installed.get_by_role("link", name="Score", exact=True).tap()
    expect(installed.get_by_role("heading", name="No connection")).to_be_visible()
    installed.get_by_role("link", name="Back to the pad").tap()
    expect(installed.locator("#last")).to_contain_text("Hand 1 saved:")


def test_the_server_is_asked_first_while_it_answers(installed, open_page):
    pad = a_kept_pad(installed)
    installed.goto("about:blank")
    other = open_page(has_touch=True)
    other.goto(pad)
    log(other, "Eveline", "Alone", 5, no=2)
    installed.goto(pad)
    assert totals(installed) == [0, 1, 0, 1, 5]


def test_a_page_without_a_server_comes_from_the_phone(open_page, own_server, console):
    console.expect(*AWAY)
    page = open_page(has_touch=True, service_workers="allow", base_url=own_server.url)
    a_kept_pad(page)
    own_server.kill()
    page.reload()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved:")


def test_a_slow_page_comes_from_the_phone(open_page, own_server, console):
    console.expect(*AWAY)
    page = open_page(has_touch=True, service_workers="allow", base_url=own_server.url)
    a_kept_pad(page)
    os.killpg(own_server._process.pid, signal.SIGSTOP)
    page.reload()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved:")


def test_a_revoked_link_is_reported_and_its_page_removed(installed, console):
    console.expect("status of 410")
    pad = a_kept_pad(installed)
    installed.goto(f"{pad}share")
    installed.get_by_text("Cancel this code").first.click()
    installed.get_by_role("button", name="Cancel and make a new code").first.click()
    expect(installed.get_by_text("is revoked. Here is the new one.")).to_be_visible()
    installed.goto(pad)
    expect(installed.get_by_role("heading", name="This link was revoked")).to_be_visible()
    until(installed, KEPT_PAGES, is_so=lambda pages: pages == [])


def test_only_pads_are_kept_and_none_with_a_half_tapped_hand(installed):
    pad = a_kept_pad(installed)
    for page in ("score", "board", "?seen=1"):
        installed.goto(pad + page)
    installed.wait_for_timeout(300)
    assert installed.evaluate(KEPT_PAGES) == [re.sub("^http://[^/]+", "", pad)]


def test_a_new_version_takes_over_the_pads_and_removes_the_old_cache(installed):
    pad = a_kept_pad(installed)
    path = re.sub("^http://[^/]+", "", pad)
    installed.evaluate(
        """async (path) => {
          const [build] = await caches.keys();
          const old = await caches.open("pad an older build");
          await old.put(path, await caches.match(path));
          await caches.delete(build);
          const registration = await navigator.serviceWorker.getRegistration();
          await registration.unregister();
        }""",
        path,
    )
    installed.goto("about:blank")
    installed.goto(f"{pad}score")
    installed.evaluate(
        "navigator.serviceWorker.register('/sw.js', { scope: '/t/' }).then(() => null)"
    )
    names = until(
        installed,
        "() => caches.keys()",
        is_so=lambda names: len(names) == 1 and names[0] != "pad an older build",
    )
    assert re.fullmatch("pad [0-9a-f]{8}", names[0])
    assert installed.evaluate(KEPT_PAGES) == [path]


def test_on_plain_http_in_a_hall_there_is_no_worker_and_the_pad_works_as_usual(open_page, server):
    page = open_page(has_touch=True, service_workers="allow", base_url=server.hall_url)
    start_table(page, at=server.url)
    log(page, "Ben", "Dan", 3, no=1)
    assert page.evaluate("'serviceWorker' in navigator") is False
