"""The first seating: by lot, from the seed."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.next_round import NotYet, next_round
from tests.tournament.pure.evenings import evening, seats

STYLES = st.sampled_from(["classic", "club", "seats"])


def test_the_same_seed_draws_the_same_seats_and_another_seed_different_ones():
    first, again, other = (next_round(evening(number=16, seed=seed)) for seed in (7, 7, 8))
    assert first == again
    assert seats(first) != seats(other)


def test_every_player_can_be_drawn_into_every_seat():
    found = {next_round(evening(number=8, seed=seed)).tables[0].seats["N"] for seed in range(100)}
    assert found == set(range(1, 9))


@given(st.integers(2, 20), st.integers(2, 20), st.integers(0, 999), STYLES)
def test_partners_are_one_of_each_group_as_far_as_numbers_allow(ladies, gentlemen, seed, style):
    groups = "L" * ladies + "G" * gentlemen
    found = next_round(evening(style=style, number=ladies + gentlemen, groups=groups, seed=seed))
    sides = [side for table in found.tables for side in table.by_side.values()]
    out = Counter(groups[no - 1] for no in found.sitting_out)
    mixed = sum({groups[no - 1] for no in side} == {"L", "G"} for side in sides)
    assert mixed == min(ladies - out["L"], gentlemen - out["G"])


@given(st.integers(2, 20), st.integers(2, 20))
def test_the_first_to_sit_out_are_of_the_larger_group(ladies, gentlemen):
    groups = "L" * ladies + "G" * gentlemen
    found = next_round(evening(number=ladies + gentlemen, groups=groups))
    left = Counter(groups) - Counter(groups[no - 1] for no in found.sitting_out)
    before, after = abs(ladies - gentlemen), abs(left["L"] - left["G"])
    assert after == max(
        before - len(found.sitting_out), (ladies + gentlemen - len(found.sitting_out)) % 2
    )


def test_a_pair_has_both_seats_of_its_side():
    assert [
        sorted(table.seats.items()) for table in next_round(evening(style="pairs", number=2)).tables
    ] in (
        [[("E", 1), ("N", 2), ("S", 2), ("W", 1)]],
        [[("E", 2), ("N", 1), ("S", 1), ("W", 2)]],
    )


@pytest.mark.parametrize(("style", "needed"), [("club", 4), ("pairs", 2), ("rotation", 4)])
def test_too_few_players_for_a_table_are_not_seated(style, needed):
    with pytest.raises(NotYet) as refused:
        next_round(evening(style=style, number=needed - 1))
    assert str(refused.value) == f"Round 1 has {needed - 1} to be seated: a table needs {needed}."
