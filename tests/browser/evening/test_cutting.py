"""Cutting in and out as a thumb and a keyboard do it."""

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.conftest import PHONE, looks
from tests.browser.table import key, start_table

LONG = "Catherine Ashby-Cole-Featherstonehaugh"
FOUR = ["Ann", "Ben", "Małgorzata", LONG]
WIDER = "document.documentElement.scrollWidth > innerWidth"


def save(page, no, *, maker="Ann", tricks=3):
    """Log a hand in which partners sit opposite each other."""
    key(page, maker).tap()
    page.locator(f"[data-tricks='{tricks}']").tap()
    page.get_by_role("button", name=f"Save hand {no}").tap()
    expect(page.locator("#last")).to_contain_text(f"Hand {no} saved:")


def a_game(page):
    """Play a game of five points to its end."""
    for no in (1, 2, 3):
        save(page, no, tricks=5)


def in_and_out(page, *, played=None) -> str:
    """Start a table, play, go to its page of in and out, and return the pad's address."""
    pad = start_table(page, FOUR, rules="keller", dealer="Ann")
    if played:
        played(page)
    page.goto(f"{pad}people")
    page.get_by_role("link", name="Substitutes and waiting list").click()
    expect(page.locator("h1")).to_have_text("Substitutes and waiting list")
    return pad


def declare(page, name):
    page.get_by_label("Or another name").first.fill(name)
    page.get_by_role("button", name="Add to waiting list").click()
    expect(page.get_by_role("status")).to_contain_text(f"{name} is waiting for Table 1.")


@pytest.mark.parametrize("script", proof.share(1, [True, False]))
def test_a_waiting_player_comes_in_for_the_one_who_cut_the_lowest_card(open_page, script):
    with_script = open_page(**PHONE)
    in_and_out(with_script, played=a_game)
    page = with_script if script else open_page(**PHONE, java_script_enabled=False)
    page.context.add_cookies(with_script.context.cookies())
    page.goto(with_script.url)
    declare(page, "Eve")
    change = page.get_by_role("region", name="Change now")
    out = change.locator("p b").nth(1).inner_text()
    expect(change).to_contain_text("All have played 1 game: they cut, the lowest goes out")
    expect(change.locator(".cut-cards li").first).to_be_visible()
    assert not page.evaluate(WIDER)
    change.get_by_role("button", name="Make the change").click()
    expect(page.get_by_role("status")).to_contain_text("Eve came in.")
    sits = page.get_by_role("region", name="At this table").locator("li > span:first-of-type")
    expect(sits).to_have_text(["Eve" if name == out else name for name in FOUR])
    expect(page.get_by_role("button", name=f"Remove {out}")).to_be_visible()


def test_the_phone_at_the_table_makes_the_change_with_the_keyboard_alone(open_page):
    page = open_page(**PHONE)
    pad = in_and_out(page, played=a_game)
    declare(page, "Eve")
    page.goto(f"{pad}people")
    page.get_by_role("button", name="Make the change").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Eve came in.")
    expect(page.locator(".sub")).to_contain_text("Eve")
    page.get_by_role("link", name="Pad", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Eve")).to_be_visible()


def test_a_pad_says_kindly_that_its_table_was_broken_up(open_page):
    page = open_page(**PHONE)
    pad = in_and_out(page)
    watching = open_page(**PHONE)
    watching.goto(pad)
    page.get_by_text("Break up the table").click()
    page.get_by_label("Player who breaks it up").select_option("Ben")
    page.get_by_role("button", name="Break up table").click()
    expect(page.get_by_role("region", name="Left behind").locator("li")).to_have_count(3)
    expect(watching.locator(".remark")).to_contain_text("This table was broken up.")


@looks(4)
def test_axe_finds_nothing_at_substitutes_and_waiting_list(open_page, axe, scheme, width):
    page, found = open_page(width, 720, color_scheme=scheme, has_touch=True), {}
    pad = in_and_out(page, played=a_game)
    cut = page.url
    found["nobody waits"] = axe(page)
    declare(page, "Eve")
    for summary in page.locator("details > summary").all():
        summary.click()
    found["cut"] = axe(page)
    assert not page.evaluate(WIDER)
    page.goto(f"{pad}people")
    found["people"] = axe(page)
    assert not page.evaluate(WIDER)
    page.goto(pad)
    save(page, 4)
    page.goto(cut)
    for summary in page.locator("details > summary").all():
        summary.click()
    found["in the middle"] = axe(page)
    page.get_by_role("button", name="Break up table").click()
    expect(page.get_by_role("heading", name="Left behind")).to_be_visible()
    found["broken up"] = axe(page)
    page.goto(pad)
    found["its pad"] = axe(page)
    assert {name: problems for name, problems in found.items() if problems} == {}
