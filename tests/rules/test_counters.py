from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.counters import Counters, Strokes, counters, strokes

POINTS = st.integers(0, 2000)


def worth(blue, red, white):
    return 25 * blue + 5 * red + white


@given(POINTS)
def test_counters_are_worth_the_points(points):
    assert worth(*counters(points)) == points


def test_no_fewer_counters_make_the_same_points():
    for points in range(130):
        fewest = min(
            blue + red + points - 25 * blue - 5 * red
            for blue in range(points // 25 + 1)
            for red in range((points - 25 * blue) // 5 + 1)
        )
        assert sum(counters(points)) == fewest


def test_counters_go_by_colour():
    assert counters(44) == Counters(blue=1, red=3, white=4)


@given(POINTS)
def test_strokes_come_in_bundles_of_five(points):
    fives, ones = strokes(points)
    assert 5 * fives + ones == points and ones < 5


def test_strokes_have_names():
    assert strokes(13) == Strokes(fives=2, ones=3)
