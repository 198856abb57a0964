"""A helper joins a club by a link, with a thumb; and what a name that is locked is shown."""

from itertools import count

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.club import go_to_club
from tests.browser.conftest import PHONE

NUMBERS = count(1)
PASSWORD = "a good password"


@pytest.fixture
def own_club(server, club):
    """A club of its own that the demo's organiser owns: its name, and how they sign in."""
    name = f"Club no. {next(NUMBERS)}"
    server.manage("newclub", name, "--owner", club[0])
    return name, club


def to_officers(page, own_club):
    """Sign in as the owner and go to the page of the officers: its address."""
    name, owner = own_club
    go_to_club(page, owner, "officers/", name=name)
    return page.url


def a_link(page, whom, office):
    """Make an invitation on the page of the officers: its link."""
    page.get_by_label("For whom").fill(whom)
    page.get_by_label(office).check()
    page.get_by_role("button", name="Create invitation link").click()
    expect(page.locator(".qr")).to_be_visible()
    return page.get_by_label("Link", exact=True).input_value()


def sign_up(page, link, name):
    page.goto(link)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Repeat the password").fill(PASSWORD)
    page.get_by_role("button", name="Create account and accept").click()


def fits(page):
    """Whether a page does not scroll sideways."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "scheme"), proof.share(0, [(360, "light"), (1280, "dark")]))
def test_a_helper_joins_with_a_link_and_resets_a_forgotten_password(
    open_page, axe, console, own_club, width, scheme
):
    console.expect("status of 422", "status of 410")
    owner, helper = (open_page(width, 720, color_scheme=scheme) for _ in range(2))
    name, found = f"catherine.ashby-cole-featherstonehaugh{own_club[0][-1]}", {}

    def look(page, what):
        found[what] = (axe(page), fits(page))

    officers = to_officers(owner, own_club)
    link = a_link(owner, "Catherine Ashby-Cole-Featherstonehaugh", "Scorer")
    look(owner, "link")
    helper.goto(link)
    look(helper, "invitation")
    helper.get_by_role("button", name="Create account and accept").click()
    sign_up(helper, link, name)
    expect(helper.get_by_role("status").first).to_have_text(f"You’re now scorer of {own_club[0]}.")
    look(helper, "club")
    helper.goto(link)
    expect(helper.locator("h1")).to_have_text("This link no longer works")
    look(helper, "gone")
    owner.goto(officers)
    look(owner, "officers")
    owner.get_by_role("link", name=name).click()
    look(owner, "officer")
    owner.get_by_role("button", name="Create password link").click()
    for_password = owner.get_by_label("Link", exact=True).input_value()
    forgetful = open_page(width, 720, color_scheme=scheme)
    forgetful.goto(for_password)
    look(forgetful, "new password")
    forgetful.get_by_label("New password", exact=True).fill(PASSWORD[::-1])
    forgetful.get_by_label("Repeat the password").fill(PASSWORD[::-1])
    forgetful.get_by_role("button", name="Save password").click()
    expect(forgetful.get_by_role("button", name=f"Sign out {name}")).to_be_visible()
    look(forgetful, "front")
    helper.goto("/")
    expect(helper.get_by_role("link", name="Sign in").first).to_be_visible()
    for where in ("settings", "diary"):
        owner.goto(officers.replace("officers/", where))
        look(owner, where)
    owner.goto("/")
    owner.get_by_role("link", name="Your account: demo").click()
    look(owner, "password")
    assert {what: told for what, told in found.items() if told != ([], True)} == {}


@pytest.mark.thorough
def test_everything_works_without_javascript(open_page, without_javascript, own_club):
    owner, helper = without_javascript, open_page(**PHONE, java_script_enabled=False)
    officers = to_officers(owner, own_club)
    sign_up(helper, a_link(owner, "Sam", "Organiser"), "sam.without")
    helper.get_by_role("button", name="Menu, help and account").click()
    helper.get_by_role("link", name="Club settings").click()
    helper.get_by_label("Place").fill("The Old Bell")
    helper.get_by_label("Check-in fee, members").fill("2.50")
    helper.get_by_role("button", name="Save").click()
    expect(helper.get_by_label("Check-in fee, members")).to_have_value("2.50")
    owner.goto(officers)
    owner.get_by_role("link", name="sam.without").click()
    owner.get_by_text("Remove sam.without").first.click()
    owner.get_by_role("button", name="Remove sam.without").click()
    expect(owner.get_by_role("status")).to_have_text(
        f"sam.without no longer has a role in {own_club[0]}."
    )
    owner.get_by_role("button", name="More settings of the club").click()
    owner.get_by_role("link", name="Activity log").click()
    expect(owner.locator(".hands p:first-child")).to_have_text(
        [
            "Removed sam.without, organiser.",
            "Settings: place The Old Bell, before: none; check-in fee for members £2.50, before: "
            "£0.00; check-in fee for guests £2.50, before: £0.00.",
            "Joined as organiser, invited by demo.",
            "Invited Sam as organiser.",
            "Created the club.",
        ]
    )


@pytest.mark.thorough
def test_a_locked_name_says_when_to_try_again(open_page, axe, console):
    console.expect("status of 429")
    page = open_page(**PHONE)
    page.goto("/sign-in")
    for _ in range(5):
        page.get_by_label("Username").fill("nobody.at.all")
        page.get_by_label("Password").fill("wrong")
        page.get_by_role("button", name="Sign in").click()
    expect(page.locator("h1")).to_have_text("Too many wrong tries")
    expect(page.locator(".sub")).to_contain_text("for the next 15 minutes. Try again at")
    assert (axe(page), fits(page)) == ([], True)
