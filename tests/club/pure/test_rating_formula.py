"""Sittings change strengths: facts that hold for any model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.club.pure.rating_formula import rated

NEW = (25_000, 8_333)
STRENGTHS = st.tuples(st.integers(5_000, 45_000), st.integers(800, 8_333))
TABLES = st.integers(2, 7).flatmap(
    lambda seats: st.tuples(
        st.lists(st.integers(-5, 40), min_size=seats, max_size=seats),
        st.lists(STRENGTHS, min_size=seats, max_size=seats),
    )
)


def alone(scores, strengths=None):
    """Rate a table where each plays for themselves; return the strengths by seat."""
    strengths = strengths or [NEW] * len(scores)
    sides = [(seat,) for seat in range(len(scores))]
    found = rated(sides, scores, dict(enumerate(strengths)))
    return [found[seat] for seat in range(len(scores))]


def test_the_winner_rises_and_the_last_falls():
    mus = [mu for mu, _ in alone([9, 3, 5, 7])]
    assert mus[0] > mus[3] > mus[2] > mus[1]
    assert mus[0] > 25_000 > mus[1]


def test_one_sitting_gives_exactly_these_numbers():
    assert alone([9, 5, 1]) == [(30_271, 7_789), (25_000, 7_789), (19_729, 7_789)]
    assert rated([(1, 2), (3, 4)], [5, 0], dict.fromkeys((1, 2, 3, 4), NEW)) == {
        1: (26_964, 8_178),
        2: (26_964, 8_178),
        3: (23_036, 8_178),
        4: (23_036, 8_178),
    }


def test_equal_partners_move_alike_and_against_their_opponents():
    found = rated([(1, 2), (3, 4)], [-3, 3], dict.fromkeys((1, 2, 3, 4), NEW))
    assert found[1] == found[2]
    assert found[3] == found[4]
    assert found[3][0] - 25_000 == 25_000 - found[1][0] > 0


def test_a_tie_of_equals_moves_no_rating_and_makes_each_more_certain():
    assert alone([4, 4, 4]) == [(25_000, 7_789)] * 3


def test_an_unexpected_win_raises_a_rating_more():
    strong, weak = (32_000, 2_000), (18_000, 2_000)
    expected, surprise = alone([5, 0], [strong, weak]), alone([0, 5], [strong, weak])
    assert surprise[1][0] - weak[0] > expected[0][0] - strong[0] > 0


def test_a_well_known_rating_moves_less():
    newcomer, known = alone([5, 0], [NEW, (25_000, 1_000)])
    assert newcomer[0] - 25_000 > 25_000 - known[0] > 0


@given(TABLES)
def test_more_points_never_gain_less_than_fewer_among_equals(table):
    scores, strengths = table
    after = alone(scores, [strengths[0]] * len(scores))
    by_score = sorted(zip(scores, after, strict=True), reverse=True)
    assert [mu for _, (mu, _) in by_score] == sorted((mu for mu, _ in after), reverse=True)


@given(TABLES, st.randoms(use_true_random=False))
def test_names_and_the_order_of_seats_do_not_matter(table, random):
    scores, strengths = table
    order = list(range(len(scores)))
    random.shuffle(order)
    after = alone(scores, strengths)
    shuffled = alone([scores[seat] for seat in order], [strengths[seat] for seat in order])
    assert shuffled == [after[seat] for seat in order]


@given(TABLES)
def test_only_the_order_of_the_scores_matters(table):
    scores, strengths = table
    assert alone(scores, strengths) == alone([3 * score + 7 for score in scores], strengths)


@given(TABLES)
def test_the_first_never_falls_and_the_last_never_rises(table):
    scores, strengths = table
    after = alone(scores, strengths)
    if len(set(scores)) == len(scores):
        first, last = scores.index(max(scores)), scores.index(min(scores))
        assert after[first][0] >= strengths[first][0]
        assert after[last][0] <= strengths[last][0]


@pytest.mark.parametrize("scores", [[1, 2], [3, 3, 3, 1], [0] * 7])
def test_the_same_scores_give_the_same_ratings(scores):
    assert alone(scores) == alone(scores)
