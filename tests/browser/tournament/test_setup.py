"""A tournament is set up on a phone, from the club's page until everybody knows where they sit."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.club import go_to_club
from tests.browser.conftest import PHONE, looks

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
"""The time on a page while a double tap is made: on the slowest machine its second half comes at
once."""
SEVEN = ["Ann Archer", "Ben Bell", "Cat Cole", "Dan Drew", "Eve Earl", "Fay Ford", "Gus Gray"]
LONG = "Catherine Ashby-Cole-Featherstonehaugh"
FIVE = ["Hal Hunt", "Ida Ince", "Jo Jolly", "Kim Knox", LONG]
NUMBERED = "\n".join(f"{no}. {name}" for no, name in enumerate([*SEVEN, "Ann Archer"], start=1))


def to_the_formats(page, club):
    """Go from the club's page to where an evening with its tournament is opened."""
    go_to_club(page, club, "tournaments/open")
    expect(page.locator("h1")).to_have_text("New tournament")


def a_tournament(page, club, title):
    """Open an evening with its tournament, go to its settings, and return the tournament's
    address."""
    to_the_formats(page, club)
    page.get_by_role("radio", name="Club", exact=True).check()
    page.get_by_label("Name", exact=True).fill(title)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.locator("h1")).to_have_text("Settings")
    return page.url.removesuffix("settings")


def paste(page, names):
    """Paste a list; people marked in it are entered all the same."""
    if not page.get_by_role("textbox", name="Names").is_visible():
        page.locator("#paste > summary").click()
    page.get_by_role("textbox", name="Names").fill(names)
    enter = page.get_by_role("button", name="Add them")
    with page.expect_navigation():
        enter.click()
    sure = page.get_by_label("These names are right")
    if sure.is_visible():
        sure.check()
        with page.expect_navigation():
            enter.click()


def line(page, name):
    return page.locator(".one", has_text=re.compile(rf"^\s*\w\s+{re.escape(name)}\b"))


def placed(page, name):
    return page.locator(".placed", has_text=name)


def partners(page):
    """The two of each side, table by table."""
    page.wait_for_load_state("domcontentloaded")  # all of them
    return [
        [re.sub(r"^\d+ ", "", one.strip()) for one in side.locator(".placed").all_inner_texts()]
        for side in page.locator(".round .side-of").all()
    ]


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_settings_typed_before_the_script_loads_are_previewed_too(open_page, club):
    page, held = open_page(**PHONE), []
    settings = f"{a_tournament(page, club, 'Early bell')}settings"
    page.route("**/looking*.js", lambda route: held.append(route))
    with page.expect_request("**/looking*.js"):
        page.goto(settings, wait_until="commit")
    page.get_by_role("textbox", name="Rounds", exact=True).fill("6")
    expect(page.locator("#length")).to_contain_text("8 rounds of 8 hands")
    held[0].continue_()
    expect(page.locator("#length")).to_contain_text("6 rounds of 8 hands")


def test_a_tournament_is_set_up_from_the_club_s_page_to_round_1_on_a_phone(
    open_page, club, console
):
    console.expect("status of 422")
    page = open_page(**PHONE)
    tournament = a_tournament(page, club, "Christmas drive")
    page.get_by_label("Entry fee per person").fill("5.00")
    page.get_by_label("First: money").fill("30")
    page.get_by_role("textbox", name="Rounds", exact=True).fill("6")
    expect(page.locator("#length")).to_contain_text("6 rounds of 8 hands")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".ready")).to_contain_text("No entrants yet.")

    page.get_by_role("link", name="Entrants", exact=True).first.click()
    page.get_by_role("textbox", name="Names").fill(NUMBERED)
    with page.expect_navigation():
        page.get_by_role("button", name="Add them").click()
    twice = page.get_by_text("Ann Archer is listed twice.")
    expect(twice).to_be_in_viewport()
    paste(page, NUMBERED)
    expect(page.locator(".remark")).to_have_text("7 entered, up to number 7.")
    paste(page, "\n".join(FIVE))
    expect(page.locator("#counts")).to_have_text("12 entrants, 0 here, 0 paid, 3 tables")
    page.get_by_label("Find or add a name").fill("fay")
    expect(page.locator(".entrant")).to_have_count(1)
    line(page, "Fay Ford").get_by_role("button", name="paid").tap()
    expect(page.locator("#counts")).to_have_text("12 entrants, 1 here, 1 paid, 3 tables")
    page.get_by_label("Find or add a name").fill("Zelda Zimmer")
    page.get_by_role("button", name="+ Zelda Zimmer, a guest").tap()
    expect(page.locator(".remark")).to_contain_text("Entered: Zelda Zimmer, number 13.")
    assert not sideways(page)
    page.locator("#change > summary").click()
    page.locator("#change").get_by_label("Player").select_option(label="13 Zelda Zimmer")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator(".remark")).to_contain_text("Zelda Zimmer, number 13, is removed.")

    page.goto(tournament)
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.locator("h1")).to_have_text("Round 1: the draw")
    before = partners(page)
    one, other = before[0][0], before[2][1]
    placed(page, one).tap()
    expect(page.locator("#said")).to_contain_text("now tap the player to swap with")
    placed(page, other).tap()
    expect(page.locator("#draw")).to_contain_text("changed places.")
    after = partners(page)
    assert (after[0][0], after[2][1]) == (other, one)
    assert not sideways(page)
    page.get_by_role("button", name="Publish round").click()
    expect(page.get_by_role("button", name="Start round 1")).to_be_visible()
    page.goto(f"{tournament}rounds/1/")
    expect(page.locator("h1")).to_have_text("Round 1")
    assert partners(page) == after


