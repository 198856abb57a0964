"""Everything on a page is visible in full: no figure, name or word is off the screen, cut or broken
inside, with long names and a year of evenings."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests import proof
from tests import server as servers
from tests.browser.beforehand import send
from tests.browser.club import club_path
from tests.browser.conftest import EVENINGS, PHONE, Console, launch, opener
from tests.browser.letters import letters_there
from tests.browser.shown import not_well_laid_out, not_whole
from tests.browser.sizes import small_letters, too_small
from tests.browser.table import key, log, new_table, start_table, tap_hand
from tests.browser.test_access import TABLE_PAGES, addresses_of_tournaments

LONG = [
    "Bartholomew Featherstonehaugh",
    "Małgorzata Wójcik-Kowalska",
    "Jürgen von Oberhausen",
    "Ngọc Nguyễn Thị Phương",
    "Wilhelmina Dyer-Hughes",
    "Evelin",
    "Konstantinos Papadopoulos",
]
RENAME = f"""
from scoring.models import Player
for player, name in zip(Player.objects.order_by("pk"), {LONG!r}):
    player.name, player.short_name = name, ""
    player.save()
"""
WIDTHS = (320, 360, 1280)
CLUB = ["", "people/", "people/import", "seasons/", "ratings", "accounts/", "house-rules/"]
CLUB += ["settings", "officers/", "diary", "files/", "seasons/earlier/bring", "accounts/year/"]
CLUB += ["accounts/opening", "accounts/enter?what=charge"]
LEAGUE = ["", "fixtures/", "teams/", "teams/9/", "results/", "report/", "agreed", "between/"]
LEAGUE += ["averages/", "captains/", "cards/", "money/", "money/teams/6/", "settings"]
EVENING = ["", "door/", "seats/", "settlement", "close", "passes/", "tables/1/cut/", "edit"]


@pytest.fixture(scope="module")
def long_names(browser):
    """A server whose demo club has people with long names, and the addresses of its evenings."""
    with servers.start(demo=True) as server:
        server.manage("shell", "-v0", "-c", RENAME)
        evenings = json.loads(server.manage("shell", "-v0", "-c", EVENINGS))
        yield server, evenings


@pytest.fixture
def open_page(browser, long_names):
    with opener(browser, long_names[0], Console()) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def password(long_names):
    """The password of the demo club's organiser."""
    return long_names[0].manage("demo").split("password ")[1].split()[0]


@pytest.fixture
def signed_in(open_page, password):
    """A function that opens the club's page, signed in as its organiser."""
    return lambda width, **how: at_the_club(open_page(width, 640, **how), password)


def at_the_club(page, password):
    send(page, "/sign-in", username="demo", password=password)
    page.goto(club_path(page))
    return page


def addresses_of_the_club(page, evenings) -> list[str]:
    """Return the pages of the club whose home is open, of its evenings, and of people in it."""
    home, links = page.url, "[...document.links].map((link) => link.pathname)"
    found = [home + rest for rest in CLUB]
    for rest in ("people/", "seasons/"):
        page.goto(home + rest)
        found += [path for path in page.evaluate(links) if path.startswith("/clubs/")][7:12]
    found += [f"{evenings['tonight']}{rest}" for rest in EVENING]
    found += ["/", "/start", "/look", "/rules/", "/rules/call-ace/"]
    found.append(f"{evenings['last time']}settlement")
    page.goto(home)
    return list(dict.fromkeys(found))


def addresses_of_others(page, server, evenings) -> list[str]:
    """Return the pages of a league, of its captains and of players, those of people who sign up or
    check themselves in, and help."""
    told, tonight = server.manage("demo"), evenings["tonight"]
    captain, player = (re.search(rf"/{one}/[\w-]+/", told)[0] for one in ("team", "me"))
    found = [f"/leagues/1/{rest}" for rest in LEAGUE] + ["/matches/33/", "/table/"]
    found += [f"/see/{what}/" for what in ("game", "night", "tournament", "league")]
    found += [captain + rest for rest in ("", "squad", "fixtures", "table", "money")]
    found += [player, f"{tonight}names/", f"{tonight}names/terms"]
    for address, button, link in (
        (f"{tonight}names/", "Open sign-up", "/come/"),
        (f"{tonight}passes/", "Create code", "/door/"),
    ):
        page.goto(address)
        while (makes := page.get_by_role("button", name=button)).count():
            makes.first.click()
        found.append(page.locator(f"a[href*='{link}']:visible").last.get_attribute("href"))
    page.goto("/help/")
    return found + page.evaluate("[...document.querySelectorAll('main a')].map((a) => a.pathname)")


