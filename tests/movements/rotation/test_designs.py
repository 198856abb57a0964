"""The cycles that are kept, each checked from its definition."""

from collections import Counter
from itertools import combinations

import pytest

from scoring.movements.rotation.designs import cycle, sitting_out

WHIST = [number for number in range(4, 101) if number % 4 < 2]
OTHERS = [number for number in range(6, 101) if number % 4 > 1 and cycle(number)]


def met(rounds):
    """How often any two are partners, and how often adversaries."""
    partners, opponents = Counter(), Counter()
    for games in rounds:
        for a, b, c, d in games:
            partners.update(map(frozenset, ((a, b), (c, d))))
            opponents.update(map(frozenset, ((a, c), (a, d), (b, c), (b, d))))
    return partners, opponents


def everybody_has_one_place(number):
    tables = number // 4
    for games in cycle(number):
        playing = [no for game in games for no in game]
        assert (len(games), len(set(playing))) == (tables, 4 * tables)
        assert set(playing) | sitting_out(games, number) == set(range(number))


@pytest.mark.parametrize("number", WHIST)
def test_in_a_whist_tournament_all_partner_all_once_and_oppose_all_twice(number):
    everybody_has_one_place(number)
    pairs = set(map(frozenset, combinations(range(number), 2)))
    partners, opponents = met(cycle(number))
    assert (set(partners), set(partners.values())) == (pairs, {1})
    assert (set(opponents), set(opponents.values())) == (pairs, {2})
    out = Counter(no for games in cycle(number) for no in sitting_out(games, number))
    assert set(out.values()) == ({1} if number % 4 else set())


@pytest.mark.parametrize("number", OTHERS)
def test_in_the_other_cycles_nobody_partners_anybody_twice_and_all_sit_out_equally_often(number):
    everybody_has_one_place(number)
    partners, opponents = met(cycle(number))
    assert (len(cycle(number)), max(partners.values())) == (number, 1)
    assert max(opponents.values()) <= (3 if number == 78 else 2)
    out = Counter(no for games in cycle(number) for no in sitting_out(games, number))
    assert [out[no] for no in range(number)] == [number % 4] * number


def test_there_is_a_cycle_for_every_usual_number():
    assert [number for number in range(4, 46) if not cycle(number)] == [22, 30]
