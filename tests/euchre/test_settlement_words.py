import json
from dataclasses import replace

from scoring.euchre.settlement_words import describe_stake, how_owed, is_fosters_way, why
from scoring.euchre.statement import Statement
from tests.euchre.test_statement import ANN, BEN, EVE, FIRST, SECOND, statement


def test_a_stake_is_mentioned_if_there_is_one():
    found = statement(FIRST)
    assert (describe_stake(found, FIRST), describe_stake(found, replace(FIRST, stake=0))) == (
        "25p a point",
        "",
    )


def test_winnings_are_explained_down_to_the_points():
    assert why(statement(FIRST), ANN) == [
        "Ann, 4 points, receives 4 from Dan; owes 5 to Ben: in all −1, at 25p a point −£0.25."
    ]
    assert why(statement(FIRST, SECOND), BEN) == [
        "Table 1: Ben, 9 points, receives 5 from Ann, 5 from Cat and 9 from Dan: "
        "in all +19, at 25p a point +£4.75.",
        "Table 2: Ben, 2 points, owes 1 to Cat and 1 to Eve: in all −2, at 10p a point −£0.20.",
    ]


def test_an_absent_player_has_no_explanation_and_a_tied_player_is_even():
    level = replace(FIRST, totals=(5, 5, 5, 5), stake=0)
    assert why(statement(FIRST), EVE) == []
    assert why(statement(level), ANN) == ["Ann, 5 points, is even with everyone: in all 0."]


SIDES = replace(FIRST, totals=(4, 9, 4, 9), sides=((ANN, 2), (BEN, 3)))
ACROSS = "each loser pays one winner the difference of the two sides’ points (our ruling)."


def test_partners_who_play_for_points_pay_across():
    found = statement(SIDES)
    assert SIDES.owed == {(ANN, BEN): 5, (2, 3): 5}
    assert how_owed(found) == [f"Partners pay across: {ACROSS}"]
    assert [(is_fosters_way(line), describe_stake(found, line)) for line in found.sittings] == [
        (False, "25p a point")
    ]
    assert Statement.from_json(json.loads(json.dumps(found.as_json()))) == found


def test_with_both_kinds_of_tables_both_ways_of_paying_are_explained():
    assert how_owed(statement(SIDES, SECOND)) == [
        "Where each plays for themselves, each player pays everyone with more points the "
        "difference (Foster 1905, p. 29).",
        f"Where partners play for points, they pay across: {ACROSS}",
    ]


def test_four_who_score_their_own_tricks_are_no_partners_in_a_game():
    debts = ((ANN, BEN, 1), (2, BEN, 1), (3, BEN, 1))
    alone = tuple((who,) for who in FIRST.players)
    game = replace(FIRST, rules="Buck Euchre", totals=(0, 3, 0, 0), debts=debts, sides=alone)
    assert how_owed(statement(game)) == ["Each loser of a game pays its winner."]
    assert how_owed(statement(replace(game, sides=())))[0].startswith("Partners pay across.")
