"""A tournament's tables under a thumb: eight hands and a tie, the bell on every phone, totals."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, looks
from tests.browser.tournament import tap_hand as hand

MAKE = """
import json
from scoring.tournament.actions import rounds
from tests import cast
from tests.tournament import cast as hall
from tests.tournament.cast import *
club = cast.Club.objects.filter(name="The Hall").first()
club = club or cast.Club.objects.create(name="The Hall")
made = hall.a_tournament({people}, style="{style}", session=cast.an_evening(club), seed=7)
first = hall.begun(made)
pads = [cast.address(row.table) for row in first.tables.all()]
print(json.dumps([made.pk, pads]))
"""
GO_ON = """
from tests.tournament.cast import *
made = Tournament.objects.get(pk={pk})
last = latest(made)
ended(last)
for row in last.tables.all():
    if row.no > 1: tell(last, row.no, 7, 5)
from scoring.tournament.actions.rounds import publish_round
publish_round(tournament=made, no=drawn(made).no)
"""


@pytest.fixture
def tables(server):
    """A function that begins the first round of a tournament: its key, and the addresses of its
    pads."""

    def tables(style="club", people=8):
        return json.loads(
            server.manage("shell", "-v0", "-c", MAKE.format(style=style, people=people))
        )

    return tables


def test_eight_hands_and_a_tie_end_with_the_winner_and_the_next_seat(
    server, phone, open_page, tables, axe
):
    tournament, pads = tables()
    phone.goto(pads[0])
    expect(phone.locator(".about")).to_have_text("Round 1 · hand 1 of 8")
    for no in range(8):
        hand(phone, no % 2, 3)
    expect(phone.locator(".finish h2")).to_have_text("All 8 hands are played")
    expect(phone.locator(".stands")).to_have_text("Tied 4–4")
    expect(phone.locator(".tile").first).to_be_hidden()
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert axe(phone) == []
    other = open_page(**PHONE)
    other.goto(pads[0])
    winners = phone.locator(".leaders button").first
    name = winners.inner_text()
    winners.tap()
    for page in (phone, other):
        expect(page.locator(".stands")).to_have_text(f"{name} won, after 4–4")
    phone.locator(".voice", has_text=name).get_by_role("button", name="Confirm", exact=True).tap()
    expect(other.locator(".voice", has_text=name)).to_contain_text("✓ confirmed")
    objects(phone, other)
    phone.locator("#undo").tap()
    expect(other.locator(".about")).to_have_text("Round 1 · hand 8 of 8")
    phone.locator("#put-back").tap()
    expect(phone.locator(".finish h2")).to_have_text("All 8 hands are played")
    server.manage("shell", "-v0", "-c", GO_ON.format(pk=tournament))
    panel = phone.locator(".event .panel")
    expect(panel).to_contain_text("Round 2: your seats")
    expect(panel.locator(".moves li")).to_have_count(4)
    panel.get_by_text("We’re seated: open the pad").tap()
    # Chromium may call what is inside a closed <details> visible until it draws the next frame.
    expect(phone.locator(".event")).not_to_have_attribute("open", "")
    hand(phone, 0, 5)
    expect(phone.locator(".about")).to_have_text("Round 2 · hand 2 of 8")


def objects(phone, other):
    """The opponents dispute the result; their text stays under the thumb while the page polls."""
    voice = phone.locator(".voice").nth(1)
    voice.get_by_text("Dispute").tap()
    why = voice.get_by_label("What was the score?")
    why.fill("The third was ours")
    other.locator(".voice").first.get_by_text("Dispute").tap()
    other.locator(".voice").first.get_by_role("button", name="Call the director").tap()
    expect(phone.locator(".voice").first).to_contain_text("✗ disputed")
    expect(why).to_have_value("The third was ours")
    voice.get_by_role("button", name="Call the director").tap()
    expect(phone.locator(".voice").nth(1)).to_contain_text("✗ disputed: The third was ours")


def test_the_head_table_rings_and_another_pad_stops(phone, open_page, tables, console):
    console.expect("status of 409")
    _, (head, second) = tables("classic")
    other = open_page(**PHONE)
    phone.goto(head)
    other.goto(second)
    hand(other, 1, 3)
    other.locator(".tile[data-key='0']").tap()
    other.locator("[data-tricks='5']").tap()
    for _ in range(3):
        hand(phone, 0, 5)
    expect(phone.locator(".finish h2")).to_contain_text("have 6")
    phone.get_by_role("button", name="Ring the bell").tap()
    expect(other.locator(".finish h2")).to_have_text("The bell has rung")
    expect(other.locator(".lead")).to_contain_text(
        "An unfinished hand does not count. 1 hand counts."
    )
    expect(phone.locator(".finish h2")).to_have_text("The bell has rung")
    # The hand half told is still there: it was finished before the bell.
    other.get_by_text("Add a missing hand").tap()
    expect(other.locator(".tile[data-key='0']")).to_have_attribute("aria-pressed", "true")
    other.locator(".save").tap()
    other.get_by_role("button", name="Finished in time, count it").tap()
    expect(other.locator(".stands")).to_contain_text("won 2–1")


def test_totals_are_entered_by_thumb_alone(phone, tables, axe):
    _, pads = tables()
    phone.goto(f"{pads[0]}round")
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert axe(phone) == []
    for side, times in (("NS", 6), ("EW", 3)):
        plus = (
            phone.locator(".count", has=phone.locator(f"[name='points-{side}']"))
            .get_by_role("button")
            .last
        )
        for _ in range(times):
            plus.tap()
    phone.locator("[name=side][value=EW]").tap()
    expect(phone.locator(".stands")).to_contain_text("won 6–3")
    expect(phone.locator(".said li")).to_have_text([re.compile(r"6, .* 3 \d\d:\d\d\s*$")])


@pytest.mark.thorough
def test_totals_and_confirming_work_without_javascript(without_javascript, tables):
    page, (_, pads) = without_javascript, tables()
    page.goto(f"{pads[0]}round")
    page.locator("[name='points-NS']").fill("9")
    page.locator("[name='points-EW']").fill("6")
    page.locator("[name=side][value=NS]").tap()
    page.locator(".voice").nth(1).get_by_role("button", name="Confirm", exact=True).tap()
    expect(page.locator(".voice")).to_have_text([re.compile("✓ confirmed")] * 2)


@looks(17)
def test_axe_finds_nothing_in_a_round(open_page, tables, axe, scheme, width, console):
    console.expect("status of 409")
    page = open_page(width, 720, color_scheme=scheme, has_touch=True)
    _, (head, second) = tables("classic")
    page.goto(head)
    found = {"playing": axe(page)}
    page.locator("#menu > summary").tap()
    page.locator("#bell > summary").tap()
    found["menu"] = axe(page)
    page.get_by_role("button", name="Ring now").tap()
    expect(page.locator(".finish h2")).to_have_text("The bell has rung")
    found["over"] = axe(page)
    page.locator("#late > summary").tap()
    hand_after_the_bell(page)
    found["late"] = axe(page)
    page.goto(f"{second}round")
    found["totals"] = axe(page)
    page.locator("[name='points-NS']").fill("4")
    page.locator("[name='points-EW']").fill("4")
    page.locator("[name=side][value=NS]").tap()
    expect(page.locator(".stands")).to_have_text("Tied 4–4")
    found["tied"] = axe(page)
    assert {name: problems for name, problems in found.items() if problems} == {}


def hand_after_the_bell(page):
    page.locator(".tile[data-key='0']").tap()
    page.locator("[data-tricks='3']").tap()
    page.locator(".save").tap()
    expect(page.locator(".waiting")).to_contain_text("Does this hand count?")
