"""The settlement where games are played: in figures, in words, on paper; and beside points."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre.books import SHELF, find
from scoring.euchre.game import play
from scoring.euchre.settlement import owed
from scoring.euchre.settlement_words import (
    by_fosters_way,
    describe_stake,
    how_owed,
    of_a_sitting,
    strokes,
    why,
    won_and_lost,
    written,
)
from scoring.euchre.statement import Paid, SittingLine, Statement, draw_up
from tests.euchre.chance import any_hand

MINUS = "\N{MINUS SIGN}"
PEOPLE = [(11, "Ann"), (12, "Ben"), (13, "Cat"), (14, "Dan"), (15, "Eve")]
ANN, BEN, CAT, DAN, EVE = range(5)
POINTS = SittingLine(
    table="Table 1",
    rules="Call-Ace",
    stake=25,
    hands=9,
    players=(ANN, BEN, CAT, DAN),
    totals=(4, 9, 4, 0),
)
# A rubber of ten points to Ann and Cat, then one of three to Ben and Dan.
GAMES = SittingLine(
    table="Table 2",
    rules="Club laws",
    stake=100,
    hands=24,
    players=(ANN, BEN, CAT, DAN),
    totals=(10, 3, 10, 3),
    debts=((BEN, ANN, 10), (DAN, CAT, 10), (ANN, BEN, 3), (CAT, DAN, 3)),
    story=("Rubber 1 to Ann and Cat, 10 points to 0", "Rubber 2 to Ben and Dan, 4 points to 1"),
)
THREE = SittingLine(
    table="Table 3",
    rules="Hoyle, three-handed",
    stake=50,
    hands=12,
    players=(BEN, DAN, EVE),
    totals=(0, 4, 1),
    debts=((BEN, DAN, 2), (EVE, DAN, 2), (DAN, EVE, 1)),
)


def statement(*lines, **more):
    seen = {who for line in lines for who in line.players}
    return draw_up(currency="GBP", people=PEOPLE[: max(seen) + 1], sittings=lines, **more)


def unpaid(*lines):
    return statement(*[replace(line, stake=0) for line in lines])


def table(found):
    """Return what each won and lost, a column a line, as it is printed."""
    return {
        column.title: (*map(column.written, column.values), column.written(sum(column.values)))
        for column in won_and_lost(found)
    }


def test_game_points_are_won_lost_and_paid():
    assert table(statement(GAMES)) == {
        "Won": ("10", "3", "10", "3", "26"),
        "Lost": ("3", "10", "3", "10", "26"),
        "Game points": ("+7", f"{MINUS}7", "+7", f"{MINUS}7", "0"),
        "Money": ("+£7.00", f"{MINUS}£7.00", "+£7.00", f"{MINUS}£7.00", "£0.00"),
    }
    assert strokes(statement(GAMES)) == (10, 3, 10, 3)
    assert of_a_sitting(GAMES) == ["+7", f"{MINUS}7", "+7", f"{MINUS}7"]


def test_points_alone_are_shown_as_before():
    assert table(statement(POINTS)) == {
        "Points made": ("4", "9", "4", "0", "17"),
        "Against the table": (f"{MINUS}1", "+19", f"{MINUS}1", f"{MINUS}17", "0"),
        "Money": (f"{MINUS}£0.25", "+£4.75", f"{MINUS}£0.25", f"{MINUS}£4.25", "£0.00"),
    }
    assert (strokes(statement(POINTS)), of_a_sitting(POINTS)) == (
        (4, 9, 4, 0),
        ["4", "9", "4", "0"],
    )


def test_points_and_game_points_are_separate_and_their_money_is_added():
    assert table(statement(POINTS, GAMES, THREE)) == {
        "By points": (f"{MINUS}1", "+19", f"{MINUS}1", f"{MINUS}17", "0", "0"),
        "By games": ("+7", f"{MINUS}9", "+7", f"{MINUS}4", f"{MINUS}1", "0"),
        "Money": ("+£6.75", f"{MINUS}£3.25", "+£6.75", f"{MINUS}£9.75", f"{MINUS}£0.50", "£0.00"),
    }
    assert strokes(statement(POINTS, GAMES)) == ()
    assert by_fosters_way(statement(POINTS, GAMES)) == (-1, 19, -1, -17)


def test_without_money_a_game_point_counts_as_a_point():
    found = unpaid(POINTS, GAMES)
    assert table(found) == {
        "By points": (f"{MINUS}1", "+19", f"{MINUS}1", f"{MINUS}17", "0"),
        "By games": ("+7", f"{MINUS}7", "+7", f"{MINUS}7", "0"),
        "Together": ("+6", "+12", "+6", f"{MINUS}24", "0"),
    }
    assert [written(found, found.amount(debt)) for debt in found.transfers] == [
        "12 points",
        "6 points",
        "6 points",
    ]
    assert "A game point counts as a point." in how_owed(found)


def test_amounts_and_stakes_name_their_unit():
    games, points = unpaid(GAMES), unpaid(POINTS)
    assert (written(games, 1), written(games, 7), written(points, -7)) == (
        "1 game point",
        "7 game points",
        f"{MINUS}7 points",
    )
    assert [
        describe_stake(statement(line), line) for line in (POINTS, GAMES, replace(GAMES, stake=0))
    ] == [
        "25p a point",
        "£1.00 a game point",
        "",
    ]


def test_winnings_at_games_are_explained_down_to_the_game_points():
    assert why(statement(GAMES), ANN) == [
        "Ann won 10 game points and lost 3; receives 7 from Ben: in all +7, at £1.00 a game point "
        "+£7.00."
    ]
    assert why(statement(POINTS, GAMES, THREE), BEN) == [
        "Table 1: Ben, 9 points, receives 5 from Ann, 5 from Cat and 9 from Dan: "
        "in all +19, at 25p a point +£4.75.",
        f"Table 2: Ben won 3 game points and lost 10; owes 7 to Ann: in all {MINUS}7, "
        f"at £1.00 a game point {MINUS}£7.00.",
        f"Table 3: Ben lost 2 game points; owes 2 to Dan: in all {MINUS}2, at 50p a game point "
        f"{MINUS}£1.00.",
    ]


def test_a_player_who_won_as_much_as_they_lost_is_even_with_everyone():
    level = replace(
        GAMES, totals=(3, 3, 3, 3), debts=tuple((*pair[:2], 3) for pair in GAMES.debts), stake=0
    )
    assert why(statement(level), ANN) == [
        "Ann won 3 game points and lost 3; is even with everyone: in all 0.",
    ]
    nothing = replace(GAMES, totals=(0,) * 4, debts=(), stake=0)
    assert why(statement(nothing), ANN) == ["Ann won and lost 0; is even with everyone: in all 0."]


def test_a_payment_under_an_earlier_closing_is_included_in_the_reasons():
    found = draw_up(
        currency="GBP",
        people=PEOPLE[:4],
        sittings=[replace(GAMES, stake=0)],
        paid=[Paid(payer=BEN, payee=ANN, amount=7, closing=1)],
    )
    assert why(found, BEN)[-1] == "Paid under closing 1: Ben to Ann, 7 game points."


def test_the_settlement_says_by_which_rules_pairs_owe_each_other():
    across = (
        "Partners pay across. Each loser pays one winner (our ruling). Ann settles with Ben, "
        "Cat with Dan."
    )
    assert how_owed(statement(GAMES)) == [across]
    assert how_owed(statement(POINTS)) == [
        "Each player pays everyone with more points the difference (Foster 1905, p. 29)."
    ]
    assert how_owed(statement(POINTS, GAMES, THREE)) == [
        "Where points are played for, each player pays everyone with more points the difference "
        "(Foster 1905, p. 29).",
        f"Table 2: {across}",
        "Table 3: Each loser of a game pays its winner.",
    ]


def test_a_closing_from_before_games_were_played_reads_as_it_did():
    document = json.loads(json.dumps(statement(POINTS).as_json()))
    for line in document["sittings"]:
        del line["debts"], line["story"]
    old = Statement.from_json(document)
    assert old == statement(POINTS)
    assert (table(old), how_owed(old)) == (table(statement(POINTS)), how_owed(statement(POINTS)))
    assert why(old, ANN) == [
        f"Ann, 4 points, receives 4 from Dan; owes 5 to Ben: in all {MINUS}1, at 25p a point "
        f"{MINUS}£0.25."
    ]


EVERY_OPTION = {"laps": True, "love_double": True, "rubber": "three", "stakes": "deficit"}


def with_every_option(rules):
    return find(
        rules.key, **{name: EVERY_OPTION[name] for name in EVERY_OPTION if name in rules.options}
    )


@st.composite
def sittings(draw):
    """A sitting by any rule set, some with every option, of some of six people: at any stake."""
    rules = draw(st.sampled_from([*SHELF.values(), *map(with_every_option, SHELF.values())]))
    seats = draw(st.sampled_from([number for number in rules.players if number <= 6]))
    random, first = draw(st.randoms(use_true_random=False)), draw(st.integers(0, seats - 1))
    hands = [any_hand(random, rules, seats) for _ in range(draw(st.integers(0, 40)))]
    played = play(hands, rules=rules, seats=seats, first_dealer=first)
    players = tuple(draw(st.permutations(range(6)))[:seats])
    return line_of(played, rules, players, stake=draw(st.sampled_from([0, 1, 25, 333])))


def line_of(played, rules, players, *, stake):
    """Return what a statement tells of a sitting (as scoring.table.queries.settlement does from the
    database)."""
    by_seat = owed(played, rules=rules, seats=len(players))
    won = (
        sum(points for (_, to), points in by_seat.items() if to == seat)
        for seat in range(len(players))
    )
    totals = played[-1].totals if played else (0,) * len(players)
    games = rules.target is not None
    return SittingLine(
        table="Table 1",
        rules=rules.name,
        stake=stake,
        hands=len(played),
        players=players,
        totals=tuple(won) if games else totals,
        debts=tuple((players[one], players[to], n) for (one, to), n in by_seat.items())
        if games
        else None,
    )


@given(lines=st.lists(sittings(), min_size=1, max_size=4))
def test_net_results_always_sum_to_zero_and_both_ways_of_paying_settle_them(lines):
    people = [(no, name) for no, name in enumerate(("Ann", "Ben", "Cat", "Dan", "Eve", "Fay"))]
    found = draw_up(currency="GBP", people=people, sittings=lines)
    assert [sum(column.values) for column in won_and_lost(found) if column.against] == [
        0 for column in won_and_lost(found) if column.against
    ]
    nets = [found.amount(net) for net in found.nets]
    assert list(won_and_lost(found)[-1].values) == nets
    for debts in (found.pairs, found.transfers):
        received = [0] * len(people)
        for debt in debts:
            received[debt.creditor] += found.amount(debt)
            received[debt.debtor] -= found.amount(debt)
        assert received == nets


@given(line=sittings())
def test_the_words_about_a_player_give_their_winnings_and_losses_at_a_table(line):
    found = draw_up(currency="GBP", people=[(no, f"P{no}") for no in range(6)], sittings=[line])
    for who in line.players:
        (said,) = why(found, who)
        net = found.nets[who].points
        assert f"in all {f'+{net}' if net > 0 else str(net).replace('-', MINUS)}" in said


@pytest.mark.parametrize("key", sorted(SHELF))
def test_every_rule_set_is_settled_in_its_own_unit(key):
    rules = SHELF[key]
    seats = rules.players[0]
    line = line_of([], rules, tuple(range(seats)), stake=5)
    found = draw_up(currency="EUR", people=[(no, f"P{no}") for no in range(seats)], sittings=[line])
    assert describe_stake(found, line) == ("5c a point" if key == "call-ace" else "5c a game point")
