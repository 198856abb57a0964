"""A season is made once, changed, and made again from the last one."""

import pytest
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.league.actions.seasons import make_league, make_next_season
from scoring.league.forms.next_season import season_after
from scoring.league.pure import agreement
from scoring.league.pure.shelf import shelf
from scoring.league.queries.last_season import next_season_of
from scoring.models import Division, League, Team
from tests.cast import PHONE, a_club, some_id
from tests.league.cast import a_league, a_match, a_squad, counted

pytestmark = pytest.mark.django_db


def test_a_form_sent_twice_makes_one_league_whose_name_is_then_taken():
    club = a_club()
    settings = agreement.document(shelf()["st-austell"])
    what = {"club": club, "actor": PHONE, "name": "Ours", "season": "2026", "settings": settings}
    made = make_league(**what, key=some_id(1))
    assert make_league(**what, key=some_id(1)) == made
    assert [(one.no, one.name) for one in made.divisions.all()] == [(1, "")]
    assert made.agreement == shelf()["st-austell"]
    with pytest.raises(Refused, match="The club already has Ours 2026"):
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


def test_the_next_season_is_proposed_from_final_tables_and_made_as_edited():
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


def test_zone_winners_go_to_the_district_and_all_start_again_after_the_last_stage():
    league = two_divisions()
    league.settings["season"] |= {"stages": ["Zone", "District"], "up": 2}
    League.objects.filter(pk=league.pk).update(settings=league.settings, season="2026-27 Zone")
    withdrawn = league.teams.get(name="D")
    Team.objects.filter(pk=withdrawn.pk).update(withdrawn_at=timezone.now())
    zone = League.objects.get(pk=league.pk)
    found = next_season_of(zone)
    assert [(one.team.name, one.to, one.why) for one in found] == [
        ("A", 1, "goes through"),
        ("B", 1, "goes through"),
        ("C", None, "does not go through"),
        ("E", 1, "goes through"),
        ("F", 1, "goes through"),
        ("D", None, "withdrew"),
    ]
    assert season_after(zone.season, zone.agreement) == "2026-27 District"
    to = {one.team.pk: one.to for one in found}
    district = make_next_season(
        league=zone, actor=PHONE, season="2026-27 District", divisions=to, squads=False
    )
    assert [one.teams.count() for one in district.divisions.all()] == [4]
    assert {one.to for one in next_season_of(district)} == {1}
    assert season_after(district.season, district.agreement) == "2027-28 Zone"
    assert season_after("1999-00", shelf()["guernsey"]) == "2000-01"
    assert season_after("Winter", shelf()["guernsey"]) == "Winter, again"
