"""A rotation for ten, planned ahead: one comes late, one goes early, and all others keep their
seats."""

from collections import Counter
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser import club, tournament
from tests.browser.conftest import PHONE
from tests.browser.tournament import draw, start, told
from tests.sheets.reading import squeezed, whole

CLUB = "The Rotation Club"
TITLE = "All with all"
TEN = ["Ann", "Ben", "Catherine Ashby-Cole-Featherstonehaugh", "Dan", "Eve"]
TEN += ["Fay", "Gus", "Hal", "Ida", "Małgorzata"]
LATE = "Zoe Zimmer"
LEAVER = 4
RESULTS = {
    1: ("9 6, 1", "5 8"),
    2: ("7 7", "10 3"),
    3: ("4 8", "6 9"),
    4: ("8 5", "7 6"),
    5: ("3 9", "8 8"),
}
"""The entries from each table's slip: points, and the players of lone hands."""


@pytest.mark.thorough
def test_a_plan_is_kept_by_remaining_players_and_drawn_again_for_all(server, open_page, axe):
    eye = club.Inspector(axe)
    director, player = open_page(1280, 800), open_page(**PHONE)
    club.found_club(server, CLUB, owner="rita", currency="EUR")
    here = it_is_set_up(director)
    tournament.seed(server, here, 7)
    ten_enter(director, here, eye)
    a_round_is_played(director, here, 1)
    a_player_looks(director, here, player)
    everybody_s_card_has_their_rounds(director, here, TEN)

    played, plan = told(director, here).rounds, told(director, here).plan
    a_player_comes_late(director, here, eye)
    now = told(director, here)
    assert now.rounds == played
    assert [planned.no for planned in now.plan] == [2, 3, 4, 5]
    assert now.plan != plan[1:]
    assert [people_in(planned) for planned in now.plan] == [set(range(1, 12))] * 4
    the_plan_is_on_their_phone(player, now)
    everybody_s_card_has_their_rounds(director, here, [*TEN, LATE])
    for no in (2, 3):
        a_round_is_played(director, here, no)

    played = told(director, here).rounds
    a_player_leaves(director, here, eye)
    now = told(director, here)
    assert now.rounds == played
    assert [people_in(planned) for planned in now.plan] == [set(range(1, 12)) - {LEAVER}] * 2
    for no in (4, 5):
        a_round_is_played(director, here, no)
    how_it_ended(server, director, here, eye)
    assert eye.wrong == {}


def it_is_set_up(director):
    here = tournament.open_tournament(director, "rita", CLUB, style="Rotation", title=TITLE)
    director.get_by_role("textbox", name="Rounds", exact=True).fill("5")
    director.get_by_role("button", name="Save", exact=True).click()
    expect(director.locator("h1")).to_have_text(TITLE)
    return here


def ten_enter(director, here, eye):
    director.goto(f"{here}entrants/")
    tournament.enter(director, TEN)
    director.get_by_role("link", name="Go to the draw").click()
    expect(director.locator("h1")).to_have_text(TITLE)


def a_round_is_played(director, here, no):
    """Draw it, let it begin and end, and type the slips of its two tables at the desk."""
    director.goto(here)
    drawn = draw(director, here, no)
    start(director, no)
    director.get_by_role("button", name=f"End round {no}").click()
    expect(director.get_by_role("button", name=f"Undo the end of round {no}")).to_be_visible()
    director.goto(f"{here}desk?by=slip")
    expect(director.locator("#typing .boxes input").first).to_be_focused()
    for table, slip in zip(drawn.tables, RESULTS[no], strict=True):
        points, _, alone = slip.partition(", ")
        lone = f" {table.seats['N']}" if alone else ""
        director.keyboard.type(f"{table.no} {points}{lone}\n")
        expect(director.locator("#answer")).to_contain_text(f"Round {no}, table {table.no}:")


def a_player_looks(director, here, player):
    """Scan the card of number 1: all rounds of the plan are there."""
    director.get_by_role("link", name="QR codes", exact=True).click()
    code = director.get_by_role("link", name="Open Find your seat").get_attribute("href")
    player.goto(f"{code}1/")
    the_plan_is_on_their_phone(player, told(director, here))


def the_plan_is_on_their_phone(player, now):
    """The coming rounds of number 1 are those of the file."""
    to_come = []
    for planned in now.plan[-4:]:
        table = planned.table_of(1)
        where = f"Table {table.no}" if table else "you sit out"
        to_come.append(f"Round {planned.no} {where}")
    lines = player.locator(".to-come li")
    for place, line in enumerate(to_come):
        expect(lines.nth(place)).to_contain_text(line)


def everybody_s_card_has_their_rounds(director, here, names):
    answer = director.request.get(f"{here}papers/tally-cards.pdf")
    assert answer.status == 200
    says = whole(answer.body())
    assert [name for name in names if squeezed(name) not in says] == []


def a_player_comes_late(director, here, eye):
    director.goto(here)
    director.get_by_role("link", name="Add or remove players").click()
    eye.look(director, "Add or remove players")
    director.get_by_label("Who?", exact=True).first.fill(LATE)
    expect(director.get_by_text("From round 2")).to_be_visible()
    director.get_by_role("button", name="Add players").click()
    expect(director.locator(".remark")).to_contain_text(
        f"{LATE} (11) plays from round 2, without points for round 1."
    )


def a_player_leaves(director, here, eye):
    director.goto(f"{here}people/")
    director.locator("select[name=no]").select_option(str(LEAVER))
    director.get_by_role("button", name="Remove player").click()
    expect(director.get_by_role("heading", name="Left")).to_be_visible()
    eye.look(director, "Add or remove players")


def people_in(round):
    return {no for table in round.tables for no in table.entrants} | set(round.sitting_out)


def how_it_ended(server, director, here, eye):
    """No partner twice, no one out twice running; players who stayed were out equally often within
    one."""
    now = told(director, here)
    outs = Counter(no for round in now.rounds for no in round.sitting_out)
    stayed = [outs[no] for no in range(1, 11) if no != LEAVER]
    assert max(stayed) - min(stayed) <= 1
    assert [{*one.sitting_out} & {*other.sitting_out} for one, other in pairwise(now.rounds)] == [
        set()
    ] * 4
    sides = Counter(
        frozenset(side)
        for round in now.rounds
        for table in round.tables
        for side in table.by_side.values()
    )
    assert set(sides.values()) == {1}
    director.goto(f"{here}standings")
    eye.look(director, "Standings")
    figures = ("points", "won", "lones")
    found = tournament.standings_on(director, *figures)
    assert found == tournament.standings_in(server, director, here, *figures)
