"""Every page for everybody: axe finds nothing, in light and in dark, on a phone and on a
desktop."""

import re

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.club import go_to_club, own_page_of
from tests.browser.conftest import LOOKS, looks, schemes
from tests.browser.table import log, start_table, tap_hand

DIRECTED = [
    "",
    "settings",
    "entrants/",
    "standings",
    "bracket",
    "prizes",
    "papers/",
    "people/",
    "rounds/1/",
]
DIRECTED += [
    "entrants/club",
    "adjustments",
    "going-on",
    "from-phones",
    "rounds/1/seats",
    "rounds/1/tables/2/",
    "desk",
    "pictures",
    "desk?by=slip",
    "desk?by=whole",
]
TABLE_PAGES = ["", "score", "history", "history?by=hand", "history?at=2", "board", "device"]
TABLE_PAGES += ["share", "people", "terms", "settlement", "sittings/1/seats", "penalty"]
CODES = ["Open big screen", "Open Find your seat"]
ACCOUNTS = ["", "cash", "year/", "opening", "enter?what=charge"]
SEEN_IN = proof.every(3, LOOKS)
"""The looks that the pages are divided among: a phone in light and a desktop in dark, unless
everything is asked for."""


@pytest.mark.parametrize("look", range(len(SEEN_IN)))
def test_axe_finds_nothing_on_the_pages_of_a_table(open_page, axe, look):
    width, scheme = SEEN_IN[look]
    page, found = open_page(width, 720, color_scheme=scheme, has_touch=True), {}
    pad = start_table(page)
    log(page, "Ben", "Dan", 5, no=1)
    for address in proof.part(
        look, len(SEEN_IN), ["/", "/look", *(pad + name for name in TABLE_PAGES)]
    ):
        page.goto(address)
        found[address] = axe(page)
    assert {address: problems for address, problems in found.items() if problems} == {}


@looks(0)
def test_axe_finds_nothing_during_tapping_and_correcting_a_hand(open_page, axe, scheme, width):
    page, found = open_page(width, 720, color_scheme=scheme, has_touch=True), {}
    pad = start_table(page)
    log(page, "Ben", "Dan", 5, no=1)
    tap_hand(page, "Ben", "Dan", 5)
    found["tapped"] = axe(page)
    for sheet in ("menu", "facts", "no-deal", "what-happened"):
        page.locator(f"#{sheet} > summary").tap()
        found[sheet] = axe(page)
        page.keyboard.press("Escape")
    page.goto(f"{pad}score")
    page.get_by_role("link", name="Correct hand 1").click()
    page.locator("fieldset", has_text="Tricks").locator("label", has_text="3").click()
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    found["correction"] = axe(page)
    assert {name: problems for name, problems in found.items() if problems} == {}


@schemes(1)
def test_axe_finds_nothing_on_the_organiser_s_pages(
    server, open_page, axe, club, evenings, scheme, console
):
    console.expect("status of 404")
    server.manage("siteowner", club[0])  # whoever makes a club of their own takes that over
    page = open_page(color_scheme=scheme)
    page.goto("/sign-in")
    found = {"sign-in": axe(page)}
    go_to_club(page, club)
    home = page.url
    tonight = evenings["tonight"]
    people = [
        f"{home}people/",
        f"{home}people/import",
        f"{home}tournaments/take-in",
        f"{home}hands/",
    ]
    page.goto(people[0])
    somebody = page.locator(".people a").first.get_attribute("href")
    people += [f"{somebody}{rest}" for rest in ("edit", "merge", "merge?q=a", "forget")]
    people += [f"{home}accounts/{rest}" for rest in ACCOUNTS]
    people.append(f"{home}accounts/evenings/{tonight.split('/')[2]}/")
    page.goto(f"{home}accounts/")
    people.append(page.locator(".balances a").first.get_attribute("href"))
    people += [f"{home}sessions/{tonight.split('/')[2]}/call-off"]
    at_sessions = [f"{tonight}{rest}" for rest in ("", "door/", "tables/1/cut/", "close")]
    at_sessions.append(f"{evenings['last time']}settlement")
    looked = [home, f"{home}?q=ann", f"{home}sessions/open", f"{home}leagues/"]
    looked += [
        f"{home}own-pages/",
        f"{home}own-pages/what",
        "/me/",
        "/table/",
        own_page_of(page, home),
    ]
    looked += [f"{home}open", f"{home}leagues/make", f"{home}leagues/make?from=st-austell"]
    looked.append(f"{home}programs/")
    looked += ["/leagues/1/money/", "/leagues/1/money/teams/6/"]  # of the demo's
    looked += ["/leagues/1/settings", "/leagues/1/fixtures/", f"/matches/{TO_COME}/move/night"]
    captain = re.search(r"/team/[\w-]+/", server.manage("demo"))[0]
    looked += [f"{captain}{rest}" for rest in ("", "table", "squad", "fixtures", "money")]
    server.manage("backup")
    looked += ["/", "/site/backups/", "/site/clubs/new", *at_sessions, *people, "/nothing"]
    for address in proof.turn(3, looked):
        page.goto(address)
        found[address] = axe(page)
    assert {name: problems for name, problems in found.items() if problems} == {}


