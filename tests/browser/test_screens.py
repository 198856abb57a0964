"""The ten main jobs on a phone, counted in screens. docs/screens.md says what a screen is, and
lists the counts."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests import server as servers
from tests.browser.club import arrive, sign_in
from tests.browser.conftest import PHONE, Console, opener
from tests.browser.table import FIVE, log

DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs" / "screens.md"
EIGHT = ["Abe Ash", "Bea Birch", "Col Cedar", "Dee Date", "Eli Elm", "Flo Fir", "Gil Gum"]
EIGHT += ["Hew Holly"]


class Walk:
    """A phone that counts the pages it passes from `start` on."""

    def __init__(self, page, start="/"):
        self.page, self.screens = page, 0
        page.goto(start)
        page.on("request", self._count)

    def _count(self, request):
        if request.is_navigation_request() and request.redirected_from is None:
            self.screens += request.frame == self.page.main_frame

    def tap(self, role, name, *, to, within=None, exact=False):
        """Tap a link or a button that leads to a page with this heading."""
        where = within or self.page
        with self.page.expect_navigation():
            where.get_by_role(role, name=name, exact=exact).first.tap()
        expect(self.page.locator("h1")).to_have_text(to)
        self.page.wait_for_load_state()

    def last(self, role, name, *, exact=False):
        """Make the last tap of the job, and return the number of screens passed until then."""
        passed = self.screens
        self.page.get_by_role(role, name=name, exact=exact).first.tap()
        return passed


def start_a_table(page, said):
    walk = Walk(page)
    walk.tap("link", "Start a table", to="Start a table")
    page.get_by_text("Call-Ace").first.tap()
    page.get_by_label("Player 1").fill(", ".join(FIVE))
    passed = walk.last("button", "Start a table")
    expect(page.get_by_role("button", name="Save hand 1")).to_be_visible()
    return passed


def log_a_hand(page, said):
    walk = Walk(page, re.search(r"/t/[\w-]+/(?=\s)", said)[0])
    log(page, "Ben", "Dan", 3, no=9)
    return walk.screens


def correct_an_old_hand(page, said):
    walk = Walk(page, re.search(r"/t/[\w-]+/(?=\s)", said)[0])
    walk.tap("link", "Score", to="Score")
    walk.tap("link", "Correct hand 2", to="Correct hand 2")
    page.locator("fieldset", has_text="Tricks").locator("label", has_text="1").click()
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("button", name="Save correction")).to_be_visible()
    passed = walk.last("button", "Save correction")
    expect(page.locator("h1")).to_have_text("Score")
    return passed


def join_by_code(page, said):
    page.goto(re.search(r"/t/[\w-]+/(?=\s)", said)[0] + "share")
    code = page.locator(".code-to-write b.unbroken").inner_text()
    walk = Walk(page)
    walk.tap("link", "I have a code", to="Join a table")
    page.get_by_label("Code").fill(code)
    passed = walk.last("button", "Join")
    expect(page.get_by_role("button", name="Save hand")).to_be_visible()
    return passed


def tonight(page):
    return page.locator("article.tonight", has=page.get_by_role("heading", name="Club night"))


def check_somebody_in(page, said):
    walk = Walk(page)
    walk.tap("link", "Check-in", within=tonight(page), to="Check-in")
    arrive(page, "Ivo")
    return walk.screens


def form_tables(page, said):
    walk = Walk(page)
    walk.tap("link", "Check-in", within=tonight(page), to="Check-in")
    walk.tap("link", "Make tables", to="Make tables")
    walk.tap("button", "Make seating plan", to="Seating plan")
    passed = walk.last("button", "Open these tables")
    expect(page.get_by_role("heading", name="Table 3")).to_be_visible()
    return passed


def close_and_settle(page, said):
    walk = Walk(page)
    walk.tap("link", "Tables", within=tonight(page), to=re.compile("."))
    walk.tap("link", "Close club night", to="Close club night")
    passed = walk.last("button", "Close and settle")
    expect(page.locator(".payments > li").first).to_be_visible()
    return passed


def tournament_to_round_1(page, said):
    walk = Walk(page)
    walk.tap("link", "The Right Bower Club", to="The Right Bower Club")
    walk.tap("link", "New tournament", to="New tournament")
    page.get_by_role("radio", name="Club", exact=True).check()
    page.get_by_label("Name", exact=True).fill("Ten jobs")
    walk.tap("button", "Create tournament", to="Settings")
    walk.tap("link", "Entrants", to="Entrants", exact=True)
    page.get_by_role("textbox", name="Names").fill("\n".join(EIGHT))
    walk.tap("button", "Add them", to="Entrants")
    walk.tap("link", "Director", to="Ten jobs")
    walk.tap("button", "Draw round 1", to="Round 1: the draw")
    passed = walk.last("button", "Publish round")
    expect(page.get_by_role("button", name="Start round 1")).to_be_visible()
    return passed


def who_leads_the_year(page, said):
    walk = Walk(page)
    walk.page.get_by_role("link", name="Season of The Right Bower Club").tap()
    expect(page.locator(".ranking-no").first).to_be_visible()
    return walk.screens


def captains_card(page, said):
    walk = Walk(page)
    page.goto(re.search(r"/team/[\w-]+/", said)[0])
    page.get_by_role("link", name=re.compile("Enter card|Enter score|Name pairs")).first.tap()
    expect(page.get_by_role("button", name="Save pairs")).to_be_visible()
    return walk.screens


JOBS = {
    "Start a table": start_a_table,
    "Log a hand": log_a_hand,
    "Correct an old hand": correct_an_old_hand,
    "Join a table by code": join_by_code,
    "Check a player in": check_somebody_in,
    "Make tables": form_tables,
    "A tournament to round 1": tournament_to_round_1,
    "See who leads the year": who_leads_the_year,
    "A captain’s match card": captains_card,
    "Close a club night and settle": close_and_settle,
}
STRANGERS = {"Start a table", "Log a hand", "Correct an old hand", "Join a table by code"}
STRANGERS |= {"A captain’s match card"}


def listed() -> dict[str, tuple[int, int]]:
    """Return what the document says of each job: the screens now, and those before."""
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \|", DOCUMENT.read_text("utf-8"), re.M)
    return {job: (int(now), int(before)) for job, now, before in rows}


def test_ten_jobs_pass_the_documented_screens_and_four_of_them_two_fewer(browser, monkeypatch):
    found = {}
    # The demo club of another server has the same password, and its cookies are of no use here.
    monkeypatch.setattr("tests.browser.club.KEPT", {})
    with servers.start(demo=True) as server, opener(browser, server, Console()) as open_page:
        said = server.manage("demo")
        who = "demo", said.split("password ")[1].split()[0]
        for job, do in JOBS.items():
            page = open_page(**PHONE)
            if job not in STRANGERS:
                sign_in(page, who)
            found[job] = do(page, said)
    assert found == {job: now for job, (now, _) in listed().items()}
    assert [job for job, (now, before) in listed().items() if now > before] == []
    assert len([job for job, (now, before) in listed().items() if before - now >= 2]) >= 4
