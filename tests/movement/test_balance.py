import time
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.movement.balance import balanced, times
from scoring.movement.mixes import CALL_ACE, PARTNERS, TableOf, mixes

SEEDS = st.integers(0, 2**31 - 1)
FOUR = TableOf(kind=PARTNERS, seats=4)


@st.composite
def clubs(draw):
    """People, one of their mixes, and how often some of them met."""
    people = draw(st.integers(2, 24))
    pair = st.sampled_from(list(combinations(range(people), 2)))
    return (
        people,
        draw(st.sampled_from(mixes(people))),
        draw(st.dictionaries(pair, st.integers(0, 9))),
    )


def tables_of(people, mix, met, seed, partnered=None):
    return balanced(range(people), tables=mix.tables, met=met, partnered=partnered or {}, seed=seed)


def strain(groups, met):
    return sum(
        times(met, one, other) ** 2 for group in groups for one, other in combinations(group, 2)
    )


def a_year(people, seed=1):
    """How often people met in a year in which some came often."""
    chance = Random(seed)
    return {
        pair: chance.choice([0, 0, 0, 1, 1, 2, 3, 6]) for pair in combinations(range(people), 2)
    }


@given(clubs(), SEEDS)
def test_every_player_sits_once_and_the_last_in_the_room_wait(club, seed):
    people, mix, met = club
    groups = tables_of(people, mix, met, seed)
    assert [len(group) for group in groups] == [table.seats for table in mix.tables]
    assert sorted(person for group in groups for person in group) == list(
        range(people - mix.waiting)
    )


@given(clubs(), SEEDS)
def test_the_same_seed_finds_the_same_tables(club, seed):
    people, mix, met = club
    assert tables_of(people, mix, met, seed) == tables_of(people, mix, met, seed)


@given(clubs(), SEEDS)
def test_swapping_any_two_players_would_not_improve_the_tables(club, seed):
    people, mix, met = club
    groups = [list(group) for group in tables_of(people, mix, met, seed)]
    found = strain(groups, met)
    for here, there in combinations(groups, 2):
        for one in range(len(here)):
            for other in range(len(there)):
                here[one], there[other] = there[other], here[one]
                assert strain(groups, met) >= found
                here[one], there[other] = there[other], here[one]


def test_players_who_never_met_meet():
    met = dict.fromkeys([*combinations(range(0, 4), 2), *combinations(range(4, 8), 2)], 1)
    groups = balanced(range(8), tables=[FOUR] * 2, met=met, partnered={}, seed=1)
    assert strain(groups, met) == 4


def test_two_who_met_often_are_separated_before_many_who_met_once():
    pairs = combinations(range(8), 2)
    met = {pair: 4 if pair == (0, 1) else 1 if 0 in pair or 1 in pair else 0 for pair in pairs}
    groups = balanced(range(8), tables=[FOUR] * 2, met=met, partnered={}, seed=1)
    assert not any({0, 1} <= set(group) for group in groups)


def test_players_who_partnered_least_become_partners():
    partnered = {(0, 1): 3, (2, 3): 2, (0, 2): 1, (1, 3): 1}
    (north, east, south, west), *_ = balanced(
        range(4), tables=[FOUR], met={}, partnered=partnered, seed=1
    )
    assert {frozenset({north, south}), frozenset({east, west})} == {
        frozenset({0, 3}),
        frozenset({1, 2}),
    }


def test_at_six_each_side_joins_players_who_partnered_least():
    partnered = {(0, 1): 5, (0, 2): 5, (0, 3): 5, (1, 5): 4}
    ((*seats,),) = balanced(
        range(6), tables=[TableOf(kind="six", seats=6)], met={}, partnered=partnered, seed=1
    )
    assert {frozenset(seats[::2]), frozenset(seats[1::2])} == {
        frozenset({0, 4, 5}),
        frozenset({1, 2, 3}),
    }


def test_without_earlier_evenings_the_tables_are_random():
    found = {
        balanced(range(8), tables=[FOUR] * 2, met={}, partnered={}, seed=seed) for seed in range(20)
    }
    assert len(found) == 20


def test_balanced_tables_are_far_better_than_random_ones():
    met, chance = a_year(30), Random(5)
    sixes = [TableOf(kind=CALL_ACE, seats=6)] * 5
    shuffled = [chance.sample(range(30), 30) for _ in range(200)]
    by_chance = [strain([order[at : at + 6] for at in range(0, 30, 6)], met) for order in shuffled]
    ours = [
        strain(balanced(range(30), tables=sixes, met=met, partnered={}, seed=seed), met)
        for seed in range(20)
    ]
    assert max(ours) < min(by_chance)
    assert 2 * sum(ours) // len(ours) < sum(by_chance) // len(by_chance)


def test_sixty_people_are_placed_within_a_second():
    met = a_year(60)
    began = time.process_time()
    balanced(range(60), tables=mixes(60)[0].tables, met=met, partnered=met, seed=1)
    assert time.process_time() - began < 1
