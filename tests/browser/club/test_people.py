"""The people of a club, found, brought in and made one on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import go_to_club

LIST = "Name;Short name;Guest\nZoe;;no\nAnn;Annie;no\nOswald;Ossie;yes\n"


@pytest.fixture
def people(phone, club):
    """The page of the demo club's people."""
    go_to_club(phone, club, "people/")
    return phone


def shown(page):
    return page.locator(".people b")


def test_the_list_narrows_during_typing_without_leaving_the_page(people):
    expect(people.get_by_role("heading", name="People", exact=True)).to_be_visible()
    everybody = shown(people).count()
    field = people.get_by_placeholder("Find a name")
    field.press_sequentially("MALG")
    expect(shown(people)).to_have_text(["Małgorzata"])
    expect(people.get_by_role("status")).to_have_text("1 found")
    expect(field).to_be_focused()
    field.fill("")
    expect(shown(people)).to_have_count(everybody)


@pytest.mark.thorough
def test_the_list_is_searched_without_javascript(without_javascript, club):
    page = without_javascript
    go_to_club(page, club, "people/")
    page.get_by_placeholder("Find a name").fill("zoe")
    page.get_by_role("button", name="Find").click()
    expect(shown(page)).to_have_text(["Zoë"])


def test_a_list_is_imported_and_two_entries_of_one_person_are_merged(people):
    people.get_by_role("link", name="Import people").click()
    people.set_input_files(
        "[name=file]",
        {"name": "list.csv", "mimeType": "text/csv", "buffer": LIST.encode("utf-8-sig")},
    )
    people.get_by_role("button", name="Preview import").click()
    expect(people.get_by_role("group", name="Zoe")).to_contain_text("This is Zoë")
    people.get_by_role("group", name="Zoe").get_by_label("A new person").check()
    people.get_by_label("Leave out Ann").check()
    people.get_by_role("button", name="Import").click()
    expect(people.locator(".remark")).to_have_text("2 added, 0 changed.")
    people.get_by_text("1 pair of similar names kept separate").click()
    people.get_by_role("button", name="Undo").click()
    people.get_by_text("pair of similar names").click()
    people.get_by_role("button", name="Keep separate").click()
    expect(people.locator(".remark")).to_have_text("Zoe and Zoë are kept separate.")
    people.get_by_text("1 pair of similar names kept separate").click()
    people.get_by_role("button", name="Undo").click()
    people.get_by_text("pair of similar names").click()
    people.get_by_role("link", name="Merge people").click()
    people.get_by_label("Zoë").check()
    people.get_by_role("button", name="Merge").click()
    expect(people.get_by_role("heading", name="Zoë", level=1)).to_be_visible()
    expect(people.locator(".remark")).to_have_text("Merged into Zoë.")


def test_pages_open_at_the_top_from_the_menu_and_after_people_were_added(phone, club):
    go_to_club(phone, club, "settings")
    expect(phone.get_by_role("heading", name="Club settings")).to_be_visible()
    assert phone.evaluate("scrollY") == 0
    phone.get_by_role("link", name="People", exact=True).click()
    phone.get_by_role("link", name="Add people").click()
    phone.get_by_label("Names").fill("Wilhelmina Quartermaine")
    phone.get_by_role("button", name="Add people").click()
    expect(phone.locator(".remark")).to_have_text("1 added.")
    assert phone.evaluate("scrollY") == 0
