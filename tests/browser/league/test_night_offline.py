"""A captain's phone without a network: entries are kept, and sent when there is one."""

import json
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser.table import until

MAKE = """
import json
from urllib.parse import parse_qs
from uuid import uuid4
from scoring.league.actions.cards import name_pairs
from scoring.common.permissions import Actor
from tests import cast
from tests.league.cast import a_league, a_match, a_squad, captains_link
club = cast.a_club("The Nights " + uuid4().hex, organiser=uuid4().hex)
match = a_match(a_league("st-austell", club=club), "Mounties", "Trolls")
pages = []
for side, names in (("home", "Ann Ben Cat Dan Eve Fay"), ("away", "Ida Jan Kim Lea Max Ned")):
    team = getattr(match, side)
    people = a_squad(team, *names.split())
    pairs = list(zip(people[::2], people[1::2]))
    name_pairs(match=match, side=side, pairs=pairs, actor=Actor())
    pages.append(f"/team/{captains_link(team).token}/matches/{match.pk}/")
print(json.dumps([match.pk, *pages]))
"""
TELLINGS = """
from scoring.models import MeetingReport
print(list(MeetingReport.objects.filter(meeting__match=%d).values_list("games", flat=True)))
"""
SEND = "**/rounds/*/send"
KEPT = "async path => Boolean(await caches.match(path))"


def test_a_round_entered_offline_is_kept_and_counts_once_when_online(
    open_page, server, console, axe
):
    console.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch")
    match, ours, theirs = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    page = open_page(has_touch=True, service_workers="allow")
    page.goto(ours)
    until(page, KEPT, ours)
    page.context.set_offline(True)
    points = page.locator("[name=away1-0]")
    points.fill("15")
    page.get_by_role("button", name="Save round 1").tap()
    note = page.locator(".kept-here").first
    expect(note).to_contain_text("Saved on this phone.")
    page.get_by_role("button", name="Save round 1").tap()  # impatient
    page.reload()
    expect(note).to_contain_text("It will be sent automatically")
    expect(page.locator(".meeting").first).to_contain_text("saved on this phone")
    expect(points).to_have_value("15")
    assert axe(page) == []
    page.context.set_offline(False)
    expect(note).to_contain_text("Saved.")
    expect(page.locator("summary").first).to_have_text("Round 1 · saved")
    expect(page.locator("[name=home1-0]")).to_have_value("21")
    assert server.manage("shell", "-v0", "-c", TELLINGS % match).strip() == "[[[21, 15]]]"
    other = open_page()
    other.goto(theirs)
    expect(other.locator("[name=away1-0]")).to_have_value("15")


def test_an_impossible_game_is_corrected_and_saved_with_its_round(open_page, server, console):
    console.expect("422")
    match, ours, _ = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    page = open_page(has_touch=True)
    page.goto(ours)
    for field, points in (("home1-0", 21), ("away1-0", 21), ("away2-0", 15), ("home3-0", 9)):
        page.locator(f"[name={field}]").fill(str(points))
    save = page.get_by_role("button", name="Save round 1")
    save.tap()
    note = page.locator(".kept-here").first
    expect(note).to_contain_text("Only one side can have the 21 points")
    assert server.manage("shell", "-v0", "-c", TELLINGS % match).strip() == "[]"
    page.locator("[name=away1-0]").fill("20")
    save.tap()
    expect(page.locator("summary").first).to_contain_text("entered")
    told = server.manage("shell", "-v0", "-c", TELLINGS % match).strip()
    assert told == "[[[21, 20]], [[21, 15]], [[9, 21]]]"


