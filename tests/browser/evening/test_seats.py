"""Tables are formed as a thumb, a mouse and a keyboard do it."""

import pytest
from playwright.sync_api import expect

from tests.browser.beforehand import link_on
from tests.browser.conftest import PHONE, looks
from tests.browser.table import new_table

EIGHT = ["Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo", "Małgorzata"]


def seats_of(page):
    """Start a table, which makes this browser a host, and return the address at which tables are
    formed."""
    return link_on(page, new_table(page), "/sessions/[0-9]+/") + "seats/"


def type_people(page, names=EIGHT):
    """Type the players; the tables for this number are then shown without a tap."""
    page.goto(seats_of(page))
    page.get_by_label("Other players").fill(", ".join(names))
    expect(page.get_by_role("status").filter(has_text=f"{len(names)} people")).to_be_visible()


def make(page, way, *, mix="Two four-handed tables"):
    page.locator(".option", has_text=mix).click()
    page.locator(".option", has_text=way).click()
    page.get_by_role("button", name="Make seating plan").click()
    expect(page.locator("h1")).to_have_text("Seating plan")
    page.wait_for_load_state()  # before its script runs, a key does what it does without one


def key(page, name):
    return page.locator(".seat-key", has_text=name)


def seat(page, no, label):
    return page.locator(f"#t{no} .seat-key", has_text=label)


def sits(page, no, label, name):
    expect(seat(page, no, label).locator("b")).to_have_text(name)


def test_a_replaced_fragment_copies_no_inline_style(open_page):
    page, errors = open_page(**PHONE), []
    page.on(
        "console", lambda message: errors.append(message.text) if message.type == "error" else None
    )
    type_people(page)
    make(page, "By cutting")
    page.evaluate("document.getElementById('move').elements.who.style.order = 1")
    for no in (1, 2):
        seat(page, no, "North").tap()
    expect(page.locator("#plan")).to_contain_text("changed seats.")
    assert errors == []


def test_two_taps_seat_or_swap_people_and_all_tables_open_at_once(open_page):
    page = open_page(**PHONE)
    type_people(page)
    make(page, "By hand")
    places = [(no, label) for no in (1, 2) for label in ("North", "East", "South", "West")]
    for name, place in zip(EIGHT, places, strict=True):
        key(page, name).tap()
        expect(key(page, name)).to_have_attribute("aria-pressed", "true")
        seat(page, *place).tap()
        sits(page, *place, name)
    seat(page, 1, "North").tap()
    seat(page, 2, "West").tap()
    sits(page, 1, "North", "Małgorzata")
    sits(page, 2, "West", "Fay")
    expect(seat(page, 1, "North")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#plan")).to_contain_text("Fay and Małgorzata changed seats.")
    key(page, "Gus").tap()
    page.get_by_role("button", name="To the waiting list").tap()
    sits(page, 1, "East", "empty")
    seat(page, 1, "East").tap()
    page.locator(".waiting .seat-key", has_text="Gus").tap()
    sits(page, 1, "East", "Gus")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Open these tables").tap()
    expect(page.locator(".remark")).to_contain_text("2 tables opened.")
    expect(page.locator("h2", has_text="Table 3")).to_be_visible()


def test_a_mouse_drags_one_name_to_another(open_page):
    page = open_page(1280, 800)
    type_people(page)
    make(page, "By cutting")
    names = [seat(page, no, "South").locator("b").inner_text() for no in (1, 2)]
    seat(page, 1, "South").drag_to(seat(page, 2, "South"))
    sits(page, 1, "South", names[1])
    sits(page, 2, "South", names[0])
    seat(page, 1, "South").drag_to(page.locator("h1"))
    sits(page, 1, "South", names[1])
    expect(page.locator(".seat-key[aria-pressed=true]")).to_have_count(0)


def test_the_keyboard_swaps_two_people_and_the_focus_stays_with_the_first(open_page):
    page = open_page(1280, 800)
    type_people(page)
    make(page, "By cutting")
    one, other = (seat(page, no, "East").locator("b").inner_text() for no in (1, 2))
    key(page, one).focus()
    page.keyboard.press("Space")
    expect(page.locator("#said")).to_contain_text(one)
    page.keyboard.press("Escape")
    expect(page.locator("#said")).to_be_empty()
    page.keyboard.press("Enter")
    key(page, other).focus()
    page.keyboard.press("Enter")
    sits(page, 1, "East", other)
    expect(key(page, one)).to_be_focused()


@pytest.mark.thorough
def test_without_javascript_lists_do_the_same(without_javascript):
    page = without_javascript
    page.goto(seats_of(page))
    page.get_by_label("Other players").fill(", ".join(EIGHT))
    page.get_by_role("button", name="Preview tables").tap()
    make(page, "By cutting")
    one, other = (seat(page, no, "West").locator("b").inner_text() for no in (1, 2))
    key(page, one).tap()
    expect(page.get_by_label("Player", exact=True).locator("option:checked")).to_have_text(one)
    page.get_by_label("New seat").select_option(label=f"Table 3, West: {other}")
    page.get_by_role("button", name="Change seats").tap()
    sits(page, 1, "West", other)
    sits(page, 2, "West", one)
    expect(page.get_by_text("To the waiting list")).to_be_hidden()


def test_a_second_organiser_sees_what_changed_and_loses_nothing(open_page, console):
    console.expect("status of 409")
    page = open_page(**PHONE)
    type_people(page)
    make(page, "By cutting")
    other = page.context.new_page()
    other.goto(page.url)
    seat(other, 1, "North").tap()
    seat(other, 2, "North").tap()
    expect(other.locator("#plan")).to_contain_text("changed seats.")
    seat(page, 1, "South").tap()
    seat(page, 2, "South").tap()
    expect(page.locator(".complaint")).to_contain_text("This plan has been changed")
    sits(page, 1, "North", seat(other, 1, "North").locator("b").inner_text())


def test_only_rules_of_the_chosen_tables_are_asked_for(open_page):
    page = open_page(1280, 800)
    type_people(page, EIGHT[:7])
    groups = page.locator("[data-kind]:visible h2")
    expect(groups).to_have_text(["Call-Ace tables"])
    page.locator(".option", has_text="one three-handed table").click()
    expect(groups).to_have_text(["Four-handed tables", "Three-handed tables"])
    page.get_by_label("Other players").fill("Fay")
    expect(page.locator("#mixes")).to_contain_text("A table needs at least two people.")


@looks(6)
def test_axe_finds_nothing_at_seating_plans(open_page, axe, scheme, width):
    page = open_page(width, 720, color_scheme=scheme)
    type_people(page, [*EIGHT, "Catherine Ashby-Cole-Featherstonehaugh"])
    found = {"people": axe(page)}
    make(page, "By cutting", mix="Two four-handed tables; one waits")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
    seat(page, 1, "North").click()
    found["plan"] = axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Discard this plan").click()
    page.locator(".links a", has_text="By cutting").click()
    expect(page.locator(".remark")).to_contain_text("This plan was discarded")
    found["dropped"] = axe(page)
    assert {where: problems for where, problems in found.items() if problems} == {}
