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
    somebody = page.locator(".debts a").first.get_attribute("href")
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
    owes = phone.locator(".debts li", has=phone.get_by_role("button", name="Paid"))
    owes.first.get_by_role("link").first.click()
    name = phone.locator("h1").inner_text()
    phone.get_by_role("link", name=re.compile("^Pay in .")).click()
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.locator("h1")).to_have_text(name)
    expect(phone.locator(".sub")).to_contain_text("Settled.")


def test_a_debt_is_paid_by_one_tap_and_undone_by_another(phone, club):
    to_accounts(phone, club)
    debts = phone.locator(".debts li", has=phone.get_by_role("button", name="Paid"))
    name, box = debts.first.locator(".called").inner_text(), phone.locator(".felt dd").first
    held = box.inner_text()
    debts.first.get_by_role("button", name="Paid").tap()
    paid = phone.locator(".just-paid")
    expect(paid).to_be_in_viewport()
    expect(paid).to_contain_text("into the cash box")
    assert box.inner_text() != held
    paid.get_by_role("button", name="Undo").tap()
    expect(box).to_have_text(held)
    expect(debts.first.locator(".called")).to_have_text(name)


def test_the_box_is_counted_from_the_accounts(phone, club):
    to_accounts(phone, club)
    phone.get_by_text("Count cash", exact=True).tap()
    phone.get_by_label("Cash counted").fill("1.00")
    phone.get_by_role("button", name="Compare").tap()
    expect(phone.get_by_role("heading", name="Cash box")).to_be_visible()
    expect(phone.get_by_role("status")).to_contain_text("than it should hold")
