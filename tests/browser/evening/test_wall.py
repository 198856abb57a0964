"""The wall: everything is read from ten metres, nothing is cut, and it says when it is not
connected."""

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.beforehand import link_on, send
from tests.browser.conftest import schemes
from tests.browser.letters import letters_there
from tests.browser.table import new_table

LONG = "Catherine Ashby-Cole-Featherstonehaugh"
TABLES = 12
AT_THE_FIRST = [LONG, "Ben", "Małgorzata", "Dan", "Zoë"]
AT_ANOTHER = ["Ann", "Bob", "Cat", "Fay", "Eve"]
EVERYBODY = {*AT_THE_FIRST, *(f"{name} {no}" for no in range(2, TABLES + 1) for name in AT_ANOTHER)}

# The names of one view that are seen whole: inside the screen, and inside the box that holds them.
SEEN = """(view) => [...document.querySelectorAll(`#${view} li`)].filter((line) => {
  const box = line.getBoundingClientRect(), flow = line.closest(".slide").getBoundingClientRect();
  return box.width > 0 && box.left >= flow.left - 1 && box.right <= flow.right + 1
    && box.top >= flow.top - 1 && box.bottom <= Math.min(flow.bottom, innerHeight) + 1
    && [...line.children].every(
      (part) => !part.clientWidth || part.scrollWidth <= part.clientWidth + 1);
}).map((line) => line.querySelector("span").textContent)"""

SMALLEST = """Math.min(...[...document.querySelectorAll(".wall li span")]
  .map((name) => parseFloat(getComputedStyle(name).fontSize)))"""


def host_an_evening(page, tables):
    """Start a visitor's evening with so many tables, and return its address."""
    evening = link_on(page, new_table(page, AT_THE_FIRST, dealer="Ben"), "/sessions/[0-9]+/")
    for no in range(2, tables + 1):
        names = ", ".join(f"{name} {no}" for name in AT_ANOTHER)
        send(page, f"{evening}tables/open", names=names, rules="call-ace")
    return evening


def wall_of(page, evening):
    return link_on(page, send(page, f"{evening}passes/wall/renew"), '[^"]*/w/[^"]+')


@pytest.mark.parametrize(("width", "height"), proof.share(1, [(1920, 1080), (1024, 768)]))
def test_twelve_tables_and_sixty_names_are_all_seen_page_by_page_each_once(
    open_page, width, height
):
    page = open_page(width, height)
    address = wall_of(page, host_an_evening(page, TABLES))
    page.goto(address)
    letters_there(page)
    expect(page.locator("#place")).to_contain_text("1 of")
    pages = int(page.locator("#place").inner_text().split()[2])
    seen = {"tables": [], "names": []}
    for _ in range(pages):
        view = page.evaluate("document.body.dataset.view")
        seen[view] += page.evaluate(SEEN, view)
        page.keyboard.press("ArrowRight")
    everybody = sorted(EVERYBODY)
    assert {view: sorted(names) for view, names in seen.items()} == {
        "tables": everybody,
        "names": everybody,
    }
    expect(page.locator("#place")).to_contain_text("1 of")
    assert page.evaluate(SMALLEST) >= 0.04 * height


@schemes(7)
def test_the_wall_turns_stops_and_steps(open_page, axe, scheme):
    page = open_page(1920, 1080, color_scheme=scheme)
    page.goto(wall_of(page, host_an_evening(page, 2)))
    body, place = page.locator("body"), page.locator("#place")
    expect(body).to_have_attribute("data-view", "tables")
    assert axe(page) == []
    page.keyboard.press("ArrowRight")
    expect(body).to_have_attribute("data-view", "names")
    assert axe(page) == []
    page.keyboard.press("ArrowLeft")
    expect(body).to_have_attribute("data-view", "tables")
    page.keyboard.press("Space")
    expect(place).to_contain_text("stopped")
    page.mouse.click(900, 500)
    expect(place).not_to_contain_text("stopped")
    page.get_by_role("button", name="Stop").click()
    expect(place).to_contain_text("stopped")
    page.get_by_role("button", name="On", exact=True).click()
    expect(body).to_have_attribute("data-view", "names")
    expect(place).to_contain_text("stopped")


def test_the_wall_turns_by_itself_every_twelve_seconds(open_page):
    page = open_page(1920, 1080)
    address = wall_of(page, host_an_evening(page, 2))
    page.clock.install()
    page.goto(address)
    expect(page.locator("body")).to_have_attribute("data-view", "tables")
    page.clock.run_for(11_000)
    expect(page.locator("body")).to_have_attribute("data-view", "tables")
    page.clock.run_for(1_500)
    expect(page.locator("body")).to_have_attribute("data-view", "names")


def test_the_wall_follows_the_evening_where_it_stands(open_page):
    page, wall = open_page(1280, 800), open_page(1920, 1080)
    evening = host_an_evening(page, 2)
    wall.goto(wall_of(page, evening))
    wall.keyboard.press("ArrowRight")
    page.goto(evening)
    page.get_by_text("Tell everybody something").click()
    page.get_by_label("Tell everybody", exact=True).fill("Supper at nine")
    page.get_by_role("button", name="Tell it").click()
    expect(wall.locator(".notice")).to_have_text("Supper at nine")
    expect(page.locator("#evening .notice")).to_have_text("Supper at nine")
    expect(wall.locator("body")).to_have_attribute("data-view", "names")


def test_the_wall_says_when_it_is_not_connected(open_page, console):
    console.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    page = open_page(1920, 1080)
    page.goto(wall_of(page, host_an_evening(page, 1)))
    expect(page.locator("#state")).to_have_text("live")
    page.context.set_offline(True)
    expect(page.locator("#state")).to_contain_text("not connected since")
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text("live")


@pytest.mark.thorough
@pytest.mark.parametrize("how", [{"java_script_enabled": False}, {"width": 360, "height": 640}])
def test_without_javascript_and_on_a_phone_the_wall_is_a_page_with_links(open_page, how):
    maker = open_page(1280, 800)
    address = wall_of(maker, host_an_evening(maker, 2))
    page = open_page(**{"width": 1280, "height": 800} | how)
    page.goto(address)
    page.get_by_role("link", name="Who sits where").click()
    expect(page.get_by_role("heading", name="Who sits where")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
