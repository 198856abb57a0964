"""A league's file: read strictly, and whatever is wrong is told with its place."""

import json
from copy import deepcopy
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.league.pure.league_file import BadLeague, loads, read
from tests.league.pure.made_up import leagues

MEETING = {"home": ["Ann", "Ben"], "away": ["Cat", "Dan"], "games": [[15, 9], [4, 15]]}
LEAGUE = {
    "format": "euchre-league/1",
    "name": "Sugar River",
    "settings": {
        "pairs": 4,
        "games": 8,
        "target": 15,
        "decided_by": "points",
        "points": {"win": 2},
        "order": ["points", "difference"],
        "rounds": 2,
        "home_and_away": True,
    },
    "divisions": [
        {"name": "One", "teams": ["Mounties", "Trolls"]},
        {"name": "Two", "teams": ["Shufflers"]},
    ],
    "teams": [
        {"name": "Mounties", "venue": "Red Mouse", "players": ["Ann", "Ben"]},
        {"name": "Trolls", "home_day": "thursday", "not_on": ["2026-12-24"]},
        {"name": "Shufflers"},
    ],
    "dates": ["2026-10-08", "2026-10-01"],
    "venues": [{"name": "Red Mouse", "matches": 2}, {"name": "Legion"}],
    "matches": [
        {"date": "2026-10-01", "home": "Mounties", "away": "Trolls", "pairs": [MEETING]},
        {"date": "2026-10-08", "home": "Trolls", "away": "Mounties", "total": [412, 389]},
        {"date": "2026-10-15", "home": "Mounties", "away": "Trolls", "walkover": "home"},
        {"date": "2026-10-22", "home": "Mounties", "away": "Trolls"},
    ],
    "penalties": [{"team": "Trolls", "date": "2026-10-08", "points": 1, "why": "late card"}],
    "derbies": [["Mounties", "Trolls", "2026-10-01"]],
}


def test_a_league_file_says_who_plays_by_which_rules_and_with_what_results():
    found = read(LEAGUE)
    assert found.dates == (date(2026, 10, 1), date(2026, 10, 8))
    assert found.venues == {"Red Mouse": 2, "Legion": 1}
    assert found.teams["Trolls"].home_day == 3
    assert [match.decided for match in found.matches] == [True, True, True, False]
    first = found.matches[0]
    assert (first.total, first.games_won) == ((19, 24), (1, 1))
    assert found.settings.points.draw == 1


def test_nights_can_be_a_weekday_of_a_season_with_exceptions():
    nights = {"from": "2026-12-10", "to": "2027-01-07", "weekday": "thursday"}
    found = read(LEAGUE | {"dates": nights | {"except": ["2026-12-24", "2026-12-31"]}})
    assert found.dates == (date(2026, 12, 10), date(2026, 12, 17), date(2027, 1, 7))


def test_all_teams_are_in_one_division_if_none_are_given():
    alone = {key: value for key, value in LEAGUE.items() if key != "divisions"}
    (division,) = read(alone).divisions
    assert (division.name, division.teams) == (None, ("Mounties", "Trolls", "Shufflers"))


