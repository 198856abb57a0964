"""Sixty people enter by the poster's code, on phones of their own; the director types one name."""

import re
from itertools import cycle
from uuid import uuid4

from playwright.sync_api import expect

from tests import proof
from tests.browser import club, tournament
from tests.browser.beforehand import send
from tests.browser.conftest import PHONE

CLUB = "The Notice Board Club"
TITLE = "The Advent drive"
FIRST = (
    *("Ada", "Bert", "Clara", "Denzil", "Elowen", "Frank", "Gwen", "Harry", "Iris", "Jago"),
    *("Kerensa", "Lewis", "Morwenna", "Nessa", "Oswald", "Petroc", "Ruby", "Sidney", "Tamsin"),
)
LAST = ("Angove", "Bolitho-Trevaskis", "Chegwidden")
NAMES = [f"{first} {last}" for last in LAST for first in FIRST][:57]
TWICE = "Bartholomew Featherstone", "Bartolomew Featherstone"
NAMES = [NAMES[0], TWICE[0], *NAMES[1:], TWICE[1], "Zacharias Quick"]
"""As they come; those of the same first name have different last ones."""
PLACES, CANCEL = 55, NAMES[10:18]
WAIT = NAMES[PLACES:]


def test_sixty_people_sign_up_and_the_director_types_the_one_who_phoned(server, open_page, axe):
    eye = club.Inspector(axe)
    director = open_page(**PHONE)
    club.found_club(server, CLUB, owner="nora", currency="GBP")
    here = tournament.open_tournament(director, "nora", CLUB, style="Classic", title=TITLE)
    director.get_by_label("Entry fee per person").fill("5")
    director.get_by_role("button", name="Save", exact=True).tap()
    eye.look(director, TITLE)
    poster = the_list_is_opened(director, here, eye)
    phones = _Phones(open_page, director, poster, eye)
    for name in NAMES:
        phones.put_down(name)
    assert len({*phones.own.values()}) == len(NAMES) == 60
    for no, name in enumerate(WAIT, start=1):
        phones.sees(name, f"Waiting list: number {no}")
    for name in CANCEL:
        phones.cancels(name)
    for name in WAIT:
        phones.sees(name, "You have a place now")
    eye.look(phones.page, "You have a place now")
    the_director_makes_one_of_two_and_adds_one(director, eye)
    everybody_is_entered(director)
    director.goto(here)
    first = tournament.draw(director, here, 1)
    seated = [
        name
        for table in tournament.sides_of(tournament.told(director, here), first)
        for side in table
        for name in side
    ]
    coming = {*NAMES, "Zelda Fitz"} - {*CANCEL, TWICE[1]}
    assert (sorted(seated), len(first.tables)) == (sorted(coming), 13)
    phones.sees(TWICE[1], "You’re signed up")
    expect(phones.page.locator("main")).to_contain_text("You’re entered in the tournament")
    expect(phones.page.locator("main")).to_contain_text(TWICE[0])
    assert eye.wrong == {}


def the_list_is_opened(director, here, eye):
    """From the page of the entrants; return the address on the poster."""
    director.goto(f"{here}entrants/")
    director.get_by_role("link", name="Sign-up list").tap()
    eye.look(director, "Sign-up list")
    director.get_by_label("Number of places").fill(str(PLACES))
    director.get_by_role("button", name="Open sign-up").tap()
    eye.look(director, "Sign-up list")
    return director.locator(".card a[href*='/come/']").get_attribute("href")


class _Phones:
    """The phones of the people who sign up: some in a browser, one of them without JavaScript; the
    rest send the same form, since a browser costs a second each."""

    def __init__(self, open_page, director, poster, eye):
        self.open_page, self.director, self.poster, self.eye = open_page, director, poster, eye
        self.own = {}
        """The address of each one's own page, by name."""
        self.seen = {*proof.every(8, NAMES), CANCEL[0], TWICE[1], WAIT[-1]}
        self.scripts = cycle((True, False))
        self.page = open_page(**PHONE)
        self.cookieless = open_page(**PHONE)

    def put_down(self, name):
        """A person scans the code, types their name and taps once."""
        if name not in self.seen:
            self.cookieless.context.clear_cookies()
            form = {"key": str(uuid4()), "name": name}
            self.own[name] = send(self.cookieless, re.sub(r"^\w+://[^/]+", "", self.poster), **form)
            return
        page = self.open_page(**PHONE, java_script_enabled=next(self.scripts))
        page.goto(self.poster)
        if name == NAMES[0]:
            eye_page = self.page
            eye_page.goto(self.poster)
            self.eye.look(eye_page, TITLE)
        assert page.locator("input:visible").count() == 1
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sign up").tap()
        expect(page.locator("h1")).to_have_text(re.compile("You’re signed up|Waiting list: number"))
        self.own[name] = page.url
        page.goto(self.poster)
        expect(page.locator("main")).to_contain_text(f"{name} signed up on this phone")
        page.context.close()

    def sees(self, name, heading):
        """A person looks at their own page again."""
        self.page.goto(self.own[name])
        expect(self.page.locator("h1")).to_have_text(heading)

    def cancels(self, name):
        """A person cancels: two taps on their own page."""
        if name not in self.seen:
            send(self.page, f"{re.sub(r'^http://[^/]+', '', self.own[name])}cancel")
            return
        self.page.goto(self.own[name])
        self.page.get_by_text("Not going", exact=True).tap()
        self.page.get_by_role("button", name="Cancel my sign-up").tap()
        self.eye.look(self.page, "You’ve cancelled")


def the_director_makes_one_of_two_and_adds_one(director, eye):
    director.reload()
    eye.look(director, "Sign-up list")
    expect(director.locator(".sub")).to_contain_text("52 of 55 signed up. 8 cancelled.")
    expect(director.locator(".doubt")).to_have_count(2)
    director.get_by_role("button", name=f"Merge {TWICE[0]} and {TWICE[1]}").tap()
    expect(director.locator(".doubt")).to_have_count(0)
    director.get_by_label("Name", exact=True).fill("Zelda Fitz")
    director.get_by_role("button", name="Add").tap()
    expect(director.locator(".sub")).to_contain_text("52 of 55 signed up.")


def everybody_is_entered(director):
    director.get_by_role("button", name="Enter all").tap()
    expect(director.locator(".entrant")).to_have_count(52)
