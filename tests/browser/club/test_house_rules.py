"""Choosing rules and making one's own, as a thumb does it."""

import pytest
from playwright.sync_api import expect

from tests.browser.club import go_to_club
from tests.browser.conftest import PHONE, looks, schemes


def start_from(page, club, name):
    go_to_club(page, club, "rules/")
    page.get_by_label("Start from").select_option(label=name)
    with page.expect_navigation():  # what is typed before the script runs, it does not hear
        page.get_by_role("button", name="Start from these rules").click()


def moved(page):
    return page.locator("td.moved")


@schemes(2)
def test_a_house_rule_is_made_by_thumb_and_a_table_opened_with_it(open_page, axe, club, scheme):
    page, found, name = open_page(color_scheme=scheme, **PHONE), {}, f"Thursday {scheme}"
    start_from(page, club, "Keller’s game")
    expect(moved(page)).to_have_count(0)
    page.get_by_label("Euchre", exact=True).fill("3")
    expect(moved(page)).to_have_text(["3 instead of 2"])
    page.get_by_label("Laps").select_option("yes")
    expect(page.locator("#scores")).to_contain_text("Keller’s game, changed: euchre 3, laps on.")
    found["form"] = axe(page)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text(name)
    expect(moved(page)).to_have_text(["3 instead of 2"])
    found["rules"] = axe(page)
    page.get_by_role("link", name="House rules of The Right Bower Club").click()
    found["list"] = axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.goto("/")
    page.get_by_role("link", name="The Right Bower Club").first.click()
    page.get_by_role("link", name="New club night").click()
    page.get_by_role("button", name="Create club night").click()
    page.get_by_role("link", name="Add a table").click()
    expect(page.locator(".suggest")).to_be_visible()
    page.wait_for_load_state()  # its scripts have run
    page.get_by_label("Rules", exact=True).select_option(label=name)
    expect(page.locator("#about-rules")).to_have_text("Keller’s game, changed: euchre 3, laps on.")
    for person in ("Ann", "Ben", "Cat", "Dan"):
        page.locator(".suggest").get_by_role("button", name=person, exact=True).tap()
    expect(page.locator("#sides")).to_have_text("Ann and Cat against Ben and Dan")
    found["session"] = axe(page)
    page.get_by_role("button", name="Add table").tap()
    page.get_by_role("link", name="Open pad").click()
    page.locator("#menu > summary").tap()
    page.get_by_role("link", name="Rules of this table").click()
    expect(page.locator("h1")).to_have_text(name)
    assert {where: problems for where, problems in found.items() if problems} == {}


@pytest.mark.thorough
def test_the_scores_of_a_house_rule_are_previewed_without_javascript_too(without_javascript, club):
    page = without_javascript
    start_from(page, club, "Call-Ace")
    page.get_by_label("Lone march with seven").fill("6")
    page.get_by_role("button", name="Preview").tap()
    expect(moved(page)).to_have_text(["6 instead of 7", "6 instead of 7"])
    expect(page.get_by_label("Lone march with seven")).to_have_value("6")
    expect(page.locator("#scores")).to_be_in_viewport()


def test_a_stranger_sees_the_options_of_the_chosen_rules(phone):
    phone.goto("/start")
    phone.get_by_text("All rules").tap()
    phone.get_by_text("Play for money").tap()
    names, rules = phone.get_by_label("Player 1"), phone.get_by_label("Rules", exact=True)
    rules.select_option("call-ace")
    names.fill("Ann, Ben, Cat, Dan")
    expect(phone.locator("#sides")).to_be_empty()
    phone.get_by_text("Options of these rules").tap()
    options = phone.locator("[data-option]:visible label")
    expect(options).to_have_text(["Joker", "Game"])
    rules.select_option("american")
    expect(phone.locator("#sides")).to_have_text("Ann and Cat against Ben and Dan")
    expect(phone.get_by_label("Stake a game point")).to_be_visible()
    expect(phone.get_by_label("Game", exact=True)).to_have_attribute(
        "placeholder", "use the rule (10)"
    )
    expect(phone.locator("#usual option")).to_have_count(3)
    expect(phone.get_by_label("Laps").locator("option").first).to_have_text("use the rule (no)")
    expect(options).to_have_count(9)
    rules.select_option("hoyle-two")
    expect(options).to_have_text(["Game", "Laps", "Love game double", "Rubber", "Stakes"])
    phone.get_by_label("Laps").select_option("yes")
    rules.select_option("call-ace")
    phone.get_by_role("button", name="Start a table").tap()
    expect(phone.locator("#pad")).to_be_visible()


