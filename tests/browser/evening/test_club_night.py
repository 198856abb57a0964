"""A club night of eighteen: its secretary's phone, those at the tables and at the door, and the
wall."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from scoring.common.names import in_short
from tests.browser import club
from tests.browser.club import (
    arrive,
    at_door,
    euros,
    from_before,
    guest_arrives,
    pad_key,
    seats_at,
    stands_at,
    table_card,
    tap_game,
    tap_hand,
)
from tests.browser.conftest import PHONE

CLUB = "The Left Bower Club"
LONG = "Catherine Ashby-Cole-Featherstonehaugh"
MEMBERS = ["Ann", "Ben", LONG, "Dan", "Eve", "Fay", "Gus", "Hal"]
MEMBERS += ["Ida", "Jo", "Kim", "Leo", "Małgorzata", "Nan", "Otto", "Pip"]
FIRST = "The first evening"
GUEST, LATE = "Gertrude Fitz", "Rosalind"
FEES = dict.fromkeys(MEMBERS, 300) | dict.fromkeys([GUEST, LATE], 500)
NOT_PAID = {"Leo", "Nan", LATE}


@pytest.mark.thorough
def test_a_night_of_eighteen_works_from_check_in_to_the_next_check_in(
    server, open_page, axe, console
):
    console.expect("status of 409")
    eye = club.Inspector(axe)
    phone, another = open_page(**PHONE), open_page(**PHONE, color_scheme="dark")
    wall = open_page(1280, 720, color_scheme="dark")
    home = the_owner_makes_the_club_ready(phone, server, eye)
    evening = the_evening_is_opened(phone, home, FIRST)
    fifteen_arrive_and_one_by_mistake(phone, eye)
    door, board = the_codes_are_made(phone, evening, eye)
    one_checks_themselves_in(another, door, eye)
    most_fees_are_paid(phone, evening)
    seats = the_seats_are_cut_and_two_are_exchanged(phone, evening, eye)
    pads = the_tables_are_opened(phone, eye)
    the_wall_shows_everybody_their_table(wall, board, seats, eye)

    one, two, live = another, open_page(**PHONE), phone.context.new_page()
    live.goto(evening)
    hands_are_logged_at_the_first_table(one, pads[0], seats[0], live)
    a_hand_that_waits_needs_attention(one, seats[0], live, eye)
    hands_make_a_game_at_the_second_table(two, pads[1], live)
    out = a_late_comer_cuts_in(phone, evening, two, seats[1], eye)
    gone = one_goes_home_and_their_place_is_taken(phone, evening, two, out)
    a_wrong_seat_is_corrected(one, live, eye)
    the_big_screen_shows_arrivals_and_leavers(wall, out, gone)
    live.close()

    nets = it_is_closed(phone, evening, eye)
    assert nets == club.nets_of_the_engine(server, phone, pads)
    paid = most_payments_are_ticked_and_the_rest_is_carried_over(phone, nets, eye)
    phone.goto(f"{evening}door/")
    club.expect_at_door(phone, awaited=0, here=17, left=1)
    accounts = expected_accounts(nets, paid)
    the_accounts_show_every_debt(phone, home, accounts, eye)
    the_next_check_in_shows_earlier_debts(phone, home, accounts, eye)
    assert eye.wrong == {}


def the_owner_makes_the_club_ready(phone, server, eye):
    """Sign in, paste sixteen members, write the usual evening; return the club's address."""
    club.found_club(server, CLUB, owner="kate", currency="EUR")
    phone.goto("/sign-in")
    phone.get_by_label("Username").fill("kate")
    phone.get_by_label("Password").fill(club.PASSWORD)
    phone.get_by_role("button", name="Sign in").tap()
    phone.get_by_role("link", name=f"{CLUB} owner", exact=True).tap()
    expect(phone.locator("h1")).to_have_text(CLUB)
    home = phone.url
    phone.get_by_role("link", name="People", exact=True).tap()
    phone.get_by_label("Names").fill("\n".join(MEMBERS))
    phone.get_by_role("button", name="Add people").tap()
    expect(phone.locator(".people b")).to_have_text(sorted(MEMBERS))
    eye.look(phone, "People")
    phone.get_by_role("button", name="Menu, help and account").tap()
    phone.get_by_role("link", name="Club settings", exact=True).tap()
    eye.look(phone, "Club settings")
    phone.get_by_label("Usual start time").fill("19:30")
    phone.get_by_label("Check-in fee, members").fill("3,00")
    phone.get_by_label("Check-in fee, guests").fill("5")
    phone.get_by_label("Players may check themselves in").check()
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_role("status").first).to_have_text("Saved.")
    return home