MISTAKES = {
    "format: must be euchre-league/1": ("format", "euchre-league/2"),
    '"colour" is not a key here': ("colour", 1),
    "settings.order[1]: must be one of points, wins, games, difference, for, head-to-head, "
    'not "luck"': ("settings.order.1", "luck"),
    'settings.order: "points" appears twice': ("settings.order.1", "points"),
    "settings.rounds: must be from 1 to 99, not 0": ("settings.rounds", 0),
    "settings.target: must be a whole number, not 1.5": ("settings.target", 1.5),
    'settings.points: "wins" is not a key here': ("settings.points.wins", 2),
    'divisions[1].teams[0]: no team "Elks"': ("divisions.1.teams.0", "Elks"),
    'divisions[1].teams[0]: "Trolls" is in a division already': ("divisions.1.teams.0", "Trolls"),
    "divisions[1].teams: must name one team at least": ("divisions.1.teams", []),
    'divisions[1].name: "One" appears twice': ("divisions.1.name", "One"),
    'teams[3]: "Elks" is in no division': ("teams.3", {"name": "Elks"}),
    'teams[2]: "Trolls" appears twice': ("teams.2", {"name": "Trolls"}),
    "teams[2].name: must be a name, without spaces around it": ("teams.2.name", " "),
    'teams[1].not_on[0]: must be a date such as 2026-10-01, not "2026-02-30"': (
        "teams.1.not_on.0",
        "2026-02-30",
    ),
    "dates: 2026-10-08 appears twice": ("dates.1", "2026-10-08"),
    'matches[3].home: no team "Elks"': ("matches.3.home", "Elks"),
    "matches[3].away: a team cannot meet itself": ("matches.3.away", "Mounties"),
    "matches[3]: the two teams are in different divisions": ("matches.3.away", "Shufflers"),
    "matches[3]: the same two teams, with the same home, stand on this date already": (
        "matches.3.date",
        "2026-10-01",
    ),
    "matches[1]: total is missing, which decides a match by points": (
        "matches.1",
        {"date": "2026-10-08", "home": "Trolls", "away": "Mounties", "games_won": [5, 4]},
    ),
    "matches[2].walkover: a match that was given to a team has no other result": (
        "matches.2.total",
        [1, 2],
    ),
    "matches[0].total: the games of the pairs come to 19 and 24": ("matches.0.total", [19, 25]),
    "matches[0].games_won: the games of the pairs come to 1 and 1": (
        "matches.0.games_won",
        [2, 0],
    ),
    "matches[0].pairs[0].games[0]: both have the 15 that end a game": (
        "matches.0.pairs.0.games.0",
        [15, 16],
    ),
    "matches[0].pairs[0].games: more games than the 8 that a pair plays": (
        "matches.0.pairs.0.games",
        [[15, 1]] * 9,
    ),
    'matches[0].pairs[0].home: "Ann" appears twice': ("matches.0.pairs.0.home.1", "Ann"),
    'matches[0].pairs[0].away: "Ann" cannot play for both': ("matches.0.pairs.0.away.0", "Ann"),
    "matches[0].pairs[0].away: must be two": ("matches.0.pairs.0.away", ["Cat"]),
    'penalties[0].team: no team "Elks"': ("penalties.0.team", "Elks"),
    "derbies[0]: must be two teams and a date": ("derbies.0", ["Mounties", "Trolls"]),
    "dates.to: must follow from, by three years at most": (
        "dates",
        {"from": "2026-10-08", "to": "2026-10-01", "weekday": "thursday"},
    ),
}


def test_the_first_of_several_unknown_keys_in_the_file_is_named():
    for keys in ("abcdef", "fedcba"):
        with pytest.raises(BadLeague, match=f'"{keys[0]}" is not a key here'):
            read(dict.fromkeys(keys, 1) | LEAGUE)


@pytest.mark.parametrize("sentence", MISTAKES)
def test_a_mistake_is_reported_with_its_place(sentence):
    place, value = MISTAKES[sentence]
    broken = deepcopy(LEAGUE)
    *path, last = (int(step) if step.isdigit() else step for step in place.split("."))
    at = broken
    for step in path:
        at = at[step]
    if last == len(at):
        at.append(value)
    else:
        at[last] = value
    with pytest.raises(BadLeague) as wrong:
        read(broken)
    assert str(wrong.value) == sentence


@given(leagues(), st.data())
def test_every_broken_file_is_answered_in_one_sentence(league, data):
    written = json.dumps(league)
    cut = data.draw(st.integers(0, len(written) - 1))
    broken = written[:cut] + data.draw(st.sampled_from(["", "0", "null", "[]", '"', "{"]))
    try:
        loads(broken.encode() + written[cut + 1 :].encode())
    except BadLeague as wrong:
        assert "\n" not in str(wrong)


def test_a_team_has_one_name_in_both_unicode_spellings():
    found = read(
        {
            "format": "euchre-league/1",
            "name": "Noir",
            "settings": LEAGUE["settings"],
            "teams": ["Cafe\u0301", "Trolls"],
            "divisions": [{"name": "One", "teams": ["Café", "Tro\u200blls"]}],
            "dates": [],
            "venues": [],
            "matches": [{"date": "2026-10-01", "home": "Trolls", "away": "Cafe\u0301"}],
        }
    )
    assert (list(found.teams), found.matches[0].away) == (["Café", "Trolls"], "Café")
