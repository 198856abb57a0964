"""A trial of a format, and the parts of a room that never meet."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.formats import FORMATS, MOVEMENTS
from scoring.tournament.pure.made_up import evening_of
from scoring.tournament.pure.moves import BY_SEATS, PROGRESS
from scoring.tournament.pure.presets import PRESETS
from scoring.tournament.pure.settings import as_json, format_of
from scoring.tournament.pure.trial import never_meet, trial
from scoring.tournament.pure.values import Tournament
from tests.tournament.pure.evenings import entrants

BOTH_WAYS = PRESETS["both-ways"].made((), 4)


def test_two_halves_never_meet_with_both_ways_round_and_an_even_number_of_tables():
    assert never_meet(BOTH_WAYS, (), 6) == [[1, 3, 5], [2, 4, 6]]
    assert never_meet(BOTH_WAYS, (), 5) == []
    for tables in range(2, 9):
        assert never_meet(PROGRESS, (), tables) == []
        assert never_meet(BY_SEATS, (), tables) == []


def test_who_never_meets_is_found_in_a_hall_of_the_most_tables():
    odd, even = range(1, 249, 2), range(2, 249, 2)
    assert never_meet(BOTH_WAYS, (), 248) == [[*odd], [*even]]
    assert never_meet(BOTH_WAYS, (), 249) == []


@given(
    tables=st.integers(2, 7),
    key=st.sampled_from([key for key, one in PRESETS.items() if not one.by_groups]),
    seed=st.integers(0, 99),
)
def test_those_who_never_meet_do_not_meet_in_twelve_rounds(tables, key, seed):
    movement = PRESETS[key].made((), 4)
    settings = {"movement": as_json(movement), "rounds": 12}
    made = Tournament(format=format_of("club", settings), seed=seed, entrants=entrants(4 * tables))
    evening = evening_of(made, rounds=12, chance=Random(seed))
    first = {no: table.no for table in evening.rounds[0].tables for no in table.entrants}
    part = {no: at for at, tables in enumerate(never_meet(movement, (), tables)) for no in tables}
    for round in evening.rounds:
        for table in round.tables:
            for one, other in combinations(table.entrants, 2):
                assert part.get(first[one]) == part.get(first[other])


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_trial_shows_five_rounds(movement):
    style = "pairs" if movement == "double-elimination" else "club"
    format = format_of(style, {"movement": movement})
    assert [round.no for round in trial(format, 10)] == [1, 2, 3, 4, 5]
    assert trial(format, 10) == trial(format, 10)
    assert all(table.result for round in trial(format, 10) for table in round.tables)


def test_a_trial_of_any_style_seats_its_people():
    for style in FORMATS:
        format = format_of(style, {"odd": "ghost"})
        people = trial(format, 7)[0].everybody
        assert people >= set(range(1, 8))
    assert trial(format_of("club", {}), 2) == ()
