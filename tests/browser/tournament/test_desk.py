"""A pile of cards is entered by keyboard alone: a wrong one is noticed and corrected."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.club import sign_in
from tests.browser.conftest import schemes

MAKE = """
import json
from uuid import uuid4
from tests import cast
from tests.tournament import cast as hall
club = cast.a_club("The Desk " + uuid4().hex, organiser=uuid4().hex)
sam = "sam" + uuid4().hex[:8]
cast.an_officer(club, sam, "scorer")
made = hall.a_tournament(12, session=cast.an_evening(club))
first = hall.ended(hall.begun(made))
print(json.dumps([sam, made.session_id, [list(at.values()) for at in hall.seats(first).values()]]))
"""


@pytest.fixture
def desk(server):
    """A scorer's name, which is their password, the address of their desk after round 1, and who
    sat where."""
    name, session, seats = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    return name, f"/sessions/{session}/tournament/desk", seats


def open_desk(page, desk):
    sign_in(page, (desk[0], desk[0]))
    page.goto(desk[1])
    expect(page.locator("#typing .boxes input").first).to_be_focused()


def cards_of(seats):
    """Ten cards as they are typed, the third of which is wrong: its partner says 9."""
    (a, b, c, d), (e, f, g, h), (i, j, *_) = seats
    first = [(a, 9, 6), (b, 6, 9), (c, 8, 6), (d, 6, 9)]
    return [*first, (e, 4, 7), (f, 7, 4), (g, 4, 7), (h, 7, 4), (i, 5, 8), (j, 8, 5)]


def test_ten_cards_are_typed_by_keyboard_alone_and_a_wrong_one_is_corrected(open_page, desk, axe):
    page, seats = open_page(1280, 800), desk[2]
    open_desk(page, desk)
    answer, cards = page.locator("#answer"), cards_of(seats)
    expect(page.get_by_label("Number")).to_be_focused()
    keys = 0
    for no, points, against in cards:
        line = f"{no} {points} {against}"
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        keys += len(line) + 1
        expect(answer).to_contain_text(
            re.compile(rf"^\s*{no} .*: round 1, table \d, {points}–{against}\.")
        )
        expect(page.get_by_label("Number")).to_be_focused()
    assert keys <= 8 * len(cards)
    odd = page.locator(".look > section")
    expect(odd.locator("h2")).to_have_text("Table 1")
    beside = odd.locator("tbody td:nth-child(2)")
    assert sorted(text.split()[0] for text in beside.all_inner_texts()) == ["8", "9", "9", "9"]
    assert [text.split()[0] for text in odd.locator(".differs").all_inner_texts()] == ["8"]
    expect(odd.get_by_role("link", name="Ask the director about table 1")).to_be_visible()
    assert axe(page) == []
    page.keyboard.type(f"{seats[0][2]} 9 6")
    page.keyboard.press("Enter")
    expect(answer).to_contain_text("Table 1 is confirmed.")
    expect(odd).to_have_count(0)
    expect(page.locator(".entered-so-far h2")).to_have_text("Round 1: all 3 tables have a result")
    expect(page.get_by_role("link", name="Missing 2")).to_be_visible()
    assert page.locator(".figures dd").all_inner_texts() == ["3 of 3", "0", "0"]


def test_the_name_appears_during_typing_and_u_undoes_the_last_card(open_page, desk):
    page, [[north, *_], *_] = open_page(1280, 800), desk[2]
    open_desk(page, desk)
    name = page.locator(f"#no-{north} .name").inner_text()
    page.keyboard.type(str(north))
    expect(page.locator("#who")).to_have_text(f"{north} {name}, table 1")
    page.keyboard.press("Tab")
    page.keyboard.type("9")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text(
        f"{north} {name}: round 1, table 1, 9, 2 lone hands."
    )
    page.keyboard.type("u")
    expect(page.locator("#answer")).to_have_text(f"Undone: {north} {name}, round 1, table 1.")
    expect(page.get_by_label("Number")).to_be_focused()
    expect(page.get_by_label("Number")).to_have_attribute("placeholder", str(north))
    page.keyboard.type(" 8")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text(f"{north} {name}: round 1, table 1, 8.")


def test_cards_typed_faster_than_the_answers_are_all_stored(open_page, desk):
    page, seats = open_page(1280, 800), desk[2]
    open_desk(page, desk)
    for no, points, against in cards_of(seats):
        page.keyboard.type(f"{no} {points} {against}\n")
    expect(page.get_by_role("link", name="Missing 2")).to_be_visible()


def test_a_refused_or_unsent_card_stays_in_its_fields(open_page, desk, console):
    console.expect("status of 422", "ERR_FAILED", "Failed to fetch")
    page, [[north, *_], *_] = open_page(1280, 800), desk[2]
    away = []
    # Before anything is asked for: Chromium lets a request pass that follows at once.
    page.route("**/desk/card", lambda route: route.abort() if away else route.continue_())
    open_desk(page, desk)
    page.keyboard.type(f"{north} x 6\n")
    expect(page.locator("#answer")).to_contain_text("“x” is no number from 0 to 999.")
    expect(page.get_by_label("Points", exact=True)).to_be_focused()
    page.keyboard.type("9")
    away.append("from the network")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text(f"Not saved, no connection: {north} 9 6")
    away.clear()
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("round 1, table 1, 9–6.")


def test_the_winner_of_a_tie_is_one_tap_that_keeps_a_half_typed_card(open_page, desk):
    page, [[north, _, south, _], *_] = open_page(has_touch=True), desk[2]
    open_desk(page, desk)
    page.keyboard.type(f"{north} 6 6\n")
    tie = page.locator(".look > section")
    expect(tie.locator("h2")).to_have_text("Table 1 is tied: who won?")
    page.get_by_label("Number").fill(str(south))
    winners = tie.get_by_role("button")
    expect(winners).to_have_count(2)
    won = winners.last.inner_text()
    winners.last.tap()
    expect(page.locator("#answer")).to_contain_text(f"{won} won the tie")
    expect(tie).to_have_count(0)
    expect(page.get_by_label("Number")).to_have_value(str(south))


@schemes(14)
def test_entering_scores_works_on_a_phone_and_for_axe(open_page, desk, axe, scheme):
    page, [[north, _, south, _], *_] = open_page(color_scheme=scheme, has_touch=True), desk[2]
    open_desk(page, desk)
    found = {}
    for way in ("slip", "whole", "card"):
        page.goto(f"{desk[1]}?by={way}")
        found[way] = axe(page)
    for no, points in ((north, 9), (south, 8)):
        page.get_by_label("Number").fill(f"{no} {points}")
        page.get_by_role("button", name="Save").tap()
        expect(page.locator("#answer")).to_contain_text(f"table 1, {points}.")
    page.get_by_role("link", name=f"Enter {south} again").tap()
    expect(page.get_by_label("Number")).to_have_value(str(south))
    expect(page.get_by_label("Points", exact=True)).to_be_focused()
    found["odd"] = axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert found == dict.fromkeys(found, [])


@pytest.mark.thorough
def test_a_slip_and_a_whole_card_are_typed_along_their_fields(without_javascript, open_page, desk):
    page, seats = open_page(1280, 800), desk[2]
    north, east, *_ = seats[0]
    open_desk(page, desk)
    page.get_by_role("link", name="A table’s slip").click()
    expect(page.get_by_label("Table", exact=True)).to_be_focused()
    page.keyboard.type(f"1 9 6 {east} {east}\n")
    expect(page.locator("#answer")).to_contain_text(
        re.compile(r"^\s*Round 1, table 1: .* 9, .* 6\.\s+Lone hands: \w+ 2\.")
    )
    page.get_by_role("link", name="Whole card").click()
    expect(page.get_by_label("Sum")).to_be_visible()
    page.keyboard.type(f"{north} 9=9\n")
    expect(page.locator("#answer")).to_contain_text(": 1 round, 9 in all, 0 lone hands.")
    open_desk(without_javascript, desk)
    without_javascript.get_by_label("Number").fill(f"{east} 6 9 2")
    without_javascript.get_by_role("button", name="Save").click()
    expect(without_javascript.locator("#answer")).to_contain_text(
        "6–9, 2 lone hands. Table 1 is confirmed."
    )
