"""Fifteen ways to play that clubs ask for. A director who knows the guide alone sets each up on the
pages, and the evening is what they asked for."""

import json
from collections import Counter
from itertools import pairwise

import pytest

from scoring.models import Tournament
from scoring.money.queries.accounts import cash_of, held_in_pots
from scoring.tournament.pure.document import read
from scoring.tournament.pure.standings import standings
from tests.cast import a_club, again, log_all, signed_in
from tests.on_screen import InForms, Screen
from tests.tournament.cast import begun, ended, names, seats, tell

pytestmark = pytest.mark.django_db

TWO_SIDES = ("NS", "EW")


@pytest.fixture
def club():
    return a_club()


@pytest.fixture
def at_the_club(club):
    """A function that opens the club's page as its owner."""
    return lambda: InForms(signed_in(), f"/clubs/{club.pk}/")


@pytest.fixture
def new_tournament(at_the_club):
    """A function that creates a tournament from the club's page, and returns the screen at its
    settings."""

    def new_tournament(style="Club", *, title="Tonight") -> Screen:
        screen = at_the_club()
        screen.follow("New tournament")
        screen.tick(style)
        screen.type("Name", title)
        screen.press("Create tournament")
        Tournament.objects.update(seed=7, next_secret="")
        return screen

    return new_tournament


def enter(screen, entrants, *, group=""):
    """Save the settings, and paste a list of entrants."""
    if screen.shows("Save and go to entrants"):
        screen.press("Save and go to entrants")
    screen.type("Names", "\n".join(entrants))
    if group:
        screen.type("All of them are in", group)
    screen.press("Add them")
    if screen.shows("These names are right"):
        screen.tick("These names are right")
        screen.press("Add them")


def pairs(number):
    people = names(2 * number)
    return [f"{one} & {other}" for one, other in zip(people[::2], people[1::2], strict=True)]


def tournament_on(screen) -> Tournament:
    return Tournament.objects.get(session_id=int(screen.address.split("/")[2]))


def the_file(screen) -> dict:
    address = f"/sessions/{tournament_on(screen).session_id}/tournament/tournament.json"
    return json.loads(signed_in().get(address).content)


def standing(screen) -> dict[int, dict]:
    """Return the row of each entrant in the standings that the site makes of its file."""
    return {row.no: row for row in standings(read(the_file(screen)))}


def play(screen, rounds=1, *, lones=None):
    """Play rounds. Return the last. The first side wins at odd tables, the second at even ones."""
    for _ in range(rounds):
        last = ended(begun(again(tournament_on(screen))))
        for no, at in seats(last).items():
            sides = ("NSE", "ABC") if len(at) == 6 else TWO_SIDES
            points = (7, 5) if no % 2 else (5, 7)
            tell(last, no, points=dict(zip(sides, points, strict=True)), lones=lones or {})
    return last


def places(screen, rounds=3) -> list[dict[int, tuple[int, str, bool]]]:
    """Play rounds. Return for each the table, the seat and the success of every entrant."""
    play(screen, rounds)
    return [
        {
            no: (one["table"], seat, (seat in "NS") == (one["table"] % 2 == 1))
            for one in round["tables"]
            for seat, no in one["seats"].items()
        }
        for round in the_file(screen)["rounds"]
    ]


def goes(screen, *, to):
    """Check where everyone goes after each round, as `to` of table, seat and success says."""
    for before, after in pairwise(places(screen)):
        assert {no: after[no][0] for no in before} == {no: to(*at) for no, at in before.items()}


def test_winners_go_clockwise_and_losers_anticlockwise(new_tournament):
    screen = new_tournament()
    screen.tick("Winners clockwise, losers anticlockwise")
    enter(screen, names(16))
    goes(screen, to=lambda table, seat, won: (table - 1 + (1 if won else -1)) % 4 + 1)


def test_winners_go_up_and_losers_down(new_tournament):
    screen = new_tournament()
    screen.tick("Winners up, losers down")
    enter(screen, names(16))
    goes(screen, to=lambda table, seat, won: max(1, table - 1) if won else min(4, table + 1))


def test_red_goes_up_and_white_stays(new_tournament):
    screen = new_tournament()
    screen.type("First group", "Red")
    screen.type("Second group", "White")
    screen.tick("First group up, second group stays")
    enter(screen, names(16)[:8], group="Red")
    enter(screen, names(16)[8:], group="White")
    rounds = places(screen)
    for before, after in pairwise(rounds):
        for no, (table, _, _) in before.items():
            assert after[no][0] == ((table - 2) % 4 + 1 if no <= 8 else table)
    for round in the_file(screen)["rounds"]:
        for one in round["tables"]:
            for side in TWO_SIDES:
                assert sorted(one["seats"][seat] <= 8 for seat in side) == [False, True]


