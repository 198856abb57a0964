"""A night of St Austell's league and one of Sugar River's, played on two captains' phones: table,
report and paper follow."""

import json
from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import PHONE
from tests.browser.table import log

NAMES = {
    "Mounties": ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"],
    "Trolls": ["Ida", "Jan", "Kim", "Lea", "Max", "Ned", "Ola", "Pat"],
}
MAKE = """
import json
from uuid import uuid4
from django.utils import timezone
from tests import cast
from tests.league.cast import a_league, a_match, a_squad, captains_link
club = cast.a_club("The Nights " + uuid4().hex, organiser=uuid4().hex)
league = a_league({shelf!r}, club=club, open_to_all=True, published_at=timezone.now())
match = a_match(league, "Mounties", "Trolls")
for team, names in ((match.home, {home}), (match.away, {away})):
    a_squad(team, *names)
links = [captains_link(team).token for team in (match.home, match.away)]
print(json.dumps([league.pk, match.pk, *links]))
"""


@pytest.fixture
def a_night(server, open_page):
    """A function that makes a match of a league of the shelf, and opens its page on the phones of
    both captains, from each one's own first page."""

    def make(shelf, pairs):
        home, away = (names[: 2 * pairs] for names in NAMES.values())
        made = server.manage("shell", "-v0", "-c", MAKE.format(shelf=shelf, home=home, away=away))
        league, match, *tokens = json.loads(made)
        phones = []
        for token in tokens:
            phones.append(open_page(**PHONE))
            phones[-1].goto(f"/team/{token}/")
            phones[-1].locator(f"a[href$='/matches/{match}/']").first.tap()
            phones[-1].wait_for_url(f"**/matches/{match}/")  # loaded: its script has run
        return league, match, phones

    return make


def name(phone, names):
    """Name the pairs: the first half by tapping the squad, the others by their first letters."""
    fields = phone.locator("#naming input[type=text]")
    expect(fields).to_have_count(len(names))
    half = len(names) // 2
    for one in names[:half]:
        phone.locator(".squad-key", has_text=one).tap()
    for field, one in list(zip(fields.all(), names, strict=True))[half:]:
        field.fill(one[:2])
    phone.get_by_role("button", name="Save pairs").tap()
    expect(phone.get_by_text("Correct names")).to_be_visible()


def tell(phone, no, games):
    """Enter a round: the points of home and away of each game in the order of the card; None for
    those that come from the pad."""
    form = phone.locator(f"[data-round='{no - 1}']")
    figures = [one for game in games for one in game]
    fields = form.locator("input[inputmode=numeric]")
    expect(fields).to_have_count(len(figures))
    for field, points in zip(fields.all(), figures, strict=True):
        if points is not None:
            field.fill(str(points))
    phone.get_by_role("button", name=f"Save round {no}", exact=True).tap()
    expect(phone.get_by_text(f"Round {no} · entered")).to_be_visible()


def confirm(phone, figures):
    """Confirm the card, which appears on the phone without a reload."""
    phone.get_by_role("button", name=f"Confirm: {figures}").tap()
    said = phone.get_by_text("You have confirmed it.").or_(phone.get_by_text("The card counts"))
    expect(said).to_be_visible()


def paper(page, match, token_page):
    """The words of the match's card as the captain prints it."""
    answer = page.request.get(f"{token_page}card.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    return " ".join(one.extract_text() for one in PdfReader(BytesIO(answer.body())).pages)


def test_a_night_of_st_austell_has_nine_games_three_pairs_and_both_captains(a_night):
    league, match, (home, away) = a_night("st-austell", 3)
    name(home, NAMES["Mounties"][:6])
    expect(home.get_by_text("haven’t named their pairs yet")).to_be_visible()
    name(away, NAMES["Trolls"][:6])
    expect(home.locator("#new")).to_contain_text("Trolls have named their pairs")
    home.get_by_role("button", name="Open score pads").tap()
    home.get_by_role("link", name="Table 1").tap()
    expect(home.locator("#pad")).to_be_visible()
    home.wait_for_load_state()  # before, a key is a plain form's
    for no in range(1, 7):
        log(home, "Ann", "Alone", 5, no=no)
    home.go_back()
    home.reload()
    home.get_by_role("button", name="Copy finished games to the card").tap()
    expect(home.get_by_text("21–0 on the card")).to_be_visible()
    tell(home, 1, [(None, None), (21, 15), ("", 20)])
    home.get_by_role("button", name="Next round: visitors move on").tap()
    expect(home.get_by_text("Round 2 begins")).to_be_visible()
    tell(home, 2, [("", 3), (7, ""), (9, "")])
    tell(away, 3, [(11, ""), (12, ""), ("", 19)])
    confirm(away, "5–4")
    expect(away.get_by_text("You have confirmed it.")).to_be_visible()
    confirm(home, "5–4")
    expect(home.get_by_text("The card counts, by both captains")).to_be_visible()
    words = paper(home, match, home.url)
    assert ("Ann" in words, "21" in words) == (True, True)
    home.goto(f"/leagues/{league}/")
    expect(home.locator("main")).to_contain_text("5–4")
    report = home.request.get(f"/leagues/{league}/report.txt").text()
    assert "Mounties beat Trolls 5–4" in report


def test_a_night_of_sugar_river_has_four_pairs_eight_games_each_and_a_skunk(a_night):
    league, match, (home, away) = a_night("sugar-river", 4)
    name(home, NAMES["Mounties"])
    name(away, NAMES["Trolls"])
    for no in range(1, 5):
        first = [(15, 0 if no == 1 else 9), ("", 8)]
        tell(home, no, [*first, *[(15, 9), (8, 15)] * 3])
    figures = "396–347"
    away.get_by_text("Correct names").tap()
    away.locator("#naming input[type=text]").first.fill("Xy")
    confirm(home, figures)
    expect(away.locator("#new")).to_have_text(
        "Mounties have confirmed the card. What you typed is still here."
    )
    expect(away.locator("#naming input[type=text]").first).to_have_value("Xy")
    away.locator("#naming input[type=text]").first.fill("Ida")
    sent = home.locator("[data-round='0'] .kept-here")
    expect(sent).to_contain_text("Saved.")
    for points, mine in (("1", ""), ("0", "Saved.")):
        away.locator("[data-round='0'] input[inputmode=numeric]").nth(1).fill(points)
        away.get_by_role("button", name="Save round 1", exact=True).tap()
        expect(home.locator("#changed")).to_contain_text(f"15–{points}")
        expect(sent).to_contain_text(mine) if mine else expect(sent).to_be_empty()
    # What stands is not what was said before: nobody says any more that it is right.
    expect(home.locator("#new")).to_contain_text("since you confirmed it")
    expect(away.locator("#new")).not_to_contain_text("have confirmed the card")
    confirm(home, figures)
    confirm(away, figures)
    expect(away.get_by_text("The card counts, by both captains")).to_be_visible()
    words = paper(away, match, away.url)
    assert ("396" in words, "347" in words) == (True, True)
    home.goto(f"/leagues/{league}/averages/")
    expect(home.locator("main")).to_contain_text("Ann")
    report = home.request.get(f"/leagues/{league}/report.txt").text()
    assert ("Mounties beat Trolls 396–347" in report, "Skunk" in report) == (True, True)
