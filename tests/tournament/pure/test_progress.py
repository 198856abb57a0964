"""Winners progress, worked by hand from its words: Foster's protocol, and what clubs do today."""

import pytest

from scoring.tournament.pure.next_round import NotYet, next_round
from tests.tournament.pure.evenings import evening, seats, table

THREE_TABLES = (
    table(1, "1 2 3 4", "5 3"),
    table(2, "5 6 7 8", "4 6"),
    table(3, "9 10 11 12", "7 2"),
)


def after(*tables, **settings):
    return seats(next_round(evening(*tables, **settings)))


def test_winners_go_up_and_sit_opposite_one_who_stayed():
    # 1 and 3 stay and 6 and 8 come; 2 and 4 go to the last table, whose 9 and 11 go up.
    assert after(*THREE_TABLES) == ["1 8 6 3", "5 11 9 7", "12 10 4 2"]


def test_by_foster_a_pair_that_comes_to_the_head_table_stays_together():
    assert after(*THREE_TABLES, style="classic") == ["1 6 3 8", "5 11 9 7", "12 10 4 2"]


def test_partners_who_stay_together_keep_or_take_the_two_seats_of_a_side():
    assert after(*THREE_TABLES, partners="stay") == ["1 6 3 8", "5 9 7 11", "2 10 4 12"]


def test_a_pair_that_won_goes_up_and_one_that_stayed_keeps_its_side():
    tables = (table(1, "1 2 1 2", "3 5"), table(2, "3 4 3 4", "6 1"), table(3, "5 6 5 6", "1 2"))
    assert after(*tables, style="pairs") == ["3 2 3 2", "6 4 6 4", "5 1 5 1"]


def test_at_two_tables_losers_and_winners_swap():
    assert after(table(1, "1 2 3 4", "2 4"), table(2, "5 6 7 8", "6 1")) == ["4 2 7 5", "8 6 3 1"]


@pytest.mark.parametrize("style", ["classic", "club"])
def test_at_one_table_no_one_moves(style):
    assert after(table(1, "3 1 4 2", "5 2"), style=style) == ["3 1 4 2"]


def test_with_two_groups_partners_are_one_of_each():
    # At table 1 ladies 1 and 3 stay (partners by want of gentlemen): 5 and 6 come, a gentleman to
    # each.
    tables = (table(1, "1 2 3 4", "5 3"), table(2, "5 7 6 8", "6 2"))
    assert after(*tables, groups="LGLGGGLL") == ["1 6 5 3", "8 7 4 2"]
    mixed = (table(1, "1 2 4 3", "5 3"), table(2, "6 7 5 8", "6 2"))
    assert after(*mixed, groups="LGLGLGLG")[0] == "1 5 6 4"


def test_the_seating_with_fewer_repeated_partnerships_is_chosen():
    # 6 won with 8 before and comes to 1 and 3; that 6 and 1 were partners once sends them to 3.
    tournament = evening(table(1, "1 2 6 4", "5 3"), table(2, "5 3 7 8", "4 6"))
    second = evening(table(1, "1 2 3 4", "5 3"), table(2, "5 6 7 8", "4 6")).rounds[0]
    both = type(tournament)(
        format=tournament.format,
        seed=7,
        entrants=tournament.entrants,
        rounds=(tournament.rounds[0], type(second)(no=2, tables=second.tables)),
    )
    assert seats(next_round(both))[0] == "1 6 8 3"


def test_the_winner_of_a_tie_goes_up():
    tables = (table(1, "1 2 3 4", "5 5", tie="EW"), table(2, "5 6 7 8", "4 4", tie="NS"))
    assert after(*tables) == ["4 2 7 5", "8 6 3 1"]


def test_an_undecided_tie_is_reported_with_its_table():
    with pytest.raises(NotYet) as refused:
        after(*THREE_TABLES[:2], table(3, "9 10 11 12", "6 6"))
    assert str(refused.value) == "Table 3 is tied 6–6: enter who won the tie."


@pytest.mark.parametrize(
    ("lacking", "says"),
    [
        ((2,), "Round 1: table 2 has no result yet."),
        ((1, 3), "Round 1: tables 1 and 3 have no result yet."),
        ((1, 2, 3), "Round 1: tables 1, 2 and 3 have no result yet."),
    ],
)
def test_tables_without_a_result_are_named(lacking, says):
    tables = [
        table(one.no, " ".join(map(str, one.seats.values()))) if one.no in lacking else one
        for one in THREE_TABLES
    ]
    with pytest.raises(NotYet) as refused:
        after(*tables)
    assert str(refused.value) == says


def test_two_go_up_from_a_table_of_three_and_one_stays():
    # At table 2 6 has most points and 7 comes after them: 5 stays.
    tables = (table(1, "1 2 3 4", "5 3"), table(2, "5 6 7", "2 6 4"))
    assert after(*tables, odd="three") == ["1 7 6 3", "5 2 4"]


def test_at_a_head_table_of_three_the_first_stays_and_two_go_down():
    tables = (table(1, "1 2 3", "5 3 4"), table(2, "4 5 6", "3 3 1", tie="E"))
    assert after(*tables, odd="three") == ["1 4 5", "2 3 6"]
    tables = (table(1, "1 2 3", "5 3 4"), table(2, "4 5 6 7", "6 2"))
    assert after(*tables, odd="three") == ["1 6 4 7", "2 5 3"]