def test_each_seat_goes_its_own_number_of_tables(new_tournament):
    screen = new_tournament()
    screen.tick("By seats, with four numbers")
    for seat, number in (("North", 0), ("South", 2), ("East", 1), ("West", -1)):
        screen.type(seat, str(number))
    enter(screen, names(20))
    by = {"N": 0, "S": 2, "E": 1, "W": -1}
    rounds = places(screen)
    for before, after in pairwise(rounds):
        for no, (table, seat, _) in before.items():
            assert after[no][:2] == ((table - 1 + by[seat]) % 5 + 1, seat)


def test_the_second_half_has_another_movement(new_tournament):
    screen = new_tournament()
    screen.type("Rounds", "6")
    screen.type("From round", "4")
    screen.type("Movement", "planned: a new partner each round")
    enter(screen, names(16))
    first, second, third, *later = places(screen, 6)
    for before, after in pairwise((first, second, third)):
        moved = {
            no: 4 if (table, won) == (1, False) else max(1, table - won)
            for no, (table, _, won) in before.items()
        }
        assert {no: at[0] for no, at in after.items()} == moved
    partners = Counter(
        frozenset(one["seats"][seat] for seat in side)
        for round in the_file(screen)["rounds"][3:]
        for one in round["tables"]
        for side in TWO_SIDES
    )
    assert (len(partners), set(partners.values())) == (3 * 8, {1})
    assert sum(row.points for row in standing(screen).values()) == 6 * 4 * 2 * (7 + 5)


def test_six_sit_at_a_table_three_against_three(new_tournament):
    screen = new_tournament()
    screen.type("Players at a table", "six, three against three")
    enter(screen, names(18))
    play(screen, 3)
    rounds = the_file(screen)["rounds"]
    assert [len(one["seats"]) for one in rounds[0]["tables"]] == [6, 6, 6]

    def with_whom(round):
        return {
            one["seats"][seat]: {one["seats"][other] for other in side if other != seat}
            for one in round["tables"]
            for side in ("NSE", "ABC")
            for seat in side
        }

    for before, after in pairwise(map(with_whom, rounds)):
        kept = Counter(len(before[no] & after[no]) for no in before)
        assert kept == {1: 12, 0: 6}


def test_a_lone_march_is_five_for_the_player_and_four_for_the_partner(at_the_club, new_tournament):
    rules = at_the_club()
    rules.follow("House rules")
    rules.type("Start from", "American")
    rules.press("Start from these rules")
    rules.type("Lone march", "5")
    rules.type("Name", "Five alone")
    rules.press("Save")
    screen = new_tournament()
    screen.type("Rules", "Five alone")
    screen.type("Rounds", "1")
    screen.type("Points taken from a lone hand’s partner", "1")
    enter(screen, names(4))
    last = begun(tournament_on(screen))
    table = last.tables.get().table
    alone = table.sitting.names[0]
    log_all(table, f"{alone}! 5")
    ended(last)
    assert sorted(row.points for row in standing(screen).values()) == [0, 0, 4, 5]


@pytest.mark.slow
def test_pots_are_carried_over_halved_and_drawn_by_tickets(club, new_tournament):
    screen = new_tournament()
    screen.type("Rounds", "1")
    screen.type("Pot", "Jackpot")
    screen.type("Only won if", "a lone hand in hearts")
    screen.press("Save")
    screen.follow("Settings")
    screen.type("Pot", "Half-and-half", row=1)
    screen.type("Goes to", "most lone hands", row=1)
    screen.type("Per cent that the club keeps", "50", row=1)
    screen.press("Save")
    screen.follow("Settings")
    screen.type("Pot", "Tickets", row=2)
    screen.type("When", "for every lone hand made", row=2)
    screen.type("Goes to", "drawn by lot among the tickets", row=2)
    enter(screen, names(4))
    play(screen, lones={1: 2, 4: 1})
    screen.follow("Prizes")
    for row, amount in enumerate(("5.00", "3.00", "1.50")):
        screen.type("Amount counted", amount, row=row)
        screen.press("Save", row=row)
    assert "The winner gets £1.50, the club £1.50." in screen.said()
    screen.press("Finish and announce results")
    won = {one["prize"]: one for one in tournament_on(screen).results["prizes"]}
    assert (won["Jackpot"]["carried"], won["Jackpot"]["to"]) == (500, [])
    assert (won["Half-and-half"]["half"], won["Half-and-half"]["to"]) == (150, [1])
    assert sorted(won["Tickets"]["tickets"]) == [1, 1, 4]
    assert held_in_pots(club) == {"Jackpot": 500}
    then = new_tournament(title="Next week")
    then.press("Play for it")
    [pot] = again(Tournament.objects.last()).settings["pots"]
    assert (pot["name"], pot["opening"], pot["when"]) == ("Jackpot", 500, "a lone hand in hearts")


