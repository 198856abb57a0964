"""A movement that draws every round anew."""

from random import Random

import pytest

from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.values import Tournament
from tests.tournament.pure.evenings import entrants, played, seats

GROUPS = {"groups": ["L", "G"]}


@pytest.mark.parametrize(("number", "rounds"), [(8, 6), (14, 8), (23, 8), (40, 10)])
def test_drawn_anew_no_one_has_a_partner_twice(number, rounds):
    format = format_of("club", {"movement": "draw", "sits_out": "lot"})
    start = Tournament(format=format, seed=number, entrants=entrants(number))
    found = played(start, rounds, Random(number)).rounds
    partners = [frozenset(two) for one in found for t in one.tables for two in t.by_side.values()]
    assert len(partners) == len(set(partners))
    out = [no for one in found for no in one.sitting_out]
    times = [out.count(no) for no in range(1, number + 1)]
    assert max(times) - min(times) <= 1


def test_drawn_anew_partners_are_one_of_each_group():
    format = format_of("club", {"movement": "draw", **GROUPS})
    start = Tournament(format=format, seed=4, entrants=entrants(16, groups="LG" * 8))
    for one in played(start, 6, Random(4)).rounds:
        for at in one.tables:
            assert all(len({no % 2 for no in two}) == 2 for two in at.by_side.values())


def test_drawn_anew_pairs_meet_every_other_pair_before_one_again():
    format = format_of("pairs", {"movement": "draw"})
    start = Tournament(format=format, seed=4, entrants=entrants(9, pairs=True))
    rounds = played(start, 9, Random(4)).rounds
    met = [frozenset(one.entrants) for round in rounds for one in round.tables]
    assert len(set(met)) == len(met) == 36


def test_each_draw_has_lots_of_its_own():
    format = format_of("club", {"movement": "draw"})
    people = entrants(12)
    drawn = {
        tuple(
            seats(
                played(Tournament(format=format, seed=no, entrants=people), 2, Random(1)).rounds[1]
            )
        )
        for no in range(5)
    }
    assert len(drawn) == 5


def test_a_single_table_of_three_stays_one():
    format = format_of("club", {"movement": "draw", "odd": "three"})
    start = Tournament(format=format, seed=4, entrants=entrants(3))
    assert [len(one.tables[0].seats) for one in played(start, 3, Random(4)).rounds] == [3, 3, 3]


def test_drawn_anew_pairs_change_tables():
    format = format_of("pairs", {"movement": "draw"})
    start = Tournament(format=format, seed=4, entrants=entrants(16, pairs=True))
    rounds = played(start, 5, Random(4)).rounds
    assert len({next(t.no for t in one.tables if 4 in t.entrants) for one in rounds}) > 1
