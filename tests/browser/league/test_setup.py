"""A league of ten teams is set up from the club to the fixtures, with only the pages as a guide."""

from playwright.sync_api import expect

from tests.browser.club import go_to_club
from tests.browser.conftest import looks

TEAMS = """Mounties, Red Mouse, thursday
Trolls, Ludlow’s
Shufflers, Red Mouse
Stinky Eight
Lucky Bowers
The Benny Hunters of Upper Sugar River
Juda
Brodhead
Albany
Monticello"""


def open_more(page):
    """Show the tabs of a page that a phone has no room for."""
    if (key := page.locator("main .to-more")).is_visible():
        key.click()


def make_it(page, called, look):
    page.get_by_role("link", name="Copy Sugar River").click()
    page.wait_for_url("**/make?from=sugar-river")  # loaded: what is typed before is not counted
    page.get_by_label("League name").fill(called)
    page.get_by_label("Pairs in a team").fill("2")
    expect(page.locator(".length")).to_contain_text("Two pairs each play the two others 4 times")
    page.get_by_role("button", name="Create league").click()
    page.get_by_label("Teams, one a line").fill(TEAMS)
    page.get_by_role("button", name="Add teams").click()
    expect(page.locator(".league-teams li")).to_have_count(10)
    look("teams")


def set_its_nights(page, look):
    look("nights")
    page.wait_for_load_state()
    page.get_by_label("From").fill("2026-10-01")
    page.get_by_label("To", exact=True).fill("2027-01-28")
    # What was refused is said beside its field until it is right, and no longer.
    page.get_by_label("Also on").fill("every 2nd Tuesday")
    page.get_by_role("button", name="Save nights").click()
    expect(page.locator(".errorlist li")).to_contain_text("every 2nd Tuesday")
    page.wait_for_load_state()  # its script has run
    page.get_by_label("Also on").fill("")
    expect(page.locator(".errorlist li")).to_have_count(0)
    expect(page.locator("#nights [role=status]")).to_contain_text("18 nights")
    expect(page.locator("#nights [role=status]")).to_contain_text("The teams need 18.")
    page.get_by_role("button", name="Save nights").click()


def draw_its_fixtures(page, look):
    page.get_by_role("button", name="Draw fixtures").click()
    expect(page.get_by_role("button", name="Publish", exact=False).first).to_be_visible()
    look("draft")
    page.locator(".fixture a.plain").first.click()
    page.get_by_label("Night", exact=True).fill("2026-12-24")
    page.get_by_role("button", name="Preview changes").first.click()
    expect(page.get_by_role("button", name="Move match")).to_be_visible()
    look("move")
    page.get_by_role("navigation", name="League").get_by_role("link", name="Fixtures").click()


def look_at_its_other_pages(page, look):
    page.locator("main a[href$='/cup/']").click()
    look("knock-out")
    page.get_by_role("link", name="Settings", exact=True).click()
    for fold in page.locator(".folded-settings > details > summary").all():
        fold.click()
    look("settings")
    open_more(page)
    page.get_by_role("link", name="Next season").click()
    look("next season")
    page.go_back()
    open_more(page)
    page.get_by_role("link", name="League rules").click()
    look("agreed")


def register_a_squad(page, look):
    the_league = page.get_by_role("navigation", name="League")
    the_league.get_by_role("link", name="Teams").click()
    page.locator(".league-teams a").first.click()
    page.get_by_label("Names").fill("Ann Penrose\nBen Rowe\nCat Nance")
    page.get_by_role("button", name="Register", exact=True).click()
    expect(page.locator("#squad + .squad > li")).to_have_count(3)
    look("team")


def let_the_captain_register(page, look):
    page.get_by_text("Captain and link").click()
    page.get_by_role("link", name="Create captain link").click()
    page.get_by_role("button", name="Create links").click()
    page.locator(".own-links summary").first.click()
    look("links")
    page.locator(".own-links .address a").first.click()
    page.get_by_role("link", name="Squad", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Dan Kitto")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("status")).to_contain_text("Dan Kitto is registered")
    look("captain")


@looks(1)
def test_a_league_of_ten_teams_is_set_up_step_by_step(open_page, axe, console, club, scheme, width):
    console.expect("status of 422")
    page = open_page(width, 640, color_scheme=scheme, has_touch=True)
    found = {}

    def look(name):
        found[name] = axe(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[name].append("it scrolls sideways")

    go_to_club(page, club, "leagues/make")
    make_it(page, f"Bowers {scheme} {width}", look)
    page.get_by_role("link", name="Standings", exact=True).click()
    page.get_by_role("link", name="Nights and venues", exact=True).last.click()
    set_its_nights(page, look)
    draw_its_fixtures(page, look)
    look_at_its_other_pages(page, look)
    register_a_squad(page, look)
    let_the_captain_register(page, look)
    assert {name: problems for name, problems in found.items() if problems} == {}
