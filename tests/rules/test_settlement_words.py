from dataclasses import replace

from scoring.rules.settlement_words import stake_told, why
from tests.rules.test_statement import ANN, BEN, EVE, FIRST, SECOND, statement


def test_a_stake_is_said_where_there_is_one():
    found = statement(FIRST)
    assert (stake_told(found, FIRST), stake_told(found, replace(FIRST, stake=0))) == ("25p a point", "")


def test_what_a_player_won_is_explained_down_to_the_points():
    assert why(statement(FIRST), ANN) == [
        "Ann, 4 points, receives 4 from Dan; owes 5 to Ben: in all −1, at 25p a point −£0.25."
    ]
    assert why(statement(FIRST, SECOND), BEN) == [
        "Table 1: Ben, 9 points, receives 5 from Ann, 5 from Cat and 9 from Dan: "
        "in all +19, at 25p a point +£4.75.",
        "Table 2: Ben, 2 points, owes 1 to Cat and 1 to Eve: in all −2, at 10p a point −£0.20.",
    ]


def test_who_sat_out_has_nothing_to_explain_and_who_is_level_is_told_so():
    level = replace(FIRST, totals=(5, 5, 5, 5), stake=0)
    assert why(statement(FIRST), EVE) == []
    assert why(statement(level), ANN) == ["Ann, 5 points, is level with all: in all 0."]