def looked_at(page, addresses, wrong_on=not_whole) -> dict[str, list[str]]:
    """What is not shown whole, or `wrong_on` a page otherwise, by its address."""
    found = {}
    for address in addresses:
        page.goto(address)
        page.evaluate("document.fonts.ready.then(() => null)")
        found[address] = wrong_on(page)
    return {address: wrong for address, wrong in found.items() if wrong}


@pytest.mark.parametrize("look", range(len(WIDTHS)))
def test_every_page_of_a_club_is_visible_in_full(signed_in, long_names, look):
    page = signed_in(WIDTHS[look])
    found = addresses_of_the_club(page, long_names[1])
    assert looked_at(page, proof.turn(3, proof.part(look, len(WIDTHS), found))) == {}


@pytest.mark.parametrize("look", range(len(WIDTHS)))
def test_every_page_of_a_tournament_is_visible_in_full(signed_in, long_names, look):
    page = signed_in(WIDTHS[look])
    found = addresses_of_tournaments(page, long_names[1])
    assert looked_at(page, proof.turn(3, proof.part(look, len(WIDTHS), found))) == {}


@pytest.mark.parametrize("look", range(len(WIDTHS)))
def test_every_page_of_a_table_of_seven_is_visible_in_full(open_page, look):
    page = open_page(WIDTHS[look], 640, has_touch=True)
    pad = start_table(page, LONG, dealer=LONG[0])
    log(page, LONG[0], LONG[1], 5, no=1)
    pages = [f"{pad}{name}" for name in TABLE_PAGES]
    assert looked_at(page, proof.part(look, len(WIDTHS), pages)) == {}


@pytest.mark.parametrize("letters", [16, 32])
def test_pages_of_leagues_players_and_guests_are_well_laid_out_on_a_small_phone(
    browser, long_names, password, letters
):
    server, evenings = long_names
    with (
        launch(browser.browser_type, letters=letters) as large,
        opener(large, server, Console()) as open_page,
    ):
        page = at_the_club(open_page(320, 568, **PHONE), password)
        found = list(dict.fromkeys(addresses_of_others(page, server, evenings)))
        found = proof.turn(3, proof.part(letters == 32, 2, found))
        assert looked_at(page, found, not_well_laid_out) == {}


@pytest.mark.parametrize("letters", [24, 32])
def test_large_letters_on_a_small_phone_leave_names_whole_and_nothing_overlaps(
    browser, long_names, password, letters
):
    server, evenings = long_names
    with (
        launch(browser.browser_type, letters=letters) as large,
        opener(large, server, Console()) as open_page,
    ):
        page = at_the_club(open_page(320, 568, **PHONE), password)
        found = addresses_of_the_club(page, evenings) + addresses_of_tournaments(page, evenings)
        for rules, seats in (("call-ace", 7), ("american", 4)):
            pad = new_table(page, LONG[:seats], dealer="", rules=rules)
            found += [f"{pad}{name}" for name in TABLE_PAGES]
        # Screens for all to see are none of a phone's.
        found = [one for one in found if not one.endswith("/device") and "/w/" not in one]
        found = proof.turn(5, proof.part(letters == 32, 2, found))
        assert looked_at(page, found, not_well_laid_out) == {}


@pytest.mark.parametrize("letters", [16, 32])
def test_the_foot_of_a_long_form_never_covers_most_of_a_small_phone(
    browser, long_names, password, letters
):
    with (
        launch(browser.browser_type, letters=letters) as large,
        opener(large, long_names[0], Console()) as open_page,
    ):
        page = at_the_club(open_page(360, 640, **PHONE), password)
        page.goto("/leagues/1/settings")
        letters_there(page)
        page.locator("main form input:visible").nth(4).scroll_into_view_if_needed()
        foot = page.locator(".keep-in-sight").last.bounding_box()
        assert 640 - foot["y"] < 640 / 3


