"""What a league's secretary is shown before it counts, with large letters, narrow, in the dark,
slow: a draw on a night that teams cannot play, a walkover, and a card whose sum is wrong."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.club import sign_in
from tests.browser.looks import in_hard_looks

pytestmark = in_hard_looks

MAKE = """
import json
from uuid import uuid4
from scoring.models import Team
from tests import cast
from tests.league.cast import SECOND, a_league, a_match, a_squad
olga = "olga" + uuid4().hex[:8]
league = a_league("st-austell", club=cast.a_club("The Cards", organiser=olga))
league.teams.filter(name="Trolls").update(not_on=[SECOND.isoformat()])
league.teams.filter(name="Shufflers").update(name="The Benny Hunters of Upper Sugar River")
match = a_match(league, "Mounties", "Trolls")
a_squad(match.home, "Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus Penrose")
a_squad(match.away, "Ida", "Jan", "Kim", "Lea", "Max", "Ned")
print(json.dumps([olga, league.club_id, league.pk, match.pk, SECOND.isoformat()]))
"""
LOSERS = (15, 9, 20, 3, 18, 11, 7, 19, 0)


@pytest.fixture
def phone(hard_phone):
    return hard_phone


@pytest.fixture
def league(server, phone):
    """A league whose secretary is signed in on the phone, at the page of the club."""
    made = server.manage("shell", "-v0", "-c", MAKE)
    olga, club, league, match, second = json.loads(made)
    sign_in(phone, (olga, olga))
    phone.goto(f"/clubs/{club}/")
    phone.locator("main").get_by_role("link", name="St Austell").first.tap()
    phone.wait_for_url(f"**/leagues/{league}/")
    return {"card": f"/matches/{match}/card", "second": second, "home": f"/leagues/{league}/"}


def test_a_draw_on_a_night_a_team_cannot_play_is_shown_first_and_keeps_a_reason(
    phone, eye, league, console
):
    console.expect("status of 422")
    eye.look("league")
    phone.goto(f"{league['home']}fixtures/")
    eye.look("fixtures")
    phone.locator("main a[href$='/cup/']").tap()
    eye.look("knock-out", heading="Knock-out and play-offs")
    phone.get_by_label("Night", exact=True).first.fill(league["second"])
    phone.get_by_role("button", name="Draw", exact=True).tap()
    expect(phone.get_by_text("Trolls cannot play on")).to_be_in_viewport()
    eye.look("forbidden night")
    phone.get_by_role("button", name="Draw anyway").tap()
    expect(phone.locator(".errorlist")).to_be_visible()
    eye.look("no reason")
    expect(phone.locator(".bracket")).to_have_count(0)
    phone.get_by_label("Reason").fill("Both teams agreed")
    phone.get_by_role("button", name="Draw anyway").tap()
    expect(phone.locator(".bracket")).to_be_visible()
    eye.look("drawn")


def test_a_walkover_is_shown_first_and_takes_a_reason(phone, eye, league, console):
    console.expect("status of 422")
    phone.goto(f"{league['home']}cards/")
    eye.look("cards")
    phone.locator(f"a[href='{league['card']}']").first.tap()
    phone.get_by_text("Give a walkover").tap()
    eye.look("walkover")
    phone.get_by_role("button", name="Walkover for Trolls").tap()
    expect(phone.locator(".effect h2")).to_be_in_viewport()
    eye.look("preview")
    phone.get_by_label("Reason").fill("Snow")
    phone.get_by_role("button", name="Save walkover").tap()
    expect(phone.get_by_role("status")).to_contain_text("walkover for Trolls")
    phone.goto(league["card"].removesuffix("card"))
    expect(phone.locator("main")).to_contain_text("Snow")
    eye.look("given")


def test_a_wrong_sum_of_a_typed_card_is_said_first(phone, eye, league, console):
    console.expect("status of 422")
    phone.goto(league["card"])
    eye.look("card")
    for team in ("Mounties", "Trolls"):
        for pair in (1, 2, 3):
            for no, which in enumerate(("first", "second"), start=2 * pair - 1):
                phone.get_by_label(f"{team}, pair {pair}, {which} name").fill(str(no))
    for no, points in enumerate(LOSERS):
        loser = "away" if no < 5 else "home"
        phone.locator(f"[name='game{no}-0-{loser}']").fill(str(points))
    for side, won in (("home", "6"), ("away", "3")):
        phone.locator(f"[name='won-{side}']").fill(won)
    expect(phone.locator("[data-sum=won]")).to_have_text("games add up to 5–4")
    eye.look("typed")
    phone.get_by_role("button", name="Save card").tap()
    expect(phone.locator(".of-each-side .errorlist")).to_be_in_viewport()
    expect(phone.locator(".complaint").first).to_contain_text("but the card’s total is 6–3")
    eye.look("wrong sum")
