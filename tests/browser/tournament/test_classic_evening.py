"""A classic evening of twelve: the phones of director, tables and a player, and the wall, all at
once."""

import re

from playwright.sync_api import expect

from scoring.tournament.pure.prizes import prizes
from scoring.tournament.pure.seats import SEATS
from scoring.tournament.pure.standings import standings
from tests.browser import club, tournament
from tests.browser.conftest import PHONE
from tests.browser.tournament import draw, start, tap_hand, tile

CLUB = "The Head Table Club"
TITLE = "St Nicholas’ drive"
LONG = "Catherine Ashby-Cole-Featherstonehaugh"
NAMES = ["Ann", "Ben", LONG, "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Małgorzata"]
HAL = 8
"""Their number: their phone is looked at."""
THE_BELL = "The bell has rung"


def test_a_classic_evening_works_from_the_club_s_page_to_the_prizes(
    server, open_page, axe, console
):
    console.expect("status of 409")
    eye = club.Inspector(axe)
    director, pad, other, player = (open_page(**PHONE) for _ in range(4))
    wall = open_page(1280, 720, color_scheme="dark")
    club.found_club(server, CLUB, owner="nick", currency="EUR")
    here = it_is_set_up(director, eye)
    tournament.seed(server, here, 7)
    twelve_enter_and_four_arrive(director, eye)
    the_wall_and_a_player_look(director, here, wall, player, eye)

    director.goto(here)
    eye.look(director, TITLE)
    first = draw(director, here, 1)
    everybody_sees_it(director, here, first, wall, player)
    start(director, 1)
    head_of_the_hall(director, here, pad, other, eye)
    a_wrong_bell_is_taken_back(director, pad, wall, player)
    the_head_table_plays_to_five_and_rings(director, pad, wall, player, eye)
    a_tie_is_entered_and_decided_on_the_table_s_phone(director, other, eye)
    the_director_types_a_result(director, 1, 3, "3 8", {"W": 2}, eye)

    everybody_sees_it(director, here, draw(director, here, 2), wall, player)
    the_head_table_sits(pad, 2, eye)
    start(director, 2)
    the_director_rings(director, pad, wall, player)
    totals_are_entered(other, points=(5, 4), lones=("E",), side="NS")
    the_director_types_a_result(director, 2, 3, "4 6", {"S": 1, "W": 1}, eye)

    everybody_sees_it(director, here, draw(director, here, 3), wall, player)
    the_head_table_sits(pad, 3, eye)
    start(director, 3)
    the_last_bell(pad, wall)
    totals_are_entered(other, points=(5, 3), lones=("N",), side="EW")
    the_director_types_a_result(director, 3, 3, "6 4", {"N": 1, "W": 1}, eye)
    the_standings_are_those_of_the_file(server, director, here, eye)
    won = the_prizes_are_announced(director, here, wall, player, eye)
    the_prizes_are_paid_to_the_cent(director, won, eye)
    assert eye.wrong == {}


def it_is_set_up(director, eye):
    """Open it from the club's page; three rounds, a fee, prizes. Return its address."""
    here = tournament.open_tournament(director, "nick", CLUB, style="Classic", title=TITLE)
    director.get_by_role("textbox", name="Rounds", exact=True).fill("3")
    director.get_by_label("Entry fee per person").fill("5")
    director.get_by_label("Most games: money").fill("30")
    director.get_by_label("Most lone hands: money").fill("15,01")
    director.get_by_label("Booby prize: or a gift").fill("A wooden spoon")
    eye.look(director, "Settings")
    director.get_by_role("button", name="Save", exact=True).tap()
    eye.look(director, TITLE)
    return here


def twelve_enter_and_four_arrive(director, eye):
    """Three of the four pay."""
    director.get_by_role("link", name="Entrants", exact=True).first.tap()
    tournament.enter(director, NAMES)
    for name, what in (("Ann", "paid"), ("Ben", "paid"), ("Dan", "paid"), ("Eve", "here")):
        key = director.get_by_role("button", name=re.compile(rf"\b{name}: .*{what}$"))
        key.tap()
        expect(key).to_have_attribute("aria-pressed", "true")
    expect(director.locator("#counts")).to_have_text("12 entrants, 4 here, 3 paid, 3 tables")
    eye.look(director, "Entrants")


def the_wall_and_a_player_look(director, here, wall, player, eye):
    """The wall waits for the draw, and so does the phone that Hal's card leads to."""
    director.goto(here)
    director.get_by_role("link", name="QR codes", exact=True).tap()
    eye.look(director, "QR codes")
    wall.goto(director.get_by_role("link", name="Open big screen").get_attribute("href"))
    expect(wall.locator(".empty")).to_contain_text("Round 1 isn’t drawn yet")
    eye.look(wall, TITLE)
    player.goto(director.get_by_role("link", name="Open Find your seat").get_attribute("href"))
    eye.look(player, "Find your seat")
    player.get_by_label("Your name or number").fill("hal")
    expect(player.locator(".hall-names li")).to_have_count(1)
    player.get_by_role("link", name="Hal").tap()
    eye.look(player, "H Hal")