def the_evening_is_opened(phone, home, title):
    """Open an evening from the club's page, as usual; return its address."""
    phone.goto(home)
    phone.get_by_role("link", name="New club night").first.tap()
    phone.get_by_label("Name", exact=True).fill(title)
    phone.get_by_role("button", name="Create club night").tap()
    expect(phone.locator("h1")).to_have_text(title)
    expect(phone.locator("#evening .sub")).to_contain_text(
        "19:30 · €3.00 at check-in, guests €5.00"
    )
    return phone.url.partition("#")[0]


def fifteen_arrive_and_one_by_mistake(phone, eye):
    phone.get_by_role("link", name="Check-in", exact=True).first.tap()
    club.expect_at_door(phone, awaited=16, here=0, left=0)
    for name in MEMBERS:
        arrive(phone, name)
    at_door(phone, "Otto").get_by_role("button", name="Undo").tap()
    expect(at_door(phone, "Otto").get_by_role("button", name="Check in")).to_be_visible()
    eye.look(phone, "Check-in")
    guest_arrives(phone, GUEST)
    club.expect_at_door(phone, awaited=1, here=16, left=0)


def the_codes_are_made(phone, evening, eye):
    """Make the codes of the door and of the wall; return their addresses."""
    phone.goto(f"{evening}passes/")
    for whose in ("Check-in", "Big screen"):
        make = phone.get_by_role("region", name=whose).get_by_role("button", name="Create code")
        make.tap()
        expect(make).to_have_count(0)
    eye.look(phone, "QR codes")
    opens = ("Open check-in page", "Open big screen")
    see, show = (phone.get_by_role("link", name=name) for name in opens)
    return see.get_attribute("href"), show.get_attribute("href")


def one_checks_themselves_in(phone, door, eye):
    phone.goto(door)
    expect(phone.locator(".row-key .name")).to_have_text(["Otto"])
    eye.look(phone, "Check in")
    phone.get_by_role("button", name="Otto").tap()
    expect(phone.locator("h1")).to_have_text("You’re checked in, Otto")
    expect(phone.locator("main")).to_contain_text("Check-in fee: €3.00, to pay at check-in.")
    expect(phone.locator("#here-now")).to_have_text("17 people are here.")


def most_fees_are_paid(phone, evening):
    phone.goto(f"{evening}door/?show=here")
    club.expect_at_door(phone, awaited=0, here=17, left=0)
    for name in FEES.keys() - NOT_PAID:
        club.pay_the_fee(phone, name)


def the_seats_are_cut_and_two_are_exchanged(phone, evening, eye):
    """Make a plan for the people here; return the players at each table after the swap."""
    phone.goto(evening)
    phone.get_by_role("link", name="Make tables").tap()
    phone.locator(".option", has_text="One Call-Ace table of five, three four-handed tables").tap()
    phone.get_by_role("group", name="Call-Ace tables").get_by_label("Stake").fill("0,10")
    fours = phone.get_by_role("group", name="Four-handed tables")
    fours.get_by_label("Rules").select_option(label="American")
    fours.get_by_label("Stake").fill("1")
    eye.look(phone, "Make tables")
    phone.locator(".option", has_text="By cutting").tap()
    phone.get_by_role("button", name="Make seating plan").tap()
    expect(phone.locator("h1")).to_have_text("Seating plan")
    seats = club.seats_in_plan(phone)
    assert sorted(name for table in seats for name in table) == sorted([*MEMBERS, GUEST])
    assert [len(table) for table in seats] == [5, 4, 4, 4]
    one = (
        LONG if LONG in seats[0] else seats[0][0]
    )  # at the first table a long name needs a wider phone
    other = next(name for name in seats[1] if name != LONG)
    for name in (one, other):
        phone.locator(f'.seat-key[data-name="{name}"]').tap()
    expect(phone.locator("#t1 .seat-key b", has_text=other)).to_be_visible()
    seats = [[{one: other, other: one}.get(name, name) for name in table] for table in seats]
    assert club.seats_in_plan(phone) == seats
    eye.look(phone, "Seating plan")
    return seats


def the_tables_are_opened(phone, eye):
    """Open the plan's tables; return the addresses of their pads."""
    phone.get_by_role("button", name="Open these tables").tap()
    expect(phone.get_by_role("status").first).to_contain_text("4 tables opened.")
    eye.look(phone, FIRST)
    return [
        link.get_attribute("href")
        for link in phone.get_by_role("link", name="Pad", exact=True).all()
    ]


def the_wall_shows_everybody_their_table(wall, board, seats, eye):
    wall.goto(board)
    where = {name: str(no) for no, table in enumerate(seats, start=1) for name in table}
    assert club.tables_on_the_wall(wall) == where
    eye.look(wall, FIRST)
    wall.keyboard.press("ArrowRight")
    expect(wall.get_by_role("heading", name="Seating plan")).to_be_visible()
    eye.look(wall, FIRST)


