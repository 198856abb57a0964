"""Searching: what it counts is what a fresh count finds, and it keeps the best it saw."""

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.movement.rotation.search import Exchange, Past, Tally, past_of, search

NUMBERS, SEEDS = st.integers(4, 19), st.integers(0, 2**31 - 1)


def tallies(number, chance):
    """Two tallies with prices, wishes and a past drawn by chance."""
    pairs = list(combinations(range(number), 2))
    for _ in range(2):
        price = sorted(chance.randrange(9) for _ in range(40))
        wishes = {pair: chance.randrange(-5, 5) for pair in chance.sample(pairs, 3)}
        yield Tally(
            number, price=price, wishes=wishes, met={pair: chance.randrange(4) for pair in pairs}
        )


def exchange(number, rounds, seed):
    partners, opponents = tallies(number, Random(seed))
    return Exchange(rounds, seats=number // 4 * 4, partners=partners, opponents=opponents)


@given(NUMBERS, st.integers(1, 5), SEEDS)
def test_the_cost_after_each_step_equals_a_fresh_count(number, rounds, seed):
    chance = Random(seed)
    start = [chance.sample(range(number), number) for _ in range(rounds)]
    found = exchange(number, start, seed)
    before = found.cost
    found.settle(chance, steps=200, goal=-(10**9))
    assert found.cost == exchange(number, [round[:] for round in found.rounds], seed).cost
    assert found.best == exchange(number, [round[:] for round in found.kept], seed).cost <= before


@given(NUMBERS, st.integers(1, 5), SEEDS)
def test_players_sitting_out_stay_out_and_all_others_stay_in_the_round(number, rounds, seed):
    chance, seats = Random(seed), number // 4 * 4
    start = [chance.sample(range(number), number) for _ in range(rounds)]
    before = [(sorted(round[:seats]), round[seats:]) for round in start]
    found = exchange(number, start, seed)
    found.settle(chance, steps=200, goal=-(10**9))
    assert [(sorted(round[:seats]), round[seats:]) for round in found.kept] == before


def test_the_search_ends_when_nothing_can_be_better():
    found = search(people=range(60), rounds=6, past=Past(), seed=1)
    assert (max(past_of(found).partners.values()), max(past_of(found).opponents.values())) == (1, 1)


def test_earlier_partners_do_not_partner_again():
    past = past_of([([(1, 2, 3, 4), (5, 6, 7, 8)], ())])
    found = search(people=range(1, 9), rounds=6, past=past, seed=1)
    partners = past.partners + past_of(found).partners
    assert (len(partners), set(partners.values())) == (28, {1})