def everybody_sees_it(director, here, round, wall, player):
    """Wall and player's phone show the round as the file has it."""
    known = tournament.told(director, here)
    assert tournament.sides_on_the_wall(wall, round.no) == tournament.sides_of(known, round)
    table = round.table_of(HAL)
    seat = next(seat for seat in SEATS if table.seats[seat] == HAL)
    (partner,) = (known.entrant(no).name for no in table.by_side[table.side_of(HAL)] if no != HAL)
    expect(player.locator(".seat-card .where")).to_have_text(f"Table {table.no}")
    word = {"N": "North", "E": "East", "S": "South", "W": "West"}[seat]
    expect(player.locator(".seat-card .seat")).to_have_text(f"{word}, with {partner}")


def head_of_the_hall(director, here, pad, other, eye):
    """Open the pads of tables 1 and 2: the head table has no lone hands."""
    for page, table in ((pad, 1), (other, 2)):
        page.goto(tournament.pad_of(director, here, 1, table))
    expect(pad.locator(".tile")).to_have_count(4)
    expect(pad.locator(".key.alone")).to_have_count(0)
    expect(other.locator(".key.alone")).to_have_count(1)
    eye.look(pad, "Table 1")
    director.goto(here)


def a_wrong_bell_is_taken_back(director, pad, wall, player):
    tap_hand(pad, 0, 5)
    expect(tile(director, 1).locator(".side-of > b")).to_have_text(["2", "0"])
    pad.locator("#menu > summary").tap()
    pad.locator("#bell > summary").tap()
    pad.get_by_role("button", name="Ring now").tap()
    the_bell_is_everywhere(pad, wall, player)
    back = director.get_by_role("button", name="Undo the end of round 1 (by the bell)")
    expect(back).to_be_visible()
    back.tap()
    for screen in (wall, player):
        expect(screen.locator(".round-state")).to_contain_text("Round 1")
        expect(screen.locator(".round-state")).not_to_contain_text(THE_BELL)
    expect(pad.locator(".tile").first).to_be_visible()


def the_bell_is_everywhere(pad, wall, player):
    expect(wall.locator(".round-state")).to_contain_text(THE_BELL)
    expect(player.locator(".round-state")).to_contain_text(THE_BELL)
    expect(pad.locator(".finish h2")).to_have_text(THE_BELL)


def the_head_table_plays_to_five_and_rings(director, pad, wall, player, eye):
    for seat, tricks in ((1, 3), (0, 5), (2, 4)):
        tap_hand(pad, seat, tricks)
    expect(pad.locator(".finish h2")).to_contain_text("have 5")
    eye.look(pad, "Table 1")
    pad.get_by_role("button", name="Ring the bell").tap()
    ended = director.get_by_role("button", name="Undo the end of round 1 (by the bell)")
    expect(ended).to_be_visible()
    the_bell_is_everywhere(pad, wall, player)
    expect(pad.locator(".stands")).to_contain_text("won 5–1")
    eye.look(pad, "Table 1")
    eye.look(wall, TITLE)
    eye.look(player, "H Hal")


def a_tie_is_entered_and_decided_on_the_table_s_phone(director, other, eye):
    totals_are_entered(other, points=(4, 4), lones=("N",), side="NS")
    expect(other.locator(".stands")).to_have_text("Tied 4–4")
    tied = director.get_by_role("link", name="Table 2: tied")
    expect(tied).to_be_visible()
    eye.look(director, TITLE)
    eye.look(other, "Table 2")
    winners = other.locator(".leaders button").nth(1)
    names = winners.inner_text()
    winners.tap()
    expect(other.locator(".stands")).to_have_text(f"{names} won, after 4–4")
    expect(tied).to_have_count(0)


def totals_are_entered(other, *, points, lones, side):
    """Enter the totals of a round on the phone of table 2."""
    other.goto(re.sub(r"(/t/[^/]+/).*", r"\1round", other.url))
    for name, number in zip(("NS", "EW"), points, strict=True):
        other.locator(f"[name='points-{name}']").fill(str(number))
    for seat in lones:
        other.locator("[name^='lones-']").nth(SEATS.index(seat)).fill("1")
    other.locator(f"[name=side][value={side}]").tap()
    expect(other.locator(".said li")).to_have_count(1)


