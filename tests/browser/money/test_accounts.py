"""The club's accounts on a phone: found, paid in, printed, undone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.club import go_to_club
from tests.browser.conftest import looks


def to_accounts(page, club):
    go_to_club(page, club, "accounts/")
    expect(page.get_by_role("heading", name="Accounts", exact=True)).to_be_visible()


@looks(8)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    open_page, axe, club, console, scheme, width
):
    console.expect("status of 422")
    page, found = open_page(width, 640, color_scheme=scheme, has_touch=True), {}
    to_accounts(page, club)
    home = page.url
    somebody = page.locator(".balances a").first.get_attribute("href")
    evening = page.locator("a[href*='/evenings/']").last.get_attribute("href")
    session = evening.split("/")[-2]
    asked = [
        "cash?counted=1",
        "cash?counted=much",
        "enter",
        "enter?what=payment",
        "enter?what=charge",
        "opening",
    ]
    asked.append(f"enter?what=pot&session={session}")
    pages = [
        home,
        somebody,
        evening,
        f"/sessions/{session}/settlement",
        *(f"{home}{one}" for one in asked),
    ]
    for address in pages:
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        found[address] = axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") == width, address
    assert {where: problems for where, problems in found.items() if problems} == {}


@pytest.mark.thorough
def test_a_payment_is_entered_and_undone_without_javascript(without_javascript, club):
    page = without_javascript
    to_accounts(page, club)
    page.get_by_role("link", name="New entry").click()
    page.get_by_role("link", name="Cash received").click()
    page.get_by_label("Amount").fill("12.34")
    page.get_by_label("Description").fill("cards sold")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    line = page.locator(".book > li").first
    expect(line).to_contain_text("cards sold")
    line.get_by_text("Receipt or undo").click()
    line.get_by_label("What was wrong?").fill("counted twice")
    line.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_have_text("Undone. The entry stays listed, crossed out.")
    expect(line.locator("s")).to_have_text(["Received", "+£12.34"])
    expect(line).to_contain_text("by demo: “counted twice”")


def test_the_opening_balance_finds_a_name_and_keeps_amounts_typed_for_others(phone, club):
    to_accounts(phone, club)
    phone.goto(f"{phone.url}opening")
    rows = phone.locator(".opening tbody tr")
    first = rows.first.locator("input").first
    first.fill("3.50")
    find = phone.get_by_label("Find a name")
    find.fill("zoe")
    expect(rows.locator("visible=true").locator("th")).to_have_text(["Zoë"])
    find.press("Enter")
    find.fill("nobody of ours")
    expect(phone.get_by_text("No matching name.")).to_be_visible()
    find.fill("")
    expect(first).to_have_value("3.50")


def test_an_account_is_found_and_settled(phone, club):
    to_accounts(phone, club)
    owes = phone.locator(".balances li", has_text=re.compile("owes"))
    if not owes.count():
        pytest.skip("nobody owes anything in the demo club")
    owes.first.get_by_role("link").click()
    name = phone.locator("h1").inner_text()
    phone.get_by_role("link", name=re.compile("^Pay in .")).click()
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.locator("h1")).to_have_text(name)
    expect(phone.locator(".sub")).to_contain_text("Settled up.")
