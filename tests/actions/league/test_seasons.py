"""A season is made once, changed, and made again from the last one."""

import pytest

from scoring.actions import Refused
from scoring.actions.league.seasons import make_league, make_next_season
from scoring.leagues import agreement
from scoring.leagues.shelf import shelf
from scoring.models import Division, Team
from scoring.queries.league.last_season import next_season_of
from tests.cast import PHONE, a_club, some_id
from tests.league import a_league, a_match, a_squad, counted

pytestmark = pytest.mark.django_db


def test_a_league_is_made_once_by_a_form_sent_twice_and_its_name_is_taken_then():
    club = a_club()
    settings = agreement.document(shelf()["st-austell"])
    what = {"club": club, "actor": PHONE, "name": "Ours", "season": "2026", "settings": settings}
    made = make_league(**what, key=some_id(1))
    assert make_league(**what, key=some_id(1)) == made
    assert [(one.no, one.name) for one in made.divisions.all()] == [(1, "")]
    assert made.agreement == shelf()["st-austell"]
    with pytest.raises(Refused, match="The club has Ours 2026 already"):
        make_league(**what, key=some_id(2))


def two_divisions():
    """Three teams in each of two divisions of Guernsey, which all met once."""
    league = a_league("guernsey")
    league.settings["season"] |= {"up": 1, "down": 1}
    league.save()
    league.teams.all().delete()
    for no, names in ((1, "ABC"), (2, "DEF")):
        division, _ = Division.objects.get_or_create(league=league, no=no)
        Division.objects.filter(pk=division.pk).update(name=f"Division {no}")
        for name in names:
            Team.objects.create(league=league, division=division, name=name)
        for home, away in (names[:2], names[1:], names[0] + names[2]):
            counted(a_match(league, home, away), games_home=5, games_away=4)
    return league


def test_the_next_season_is_proposed_by_the_final_tables_and_made_as_it_was_put_right():
    league = two_divisions()
    ann, ben = a_squad(league.teams.get(name="A"), "Ann", "Ben")
    found = next_season_of(league)
    assert [(one.team.name, one.to, one.why) for one in found] == [
        ("A", 1, ""),
        ("B", 1, ""),
        ("C", 2, "down"),
        ("D", 1, "up"),
        ("E", 2, ""),
        ("F", 2, ""),
    ]
    to = {one.team.pk: one.to for one in found} | {found[5].team.pk: None}
    what = {"league": league, "actor": PHONE, "divisions": to, "squads": True, "key": some_id(1)}
    made = make_next_season(season="2027-28", **what)
    assert make_next_season(season="2027-28", **what) == made
    assert (made.follows, str(made)) == (league, "Guernsey 2027-28")
    assert {one.name: [team.name for team in one.teams.all()] for one in made.divisions.all()} == {
        "Division 1": ["A", "B", "D"],
        "Division 2": ["C", "E"],
    }
    carried = made.teams.get(name="A")
    assert carried.before.league == league
    assert [member.player for member in carried.squad.all()] == [ann, ben]
    assert league.teams.count() == 6


def test_of_a_stage_the_first_go_on_and_a_team_that_withdrew_is_not_in_the_next_season():
    league = two_divisions()
    league.settings["season"] |= {"stages": ["Zone", "District"], "up": 1}
    league.save()
    league.teams.filter(name__in="DEF").update(division=None, withdrawn_at="2026-11-01T12:00Z")
    league.matches.filter(division__no=2).delete()
    league.divisions.filter(no=2).delete()
    assert [(one.team.name, one.to, one.why) for one in next_season_of(league)] == [
        ("A", 1, ""),
        ("B", None, "does not go on"),
        ("C", None, "does not go on"),
        *((name, None, "withdrew") for name in "DEF"),
    ]