def the_director_types_a_result(director, no, table, points, lones, eye):
    tile(director, table).tap()
    eye.look(director, f"Table {table}, round {no}")
    for place, number in enumerate(points.split()):
        director.locator("#result [name^='points_']").nth(place).fill(number)
    for seat, times in lones.items():
        director.locator("#result [name^='lones_']").nth(SEATS.index(seat)).fill(str(times))
    director.get_by_role("button", name="Save this result").tap()
    expect(tile(director, table)).to_contain_text("finished")


def the_head_table_sits(pad, no, eye):
    """Its phone shows the next seats, then is the pad of the next players."""
    panel = pad.locator(".event .panel")
    expect(panel).to_contain_text(f"Round {no}: your seats")
    expect(panel.locator(".moves li")).to_have_count(4)
    eye.look(pad, "Table 1")
    panel.get_by_text("We’re seated: open the pad").tap()
    expect(pad.locator(".event")).not_to_have_attribute("open", "")


def the_director_rings(director, pad, wall, player):
    for seat, tricks in ((1, 5), (0, 2), (3, 3)):
        tap_hand(pad, seat, tricks)
    expect(tile(director, 1).locator(".side-of > b")).to_have_text(["0", "5"])
    director.get_by_role("button", name="Ring the bell").tap()
    the_bell_is_everywhere(pad, wall, player)
    expect(
        director.get_by_role("button", name="Undo the end of round 2 (by the bell)")
    ).to_be_visible()


def the_last_bell(pad, wall):
    for tricks in (5, 5, 3):
        tap_hand(pad, 0, tricks)
    pad.get_by_role("button", name="Ring the bell").tap()
    expect(wall.locator(".round-state")).to_contain_text(THE_BELL)


def the_standings_are_those_of_the_file(server, director, here, eye):
    director.get_by_role("link", name="Standings").tap()
    eye.look(director, "Standings")
    figures = ("won", "lones", "points", *tournament.STARS)
    found = tournament.standings_on(director, *figures)
    assert found == tournament.standings_in(server, director, here, *figures)
    assert found[0] == (1, HAL, "Hal", 3, 2, 18, 1, 2, 0)
    director.goto(here)


def the_prizes_are_announced(director, here, wall, player, eye):
    """Return them as the pure functions have them."""
    director.get_by_role("link", name="Prizes and finish").tap()
    eye.look(director, "Prizes")
    director.get_by_role("button", name="Finish and announce results").tap()
    expect(director.locator(".sub")).to_contain_text("announced at")
    known = tournament.told(director, here)
    won = prizes(known, standings(known))
    assert [(one.prize, one.to, one.shares, one.gift) for one in won] == [
        ("most games", (HAL,), (3000,), ""),
        ("most lone hands", (4, HAL), (751, 750), ""),
        ("booby", (10,), (), "A wooden spoon"),
    ]
    said = [
        "Most games H Hal €30.00",
        "Most lone hands D H Dan and Hal €7.51 or €7.50 each",
        "Booby prize J Jo A wooden spoon",
    ]
    for screen in (wall, player):
        expect(screen.locator(".prizes li")).to_have_text(said)
    eye.look(wall, TITLE)
    eye.look(player, "H Hal")
    eye.look(director, "Prizes")
    return won


def the_prizes_are_paid_to_the_cent(director, won, eye):
    """Hal takes theirs for the most games in cash, which the box does not hold by the book; the
    rest goes onto the accounts."""
    in_cash = director.get_by_role("button", name=re.compile("Pay in cash.*€30.00 for Hal"))
    in_cash.tap()
    expect(director.get_by_role("alert")).to_contain_text("less in the cash box than €30.00")
    in_cash.tap()
    expect(in_cash).to_have_count(0)
    director.get_by_role("button", name="Pay all to accounts").tap()
    expect(director.get_by_text("paid to account")).to_have_count(2)
    director.wait_for_load_state("domcontentloaded")  # all of the page
    lines = director.locator("section[aria-labelledby=money] tbody tr").all_inner_texts()
    assert [line.replace("\t", " ") for line in lines] == [
        "Paid at check-in €15.00",
        "Not paid at check-in €45.00",
        "Won in prizes −€45.01",
        "Stays with the club €14.99",
        "Prizes paid so far €45.01 of €45.01",
    ]
    director.get_by_role("link", name="Club night money").tap()
    eye.look(director, "Club night money")
    director.get_by_role("link", name="All accounts").tap()
    eye.look(director, "Accounts")
    owing = set(NAMES) - {"Ann", "Ben", "Dan", "Hal"}
    assert club.accounts_on(director) == {"Dan": 751, "Hal": 250} | dict.fromkeys(owing, -500)
    assert club.figures_on(director) == {
        "In the cash box": -1500,
        "People owe": 4000,
        "People are owed": 1001,
        "Club’s own money": 1499,
    }
