"""The big screen: everything is legible from ten metres, all text is whole, and it says when it is
offline."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.beforehand import link_on, send
from tests.browser.conftest import hears_no_news, schemes
from tests.browser.letters import letters_there
from tests.browser.table import new_table

LONG = "Catherine Ashby-Cole-Featherstonehaugh"
TABLES = 12
AT_THE_FIRST = [LONG, "Ben", "Małgorzata", "Dan", "Zoë"]
AT_ANOTHER = ["Ann", "Bob", "Cat", "Fay", "Eve"]
EVERYBODY = {
    *("Catherine A.", *AT_THE_FIRST[1:]),
    *(f"{name} {no}" for no in range(2, TABLES + 1) for name in AT_ANOTHER),
}

# The names of the slide that are seen whole: inside the slide, and inside the box that holds them.
SEEN = """() => [...document.querySelectorAll(".slide.now li .one")].filter((one) => {
  const box = one.getBoundingClientRect();
  const slide = one.closest(".slide").getBoundingClientRect();
  const tile = (one.closest(".tile") ?? one.closest(".flow")).getBoundingClientRect();
  return box.width > 0 && one.scrollWidth <= one.clientWidth + 1
    && [slide, tile].every((all) => box.left >= all.left - 1 && box.right <= all.right + 1
      && box.top >= all.top - 1 && box.bottom <= Math.min(all.bottom, innerHeight) + 1);
}).map((one) => one.textContent)"""
SMALLEST = """Math.min(...[...document.querySelectorAll(".slide.now .one")]
  .filter((one) => one.offsetParent && !one.closest(".heads"))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
SMALLER = """height => [...document.querySelectorAll(".slide.now .tile .one")]
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < height)
  .map((one) => one.textContent)"""
# How high the figures of the clock are.
CLOCK = """() => {
  const { font } = getComputedStyle(document.querySelector(".clock :is(time, b)"));
  const pen = Object.assign(document.createElement("canvas").getContext("2d"), { font });
  const { actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText("0");
  return actualBoundingBoxAscent + actualBoundingBoxDescent;
}"""
# Where everything of the slide lies, in thousandths of the screen.
LAID = """() => [...document.querySelectorAll("header > *, .slide.now :is(.tile, .one, .points)")]
  .map((one) => one.getBoundingClientRect())
  .filter(({ width }) => width)
  .flatMap(({ x, y }) => [x / innerWidth, y / innerHeight])
  .map((part) => Math.round(part * 1000))"""


def host_an_evening(page, tables):
    """Start a visitor's evening with this number of tables, and return its address."""
    evening = link_on(page, new_table(page, AT_THE_FIRST, dealer="Ben"), "/sessions/[0-9]+/")
    for no in range(2, tables + 1):
        names = ", ".join(f"{name} {no}" for name in AT_ANOTHER)
        send(page, f"{evening}tables/open", names=names, rules="call-ace")
    return evening


def wall_of(page, evening):
    return link_on(page, send(page, f"{evening}passes/wall/renew"), '[^"]*/w/[^"]+')


def stop_time(page):
    """Stop the time of this page, not loaded yet, except for page.clock.run_for(): its slides
    change when the test says so, on a slow machine too."""
    now = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + timedelta(seconds=1))


def slides_of(page):
    """Step through every slide once; yield the view of each."""
    place, first = page.locator("#place"), page.locator("#place").inner_text()
    while True:
        yield page.evaluate("document.body.dataset.view")
        page.keyboard.press("ArrowRight")
        if place.inner_text() == first:
            return


@pytest.mark.parametrize(
    ("width", "height"), proof.share(1, [(1280, 720), (1920, 1080), (3840, 2160), (1024, 768)])
)
def test_twelve_tables_and_sixty_names_appear_once_each_over_the_slides(open_page, width, height):
    page = open_page(width, height)
    stop_time(page)
    page.goto(wall_of(page, host_an_evening(page, TABLES)))
    letters_there(page)
    tiles = 6 if width / height < 1.5 else 8
    expect(page.locator("#place")).to_have_text(f"tables 1 to {tiles} of 12")
    seen, smallest = {"tables": [], "names": []}, height
    for view in slides_of(page):
        seen[view] += page.evaluate(SEEN)
        smallest = min(smallest, page.evaluate(SMALLEST))
        if view == "tables":
            assert page.locator(".tile:visible").count() in (tiles, 12 % tiles)
    everybody = sorted(EVERYBODY)
    assert {view: sorted(names) for view, names in seen.items()} == {
        "tables": everybody,
        "names": everybody,
    }
    assert smallest >= 0.04 * height
    assert page.evaluate(CLOCK) >= 0.12 * height