def hands_are_logged_at_the_first_table(pad, address, seats, live):
    pad.goto(address)
    assert seats_at(pad) == seats
    one, two, three, four, five = seats
    tap_hand(pad, one, three, tricks=3, no=1)
    tap_hand(pad, two, "Alone", tricks=5, no=2)
    tap_hand(pad, four, five, tricks=2, no=3)
    tap_hand(pad, three, one, tricks=5, no=4)
    expect_points(live, dict(zip(seats, [6, 7, 6, 0, 0], strict=True)))


def expect_points(live, points):
    """The first table's people and points, the most first, as the evening's page writes them."""
    short = in_short(points)
    ranked = sorted(points, key=lambda name: -points[name])
    lines = stands_at(live, "Table 1")
    expect(lines.locator(".name")).to_have_text([short[name] for name in ranked])
    expect(lines.locator(".points")).to_have_text([str(points[name]) for name in ranked])


def a_hand_that_waits_needs_attention(pad, seats, live, eye):
    """A second phone sends a hand and has not seen the fifth: it waits, and the evening's page says
    so."""
    sent = pad.evaluate("Object.fromEntries(new FormData(document.getElementById('hand')))")
    sent |= {"hand_id": str(uuid4()), "maker": "1", "partner": "2", "tricks": "3"}
    tap_hand(pad, seats[0], seats[4], tricks=4, no=5)
    answer = pad.request.post(f"{pad.url}hands/log", form=sent, headers={"Referer": pad.url})
    assert answer.status == 409
    expect(live.locator(".chips li")).to_have_text(["1 hand to approve"])
    expect(table_card(live, "Table 1").locator(".needs")).to_have_text("A hand needs approval")
    eye.look(live, FIRST)
    pad.get_by_role("button", name="Both were played, count the new one as hand 6").tap()
    expect(pad.locator("#last")).to_contain_text("Hand 6 saved:")
    eye.look(pad, "Table 1")
    expect(live.locator(".chips")).to_have_count(0)


def hands_make_a_game_at_the_second_table(pad, address, live):
    pad.goto(address)
    names = seats_at(pad)
    tap_game(pad, names[0])
    expect(pad.locator("#preview .ends")).to_have_text(re.compile(r"Game 1 to .+ and .+, 10–0\."))
    expect(stands_at(live, "Table 2").locator(".points")).to_have_text(
        [re.compile("10\\s+1 game"), "0"]
    )


def a_late_comer_cuts_in(phone, evening, pad, seats, eye):
    """She waits at the second table; the player with the lowest card goes out for her. Return
    who."""
    phone.goto(f"{evening}door/")
    guest_arrives(phone, LATE)
    phone.goto(evening)
    table_card(phone, "Table 2").locator("summary").tap()
    table_card(phone, "Table 2").get_by_role("link", name="Substitutes and waiting list").tap()
    phone.get_by_label("Player who wants to come in").select_option(LATE)
    phone.get_by_role("button", name="Add to waiting list").tap()
    change = phone.get_by_role("region", name="Change now")
    expect(change.locator("p").first).to_contain_text(f"{LATE} comes in")
    out = change.locator("p b").nth(1).inner_text()
    expect(change).to_contain_text("All have played 1 game: they cut, the lowest goes out")
    expect(change).to_contain_text(
        re.compile(rf"{re.escape(out)} cut (10|[789QKAJ])[♣♦♥♠] and goes out\.")
    )
    eye.look(phone, "Substitutes and waiting list")
    change.get_by_role("button", name="Make the change").tap()
    expect(phone.get_by_role("status").first).to_contain_text(f"{LATE} came in.")
    expect(pad_key(pad, LATE)).to_be_visible()
    assert seats_at(pad) == [LATE if name == out else name for name in seats]
    return out


def one_goes_home_and_their_place_is_taken(phone, evening, pad, waits):
    """After one more game a player leaves; the next on the waiting list takes their place. Return
    who left."""
    seats = seats_at(pad)
    gone = next(name for name in seats if name != LATE)
    tap_game(pad, LATE)
    phone.goto(f"{evening}door/?show=here")
    at_door(phone, gone).locator("summary").tap()
    at_door(phone, gone).get_by_role("button", name="Has left").tap()
    expect(at_door(phone, gone).get_by_role("button", name="Here again")).to_be_visible()
    phone.goto(f"{evening}tables/2/cut/")
    phone.get_by_text("A player leaves the table").tap()
    phone.get_by_label("Player who leaves").select_option(label=gone)
    phone.get_by_role("button", name="Remove from table").tap()
    expect(phone.get_by_role("status").first).to_have_text(
        f"{waits} took the seat of {gone}, and goes out when {gone} would have."
    )
    expect(pad_key(pad, waits)).to_be_visible()
    assert seats_at(pad) == [waits if name == gone else name for name in seats]
    tap_hand(pad, waits, tricks=3, no=1)
    return gone


