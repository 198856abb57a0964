"""Who goes up and down between divisions, and on to the next stage."""

from dataclasses import replace

import pytest

from scoring.league.pure.promotion import goes_to
from scoring.league.pure.shelf import shelf


def agreed(**what):
    """An agreement in which nothing else decides who goes where."""
    plain = next(iter(shelf().values()))
    return replace(plain, **{"up": 0, "down": 0, "stages": ()} | what)


def told(agreement, *sizes, season="2026"):
    return [
        [(one.to, one.why) for one in table]
        for table in goes_to(agreement, season=season, sizes=sizes)
    ]


def test_top_teams_go_up_and_bottom_teams_go_down_within_the_divisions():
    ours = agreed(up=1, down=2)
    assert told(ours, 4, 3) == [
        [(0, ""), (0, ""), (1, "down"), (1, "down")],
        [(0, "up"), (1, ""), (1, "")],
    ]


def test_a_single_division_keeps_all_its_teams():
    assert told(agreed(up=2, down=2), 3) == [[(0, ""), (0, ""), (0, "")]]


@pytest.mark.parametrize(("up", "on"), [(0, 1), (2, 2)])
def test_the_first_teams_of_each_group_go_on_to_one_final_division(up, on):
    ours = agreed(up=up, stages=("Groups", "Final"))
    [first, second] = told(ours, 3, 3, season="Groups")
    going = [(0, "goes through")] * on + [(None, "does not go through")] * (3 - on)
    assert (first, second) == (going, going)


def test_teams_stay_where_they_are_after_the_last_stage():
    ours = agreed(up=1, stages=("Groups", "Final"))
    assert told(ours, 2, season="Final") == [[(0, ""), (0, "")]]
