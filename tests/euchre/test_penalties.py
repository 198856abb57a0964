"""Points that the table gives or takes, beside a hand or without one."""

import pytest

from scoring.euchre import score_out, sheet
from scoring.euchre.sheet_values import BadSheet
from tests.euchre.cast import a_sheet


def a_penalty(by, points, to="other", **more):
    return {"kind": "penalty", "by": by, "points": points, "to": to} | more


def scored(*hands, rules="keller", players=4, **more):
    found = sheet.read(a_sheet(*hands, rules=rules, players=players) | more)
    document = score_out.document(score_out.score(found))
    assert sheet.read(sheet.document(found)) == found
    return document


def refusal(*hands, **more):
    with pytest.raises(BadSheet) as caught:
        scored(*hands, **more)
    return caught.value.hand, caught.value.field


def hand_of(*penalties, **facts):
    return {"maker": "Ben", "tricks": 3, "irregularities": [*penalties]} | facts


def points(document):
    return [hand["points"] for hand in document["hands"]]


def test_a_penalty_gives_points_to_the_other_side_or_takes_them_from_its_own():
    found = scored(
        {"penalty": [a_penalty("Ann", 2, why="table talk")]},
        {"penalty": [a_penalty("Ann", 2, "own")]},
    )
    assert points(found) == [{"Ben": 2, "Dan": 2}, {"Ann": -2, "Cat": -2}]
    assert found["score"] == [-2, 2]
    assert found["hands"][0]["why"][0]["text"] == "Penalty (table talk): 2"


def test_no_deal_passes_after_a_penalty_without_a_hand():
    found = scored("Ann 3", {"penalty": [a_penalty("Ann", 1)]}, "Ben 3")
    assert [(one["dealer"], one["next_dealer"], one["outcome"]) for one in found["hands"]] == [
        ("Ann", "Ben", "point"),
        ("Ben", "Ben", "penalty"),
        ("Ben", "Cat", "point"),
    ]


def test_where_each_plays_for_themselves_each_of_the_others_scores_a_penalty():
    found = scored({"penalty": [a_penalty("Eve", 1)]}, rules="call-ace", players=5)
    assert points(found) == [dict.fromkeys(("Ann", "Ben", "Cat", "Dan"), 1)]


def test_points_below_nothing_have_no_counters():
    found = scored({"penalty": [a_penalty("Eve", 7, "own")]}, rules="call-ace", players=5)
    assert (found["totals"]["Eve"], found["net"]["Eve"]["points"]) == (-7, -28)
    assert found["counters"]["Eve"] == {"blue": 0, "red": 0, "white": 0}


def test_a_called_partner_is_no_partner_in_a_penalty():
    hand = hand_of(a_penalty("Ben", 2), partner="Dan")
    found = scored(hand, rules="call-ace", players=4)
    assert points(found) == [{"Ann": 2, "Ben": 1, "Cat": 2, "Dan": 3}]


def test_a_penalty_counts_after_a_revoke_and_before_the_hand():
    revoked = [{"kind": "revoke", "by": "Ann"}, a_penalty("Ben", 1)]
    found = scored(hand_of(*revoked), hand_of(*revoked, tricks=5), rules="club-laws")
    assert [[one["text"] for one in hand["why"]] for hand in found["hands"]] == [
        ["Revoke by an adversary: 3", "Penalty: 1", "Point: 1"],
        ["Revoke by an adversary: 3", "Penalty, not counted: the game was over", "March: 2"],
    ]


def test_both_sides_revoke_and_the_penalty_still_counts():
    both = [{"kind": "revoke", "by": "Ann"}, {"kind": "revoke", "by": "Ben"}]
    found = scored({"maker": "Ben", "irregularities": [*both, a_penalty("Ann", 2)]})
    assert (found["hands"][0]["outcome"], points(found)) == ("both-revoked", [{"Ben": 2, "Dan": 2}])


def test_a_penalty_ends_the_game_and_the_losers_score_nothing_more():
    found = scored("Ann! 5", hand_of(a_penalty("Dan", 1), tricks=5))
    assert (found["games"][0]["score"], found["score"]) == ([5, 0], [0, 0])
    assert points(found)[1] == {"Ann": 1, "Cat": 1}


def test_a_penalty_comes_before_the_bid_and_can_end_the_game():
    bid = {"maker": "Ben", "bid": 5, "tricks": 6}
    found = scored(hand_of(a_penalty("Ben", 3), **bid), rules="bid", options={"target": 3})
    assert found["games"][0]["score"] == [3, 0]
    earned = scored(
        hand_of(a_penalty("Ben", 3), **bid), rules="bid", options={"target": 3, "win_on_bid": True}
    )
    assert earned["games"][0]["score"] == [3, 6]


def test_a_game_that_a_revoke_won_is_not_lost_again_by_a_penalty():
    both = [{"kind": "revoke", "by": "Ben"}, a_penalty("Ann", 4, "own")]
    found = scored("Ann! 5", hand_of(*both, tricks=2))
    assert [game["score"] for game in found["games"]] == [[6, 0]]


@pytest.mark.parametrize(
    ("hand", "field"),
    [
        ({"penalty": []}, "penalty"),
        ({"penalty": [a_penalty("Zed", 2)]}, "penalty"),
        ({"penalty": [{"kind": "revoke", "by": "Ann"}]}, "penalty"),
        ({"penalty": [a_penalty("Ann", 2)], "maker": "Ann"}, "maker"),
        ({"penalty": [a_penalty("Ann", 0)]}, "irregularities"),
        ({"penalty": [a_penalty("Ann", 2, "me")]}, "irregularities"),
        ({"void": "penalty"}, "void"),
        ({"void": "misdeal", "irregularities": [a_penalty("Ann", 2)]}, "irregularities"),
        (hand_of({"kind": "revoke", "by": "Ann", "points": 2}), "irregularities"),
        (hand_of({"kind": "penalty", "by": "Ann"}), "irregularities"),
        (hand_of(a_penalty("Ann", 2, times=2)), "irregularities"),
        ({"penalty": [a_penalty("Ann", 1)] * 9}, "irregularities"),
        (hand_of(a_penalty("Ann", 50), a_penalty("Ben", 50)), "irregularities"),
        (hand_of({"kind": "revoke", "by": "Ann", "times": 14}), "irregularities"),
        (hand_of(*[{"kind": "revoke", "by": "Ann"}] * 14), "irregularities"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(hand, field):
    assert refusal(hand) == (1, field)
