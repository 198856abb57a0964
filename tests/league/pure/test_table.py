"""The table of a league: who stands where and why, averages, a night's honours."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.league.pure.league_file import read
from scoring.league.pure.reasons import in_short
from scoring.league.pure.table import forms, night_by_night, tables
from scoring.league.pure.table_document import document
from tests.league.pure import contract
from tests.league.pure.made_up import DAYS, leagues


@given(leagues(), st.sampled_from([None, *DAYS]))
def test_every_league_table_agrees_with_an_independent_reading_of_the_contract(league, until):
    day = date.fromisoformat(until) if until else None
    assert document(tables(read(league), until=day)) == contract.table(league, until)


@given(leagues(), st.sampled_from([None, *DAYS]))
def test_the_places_of_each_night_are_those_of_the_table_on_that_day(league, until):
    found, day = read(league), date.fromisoformat(until) if until else None
    for no, division in enumerate(found.divisions):
        nights = night_by_night(found, division, until=day)
        for night, on in zip(nights, [*[one.date for one in nights[:-1]], day], strict=False):
            rows = tables(found, until=on)[no].rows
            assert list(night.places.items()) == [(row.team, row.place) for row in rows]
        for last in (1, 2, 99):
            assert night_by_night(found, division, until=day, last=last) == nights[-last:]


def league(*matches, order=("points", "wins", "difference", "head-to-head"), **more):
    """Return a league of points with these matches: (home, away, and the result)."""
    names = dict.fromkeys(name for home, away, _ in matches for name in (home, away))
    settings = {"pairs": 4, "games": 8, "target": 15, "decided_by": "points"}
    settings |= {"rounds": 2, "home_and_away": True, "order": list(order)} | more
    played = [
        {"date": f"2026-10-{day:02}", "home": home, "away": away, **told}
        for day, (home, away, told) in enumerate(matches, start=1)
    ]
    return {
        "format": "euchre-league/1",
        "name": "Sugar River",
        "settings": settings,
        "teams": [{"name": name} for name in sorted(names)],
        "matches": played,
    }


def standing(found, until=None):
    """Return (place, team, points, by) of each row of its first division."""
    first = tables(read(found), until=until)[0]
    return [(row.place, row.team, row.points, row.by) for row in first.rows]


def total(home, away):
    return {"total": [home, away]}


def test_teams_tied_on_points_are_separated_by_the_next_rule_which_is_named():
    found = league(
        ("Ace", "Bower", total(100, 90)),
        ("Cats", "Dogs", total(120, 80)),
        ("Bower", "Dogs", total(70, 70)),
    )
    assert standing(found) == [
        (1, "Cats", 2, None),
        (2, "Ace", 2, "difference"),
        (3, "Bower", 1, None),
        (4, "Dogs", 1, "difference"),
    ]


def test_head_to_head_counts_matches_among_all_tied_teams_and_is_named():
    found = league(
        ("Ace", "Bower", total(50, 60)),
        ("Bower", "Cats", total(50, 60)),
        ("Ace", "Cats", total(60, 50)),
        ("Ace", "Dogs", total(40, 70)),
        ("Dogs", "Ace", total(40, 70)),
        ("Bower", "Dogs", total(70, 40)),
        ("Cats", "Dogs", total(70, 40)),
        order=("points", "head-to-head"),
    )
    assert standing(found) == [
        (1, "Ace", 4, None),
        (1, "Bower", 4, None),
        (1, "Cats", 4, None),
        (4, "Dogs", 2, None),
    ]


def test_a_walkover_counts_as_played_and_won_but_adds_to_no_figure():
    found = league(("Ace", "Bower", {"walkover": "away"}), points={"walkover": 5})
    (row, other) = tables(read(found))[0].rows
    assert (row.team, row.played, row.won, row.points, row.points_for) == ("Bower", 1, 1, 5, 0)
    assert (other.team, other.played, other.lost, other.points) == ("Ace", 1, 1, 0)
    assert tables(read(found))[0].pairs == ()


def test_a_match_that_neither_team_played_is_a_loss_for_both():
    points = {"walkover": 5, "walkover_against": -1}
    found = league(("Ace", "Bower", {"walkover": "neither"}), points=points)
    rows = [row for row in tables(read(found))[0].rows if row.played]
    assert [(row.team, row.won, row.drawn, row.lost, row.points) for row in rows] == [
        ("Ace", 0, 0, 1, -1),
        ("Bower", 0, 0, 1, -1),
    ]


def test_a_penalty_counts_from_its_date():
    found = league(("Ace", "Bower", total(100, 90)), ("Bower", "Ace", total(100, 80)))
    penalty = {"team": "Bower", "date": "2026-10-02", "points": 2, "why": "late card"}
    found["penalties"] = [penalty]
    assert standing(found, until=date(2026, 10, 1)) == [
        (1, "Ace", 2, None),
        (2, "Bower", 0, None),
    ]
    assert standing(found) == [(1, "Ace", 2, None), (2, "Bower", 0, None)]


GAMES = [[15, 9], [15, 0], [8, 15], [15, 14], [15, 3], [15, 11], [2, 15], [15, 7]]


def test_a_night_of_sugar_river_has_averages_honours_and_a_skunk():
    meeting = {"home": ["Zed", "Ben"], "away": ["Cat", "Dan"], "games": GAMES}
    other = {"home": ["Eve", "Fay"], "away": ["Gus", "Hal"], "games": [[15, 10]] * 7 + [[4, 15]]}
    found = league(("Ace", "Bower", {"pairs": [meeting, other]}))
    first = document(tables(read(found)))["divisions"][0]
    assert first["pairs"] == [
        {"players": ["Eve", "Fay"], "matches": 1, "points": 109, "average": "109.00"},
        {"players": ["Ben", "Zed"], "matches": 1, "points": 100, "average": "100.00"},
        {"players": ["Gus", "Hal"], "matches": 1, "points": 85, "average": "85.00"},
        {"players": ["Cat", "Dan"], "matches": 1, "points": 74, "average": "74.00"},
    ]
    assert first["week"] == {
        "date": "2026-10-01",
        "high": {"points": 109, "pairs": [["Eve", "Fay"]]},
        "low": {"points": 74, "pairs": [["Cat", "Dan"]]},
        "skunks": [{"by": ["Ben", "Zed"], "of": ["Cat", "Dan"]}],
    }


def test_st_austell_gives_two_points_for_five_of_nine_games():
    games = [(21, 10)] * 5 + [(3, 21)] * 4
    pairs = [
        {"home": [f"H{no}", f"H{no}b"], "away": [f"A{no}", f"A{no}b"], "games": [list(game)]}
        for no, game in enumerate(games)
    ]
    found = league(
        ("Ace", "Bower", {"pairs": pairs}), decided_by="games", target=21, order=("points", "games")
    )
    rows = tables(read(found))[0].rows
    assert [(row.team, row.points, row.games_won, row.games_lost) for row in rows] == [
        ("Ace", 2, 5, 4),
        ("Bower", 0, 4, 5),
    ]


@pytest.mark.parametrize(("points", "matches", "average"), [(1, 8, "0.13"), (1, 3, "0.33")])
def test_an_average_has_two_decimals_rounded_half_up(points, matches, average):
    meeting = {"home": ["Ann", "Ben"], "away": ["Cat", "Dan"]}
    played = [
        ("Ace", "Bower", {"pairs": [meeting | {"games": [[int(no < points), 2]]}]})
        for no in range(matches)
    ]
    rows = document(tables(read(league(*played))))["divisions"][0]["pairs"]
    assert rows[1]["average"] == average


def test_the_form_of_a_team_is_its_last_five_results():
    found = read(
        league(
            *(("Ace", "Bower", total(60, 50)) for _ in range(4)),
            ("Bower", "Ace", total(50, 50)),
            ("Ace", "Bower", {"walkover": "away"}),
        )
    )
    assert forms(found) == {"Ace": "WWWDL", "Bower": "LLLDW"}
    assert forms(found, until=date(2026, 10, 2)) == {"Ace": "WW", "Bower": "LL"}


def test_a_tie_has_its_reason_in_a_few_words():
    found = read(
        league(
            ("Ace", "Bower", {"games_won": [5, 4]}),
            ("Cats", "Dogs", {"games_won": [8, 1]}),
            order=("points", "games"),
            decided_by="games",
        )
    )
    rows, order = tables(found)[0].rows, ("points", "games")
    said = [in_short(row, above, order) for above, row in pairwise(rows)]
    assert said == ["tied, 3 fewer games won", "", "tied, 3 fewer games won"]


def test_a_team_without_figures_is_not_said_to_have_fewer_of_them():
    found = read(
        league(
            ("Ace", "Bower", {"total": [60, 50], "games_won": [5, 3]}),
            ("Cats", "Dogs", total(60, 50)),
            order=("points", "games"),
        )
    )
    rows, order = tables(found)[0].rows, ("points", "games")
    said = [in_short(row, above, order) for above, row in pairwise(rows)]
    assert said == ["tied, no games entered", "", "tied, no games entered"]
