"""Numbers that do not fill tables of four."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.formats import CLUB, FORMATS, PAIRS
from scoring.tournament.pure.odd import Choice, choices, ghosts_needed, sizes
from scoring.tournament.pure.settings import format_of

THREE = format_of("club", {"odd": "three"})


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (13, (4, 3, 3, 3)),
        (16, (4, 4, 4, 4)),
    ],
)
def test_tables_of_three_are_the_last(number, expected):
    assert sizes(number, THREE) == expected


@given(st.integers(2, 200), st.sampled_from([CLUB, PAIRS, THREE]))
def test_as_few_players_as_possible_are_left_over(number, format):
    over = number - sum(sizes(number, format))
    size = 2 if format.pairs else 4
    assert over == (0 if format is THREE and number not in (2, 5) else number % size)
    assert (number + ghosts_needed(number, format)) % size == 0


@pytest.mark.parametrize(("style", "number"), [("club", 16), ("pairs", 8), ("club", 0)])
def test_numbers_that_fill_their_tables_need_no_choice(style, number):
    assert choices(number, FORMATS[style]) == ()


def test_each_choice_says_what_it_does():
    assert choices(18, CLUB) == (
        Choice(
            odd="sit-out",
            tables=4,
            sitting_out=2,
            says="2 players sit out each round, in turn, never twice in a row. Sitting out scores "
            "no points.",
        ),
        Choice(
            odd="ghost",
            tables=5,
            ghosts=2,
            says="All play: 2 seats are ghosts, whose points don’t count. Anyone free plays for "
            "them.",
        ),
        Choice(
            odd="three",
            tables=5,
            threes=2,
            says="All play: the last 2 tables are of three, each for themselves there.",
        ),
    )


def test_one_player_left_over_can_sit_out_with_an_average():
    format = format_of("club", {"sit_out_points": "own"})
    assert [(one.odd, one.says) for one in choices(5, format)] == [
        (
            "sit-out",
            "1 player sits out each round, in turn, never twice in a row. Sitting out "
            "scores the player’s own average.",
        ),
        (
            "ghost",
            "All play: 3 seats are ghosts, whose points don’t count. Anyone free plays for them.",
        ),
    ]


def test_pairs_sit_out_or_meet_a_ghost():
    assert [(one.odd, one.tables, one.sitting_out, one.ghosts) for one in choices(7, PAIRS)] == [
        ("sit-out", 3, 1, 0),
        ("ghost", 4, 0, 1),
    ]
