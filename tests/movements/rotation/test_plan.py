"""Rotations as they are played: what docs/movements.md promises, for the numbers it promises it for."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.movements.rotation.plan import NoRotation, full_cycle, plan, quads, replan
from scoring.movements.rotation.search import past_of


def partners(rounds):
    return past_of((quads(one), one.sitting_out) for one in rounds).partners


def running(rounds):
    """Who sits out twice running."""
    return [set(one.sitting_out) & set(other.sitting_out) for one, other in pairwise(rounds)]


# Players, rounds, partnerships that are played once, and how often two may be adversaries.
TARGETS = [(6, 6, 12, 2), (7, 7, 14, 2), (10, 10, 40, 2), (11, 11, 44, 2), (14, 14, 84, 3), (15, 15, 90, 3)]


@pytest.mark.parametrize("seed", [0, 1, 1905])
@pytest.mark.parametrize(("players", "rounds", "once", "opposed"), TARGETS)
def test_the_targets_are_met_for_every_seed(players, rounds, once, opposed, seed):
    found = plan(players=players, rounds=rounds, seed=seed)
    times = partners(found.rounds)
    assert (len(times), set(times.values())) == (once, {1})
    assert found.summary["opponents"]["max"] <= opposed
    assert found.summary["sit_outs"]["min"] == found.summary["sit_outs"]["max"]
    assert not any(running(found.rounds))


@pytest.mark.parametrize("rounds", [1, 4, 8, 12])
@pytest.mark.parametrize("players", [4, 8, 9, 12, 13, 14, 15, 18, 19, 20, 26, 27, 35, 60, 61, 62, 98, 100])
def test_any_first_rounds_keep_the_promise(players, rounds):
    found = plan(players=players, rounds=rounds)
    within = rounds <= full_cycle(players)
    assert len(found.rounds) == rounds
    assert found.summary["partners"]["max"] == 1 or not within
    assert found.summary["opponents"]["max"] <= 2 or not within
    outs = found.summary["sit_outs"]
    assert outs["max"] - outs["min"] <= 1
    assert not any(running(found.rounds)) or players < 8


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(22, 10), (30, 10), (51, 8), (99, 8)])
def test_numbers_without_a_cycle_are_searched_for(players, rounds):
    found = plan(players=players, rounds=rounds)
    assert found.summary["partners"]["max"] == 1
    assert found.summary["opponents"]["max"] <= 2
    assert found.summary["sit_outs"]["max"] - found.summary["sit_outs"]["min"] <= 1
    assert not any(running(found.rounds))


def test_the_full_cycle_is_what_is_planned_without_a_number_of_rounds():
    assert [len(plan(players=number).rounds) for number in (4, 5, 8, 9, 10, 20, 21)] == [
        3,
        5,
        7,
        9,
        10,
        19,
        21,
    ]


def test_more_rounds_than_a_cycle_has_go_round_again():
    found = plan(players=8, rounds=10)
    assert found.summary["partners"]["max"] == 2
    again = [Counter(map(frozenset, quads(one))) for one in found.rounds]
    assert again[7:] == again[:3]


def test_nobody_keeps_a_table_or_a_seat_all_evening():
    found = plan(players=20, rounds=10)
    tables, seats = Counter(), Counter()
    for one in found.rounds:
        for table, sides in enumerate(one.tables):
            for seat, who in enumerate((*sides[0], *sides[1])):
                tables[who, table] += 1
                seats[who, seat] += 1
    assert max(tables.values()) <= 4
    assert max(seats.values()) <= 4


def test_the_same_people_rounds_and_seed_give_the_same_plan():
    assert plan(players=13, rounds=6) == plan(players=13, rounds=6)
    assert plan(players=[3, 1, 4, 5, 9, 2, 6], rounds=9, seed=4) == plan(
        players=[3, 1, 4, 5, 9, 2, 6], rounds=9, seed=4
    )


@pytest.mark.parametrize(("players", "rounds"), [(3, 1), (0, 1), (101, 1), (8, 0), (8, 401), (8, -1)])
def test_what_is_no_rotation_is_refused(players, rounds):
    with pytest.raises(NoRotation):
        plan(players=players, rounds=rounds)


@settings(max_examples=12, deadline=None)
@given(
    number=st.integers(5, 14),
    before=st.integers(1, 3),
    more=st.integers(1, 3),
    change=st.sampled_from([-1, 1]),
)
def test_an_evening_planned_anew_minds_what_was_played(number, before, more, change):
    played = plan(players=number, rounds=before).rounds
    people = range(1, number + 1 + change)
    past = past_of((quads(one), one.sitting_out) for one in played)
    to_come = replan(people=list(people), rounds=more, past=past, first=before + 1, seed=7)
    assert [one.no for one in to_come] == list(range(before + 1, before + more + 1))
    for one in to_come:
        places = [who for sides in one.tables for side in sides for who in side]
        assert sorted([*places, *one.sitting_out]) == list(people)
    out = Counter(who for one in (*played, *to_come) for who in one.sitting_out if who in people)
    new = {number + 1} if change > 0 else set()
    counts = [out[who] for who in people if who not in new]
    assert max(counts) - min(counts) <= 1 or number % 4 == 0 or len(people) % 4 == 0 or new


def test_couples_are_kept_apart_or_together():
    none = past_of(())
    couples = [frozenset((1, 2)), frozenset((3, 4))]
    apart = replan(people=range(1, 13), rounds=3, past=none, first=1, apart=couples)
    assert not set(couples) & set(partners(apart))
    together = replan(people=range(1, 13), rounds=1, past=none, first=1, together=couples)
    assert set(couples) <= set(partners(together))
