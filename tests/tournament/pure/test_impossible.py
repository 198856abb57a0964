"""Totals that cannot be: by the hands of a round, by the points that end it, by lone hands."""

from dataclasses import replace

import pytest

from scoring.euchre.books import SHELF, find_house
from scoring.tournament.pure.formats import CLASSIC, CLUB
from scoring.tournament.pure.impossible import AHand, impossible, reach_of
from scoring.tournament.queries.now import a_hand_of

AMERICAN = AHand(least=1, most=4, lone=4)
BY_CLOCK = replace(CLUB, ends="clock", hands=0, minutes=20)


def wrong(format, ns, ew, *, table=1, lones=(0, 0), **what):
    reach = reach_of(format, table=table, a_hand=AMERICAN, **what)
    made = dict(zip(("NS", "EW"), lones, strict=True))
    return [", but ".join(one) for one in impossible({"NS": ns, "EW": ew}, made, reach)]


@pytest.mark.parametrize(
    ("format", "table", "points", "says"),
    [
        (CLUB, 3, (60, 2), ["60–2 (62 points together), but 8 hands bring 32 at most"]),
        (CLUB, 3, (30, 2), []),
        (CLUB, 3, (8, 0), []),
        (CLUB, 3, (6, -2), []),
        (CLUB, 3, (4, 3), ["4–3 (7 points together), but 8 hands bring 8 at least"]),
        (replace(CLUB, minutes=20), 3, (4, 3), []),
        (CLASSIC, 3, (60, 2), ["60–2 (62 points together), but 9 hands bring 36 at most"]),
        (CLASSIC, 3, (4, 3), []),
        (CLASSIC, 3, (9, 7), []),
        (CLASSIC, 1, (5, 3), []),
        (CLASSIC, 1, (8, 4), []),
        (CLASSIC, 1, (4, 3), ["4–3, but the head table plays to 5"]),
        (CLASSIC, 1, (3, 9), ["9–3, but at 5 the head table rings, with 8 at most"]),
        (CLASSIC, 1, (5, 6), ["6–5, but the head table stops when one side has 5"]),
        (BY_CLOCK, 3, (60, 2), ["60–2 (62 points together), but 10 hands bring 40 at most"]),
        (BY_CLOCK, 3, (1, 0), []),
    ],
)
def test_impossible_points_are_explained(format, table, points, says):
    assert wrong(format, *points, table=table) == says


def test_the_head_table_may_have_fewer_points_when_the_clock_ended_the_round():
    assert wrong(replace(CLASSIC, minutes=20), 4, 3, by_clock=True) == []


def test_extra_minutes_for_a_table_allow_more_hands():
    assert wrong(BY_CLOCK, 40, 2, extra_minutes=2) == []


def test_lone_hands_bring_their_points():
    assert wrong(CLUB, 9, 5, lones=(3, 1)) == [
        "9 points, but 3 lone hands of that side alone bring 12"
    ]
    assert wrong(CLUB, 2, 7, lones=(1, 0)) == [
        "2 points, but a lone hand of that side alone brings 4"
    ]
    assert wrong(CLUB, 20, 9, lones=(9, 0)) == ["9 lone hands, but 8 hands are played at most"]


def test_no_low_score_is_impossible_where_bids_can_be_lost():
    reach = reach_of(CLUB, table=2, a_hand=AHand(least=-999, most=18))
    assert list(impossible({"NS": -40, "EW": 3}, {}, reach)) == []


def test_at_a_table_of_three_each_player_has_points():
    reach = reach_of(CLUB, table=2, a_hand=AHand(least=1, most=8, lone=4))
    assert list(impossible({"N": 60, "E": 2, "S": 3}, {"N": 0}, reach)) == [
        ("60–3–2 (65 points together)", "8 hands bring 64 at most")
    ]


@pytest.mark.parametrize("changed", [{"set_back": 2}, {"revoke_from": True}])
def test_points_below_a_lone_hand_are_possible_where_points_can_be_taken_away(changed):
    house = find_house({"base": "american", "name": "Ours", **changed})
    a_hand = a_hand_of(house, 4)
    reach = reach_of(CLUB, table=2, a_hand=a_hand)
    assert list(impossible({"we": 2, "they": 9}, {"we": 1, "they": 0}, reach)) == []
    assert a_hand_of(SHELF["american"], 4).lone == 4