LONG_NAMES = [
    "Bartholomew Featherstonehaugh",
    "Maximilian Wood",
    "Christopher Ashby-Cole-Featherstonehaugh",
    "Margaret Howards",
    "Wilhelmina Winterbottom",
]
ALIKE_OR_ONE_WORD = [
    "Bartholomew Fell",
    "Bartholomew Fewmore",
    "Wolfeschlegelstein",
    "Hubertblaineberghausen",
    "Ann",
]
PARTNERS = ["Hildegard Ashworth", "Alexander Wyndham", "Featherstone", "Ben"]


def open_with_marches(page, evening, names, rules, *, hands):
    """Open a table at which the first player makes this number of marches with the player two seats
    on."""
    send(page, f"{evening}tables/open", names=", ".join(names), rules=rules)
    pads = re.findall('"(/t/[^"/]+/)"', page.request.get(evening).text())
    pad, partner = list(dict.fromkeys(pads))[-1], "2"
    for _ in range(hands):
        shown = page.request.get(pad).text()
        hidden = dict(re.findall('name="(sitting|after|seen)" value="([^"]*)"', shown))
        hand = {"hand_id": str(uuid4()), "maker": "0", "partner": partner, "tricks": "5"}
        send(page, f"{pad}hands/log", **hidden, **hand)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160)])
def test_long_names_on_a_slide_of_eight_tables_are_whole_beside_their_points(
    open_page, width, height
):
    page = open_page(width, height)
    stop_time(page)
    evening = host_an_evening(page, 5)
    open_with_marches(page, evening, PARTNERS, "british", hands=5)
    open_with_marches(page, evening, ALIKE_OR_ONE_WORD, "call-ace", hands=4)
    open_with_marches(page, evening, LONG_NAMES, "call-ace", hands=4)
    page.goto(wall_of(page, evening))
    letters_there(page)
    expect(page.locator("#place")).to_have_text("tables 1 to 4 of 8")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_have_text("tables 5 to 8 of 8")
    assert page.evaluate(SEEN)[-14:] == [
        "Hildegard A.",
        "Featherstone",
        "Alexander W.",
        "Ben",
        "Bartholomew Fell",
        "Bartholomew Few.",
        "Wolfeschlegelstein",
        "Hubertblaineberghausen",
        "Ann",
        "Bartholomew Fea.",
        "Maximilian W.",
        "Christopher A.",
        "Margaret H.",
        "Wilhelmina W.",
    ]
    assert page.evaluate(SMALLER, 0.04 * height) == []


def test_seven_names_and_long_names_beside_wide_figures_are_legible_from_afar(
    open_page,
):
    page = open_page(1280, 720)
    stop_time(page)
    evening = host_an_evening(page, 6)
    names = ["Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Bartholomew Featherstonehaugh"]
    send(page, f"{evening}tables/open", names=", ".join(names), rules="call-ace")
    partners = ["Featherstonehaug", "Ann", "Featherstonehaul", "Ben"]
    open_with_marches(page, evening, partners, "british", hands=5)
    page.goto(wall_of(page, evening))
    letters_there(page)
    expect(page.locator("#place")).to_have_text("tables 1 to 6 of 8")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_have_text("tables 7 to 8 of 8")
    assert page.evaluate(SEEN) == [*names[:6], "Bartholomew F.", *partners[::2], "Ann", "Ben"]
    assert page.evaluate(SMALLEST) >= 0.04 * 720


def test_screens_of_720_and_2160_lines_show_the_same_picture(open_page):
    page, large = open_page(1280, 720), open_page(3840, 2160)
    address = wall_of(page, host_an_evening(page, 3))
    laid = []
    for screen in (page, large):
        stop_time(screen)
        screen.goto(address)
        letters_there(screen)
        laid.append(screen.evaluate(LAID))
    assert len(laid[0]) > 40
    # A pixel of 720 lines is 1.4 thousandths; hairlines are thinner on more.
    assert max(abs(one - other) for one, other in zip(*laid, strict=True)) <= 6


