"""The places after every round, and who went up or down since the one before."""

from dataclasses import replace

from hypothesis import given

from scoring.tournament.pure.places_by_round import (
    compared_with,
    moved,
    ranks_after,
    settled_rounds,
)
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.values import Adjustment, Round
from tests.tournament.pure.evenings import evening, evenings, table

FIRST, SECOND = table(1, "1 2 3 4", "5 3"), table(1, "1 3 2 4", "1 6")


def of_rounds(*tables, **changes):
    rounds = tuple(Round(no=no, tables=(one,)) for no, one in enumerate(tables, start=1))
    return replace(evening(tables[0]), rounds=rounds, **changes)


def test_the_places_after_each_round_count_only_the_rounds_until_then():
    assert ranks_after(of_rounds(FIRST, SECOND), [1, 2]) == {
        1: {1: 1, 3: 1, 2: 3, 4: 3},
        2: {3: 1, 4: 2, 1: 3, 2: 4},
    }


def test_a_round_without_a_result_has_no_places_and_the_one_before_is_compared():
    running = of_rounds(FIRST, table(1, "1 3 2 4"))
    assert (settled_rounds(running), compared_with(running)) == ([1], None)
    third = of_rounds(FIRST, SECOND, table(1, "1 3 2 4"))
    assert (settled_rounds(third), compared_with(third)) == ([1, 2], 1)
    over = of_rounds(FIRST, SECOND)
    assert (settled_rounds(over), compared_with(over)) == ([1, 2], 1)
    first = of_rounds(FIRST)
    assert (settled_rounds(first), compared_with(first)) == ([1], None)
    none = replace(first, rounds=())
    assert (settled_rounds(none), compared_with(none)) == ([], None)


def test_an_earlier_round_is_settled_even_if_a_table_of_it_never_had_a_result():
    gap = of_rounds(table(1, "1 2 3 4"), SECOND)
    assert settled_rounds(gap) == [1, 2]


def test_players_go_up_and_down_and_late_arrivals_have_no_place_before():
    made = of_rounds(FIRST, SECOND)
    late = tuple(replace(one, since=2) if one.no == 4 else one for one in made.entrants)
    before = ranks_after(made, [1])[1]
    rows = {row.no: row for row in standings(made)}
    assert {no: moved(before, row) for no, row in rows.items()} == {3: 0, 4: 1, 1: -2, 2: -1}
    assert ranks_after(replace(made, entrants=late), [1])[1] == {1: 1, 3: 1, 2: 3}


def test_an_adjustment_counts_from_its_round_on_and_one_of_no_round_always():
    late = Adjustment(no=2, round=2, points=9, why="late")
    gift = Adjustment(no=4, points=9, why="gift")
    made = of_rounds(FIRST, SECOND, adjustments=(late, gift))
    assert ranks_after(made, [1, 2]) == {
        1: {4: 1, 1: 2, 3: 2, 2: 4},
        2: {4: 1, 2: 2, 3: 3, 1: 4},
    }


@given(evenings(coming_and_going=True, rounds=4, most=24))
def test_after_the_last_round_the_places_are_those_of_the_standings(made):
    assert settled_rounds(made) == [1, 2, 3, 4]
    assert ranks_after(made, [4])[4] == {row.no: row.rank for row in standings(made)}


def test_places_are_new_where_a_result_of_a_round_before_is_corrected():
    made = of_rounds(FIRST, SECOND)
    corrected = of_rounds(table(1, "1 2 3 4", "3 5"), SECOND)
    for again in (made, corrected, made):
        assert ranks_after(again, [2])[2] == {row.no: row.rank for row in standings(again)}
    assert ranks_after(made, [1]) != ranks_after(corrected, [1])
