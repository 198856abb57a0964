from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.club.pure.rating import Strength
from scoring.club.pure.season import (
    CRITERIA,
    PlacePoints,
    SeasonRow,
    places_by,
    sorted_by,
    standings,
)


def a_row(name, *, evenings=4, **figures):
    what = {"player": ord(name[0]), "counted": evenings, "hands": 10, "points": 0} | figures
    return SeasonRow(name=name, evenings=evenings, **what)


def placed(rows, *order, **what):
    """Return the places as people read them: "1 Ann", and the criterion that decided a tie."""
    return [
        f"{one.as_text} {one.row.name}"
        + (f", tied with {one.tied_with}" if one.tied_with else "")
        + (f", {one.decided_by.key} decided" if one.decided_by else "")
        for one in standings(rows, order=order, **what).placed
    ]


def test_the_first_criterion_ranks():
    rows = [a_row("Ann", points=7), a_row("Ben", points=12), a_row("Cat", points=9)]
    assert placed(rows, "points") == ["1 Ben", "2 Cat", "3 Ann"]


def test_the_next_criterion_decides_between_tied_players_and_is_shown():
    rows = [
        a_row("Ann", points=9, games_won=1, net_points=5),
        a_row("Ben", points=9, games_won=3),
        a_row("Cat", points=9, games_won=1, net_points=8),
        a_row("Dan", points=4, games_won=9),
    ]
    assert placed(rows, "points", "games_won", "net_points") == [
        "1 Ben",
        "2 Cat, tied with Ben, games_won decided",
        "3 Ann, tied with Cat, net_points decided",
        "4 Dan",
    ]


def test_players_tied_on_everything_share_the_place_and_the_next_is_skipped():
    rows = [
        a_row("Cat", points=9),
        a_row("Ann", points=9),
        a_row("Ben", points=12),
        a_row("Dan", points=1),
    ]
    assert placed(rows, "points", "games_won") == [
        "1 Ben",
        "=2 Ann",
        "=2 Cat, tied with Ann",
        "4 Dan",
    ]


def test_three_may_share_a_place():
    rows = [a_row(name, points=1) for name in ("Cat", "Ann", "Ben")]
    assert placed(rows, "points") == ["=1 Ann", "=1 Ben, tied with Ann", "=1 Cat, tied with Ben"]


def test_quotients_written_alike_are_compared_exactly():
    rows = [a_row("Ann", points_of_hands=333, hands=1000), a_row("Ben", points_of_hands=1, hands=3)]
    assert placed(rows, "points_a_hand") == ["1 Ben", "2 Ann"]
    assert [CRITERIA["points_a_hand"].written(row) for row in rows] == ["0.33", "0.33"]


def test_players_with_too_few_evenings_are_listed_below_without_a_place():
    rows = [
        a_row("Ann", points=20, evenings=3),
        a_row("Ben", points=7),
        a_row("Cat", points=30, evenings=1),
    ]
    found = standings(rows, order=["points"], least_evenings=4)
    assert [one.row.name for one in found.placed] == ["Ben"]
    assert [(one.row.name, one.as_text) for one in found.waiting] == [("Cat", ""), ("Ann", "")]


def test_a_player_without_games_ranks_behind_one_who_lost_them_all():
    rows = [a_row("Ann"), a_row("Ben", games_lost=3), a_row("Cat", games_won=1, games_lost=1)]
    assert placed(rows, "games_a_game") == ["1 Cat", "2 Ben", "3 Ann"]
    assert [CRITERIA["games_a_game"].written(row) for row in rows] == ["–", "0.00", "0.50"]


def test_an_unknown_criterion_is_an_error():
    with pytest.raises(KeyError):
        standings([], order=["luck"])


def test_a_season_without_players_has_no_standings():
    found = standings([], order=["points"])
    assert (found.placed, found.waiting) == ((), ())


