from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre.counters import (
    Counters,
    Laid,
    Marker,
    Pool,
    Strokes,
    chalk,
    counters,
    pool,
    strokes,
    three_and_four,
    two_and_three,
)

POINTS = st.integers(0, 2000)


def worth(blue, red, white):
    return 25 * blue + 5 * red + white


@given(POINTS)
def test_counters_are_worth_the_points(points):
    assert worth(*counters(points)) == points


def fewest(points):
    """Return the smallest number of counters for these points, found by trying all."""
    return min(
        blue + red + points - 25 * blue - 5 * red
        for blue in range(points // 25 + 1)
        for red in range((points - 25 * blue) // 5 + 1)
    )


def test_no_smaller_number_of_counters_makes_the_same_points():
    assert [sum(counters(points)) for points in range(130)] == [*map(fewest, range(130))]


def test_counters_are_counted_by_colour():
    assert counters(44) == Counters(blue=1, red=3, white=4)


@given(POINTS)
def test_strokes_come_in_bundles_of_five(points):
    fives, ones = strokes(points)
    assert 5 * fives + ones == points
    assert ones < 5


def test_strokes_are_counted_in_fives_and_ones():
    assert strokes(13) == Strokes(fives=2, ones=3)


def laid(under, over, how):
    """Two spare cards as a table says it: their pips, below nothing for a card face down."""
    return Laid(Marker(abs(under), under > 0), Marker(abs(over), over > 0), how)


def test_a_three_and_a_four_show_the_score_of_a_game_of_five():
    """Keller 1887, ch. 2: one and two by the face below, three and four by the face uppermost."""
    assert [three_and_four(points) for points in range(5)] == [
        laid(-4, -3, "on"),
        laid(3, -4, "on"),
        laid(4, -3, "on"),
        laid(4, 3, "on"),
        laid(3, 4, "on"),
    ]


def test_a_two_and_a_three_show_it_by_their_visible_pips():
    """Keller 1887, ch. 2: a card over half of another hides one pip of it."""
    assert [two_and_three(points) for points in range(5)] == [
        laid(-2, -3, "beside"),
        laid(2, -3, "half"),
        laid(2, -3, "beside"),
        laid(-2, 3, "beside"),
        laid(2, 3, "half"),
    ]


def test_a_chalked_cross_loses_its_centre_and_then_one_arm_for_each_point():
    left = [(True, 4), (False, 4), (False, 3), (False, 2), (False, 1)]
    assert [chalk(points) for points in range(5)] == left


def test_a_pool_holds_a_hundred_less_the_counters_paid_from_it():
    """Foster 1905, p. 18: "about a hundred counters"; nothing there says what is done beyond it."""
    assert [pool(totals) for totals in ([], [5, 2, 0, 7], [60, 40], [60, 43])] == [
        Pool(left=100),
        Pool(left=86),
        Pool(left=0),
        Pool(left=0, short=3),
    ]
    assert [pool([paid]).in_counters for paid in (0, 14, 99, 100)] == [
        "4 blue",
        "3 blue, 2 red, 1 white",
        "1 white",
        "",
    ]
