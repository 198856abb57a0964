import pytest

from scoring.rules import rule_sets
from scoring.rules.hand import Hand
from scoring.rules.points import score
from scoring.rules.preview import score_table

CALL_ACE = rule_sets.find("call-ace")


def test_a_row_says_who_would_score_what_why_and_by_which_law():
    assert score_table(CALL_ACE, 5)["with"][5] == {
        "maker": 3,
        "partner": 3,
        "others": 0,
        "why": "March with a partner, five players",
        "law": "Foster, law 43",
    }
    assert score_table(CALL_ACE, 7)["alone"][2] == {
        "maker": 0,
        "partner": 2,
        "others": 2,
        "why": "Lone hand euchred",
        "law": "Foster, law 46",
    }


@pytest.mark.parametrize("seats", CALL_ACE.players)
@pytest.mark.parametrize("tricks", range(6))
def test_the_preview_is_what_the_hand_will_score(seats, tricks):
    table = score_table(CALL_ACE, seats)
    for how, facts in (("with", {"partner": 1}), ("alone", {"alone": 0})):
        row = table[how][tricks]
        hand = Hand(maker=0, tricks=tricks, **facts)
        expected = score(hand, rules=CALL_ACE, seats=seats).points
        assert (row["maker"], row["partner"], *[row["others"]] * (seats - 2)) == expected