def test_a_late_pair_forfeits_ten_to_nothing(new_tournament):
    screen = new_tournament("Pairs")
    screen.type("Points for a forfeit won", "10")
    screen.type("Points for a forfeit lost", "0")
    enter(screen, pairs(4))
    last = begun(tournament_on(screen))
    screen.follow("Tournament")
    screen.follow("Enter scores")
    screen.follow("A table’s slip")
    for slip in ("1 F", "2 6 4"):
        screen.type("Table", slip)
        screen.press("Save")
    ended(last)
    late, other = seats(last)[1]["N"], seats(last)[1]["E"]
    rows = standing(screen)
    assert (rows[late].points, rows[late].won) == (0, 0)
    assert (rows[other].points, rows[other].won) == (10, 1)
    assert sorted(row.points for row in rows.values()) == [0, 4, 6, 10]


def test_two_points_are_taken_off(new_tournament):
    screen = new_tournament()
    enter(screen, names(8))
    play(screen, 2)
    before = standing(screen)
    leader = next(iter(before))
    screen.follow("Standings")
    screen.follow("Adjust scores")
    screen.type("Player", f"{leader} {before[leader].name}")
    screen.type("Points", "-2")
    screen.type("Reason", "late")
    screen.press("Save adjustment")
    after = standing(screen)
    points = {no: row.points - 2 * (no == leader) for no, row in before.items()}
    assert {no: row.points for no, row in after.items()} == points
    assert after[leader].rank > before[leader].rank
    screen.follow("Standings")
    assert "late" in screen.said()


def test_ties_are_decided_head_to_head(new_tournament):
    screen = new_tournament("Pairs")
    screen.type("Rank by", "games won")
    screen.type("If tied, by", "head to head")
    screen.type("Then by", "points")
    screen.tick("Drawn anew each round")
    screen.type("Rounds", "3")
    enter(screen, pairs(4))
    # The first of each two wins. Pair 2 has more points than pair 1, which it lost to.
    won = {(1, 2): (5, 4), (1, 4): (5, 4), (3, 1): (5, 4)}
    won |= {(2, 3): (9, 0), (2, 4): (9, 0), (4, 3): (5, 4)}
    for _ in range(3):
        last = ended(begun(again(tournament_on(screen))))
        for no, at in seats(last).items():
            two = at["N"], at["E"]
            points = won.pop(two, None) or won.pop(two[::-1])[::-1]
            tell(last, no, *points)
    assert won == {}
    rows = standing(screen)
    assert [(row.rank, no, row.won) for no, row in rows.items()] == [
        (1, 1, 2),
        (2, 2, 2),
        (3, 4, 1),
        (4, 3, 1),
    ]
    assert rows[2].points > rows[1].points


def test_a_couple_is_kept_apart(new_tournament):
    screen = new_tournament("Rotation")
    enter(screen, names(12))
    screen.type("Player", "1 Ann", row=2)
    screen.type("Other player", "2 Ben")
    screen.type("They want", "Keep apart")
    screen.press("Save")
    play(screen, 8)
    for round in the_file(screen)["rounds"]:
        for one in round["tables"]:
            assert len({1, 2} & {*one["seats"].values()}) < 2


def test_a_swiss_pairs_winners_with_winners(new_tournament):
    screen = new_tournament("Pairs")
    screen.tick("Swiss: you play others with a like score")
    enter(screen, pairs(8))
    play(screen, 3)
    won, met = Counter(), Counter()
    for round in the_file(screen)["rounds"]:
        for one in round["tables"]:
            two = one["seats"]["N"], one["seats"]["E"]
            met[frozenset(two)] += 1
            if round["no"] == 2:
                assert won[two[0]] == won[two[1]]
        for one in round["tables"]:
            won[one["seats"]["N" if one["table"] % 2 else "E"]] += 1
    assert set(met.values()) == {1}


def test_a_handicap_counts_in_each_round(new_tournament):
    screen = new_tournament()
    enter(screen, names(8))
    screen.follow("Handicaps")
    screen.type("Player", "3 Cat", row=1)
    screen.type("Points a round", "3")
    screen.press("Save handicap")
    play(screen, 2)
    cards = Counter()
    for round in the_file(screen)["rounds"]:
        for one in round["tables"]:
            for seat, no in one["seats"].items():
                cards[no] += one["result"]["NS" if seat in "NS" else "EW"]
    found = {no: row.points for no, row in standing(screen).items()}
    assert found == {no: points + 6 * (no == 3) for no, points in cards.items()}


def test_fees_are_given_back_or_waived_with_a_reason(club, new_tournament):
    screen = new_tournament()
    screen.type("Entry fee per person", "2.50")
    enter(screen, names(4))
    screen.follow("All here")
    screen.press("Check in all")
    screen.follow("All paid")
    screen.press("Mark all as paid")
    assert cash_of(club) == 1000
    screen.follow("Check-in")
    screen.type("Find a name, or type several", "Ben")
    screen.press("Find")
    screen.follow("Details")
    screen.type("New fee", "0")
    screen.type("Reason", "fell ill")
    screen.press("Preview changes")
    screen.press("Pay back the difference")
    assert cash_of(club) == 750
