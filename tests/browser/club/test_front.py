"""The front page and the examples it leads to, as a visitor meets them."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, looks
from tests.browser.letters import letters_there
from tests.browser.shown import not_whole
from tests.browser.sizes import too_small
from tests.browser.table.test_taps_and_time import BYTES, REQUESTS, short

SEEN = ["/", "/start", "/see/game/", "/see/night/", "/see/tournament/", "/see/league/"]
BUTTONS = ("Start a table", "I have a code", "Look at a game")
VISIBLE = """() => [...document.querySelectorAll(".pad-shown :is(.asks i, .role, .scores b)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.textContent)"""
MOVED_TO = """(part) => {
  for (const one of document.getAnimations()) {
    one.pause();
    one.currentTime = part * one.effect.getTiming().duration;
  }
}"""


def test_the_promise_and_three_buttons_are_in_the_first_screen_of_a_phone(open_page):
    page = open_page(360, 640, **PHONE)
    page.goto("/")
    letters_there(page)
    expect(page.locator("h1")).to_be_in_viewport(ratio=1)
    for name in BUTTONS:
        expect(page.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)


def test_the_pad_on_the_front_page_plays_a_hand_in_four_taps(open_page):
    page = open_page(360, 640, **PHONE)
    page.goto("/")
    seen = []
    for part in (0.05, 0.2, 0.4, 0.6, 0.9):
        page.evaluate(MOVED_TO, part)
        seen.append(page.evaluate(VISIBLE))
    made = "Ben made it, with Dan."
    assert seen == [
        ["Who made trump?"],
        ["Ben made it. Tap the partner or Alone.", "maker"],
        [made, "maker", "partner"],
        [made, "maker", "partner", "Ben and Dan +3 each"],
        ["Hand 8 saved."],
    ]


def test_the_pad_on_the_front_page_stops_when_it_is_paused(open_page):
    page = open_page(360, 640, **PHONE)
    page.goto("/")
    page.locator(".pauses").tap()
    states = "() => [...new Set(document.getAnimations().map((one) => one.playState))]"
    assert page.evaluate(states) == ["paused"]
    page.locator(".pauses").tap()
    assert page.evaluate(states) == ["running"]


def test_the_pad_on_the_front_page_is_still_for_those_who_want_less_motion(open_page):
    page = open_page(360, 640, reduced_motion="reduce")
    page.goto("/")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate(VISIBLE)[1:] == ["maker", "partner", "Ben and Dan +3 each"]
    expect(page.locator(".pauses")).to_be_hidden()


@pytest.mark.parametrize("path", ["/", "/see/game/"])
def test_a_first_visit_is_small(open_page, path):
    page, wire = open_page(360, 640, **PHONE), {}
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    names = {}
    network.on(
        "Network.requestWillBeSent",
        lambda event: names.update({event["requestId"]: short(event["request"]["url"])}),
    )
    network.on(
        "Network.loadingFinished",
        lambda event: wire.update({names[event["requestId"]]: event["encodedDataLength"]}),
    )
    page.goto(path, wait_until="load")
    letters_there(page)
    page.wait_for_load_state("networkidle")
    print(f"{path}: {len(wire)} requests, {sum(wire.values())} bytes: {wire}")
    assert {"page.css", "front.css"} <= {*wire}
    assert len(wire) <= REQUESTS
    assert sum(wire.values()) <= BYTES


@looks(0)
def test_axe_finds_nothing_on_the_pages_for_visitors(open_page, axe, scheme, width):
    page, found = open_page(width, 720, color_scheme=scheme), {}
    for path in SEEN:
        page.goto(path)
        found[path] = axe(page)
    assert {path: problems for path, problems in found.items() if problems} == {}


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_pages_for_visitors_are_visible_in_full_and_nothing_is_too_small(open_page, width):
    page, found = open_page(width, 640), {}
    for path in SEEN:
        page.goto(path)
        found[path] = [*not_whole(page), *too_small(page)]
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