def test_here_and_paid_are_one_tap_each_and_a_double_tap_is_one(open_page, club):
    page = open_page(**PHONE)
    page.goto(a_tournament(page, club, "Two taps") + "entrants/")
    paste(page, "Una Upton\nVic Vane")
    page.clock.set_fixed_time(NOW)
    here = line(page, "Una Upton").get_by_role("button", name="here")
    expect(here).to_be_in_viewport(ratio=1)
    box = here.bounding_box()
    where = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*where)
    expect(line(page, "Una Upton").get_by_role("button", name="here")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.touchscreen.tap(*where)
    expect(line(page, "Una Upton").get_by_role("button", name="here")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.clock.set_fixed_time(NOW + timedelta(seconds=1))
    page.touchscreen.tap(*where)
    expect(line(page, "Una Upton").get_by_role("button", name="here")).to_have_attribute(
        "aria-pressed", "false"
    )


@pytest.mark.thorough
def test_a_tournament_is_set_up_without_javascript(without_javascript, club):
    page = without_javascript
    tournament = a_tournament(page, club, "Plain forms")
    page.get_by_role("textbox", name="Rounds", exact=True).fill("4")
    page.get_by_role("button", name="Work out time and money").click()
    expect(page.locator("#length")).to_contain_text("4 rounds of 8 hands")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("h1")).to_have_text("Plain forms")
    page.goto(f"{tournament}entrants/")
    paste(page, "Wim West\nXenia Xu\nYves York\nZora Zola")
    line(page, "Wim West").get_by_role("button", name="here").click()
    expect(page.locator(".remark")).to_have_text("Wim West is here.")
    page.goto(tournament)
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.locator("h1")).to_have_text("Round 1: the draw")
    before = partners(page)
    for name in (before[0][0], before[1][0]):
        placed(page, name).get_by_role("checkbox").check()
    page.get_by_role("button", name="Swap").click()
    assert partners(page) == [[before[1][0], before[0][1]], [before[0][0], before[1][1]]]


def test_settings_are_previewed_only_after_a_change(open_page, club):
    page = open_page(**PHONE)
    a_tournament(page, club, "Untouched")
    asked = []
    page.on("request", lambda one: one.method == "POST" and asked.append(one.url))
    page.clock.install()
    page.reload()
    page.clock.run_for(1000)
    assert asked == []
    with page.expect_request(lambda one: one.method == "POST"):
        page.get_by_role("textbox", name="Rounds", exact=True).fill("6")
        page.clock.run_for(1000)


@looks(16)
def test_axe_finds_nothing_when_a_tournament_is_set_up(open_page, axe, club, scheme, width):
    page, found = open_page(width, 720, color_scheme=scheme), {}
    to_the_formats(page, club)
    found["formats"] = axe(page)
    page.get_by_label("Name", exact=True).fill(f"Axe {scheme} {width}")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.locator("h1")).to_have_text("Settings")
    tournament = page.url.removesuffix("settings")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true })")
    found["settings"] = axe(page)
    found["wide settings"] = ["sideways"] if sideways(page) else []
    page.goto(f"{tournament}entrants/")
    paste(page, f"Ann Archer\nBen Bell\nCat Cole\nDan Drew\n{LONG}")
    found["entrants"] = axe(page)
    page.get_by_label("Find or add a name").fill("cath")
    expect(page.locator("#list[data-q='cath']")).to_be_visible()
    found["found"] = axe(page)
    page.goto(tournament)
    found["ready"] = axe(page)
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.locator("h1")).to_have_text("Round 1: the draw")
    page.locator(".placed").first.click()
    found["draw"] = axe(page)
    found["wide draw"] = ["sideways"] if sideways(page) else []
    page.goto(f"{tournament}settings")
    page.locator("summary", has_text="Delete tournament").click()
    page.get_by_role("button", name="Delete tournament").click()
    expect(page.locator("h1")).not_to_have_text("Settings")
    page.goto(f"{tournament}make")
    found["offer"] = axe(page)
    assert {where: problems for where, problems in found.items() if problems} == {}


def test_players_are_ticked_in_the_club_s_list_while_it_narrows(open_page, club):
    page = open_page(**PHONE)
    tournament = a_tournament(page, club, "Ticked")
    page.goto(f"{tournament}entrants/club")
    picks = page.locator(".pick:visible")
    first = picks.first.inner_text()
    page.get_by_role("searchbox").fill(first[:3])
    page.get_by_label(first, exact=True).check()
    expect(page.get_by_role("button", name="Add 1", exact=True)).to_be_visible()
    page.get_by_role("searchbox").fill("nobody is called so")
    expect(page.get_by_text("No one on the list has that name.")).to_be_visible()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add 1", exact=True).click()
    expect(page.locator(".one", has_text=first)).to_be_visible()
