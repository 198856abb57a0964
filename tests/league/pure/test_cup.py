"""The knock-out's draw, and who plays off."""

import pytest

from scoring.league.pure.cup import drawn, round_name, rounds_of
from scoring.league.pure.play_off import NoPlayOff, PlayOff, first_matches, next_matches
from scoring.league.pure.table import DivisionTable, TableRow


def test_every_team_is_drawn_once_and_byes_leave_a_power_of_two():
    wrong = []
    for number in range(2, 70):
        teams = [f"Team {no}" for no in range(number)]
        round_ = drawn(teams, seed=number)
        left = len(round_.byes) + len(round_.matches)
        if sorted(round_.teams) != sorted(teams) or left & (left - 1) or left < number / 2:
            wrong.append(number)
        if drawn(teams[::-1], seed=number) != round_:
            wrong.append(f"{number}: not to be drawn again")
    assert wrong == []
    assert [rounds_of(number) for number in (1, 2, 3, 4, 5, 8, 9, 50)] == [0, 1, 2, 2, 3, 3, 4, 6]
    assert [round_name(2, teams) for teams in (2, 4, 8, 16)] == [
        "Final",
        "Semi-finals",
        "Quarter-finals",
        "Round 2",
    ]
    assert round_name(1, 3) == "Semi-finals"


def test_a_draw_with_a_team_twice_or_fewer_than_two_teams_is_refused():
    for teams in ([], ["Mounties"], ["Mounties", "Trolls", "Mounties"]):
        with pytest.raises(ValueError, match="each once"):
            drawn(teams, seed=1)


def a_table(*teams, name=None, level=1):
    """A table in this order; so many share the first place."""
    zero = dict.fromkeys(
        [
            *("played", "won", "drawn", "lost", "points_for", "points_against"),
            *("games_won", "games_lost", "points"),
        ],
        0,
    )
    rows = tuple(
        TableRow(place=1 if no <= level else no, team=team, by=None, **zero)
        for no, team in enumerate(teams, start=1)
    )
    return DivisionTable(name=name, rows=rows, pairs=(), week=None)


def final(home, away, division=None, stage="Final"):
    return PlayOff(stage=stage, division=division, home=home, away=away)


def test_half_season_winners_and_the_first_four_play_off():
    halves = [[a_table("Mounties", "Trolls")], [a_table("Trolls", "Mounties")]]
    assert first_matches("parts", halves) == [final("Mounties", "Trolls")]
    three = [[a_table("A1", "A2", name="A"), a_table("B1", name="B"), a_table("C1", name="C")]]
    assert first_matches("divisions", three) == [
        final("A1", None, stage="Semi-final"),
        final("B1", "C1", stage="Semi-final"),
    ]
    assert next_matches(None, ["A1", "C1"]) == [final("A1", "C1")]
    assert next_matches(None, ["A1"]) == []
    assert first_matches("four", [[a_table("1", "2", "3", "4", "5")]]) == [
        final("1", "4", stage="Semi-final"),
        final("2", "3", stage="Semi-final"),
    ]


def test_the_reason_for_no_play_off_is_given():
    tie = a_table("Mounties", "Trolls", level=2)
    won = [a_table("Mounties", "Trolls")]
    for kind, halves, why in (
        ("parts", [won, won], "Mounties won every half, so no play-off is needed"),
        ("parts", [[tie], won], "The league table has 2 teams tied"),
        ("four", [won], "needs a division with four teams"),
        ("none", [won], "rules have no play-off"),
    ):
        with pytest.raises(NoPlayOff, match=why):
            first_matches(kind, halves)