def test_sorting_the_table_by_another_column_keeps_the_places():
    rows = [a_row("Ann", points=7, evenings=9), a_row("Ben", points=12), a_row("Cat", points=9)]
    found = sorted_by(standings(rows, order=["points"]).placed, "evenings")
    assert [(one.as_text, one.row.name) for one in found] == [
        ("3", "Ann"),
        ("1", "Ben"),
        ("2", "Cat"),
    ]


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("points_a_hand", "1.25"),
        ("points_an_evening", "12.50"),
        ("points", "50"),
        ("games_won", "3"),
        ("games_a_game", "0.60"),
        ("rubbers_won", "1"),
        ("net_points", "−8"),
        ("net_minor", "−200"),
        ("evenings", "5"),
        ("rating", "700"),
    ],
)
def test_every_criterion_is_written_in_words_and_figures(key, written):
    row = a_row(
        "Ann",
        evenings=5,
        counted=4,
        hands=40,
        points=50,
        points_of_hands=50,
        games_won=3,
        games_lost=2,
        rubbers_won=1,
        net_points=-8,
        net_minor=-200,
        strength=Strength(25_000, 2_500, 9),
    )
    assert CRITERIA[key].written(row) == written


def test_a_player_who_was_never_rated_has_no_rating():
    assert CRITERIA["rating"].written(a_row("Ann")) == "–"


ROWS = st.lists(
    st.builds(
        SeasonRow,
        player=st.integers(1, 99),
        name=st.sampled_from(["Ann", "Ben", "Cat", "Dan"]),
        evenings=st.integers(1, 4),
        counted=st.just(1),
        hands=st.integers(1, 5),
        points=st.integers(-3, 5),
        games_won=st.integers(0, 2),
        games_lost=st.integers(0, 2),
    ),
    max_size=9,
)
ORDERS = st.lists(
    st.sampled_from(["points_a_hand", "games_a_game", "games_won", "evenings"]),
    unique=True,
    min_size=1,
    max_size=3,
)


@given(ROWS, ORDERS)
def test_a_place_is_one_more_than_the_number_of_better_players(rows, order):
    def better(one, other):
        for key in order:
            mine, theirs = CRITERIA[key].value(one), CRITERIA[key].value(other)
            if mine != theirs:
                return theirs is None or (mine is not None and mine > theirs)
        return False

    for one in standings(rows, order=order).placed:
        assert one.place == 1 + sum(better(other, one.row) for other in rows)
        assert one.shared == (
            sum(not better(other, one.row) and not better(one.row, other) for other in rows) > 1
        )


def test_net_points_have_a_sign():
    row = SeasonRow(player=1, name="Ann", evenings=1, counted=1, hands=9, points=5, net_points=14)
    assert [CRITERIA[key].written(row) for key in ("net_points", "points")] == ["+14", "5"]


LIST = {"points": (10, 8, 6, 4), "others": 1}


@pytest.mark.parametrize(
    ("places", "shared", "each"),
    [
        ([1, 2, 3, 4, 5], [10, 8, 6, 4, 1], [10, 8, 6, 4, 1]),
        ([1, 1, 3], [9, 9, 6], [10, 10, 6]),
        ([1, 2, 2, 2], [10, 6, 6, 6], [10, 8, 8, 8]),
        ([1, 2, 3, 4, 4], [10, 8, 6, Fraction(5, 2), Fraction(5, 2)], [10, 8, 6, 4, 4]),
        ([1] * 5, [Fraction(29, 5)] * 5, [10] * 5),
    ],
)
def test_tied_players_share_the_points_of_their_places_or_each_take_them(places, shared, each):
    of = dict(enumerate(places))
    assert list(PlacePoints(**LIST).of(of).values()) == shared
    assert list(PlacePoints(**LIST, each=True).of(of).values()) == each


@given(st.lists(st.integers(0, 5), max_size=12))
def test_shared_points_add_up_to_the_points_of_the_places_for_any_number_of_ties(points):
    rows = [a_row(chr(65 + no), points=one) for no, one in enumerate(points)]
    places = places_by(rows, "points")
    shared = sum(PlacePoints(**LIST).of(places).values())
    assert shared == sum([10, 8, 6, 4, *[1] * 12][: len(points)])


def test_places_follow_a_criterion_and_a_player_without_a_figure_is_last():
    rows = [
        a_row("Ann", points_of_hands=8),
        a_row("Ben", points_of_hands=8),
        a_row("Cat", hands=0),
        a_row("Dan", points_of_hands=9),
    ]
    assert places_by(rows, "points_a_hand") == {65: 2, 66: 2, 67: 4, 68: 1}


def test_whole_season_points_are_written_without_decimals():
    written = CRITERIA["place_points"].written
    assert written(a_row("Ann", place_points=Fraction(18, 2))) == "9"
    assert written(a_row("Ann", place_points=Fraction(5, 2))) == "2.50"