def a_wrong_seat_is_corrected(pad, live, eye):
    """Two sat in each other's seats all along: the effect is previewed, and then the seats are
    corrected."""
    before = stands_at(live, "Table 1").all_inner_texts()
    names = seats_at(pad)
    pad.get_by_role("link", name="Score").tap()
    pad.get_by_role("link", name="Correct seats").tap()
    pad.get_by_label("Seat 2", exact=True).select_option(names[3])
    pad.get_by_label("Seat 4", exact=True).select_option(names[1])
    pad.get_by_role("button", name="Preview changes").tap()
    effect = pad.get_by_role("region", name="What changes")
    expect(effect.locator(".moved th")).to_have_text([names[1], names[3]])
    expect(effect.locator(".moved td:nth-of-type(1)")).to_have_text(["8 0", "0 8"])
    eye.look(pad, "Correct seats")
    assert stands_at(live, "Table 1").all_inner_texts() == before
    pad.get_by_label("Reason").fill("They sat the other way round")
    pad.get_by_role("button", name="Save seats").tap()
    expect(pad.get_by_role("status")).to_have_text("The seats are corrected.")
    names[1], names[3] = names[3], names[1]
    expect_points(live, dict(zip(names, [7, 8, 7, 0, 1], strict=True)))


def the_big_screen_shows_arrivals_and_leavers(wall, out, gone):
    expect(wall.locator("#names li")).to_have_count(17)
    where = club.tables_on_the_wall(wall)
    assert where.keys() == FEES.keys() - {gone}
    assert (where[LATE], where[out]) == ("2", "2")


def it_is_closed(phone, evening, eye):
    """Close the evening; return what each won and lost."""
    phone.goto(evening)
    phone.get_by_role("link", name="Close club night").tap()
    eye.look(phone, "Close club night")
    foreseen = club.nets_on(phone)
    phone.get_by_role("button", name="Close and settle").tap()
    expect(phone.get_by_text("Closing 1")).to_be_visible()
    eye.look(phone, "Settlement")
    nets = club.nets_on(phone)
    assert nets == foreseen
    assert sum(nets.values()) == 0
    return nets


def most_payments_are_ticked_and_the_rest_is_carried_over(phone, nets, eye):
    """Tick all but the last two payments, carry those over; return what was paid: payer, payee,
    cents."""
    payments = club.payments_on(phone)
    moved = dict.fromkeys(nets, 0)
    for payer, payee, amount in payments:
        moved[payer] -= amount
        moved[payee] += amount
    assert moved == nets
    paid, carried = payments[:-2], payments[-2:]
    for payer, payee, _ in paid:
        tick = phone.get_by_role("button", name=f"{payer} to {payee}: paid")
        tick.tap()
        expect(tick).to_have_attribute("aria-pressed", "true")
    phone.get_by_role("button", name="Carry over to accounts").tap()
    expect(phone.get_by_text("carried over to accounts")).to_have_count(len(carried))
    eye.look(phone, "Settlement")
    return paid


def expected_accounts(nets, paid):
    """Each account in cents: winnings, less the check-in fee, and payments since."""
    accounts = {name: nets.get(name, 0) - fee * (name in NOT_PAID) for name, fee in FEES.items()}
    for payer, payee, amount in paid:
        accounts[payer] += amount
        accounts[payee] -= amount
    return accounts


def the_accounts_show_every_debt(phone, home, accounts, eye):
    """Every account, the cash box and the club's own money add up to zero."""
    phone.goto(f"{home}accounts/?show=all")
    assert club.accounts_on(phone) == accounts
    eye.look(phone, "Accounts")
    unpaid = sum(FEES[name] for name in NOT_PAID)
    cash = sum(FEES.values()) - unpaid
    assert club.figures_on(phone) == {
        "In the cash box": cash,
        "People owe": -sum(cents for cents in accounts.values() if cents < 0),
        "People are owed": sum(cents for cents in accounts.values() if cents > 0),
        "Club’s own money": cash + unpaid,
    }
    assert sum(accounts.values()) + unpaid == 0
    phone.goto(f"{home}accounts/cash?counted={cash / 100:.2f}")
    expect(phone.get_by_role("status")).to_have_text(f"{euros(cash)} is correct.")
    eye.look(phone, "Cash box")


def the_next_check_in_shows_earlier_debts(phone, home, accounts, eye):
    evening = the_evening_is_opened(phone, home, "The next evening")
    phone.goto(f"{evening}door/")
    for name in MEMBERS:
        assert at_door(phone, name).locator(".hint").all_inner_texts() == from_before(
            accounts[name]
        )
    debtor = min(MEMBERS, key=accounts.get)
    arrive(phone, debtor)
    expect(at_door(phone, debtor)).to_contain_text(*from_before(accounts[debtor]))
    eye.look(phone, "Check-in")