def test_a_stranger_sees_only_the_lowest_bids_of_the_chosen_rules(phone):
    phone.goto("/start")
    phone.get_by_text("All rules").tap()
    rules, lowest = phone.get_by_label("Rules", exact=True), phone.get_by_label("Lowest bid")
    phone.get_by_text("Options of these rules").tap()
    rules.select_option("bid")
    offered = lowest.locator("option:not([hidden])")
    expect(offered).to_have_text(["use the rule (3)", "1", "3"])
    lowest.select_option("1")
    rules.select_option("bid-double")
    expect(offered).to_have_text(["use the rule (3)", "3", "6"])
    expect(lowest).to_have_value("")
    rules.select_option("auction")
    expect(lowest).to_be_hidden()


def test_a_stranger_sees_the_first_dealer_of_the_chosen_rules(phone):
    phone.goto("/start")
    phone.get_by_text("All rules").tap()
    rules = phone.get_by_label("Rules", exact=True)
    rules.select_option("call-ace")
    phone.get_by_text("More choices").tap()
    said = phone.locator("#id_dealer_helptext")
    expect(said).to_have_text(
        "A name. If blank: the site throws cards round, and the first jack deals (Foster, law 1)."
    )
    rules.select_option("keller")
    expect(said).to_have_text(
        "A name. If blank: all cut, and the lowest card deals, the ace the lowest (Keller, ch. 4)."
    )
    rules.select_option("club-laws")
    expect(said).to_have_text(
        "A name. If blank: all cut, and the highest card deals, the knave the highest (Leeds & "
        "Dwight, law 11)."
    )
    phone.get_by_label("Player 1").fill("Ann, Ben, Cat, Dan")
    phone.get_by_role("button", name="Start a table").tap()
    expect(phone.locator("#prompt")).to_contain_text("Highest card, ")


@pytest.mark.thorough
def test_a_stranger_starts_a_table_of_partners_without_javascript(without_javascript, console):
    console.expect("status of 422")
    page = without_javascript
    page.goto("/start")
    page.get_by_text("All rules").tap()
    page.get_by_label("Player 1").fill("Ann, Ben")
    page.get_by_label("Rules", exact=True).select_option("keller")
    page.get_by_text("Options of these rules").tap()
    page.get_by_label("Game", exact=True).fill("10")
    page.get_by_role("button", name="Start a table").tap()
    expect(page.locator(".errorlist")).to_contain_text("For two there is: Hoyle, two-handed")
    expect(page.get_by_label("Game", exact=True)).to_have_value("10")
    page.get_by_label("Player 3").fill("Cat, Dan")
    page.get_by_role("button", name="Start a table").tap()
    expect(page.locator("#pad")).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}rules")
    expect(page.locator(".sub")).to_have_text("This table: to 10.")


@looks(1)
def test_axe_finds_nothing_on_the_rules_pages(open_page, axe, scheme, width):
    page, found = open_page(width, 720, color_scheme=scheme), {}
    for path in (
        "/help/",
        "/help/?q=undo",
        "/help/scorer/",
        "/rules/",
        "/rules/call-ace/",
        "/rules/club-laws/",
        "/rules/hoyle-three-setback/",
    ):
        page.goto(path)
        found[path] = axe(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto("/start")
    page.get_by_text("All rules").click()
    page.get_by_text("Options of these rules").click()
    found["options"] = axe(page)
    assert {path: problems for path, problems in found.items() if problems} == {}
