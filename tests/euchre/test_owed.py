"""What a sitting owes, in points or game points, by seats."""

import pytest

from scoring.euchre.books import SHELF, find
from scoring.euchre.game import play
from scoring.euchre.hand import Hand
from scoring.euchre.settlement import differences, owed
from tests.euchre.cast import ANN, BEN, CAT, DAN

LONE_MARCH, POINT = Hand(maker=ANN, alone=ANN, tricks=5), Hand(maker=ANN, tricks=3)
THEIRS, THEIR_POINT = Hand(maker=BEN, alone=BEN, tricks=5), Hand(maker=BEN, tricks=3)
GAME, THEIR_GAME = [LONE_MARCH, POINT], [THEIRS, THEIR_POINT]


def owes(*hands, rules, seats=4):
    return owed(play(hands, rules=rules, seats=seats, first_dealer=ANN), rules=rules, seats=seats)


def test_before_the_first_hand_no_player_owes_anything():
    for rules in SHELF.values():
        assert set(owed([], rules=rules, seats=rules.players[0]).values()) <= {0}


def test_in_call_ace_every_lower_player_owes_each_higher_one_the_difference():
    found = owes(Hand(maker=BEN, partner=CAT, tricks=3), rules=find("call-ace"))
    assert found == differences({ANN: 0, BEN: 1, CAT: 1, DAN: 0})
    assert {pair: points for pair, points in found.items() if points} == {
        (ANN, BEN): 1,
        (ANN, CAT): 1,
        (DAN, BEN): 1,
        (DAN, CAT): 1,
    }


def test_each_loser_pays_the_same_winner_across_the_table():
    assert owes(*GAME, rules=find("keller")) == {(BEN, ANN): 1, (DAN, CAT): 1}
    assert owes(*GAME, *THEIR_GAME, *GAME, rules=find("keller")) == {
        (BEN, ANN): 2,
        (DAN, CAT): 2,
        (ANN, BEN): 1,
        (CAT, DAN): 1,
    }


def test_a_love_game_is_paid_double_where_love_games_double():
    assert owes(*GAME, rules=find("keller", love_double=True)) == {(BEN, ANN): 2, (DAN, CAT): 2}
    assert owes(THEIR_POINT, *GAME, rules=find("keller", love_double=True)) == {
        (BEN, ANN): 1,
        (DAN, CAT): 1,
    }


@pytest.mark.parametrize(("double", "points"), [(False, 5), (True, 10)])
def test_by_deficit_a_loser_pays_their_missing_points(double, points):
    rules = find("keller", stakes="deficit", love_double=double)
    assert owes(*GAME, rules=rules) == {(BEN, ANN): points, (DAN, CAT): points}
    assert owes(THEIRS, *GAME, rules=rules) == {(BEN, ANN): 1, (DAN, CAT): 1}


def test_a_rubber_is_paid_by_the_difference_of_points():
    rules = find("keller", rubber="best-of-three")
    # Two games to one, and two for the rubber: four to one.
    assert owes(*GAME, *THEIR_GAME, *GAME, rules=rules) == {(BEN, ANN): 3, (DAN, CAT): 3}
    assert owes(*THEIR_GAME, *THEIR_GAME, rules=rules) == {(ANN, BEN): 4, (CAT, DAN): 4}


def test_an_unfinished_rubber_is_paid_without_the_bonus():
    assert owes(*GAME, rules=find("keller", rubber="three")) == {(BEN, ANN): 1, (DAN, CAT): 1}
    assert owes(*GAME, *THEIR_GAME, rules=find("keller", rubber="three")) == {}


def test_in_a_rubber_the_deficit_makes_no_difference():
    one, two = (find("keller", rubber="three", stakes=stakes) for stakes in ("game", "deficit"))
    assert owes(*GAME, rules=one) == owes(*GAME, rules=two)


def test_with_three_players_each_loser_pays_the_winner_their_own_points():
    rules = find("hoyle-three", stakes="deficit")
    hands = [Hand(maker=ANN, tricks=4), *[Hand(maker=CAT, tricks=5)] * 3]
    assert owes(*hands, rules=rules, seats=3) == {(ANN, CAT): 4, (BEN, CAT): 5}


def test_with_two_players_the_loser_pays_the_winner():
    hands = [Hand(maker=ANN, tricks=5)] * 3
    assert owes(*hands, rules=find("hoyle-two"), seats=2) == {(BEN, ANN): 1}