def test_a_score_that_was_refused_is_corrected_and_saved_without_a_reload(
    open_page, server, console
):
    console.expect("409")
    match, ours, theirs = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    page, other = open_page(has_touch=True), open_page()
    page.goto(ours)
    points = page.locator("[name=away1-0]")
    points.fill("15")
    other.goto(theirs)
    other.locator("[name=away1-0]").fill("17")
    other.get_by_role("button", name="Save round 1").click()
    expect(other.locator(".kept-here").first).to_contain_text("Saved.")
    expect(page.locator("#new")).not_to_be_empty()  # the page has heard of it
    expect(points).to_have_value("15")  # it was typed before
    save, note = page.get_by_role("button", name="Save round 1"), page.locator(".kept-here").first
    save.tap()
    expect(note).to_contain_text("21–17 is now on the card")
    points.fill("16")
    save.tap()
    expect(note).to_contain_text("Saved.")
    told = server.manage("shell", "-v0", "-c", TELLINGS % match).strip()
    assert told == "[[[21, 17]], [[21, 16]]]"


@pytest.mark.parametrize(("way", "points"), [("Send again", "15"), ("Discard", "17")])
def test_a_refused_score_is_sent_again_or_gives_way_to_the_card(
    open_page, server, console, way, points
):
    console.expect("409")
    _, ours, theirs = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    page, other = open_page(has_touch=True), open_page()
    page.goto(ours)
    page.locator("[name=away1-0]").fill("15")
    other.goto(theirs)
    other.locator("[name=away1-0]").fill("17")
    other.get_by_role("button", name="Save round 1").click()
    expect(page.locator("#new")).not_to_be_empty()  # the page has heard of it
    page.get_by_role("button", name="Save round 1").tap()
    note = page.locator(".kept-here").first
    note.get_by_role("button", name=way).tap()
    expect(note).not_to_contain_text("Not saved")
    expect(page.locator("[name=away1-0]")).to_have_value(points)
    expect(other.locator("[name=away1-0]")).to_have_value(points)


def test_a_score_that_was_corrected_before_its_phone_heard_that_it_was_saved_is_shown(
    open_page, server, console
):
    console.expect("ERR_FAILED", "Failed to fetch")
    match, ours, theirs = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    page, other = open_page(has_touch=True), open_page()
    page.goto(ours)

    def lose_the_answer(route):
        route.fetch()
        route.abort()

    page.route(SEND, lose_the_answer)
    points = page.locator("[name=away1-0]")
    points.fill("15")
    page.get_by_role("button", name="Save round 1").tap()
    expect(page.locator(".kept-here").first).to_contain_text("Saved on this phone.")
    other.goto(theirs)
    expect(other.locator("[name=away1-0]")).to_have_value("15")
    other.locator("[name=away1-0]").fill("17")
    other.get_by_role("button", name="Save round 1").click()
    expect(other.locator(".kept-here").first).to_contain_text("Saved.")
    page.unroute(SEND)
    expect(points).to_have_value("17")
    expect(page.locator(".waits")).to_have_count(0)
    told = server.manage("shell", "-v0", "-c", TELLINGS % match).strip()
    assert told == "[[[21, 15]], [[21, 17]]]"


def test_refused_rounds_are_sent_together_when_sent_again(open_page, server, console):
    console.expect("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "409")
    match, ours, _ = json.loads(server.manage("shell", "-v0", "-c", MAKE))
    page = open_page(has_touch=True)
    page.goto(ours)
    page.context.set_offline(True)
    save, note = page.get_by_role("button", name="Save round 1"), page.locator(".kept-here").first
    for field, points in (("away1-0", 15), ("home2-0", 9)):
        page.locator(f"[name={field}]").fill(str(points))
        save.tap()
    expect(page.locator(".waits").filter(has_text="saved on this phone")).to_have_count(2)

    def refuse(route):
        (key,) = parse_qs(route.request.post_data)["key"]
        answer = {"key": key, "state": "refused", "reason": "The card is closed."}
        route.fulfill(status=409, content_type="application/json", body=json.dumps(answer))

    page.route(SEND, refuse)
    page.context.set_offline(False)
    expect(note.get_by_text("The card is closed.")).to_have_count(2)
    page.unroute(SEND)
    note.get_by_role("button", name="Send again").tap()
    expect(note).to_contain_text("Saved.")
    expect(note).not_to_contain_text("The card is closed.")
    told = server.manage("shell", "-v0", "-c", TELLINGS % match).strip()
    assert told == "[[[21, 15]], [[9, 21]]]"