def test_with_large_letters_no_key_moves_from_hand_to_hand(browser, long_names):
    with (
        launch(browser.browser_type, letters=32) as large,
        opener(large, long_names[0], Console()) as open_page,
    ):
        page = open_page(320, 568, **PHONE)
        start_table(page, ["Ann", "Ben", "Cat", "Dan"], rules="american", dealer="")
        letters_there(page)
        keys = "[...document.querySelectorAll('.key, [data-tricks]')]"
        places = f"() => {keys}.map((one) => one.offsetTop)"
        stood = page.evaluate(places)
        key(page, "Ben").tap()
        assert page.evaluate(places) == stood
        page.locator("[data-tricks='3']").tap()
        assert page.evaluate(places) == stood


def test_help_and_signing_out_are_one_tap_away_where_tabs_fill_the_width(signed_in, long_names):
    page = signed_in(360, has_touch=True)
    for path in (page.url, f"{long_names[1]['tonight']}door/"):
        page.goto(path)
        page.get_by_role("button", name="Menu, help and account").tap()
        expect(page.get_by_role("link", name="Help", exact=True)).to_be_in_viewport()
        expect(page.get_by_role("button", name="Sign out")).to_be_in_viewport()
    page.get_by_role("button", name="Sign out").tap()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    # Without tabs they are in sight, so there is no key to them.
    expect(page.get_by_role("button", name="Menu, help and account")).to_have_count(0)


def test_no_letters_targets_or_discs_of_a_phone_are_too_small_or_dim(signed_in, long_names):
    page = signed_in(360, has_touch=True, color_scheme="dark")
    found = [*addresses_of_the_club(page, long_names[1]), "/leagues/1/teams/9/", "/table/"]
    found = [one for one in found if not one.endswith("tournament/standings")]
    assert looked_at(page, proof.turn(4, found), too_small) == {}


@pytest.mark.parametrize("width", [360, 1280])
def test_no_letters_are_under_eleven_pixels_on_any_page(signed_in, long_names, width):
    server, evenings = long_names
    page = signed_in(width)
    found = addresses_of_the_club(page, evenings) + addresses_of_tournaments(page, evenings)
    found += addresses_of_others(page, server, evenings)
    pad = new_table(page, LONG, dealer=LONG[0])
    found += [f"{pad}{name}" for name in TABLE_PAGES]
    found = proof.turn(4, proof.part(width == 1280, 2, list(dict.fromkeys(found))))
    assert looked_at(page, found, small_letters) == {}


TAB_ROWS = """() => Math.max(...[...document.querySelectorAll(".tabs")].map((tabs) => {
  const shown = [...tabs.querySelectorAll("a, button")].filter((one) => one.offsetWidth);
  return new Set(shown.map((one) => one.offsetTop)).size;
}))"""


def test_the_tabs_of_a_phone_are_in_one_row_and_the_rest_in_a_menu(signed_in, long_names):
    page = signed_in(360, has_touch=True)
    home, tonight = page.url, long_names[1]["tonight"]
    addresses = [home, f"{home}leagues/", tonight, f"{tonight}seats/", f"{tonight}settlement"]
    tournament = f"{long_names[1]['Head table and bell']}tournament/"
    addresses += [tournament, f"{tournament}desk", f"{tournament}pictures", f"{home}settings"]
    rows = {}
    for address in addresses:
        page.goto(address)
        rows[address] = page.evaluate(TAB_ROWS)
    assert rows == dict.fromkeys(addresses, 1)
    page.goto(home)
    for name in ("Club settings", "House rules"):
        page.get_by_role("button", name="Menu, help and account").tap()
        page.get_by_role("link", name=name, exact=True).tap()
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()


SCREENS = [(360, 640), (320, 568), (640, 360), (568, 320), (768, 1024), (1280, 800)]


@pytest.mark.parametrize(("rules", "seats"), [("call-ace", 7), ("call-ace", 5), ("american", 4)])
def test_the_save_button_is_in_view_on_every_screen(open_page, rules, seats):
    page = open_page(360, 640, has_touch=True)
    names = LONG[:seats]
    pad = new_table(page, names, rules=rules, dealer=names[0])
    missing = {}
    for width, height in proof.every(2, SCREENS):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(pad)
        page.evaluate("document.fonts.ready.then(() => null)")
        tap_hand(page, names[0], "Alone", 5)
        save = page.get_by_role("button", name="Save hand 1").bounding_box()
        wrong = not_whole(page)
        if save["y"] < 0 or save["y"] + save["height"] > height:
            wrong.append(f"Save ends at {save['y'] + save['height']}")
        if wrong:
            missing[width, height] = wrong
    assert missing == {}
