"""The cycles that are kept, each checked from its definition."""

from collections import Counter
from itertools import combinations, pairwise

from scoring.movement.rotation.plan import cycle, sitting_out
from tests import proof

EVERY = proof.every(3, range(4, 101))
WHIST = [number for number in EVERY if number % 4 < 2]
OTHERS = [number for number in EVERY if number % 4 > 1]
THREE_TIMES = {46, 67, 78, 83, 90, 91, 94, 95, 99}
"""Where some oppose each other three times in the whole cycle."""


def met(rounds):
    """How often any two are partners, and how often opponents."""
    partners, opponents = Counter(), Counter()
    for games in rounds:
        for a, b, c, d in games:
            partners.update(map(frozenset, ((a, b), (c, d))))
            opponents.update(map(frozenset, ((a, c), (a, d), (b, c), (b, d))))
    return partners, opponents


def test_every_player_has_one_seat_in_each_round_or_sits_out():
    for number in EVERY:
        for games in cycle(number):
            playing = [no for game in games for no in game]
            assert (len(games), len(playing)) == (number // 4, number // 4 * 4)
            assert sorted([*playing, *sitting_out(games, number)]) == list(range(number))


def test_in_a_whist_tournament_all_partner_all_once_and_oppose_all_twice():
    for number in WHIST:
        pairs = list(map(frozenset, combinations(range(number), 2)))
        assert met(cycle(number)) == (Counter(pairs), Counter(pairs * 2))
        assert len(cycle(number)) == number - (number % 4 == 0)


def test_no_two_players_partner_twice_in_the_other_cycles():
    for number in OTHERS:
        partners, opponents = met(cycle(number))
        assert (len(cycle(number)), set(partners.values())) == (number, {1})
        assert max(opponents.values()) == (3 if number in THREE_TIMES else 2)


def test_sit_outs_are_always_even_and_never_twice_in_a_row():
    for number in (one for one in EVERY if one % 4):
        out = [sitting_out(games, number) for games in cycle(number)]
        times = Counter(dict.fromkeys(range(number), 0))
        for one in out:
            times.update(one)
            assert max(times.values()) - min(times.values()) <= 1
        assert set(times.values()) == {number % 4}
        assert not any(one & other for one, other in pairwise([*out, out[0]]))
