"""A player's evenings added up, and the honesty about small numbers."""

from datetime import date
from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.club.pure.career import (
    Evening,
    by_rules,
    hundredths,
    nets,
    play_by_rules,
    play_of,
    play_of_all,
    share,
    sum_of,
    tenths,
)
from scoring.table.pure.play import Play, Run

counts = st.integers(0, 60)


def an_evening(session=1, day=1, *, rules="call-ace", play=None, **what):
    fields = {"hands": 20, "points_of_hands": 12, "points": 12, "net_points": 5, "net_minor": 50}
    fields |= dict.fromkeys(("games_won", "games_lost", "rubbers_won", "rubbers_lost"), 0) | what
    return Evening(
        session=session,
        played_on=date(2026, 11, day),
        rules_key=rules,
        games=rules != "call-ace",
        play=play or {},
        **fields,
    )


def test_two_tallies_of_one_session_are_one_evening():
    total = sum_of([an_evening(1), an_evening(1, rules="keller", games_won=2), an_evening(2, 15)])
    assert (total.evenings, total.hands, total.games_won, total.net_points) == (2, 60, 2, 15)


def test_an_empty_sum_is_zero():
    assert (sum_of([]).evenings, sum_of([]).hands, nets([]), play_of([])) == (0, 0, [], Play())


def test_rule_sets_are_separate_with_the_most_played_first():
    found = by_rules(
        [an_evening(1), an_evening(1, rules="keller", hands=33), an_evening(2, 15, hands=1)]
    )
    assert [(*kind, total.hands) for kind, total in found.items()] == [
        ("keller", True, 33),
        ("call-ace", False, 21),
    ]


def test_games_and_points_alone_under_one_rule_set_are_separate():
    alone = an_evening(1, rules="keller", hands=5)._replace(games=False)
    assert list(by_rules([an_evening(1, rules="keller"), alone])) == [
        ("keller", True),
        ("keller", False),
    ]


def test_the_curve_has_a_step_for_each_evening():
    evenings = [
        an_evening(1, net_points=5),
        an_evening(1, rules="keller", net_points=-9),
        an_evening(2, 15),
    ]
    assert nets(evenings) == [(date(2026, 11, 1), -4, -4), (date(2026, 11, 15), 5, 1)]


runs = st.lists(st.booleans(), max_size=8)


@st.composite
def plays(draw):
    luck = draw(runs)
    longest = max(
        (len(part) for part in "".join("x" if one else " " for one in luck).split()), default=0
    )
    first = next((no for no, one in enumerate(luck) if not one), len(luck))
    last = next((no for no, one in enumerate(reversed(luck)) if not one), len(luck))
    return {
        "maker": draw(st.tuples(*[counts] * 6).map(list)),
        "against": draw(
            st.dictionaries(st.sampled_from(["3", "4", "17"]), st.tuples(*[counts] * 3).map(list))
        ),
        "scoring": [first, longest, last, len(luck)],
    }, luck


@given(st.lists(plays(), max_size=6))
def test_adding_up_at_once_equals_adding_evening_by_evening(drawn):
    evenings = [an_evening(no, play=play) for no, (play, _) in enumerate(drawn)]
    one_by_one = reduce(Play.__add__, (Play.from_json(play) for play, _ in drawn), Play())
    assert play_of(evenings).as_json() == one_by_one.as_json()


@given(st.lists(st.tuples(plays(), st.sampled_from(["call-ace", "keller"])), max_size=6))
def test_the_sum_over_rule_sets_is_that_of_all_evenings(drawn):
    evenings = [
        an_evening(no, play=play, rules=rules) for no, ((play, _), rules) in enumerate(drawn)
    ]
    assert play_of_all(play_by_rules(evenings), evenings) == play_of(evenings)


@given(st.lists(plays(), max_size=6))
def test_the_longest_run_continues_from_one_evening_into_the_next(drawn):
    luck = "".join("x" if one else " " for _, luck in drawn for one in luck)
    evenings = [an_evening(no, play=play) for no, (play, _) in enumerate(drawn)]
    assert play_of(evenings).scoring.best == max(map(len, luck.split()), default=0)
    assert isinstance(play_of(evenings).scoring, Run)


@given(st.integers(0, 2000), st.integers(0, 2000))
def test_a_share_lies_between_its_bounds_and_these_between_0_and_100(of, more):
    found = share(of, of + more)
    assert 0 <= found.low <= found.percent <= found.high <= 100


# Wilson's interval, 95 %, as the calculators of the field give it.
@pytest.mark.parametrize(
    ("of", "among", "low", "high"),
    [
        (0, 5, 0, 43),
        (5, 5, 57, 100),
        (12, 45, 16, 41),
        (1, 2, 9, 91),
        (450, 1000, 42, 48),
        (50, 100, 40, 60),
    ],
)
def test_the_uncertainty_of_a_share_is_the_interval_of_wilson(of, among, low, high):
    found = share(of, among)
    assert (found.low, found.high) == (low, high)


def test_a_share_of_no_hands_is_unknown():
    assert (share(0, 0), hundredths(0, 0)) == ((0, 0, 0, 0, 100), "–")


@given(st.integers(-5000, 5000), st.integers(1, 3000))
def test_points_per_hand_are_exact_to_half_a_hundredth(points, hands):
    told = Fraction(hundredths(points, hands).replace("−", "-"))
    assert abs(told - Fraction(points, hands)) <= Fraction(1, 200)


@pytest.mark.parametrize(
    ("points", "hands", "written"),
    [(0, 3, "0.0"), (17, 20, "0.9"), (-12, 10, "−1.2"), (-1, 100, "0.0"), (5, 100, "0.1")],
)
def test_points_per_hand_have_one_decimal_where_two_would_be_luck(points, hands, written):
    assert tenths(points, hands) == written
