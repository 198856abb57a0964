"""Numbers of rounds in which everyone sits out alike, and who loses by another."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.movement.rotation.plan import plan
from scoring.tournament.pure.fair import (
    by_average,
    fair_rounds,
    pays_for_sitting_out,
    sit_outs_in,
    usual_rounds,
)
from scoring.tournament.pure.formats import CLASSIC, CLUB, PAIRS, ROTATION
from scoring.tournament.pure.standings import StandingsRow, ranked

FAIR = [
    (4, []),
    (5, [10, 5]),
    (6, [9, 6]),
    (7, [7, 14]),
    (9, [9]),
    (10, [10, 5]),
    (11, [11]),
    (12, []),
    (13, [13]),
    (14, [7, 14]),
    (15, [10, 5]),
    (18, [9]),
    (22, [11]),
    (60, []),
    (61, []),
]


@pytest.mark.parametrize(("number", "rounds"), FAIR)
def test_the_nearest_fair_number_of_rounds_is_offered_first(number, rounds):
    assert [one.rounds for one in fair_rounds(CLUB, number)] == rounds


@pytest.mark.parametrize("number", range(5, 31))
def test_rounds_offered_as_fair_are_fair_in_the_plan(number):
    for offer in fair_rounds(ROTATION, number):
        sit_outs = plan(players=number, rounds=offer.rounds).summary["sit_outs"]
        assert sit_outs == {"min": offer.least, "max": offer.least}


@pytest.mark.parametrize(
    ("number", "rounds", "says"),
    [
        (10, 8, "6 of 10 sit out twice, the others once"),
        (10, 5, "everyone sits out once"),
        (61, 8, "8 of 61 sit out once, the others never"),
        (9, 1, "1 of 9 sits out once, the others never"),
        (5, 16, "1 of 5 sits out 4 times, the others 3 times"),
        (8, 8, ""),
    ],
)
def test_the_text_says_how_often_players_sit_out(number, rounds, says):
    assert sit_outs_in(CLUB, number, rounds=rounds).as_text == says


def test_pairs_sit_out_one_at_a_time_and_ghosts_let_everyone_play():
    assert sit_outs_in(PAIRS, 5).as_text == "3 of 5 pairs sit out twice, the others once"
    assert sit_outs_in(replace(CLUB, odd="ghost"), 10).out == 0
    assert sit_outs_in(replace(CLUB, odd="three"), 10).out == 0
    assert fair_rounds(replace(CLUB, odd="ghost"), 10) == ()


def test_sitting_out_costs_nothing_where_it_brings_points_or_the_average_ranks():
    assert pays_for_sitting_out(CLUB)
    assert not pays_for_sitting_out(replace(CLUB, sit_out_points="own"))
    assert not pays_for_sitting_out(replace(CLUB, ranking=by_average(CLUB)))
    assert (by_average(CLUB), by_average(CLASSIC)) == (
        ("average", "won", "lones"),
        ("average", "won", "lones"),
    )


def test_ranking_by_average_can_put_fewer_points_in_fewer_rounds_first():
    rows = [
        StandingsRow(no=1, name="Ann", points=45, rounds=8, sat_out=0),
        StandingsRow(no=2, name="Ben", points=36, rounds=6, sat_out=2),
        StandingsRow(no=3, name="Cat", points=33, given=3, rounds=5, sat_out=1),
        StandingsRow(no=4, name="Dan"),
    ]
    found = list(ranked(rows, ("average", "won")))
    assert [(row.rank, row.name, row.written("average")) for row in found] == [
        (1, "Ben", "6.00"),
        (1, "Cat", "6.00"),
        (3, "Ann", "5.63"),
        (4, "Dan", "0.00"),
    ]


def test_averages_that_round_to_the_same_are_told_apart():
    rows = [
        StandingsRow(no=1, name="Ann", points=100, rounds=99),
        StandingsRow(no=2, name="Ben", points=99, rounds=98),
    ]
    first, second = ranked(rows, ("average",))
    assert (first.name, first.written("average"), second.written("average")) == (
        "Ben",
        "1.01",
        "1.01",
    )
    assert first.average == Fraction(99, 98)


def test_the_default_number_of_rounds_is_fair_within_the_length_of_an_evening():
    """Eight are usual: nine for six or nine people, ten for ten; thirteen would be another
    evening."""
    found = {number: usual_rounds(CLUB, number) for number in (4, 6, 7, 9, 10, 12, 13, 14, 61)}
    assert found == {4: 8, 6: 9, 7: 7, 9: 9, 10: 10, 12: 8, 13: 8, 14: 7, 61: 8}
    assert usual_rounds(replace(CLUB, rounds=5), 12) == 8
    averaged = replace(CLUB, ranking=by_average(CLUB))
    assert [usual_rounds(one, 10) for one in (averaged, replace(CLUB, odd="ghost"))] == [8, 8]
