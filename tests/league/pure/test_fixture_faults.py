"""What stands against fixtures that somebody moved."""

from dataclasses import replace
from datetime import date, timedelta

from scoring.league.pure.fixture_faults import Planned, breaches, moved
from scoring.league.pure.fixtures import fixtures
from scoring.league.pure.values import Derby, Division, League, Settings, Team

FIRST = date(2026, 10, 1)
NIGHTS = tuple(FIRST + timedelta(weeks=no) for no in range(3))
NAMES = ("Mounties", "Trolls", "Shufflers", "Juda")


def a_league(**what):
    teams = {name: Team(name=name, venue=f"{name} Inn") for name in NAMES}
    return League(
        name="Sugar River",
        settings=Settings(
            pairs=4, games=8, decided_by="points", order=("points",), rounds=1, home_and_away=True
        ),
        divisions=(Division(name=None, teams=NAMES),),
        **{"teams": teams, "dates": NIGHTS} | what,
    )


def planned(league):
    matches = [(night.date, one) for night in fixtures(league).nights for one in night.matches]
    return [
        Planned(key=no, date=day, home=one.home, away=one.away, venue=one.venue)
        for no, (day, one) in enumerate(matches)
    ]


def says(found, *, hard):
    return [one.says for one in found if one.hard == hard]


def test_drawn_fixtures_break_no_hard_rule():
    league = a_league()
    found = breaches(league, planned(league))
    assert says(found, hard=True) == []
    assert len(says(found, hard=False)) == 2  # four teams have two breaks at least


def test_a_move_reports_what_it_breaks_and_what_it_fixes():
    league = a_league(venues={"Mounties Inn": 1})
    before = [
        Planned(key=1, date=NIGHTS[0], home="Mounties", away="Trolls", venue="Mounties Inn"),
        Planned(key=2, date=NIGHTS[0], home="Shufflers", away="Juda", venue="Shufflers Inn"),
        Planned(key=3, date=NIGHTS[1], home="Trolls", away="Shufflers", venue="Trolls Inn"),
        Planned(key=4, date=NIGHTS[1], home="Juda", away="Mounties", venue="Juda Inn"),
        Planned(key=5, date=NIGHTS[2], home="Juda", away="Trolls", venue="Juda Inn"),
        Planned(key=6, date=NIGHTS[2], home="Shufflers", away="Mounties", venue="Shufflers Inn"),
    ]
    after = [replace(one, date=NIGHTS[1]) if one.key == 1 else one for one in before]
    broken, mended = moved(league, before, after)
    assert says(broken, hard=True) == [
        "Mounties would play twice on Thursday 8 October.",
        "Trolls would play twice on Thursday 8 October.",
    ]
    back = moved(league, after, before)
    assert says(back[1], hard=True) == says(broken, hard=True)
    free = [replace(one, date=date(2026, 10, 2)) if one.key == 1 else one for one in before]
    assert [one.says for one in moved(league, before, free)[0]] == [
        "Friday 2 October is not one of the league’s nights."
    ]


def test_a_full_venue_an_absent_team_a_wrong_home_day_and_uneven_homes_are_named():
    teams = {name: Team(name=name, venue="Red Mouse") for name in NAMES}
    teams["Juda"] = Team(name="Juda", home_day=4, not_on=frozenset({NIGHTS[0]}))
    league = a_league(teams=teams)
    matches = [
        Planned(key=1, date=NIGHTS[0], home="Mounties", away="Trolls", venue="Red Mouse"),
        Planned(key=2, date=NIGHTS[0], home="Shufflers", away="Juda", venue="Red Mouse"),
        Planned(key=3, date=NIGHTS[1], home="Juda", away="Mounties", venue=None),
        Planned(key=4, date=NIGHTS[2], home="Mounties", away="Juda", venue="Red Mouse"),
        Planned(key=5, date=None, home="Mounties", away="Shufflers", venue="Red Mouse"),
    ]
    assert says(breaches(league, matches), hard=True) == [
        "Red Mouse would have 2 matches on Thursday 1 October, but has room for 1: "
        "Mounties v Trolls, "
        "Shufflers v Juda.",
        "Juda cannot play on Thursday 1 October.",
        "Juda would be at home on Thursday 8 October, but they host on Fridays.",
        "Mounties and Juda meet twice, not once.",
        "Trolls and Shufflers do not meet.",
        "Trolls and Juda do not meet.",
        "Mounties are at home 3 times and away once.",
    ]


def test_another_seed_draws_a_different_season_of_equal_quality():
    league = a_league(derbies=(Derby(teams=("Mounties", "Juda"), date=NIGHTS[1]),))
    one, other = fixtures(league, 5), fixtures(league, 6)
    assert one == fixtures(league, 5)
    assert one.nights != other.nights
    assert one.wishes == other.wishes == fixtures(league).wishes


def test_a_move_reports_nothing_about_other_teams_matches():
    seven = tuple(FIRST + timedelta(weeks=no) for no in range(7) if no != 3)
    league = a_league(dates=seven)
    before = [
        Planned(key=1, date=seven[0], home="Mounties", away="Trolls", venue=None),
        Planned(key=2, date=seven[0], home="Shufflers", away="Juda", venue=None),
        Planned(key=3, date=seven[3], home="Juda", away="Shufflers", venue=None),
    ]
    left_out = FIRST + timedelta(weeks=3)
    after = [replace(one, date=left_out) if one.key == 1 else one for one in before]
    broken, mended = moved(league, before, after)
    assert [(one.hard, one.says) for one in broken] == [
        (False, "Thursday 22 October is left out of the season, so no other match is played then.")
    ]
    assert mended == []


def test_an_overfull_venue_that_improves_is_reported_only_as_better():
    league = a_league()
    before = [
        Planned(key=1, date=NIGHTS[0], home="Mounties", away="Trolls", venue="Red Mouse"),
        Planned(key=2, date=NIGHTS[0], home="Shufflers", away="Juda", venue="Red Mouse"),
        Planned(key=3, date=NIGHTS[0], home="Trolls", away="Juda", venue="Red Mouse"),
    ]
    after = [replace(one, date=NIGHTS[1]) if one.key == 1 else one for one in before]
    broken, mended = moved(league, before, after)
    assert says(broken, hard=True) == []
    assert [one.split(":")[0] for one in says(mended, hard=True)] == [
        "Trolls would play twice on Thursday 1 October.",
        "Red Mouse would have 3 matches on Thursday 1 October, but has room for 1",
    ]