def test_the_buttons_are_hidden_until_the_mouse_moves_or_tab_reaches_them(open_page):
    page = open_page(1280, 720)
    address = wall_of(page, host_an_evening(page, 1))
    stop_time(page)
    page.goto(address)
    keys = page.locator(".keys")
    expect(keys).to_have_css("opacity", "0")
    page.mouse.move(300, 300)
    expect(keys).to_have_css("opacity", "1")
    page.clock.run_for(5_000)
    expect(keys).to_have_css("opacity", "0")
    page.keyboard.press("Tab")
    page.clock.run_for(5_000)
    expect(page.get_by_role("button", name="Previous")).to_be_focused()
    expect(keys).to_have_css("opacity", "1")


@schemes(7)
def test_the_big_screen_rotates_stops_and_steps(open_page, axe, scheme):
    page = open_page(1920, 1080, color_scheme=scheme)
    stop_time(page)
    page.goto(wall_of(page, host_an_evening(page, 2)))
    body, place = page.locator("body"), page.locator("#place")
    expect(body).to_have_attribute("data-view", "tables")
    page.keyboard.press("ArrowRight")
    expect(body).to_have_attribute("data-view", "names")
    page.keyboard.press("ArrowLeft")
    expect(body).to_have_attribute("data-view", "tables")
    page.keyboard.press("Space")
    expect(place).to_contain_text("stopped")
    page.mouse.click(900, 500)
    expect(place).not_to_contain_text("stopped")
    page.get_by_role("button", name="Pause").click()
    expect(place).to_contain_text("stopped")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(body).to_have_attribute("data-view", "names")
    expect(place).to_contain_text("stopped")
    page.clock.resume()  # axe needs it, and what is stopped turns no more
    assert axe(page) == []
    page.keyboard.press("ArrowLeft")
    expect(body).to_have_attribute("data-view", "tables")
    assert axe(page) == []


def test_the_big_screen_rotates_every_twelve_seconds(open_page):
    page = open_page(1920, 1080)
    address = wall_of(page, host_an_evening(page, 2))
    stop_time(page)
    page.goto(address)
    expect(page.locator("body")).to_have_attribute("data-view", "tables")
    page.clock.run_for(11_000)
    expect(page.locator("body")).to_have_attribute("data-view", "tables")
    page.clock.run_for(1_500)
    expect(page.locator("body")).to_have_attribute("data-view", "names")


def test_the_big_screen_follows_the_evening_without_changing_its_view(open_page):
    page, wall = open_page(1280, 800), open_page(1920, 1080)
    evening = host_an_evening(page, 2)
    wall.goto(wall_of(page, evening))
    wall.keyboard.press("ArrowRight")
    page.goto(evening)
    page.get_by_text("Add a notice").click()
    page.get_by_label("Notice", exact=True).fill("Supper at nine")
    page.get_by_role("button", name="Save notice").click()
    expect(wall.locator(".notice")).to_have_text("Supper at nine")
    expect(page.locator("#evening .notice")).to_have_text("Supper at nine")
    expect(wall.locator("body")).to_have_attribute("data-view", "names")


def test_the_big_screen_says_when_it_is_offline(open_page, console):
    console.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "503")
    page = open_page(1920, 1080)
    hears_no_news(page)
    page.goto(wall_of(page, host_an_evening(page, 1)))
    expect(page.locator("#state")).to_have_text("live")
    page.context.set_offline(True)
    expect(page.locator("#state")).to_contain_text("offline since")
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text("live")


@pytest.mark.thorough
@pytest.mark.parametrize("how", [{"java_script_enabled": False}, {"width": 360, "height": 640}])
def test_without_javascript_and_on_a_phone_the_big_screen_is_a_page_with_links(open_page, how):
    maker = open_page(1280, 800)
    address = wall_of(maker, host_an_evening(maker, 2))
    page = open_page(**{"width": 1280, "height": 800} | how)
    page.goto(address)
    page.get_by_role("link", name="Seating plan").click()
    expect(page.get_by_role("heading", name="Seating plan")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    cut = """[...document.querySelectorAll(".wall .one")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).length"""
    assert page.evaluate(cut) == 0
