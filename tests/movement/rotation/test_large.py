"""Rotations for more people than a cycle is kept for: constructed, and then made better."""

from collections import Counter
from itertools import islice, pairwise

import pytest

from scoring.movement.rotation.large import rounds_of
from scoring.movement.rotation.plan import plan
from tests import proof

NUMBERS = [*range(101, 109), 126, 198, 311, 312, 499, 500, 501, 502, 999]
"""Two of every remainder, the ends, and halls there were."""


def partners(games):
    return [frozenset(pair) for a, b, c, d in games for pair in ((a, b), (c, d))]


@pytest.mark.parametrize("number", proof.every(4, NUMBERS))
def test_no_two_players_partner_twice_and_sit_outs_stay_even(number):
    rounds = list(islice(rounds_of(number), min(99, number - 2)))
    playing = [[no for game in games for no in game] for games in rounds]
    assert {(len(games), len(set(one))) for games, one in zip(rounds, playing, strict=True)} == {
        (number // 4, number // 4 * 4)
    }
    assert set(Counter(pair for games in rounds for pair in partners(games)).values()) == {1}
    out = [set(range(number)) - set(one) for one in playing]
    assert not any(one & other for one, other in pairwise(out))
    times = Counter(dict.fromkeys(range(number), 0))
    for one in out:
        times.update(one)
        assert max(times.values()) - min(times.values()) <= 1


@pytest.mark.parametrize("number", proof.every(5, NUMBERS))
def test_in_one_evening_two_players_partner_once_and_oppose_twice_at_most(number):
    summary = plan(players=number, rounds=12).summary
    assert (summary["partners"]["max"], summary["opponents"]["max"]) in ((1, 1), (1, 2))
    assert summary["sit_outs"]["max"] - summary["sit_outs"]["min"] == (number % 4 > 0)


def test_the_same_people_and_seed_give_the_same_plan():
    assert plan(players=213, rounds=4, seed=9) == plan(players=213, rounds=4, seed=9)