TO_COME = 90
"""A match of the demo's league on its last night."""


@pytest.mark.parametrize("look", range(len(SEEN_IN)))
def test_axe_finds_nothing_at_a_tournament(open_page, axe, club, evenings, look):
    width, scheme = SEEN_IN[look]
    page = open_page(width, 720, color_scheme=scheme)
    go_to_club(page, club)
    found = {}
    addresses = proof.part(look, len(SEEN_IN), addresses_of_tournaments(page, evenings))
    for address in proof.turn(3, addresses):
        page.goto(address)
        found[address] = axe(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[address].append("it scrolls sideways")
    assert {address: problems for address, problems in found.items() if problems} == {}


def addresses_of_tournaments(page, evenings):
    """Every page of a tournament in full swing and of one that is finished, from the club's
    page."""
    found = [f"{page.url}tournaments/open"]
    in_full_swing, finished = evenings["Head table and bell"], evenings["The Autumn Progressive"]
    for evening in (in_full_swing, finished):
        found += [f"{evening}tournament/{rest}" for rest in DIRECTED]
        page.goto(f"{evening}passes/")
        found += [page.get_by_role("link", name=name).get_attribute("href") for name in CODES]
        found.append(f"{found[-1]}1/")
    page.goto(f"{in_full_swing}tournament/rounds/3/tables/1/")
    pad = page.get_by_role("link", name="Pad").get_attribute("href")
    return [*found, page.url, pad, f"{pad}round", f"{pad}board", f"{pad}device"]


def test_an_organiser_opens_an_evening_and_a_table_and_shows_its_code(open_page, club):
    page = open_page()
    go_to_club(page, club)
    page.get_by_role("link", name="People", exact=True).click()
    page.get_by_label("Names").fill("Hal\nIda")
    page.get_by_role("button", name="Add people").click()
    expect(page.locator(".people").first).to_contain_text("Ida")
    page.get_by_role("link", name="Club nights", exact=True).click()
    page.get_by_role("link", name="New club night").click()
    page.get_by_label("Name", exact=True).fill("Friday")
    page.get_by_role("button", name="Create club night").click()
    page.get_by_role("link", name="Add a table").click()
    for name in ("Hal", "Ida", "Ann", "Ben"):
        page.locator(".suggest").get_by_role("button", name=name, exact=True).click()
    for no, name in enumerate(("Hal", "Ida", "Ann", "Ben"), start=1):
        expect(page.get_by_label(f"Player {no}")).to_have_value(name)
    page.get_by_label("Rules", exact=True).select_option("call-ace")
    page.get_by_role("button", name="Add table").click()
    expect(page.locator(".qr")).to_have_count(2)
    page.get_by_role("link", name="Open pad").click()
    expect(page.locator("#prompt")).to_contain_text("First jack")


@pytest.mark.thorough
def test_names_to_tap_are_hidden_without_a_script(without_javascript, club):
    page = without_javascript
    go_to_club(page, club)
    page.get_by_role("link", name="New club night").click()
    page.get_by_role("button", name="Create club night").click()
    page.get_by_role("link", name="Add a table").click()
    expect(page.get_by_label("Player 1")).to_be_visible()
    expect(page.locator(".suggest")).to_be_hidden()
