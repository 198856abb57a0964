"""Teams are pasted, moved and withdrawn; divisions, houses and nights."""

import pytest

from scoring.common.refused import Refused
from scoring.league.actions.teams import (
    add_teams,
    change_team,
    delete_team,
    divide_teams,
    matches_of,
    name_divisions,
    take_withdrawal_back,
    withdraw_team,
)
from scoring.league.forms.nights import NightsForm, nights_shown
from scoring.league.forms.teams import TeamsForm
from scoring.league.queries.season import load_season
from scoring.models import Division, League
from tests.cast import PHONE
from tests.league.cast import SECOND, a_league, a_match, a_squad, counted

pytestmark = pytest.mark.django_db
PASTED = """Division One:
Mounties, Red Mouse, thursday
Trolls; Red Mouse

Division Two
Shufflers, Thu
Stinky Eight
"""


@pytest.fixture
def empty():
    league = a_league()
    league.teams.all().delete()
    return league


def pasted(text):
    form = TeamsForm({"teams": text})
    return form.cleaned_data["teams"] if form.is_valid() else form.complaint


def as_lists(league):
    return {
        one.name: [
            (team.name, team.venue and team.venue.name, team.home_day) for team in one.teams.all()
        ]
        for one in league.divisions.all()
    }


def test_ten_lines_make_teams_venues_and_divisions_and_add_nothing_twice(empty):
    add_teams(league=empty, actor=PHONE, teams=pasted(PASTED))
    assert as_lists(empty) == {
        "Division One": [("Mounties", "Red Mouse", 3), ("Trolls", "Red Mouse", None)],
        "Division Two": [("Shufflers", None, 3), ("Stinky Eight", None, None)],
    }
    assert [one.name for one in empty.venues.all()] == ["Red Mouse"]
    assert add_teams(league=empty, actor=PHONE, teams=pasted(f"{PASTED}Juda\n"))[0].name == "Juda"
    assert (empty.teams.count(), empty.divisions.count()) == (5, 2)


def test_a_list_with_headings_is_read_whole_or_refused_with_the_column_that_is_unknown(empty):
    listed = "Team,Division,Pub\nMounties,Division One,Red Mouse\nTrolls,Division Two,\n"
    add_teams(league=empty, actor=PHONE, teams=pasted(listed))
    assert as_lists(empty) == {
        "Division One": [("Mounties", "Red Mouse", None)],
        "Division Two": [("Trolls", None, None)],
    }
    assert "“Captain”" in pasted("Team,Captain,Pub\nMounties,Ann,Red Mouse")


def test_a_line_that_is_not_a_team_is_reported_with_its_number():
    assert pasted("Mounties, Red Mouse, thirstday") == (
        "Line 1: “thirstday” isn’t a weekday. Write one such as thursday, or leave it out."
    )
    assert pasted("Trolls\n, Red Mouse") == "Line 2: the team has no name."
    assert pasted("Trolls\ntrolls") == (
        "Trolls is listed twice. Call one of them A and the other B."
    )
    assert pasted("A, b, c, d").startswith("Line 1: write team, venue and day")
    assert pasted("Division One:") == "Enter at least one team."


def test_a_withdrawn_team_is_struck_out_or_forfeits_its_rest_and_can_return():
    league = a_league()
    counted(a_match(league, "Mounties", "Trolls"), total_home=412, total_away=389)
    a_match(league, "Trolls", "Shufflers", SECOND)
    a_match(league, "Mounties", "Stinky Eight", SECOND)
    trolls = league.teams.get(name="Trolls")
    withdraw_team(team=trolls, actor=PHONE, matches="stand")
    withdraw_team(team=trolls, actor=PHONE, matches="out")  # twice: as it was first
    found = load_season(league).matches
    assert [(one.home, one.walkover, one.decided) for one in found] == [
        ("Mounties", None, True),
        ("Trolls", "away", True),
        ("Mounties", None, False),
    ]
    take_withdrawal_back(team=trolls, actor=PHONE)
    assert [one.decided for one in load_season(league).matches] == [True, False, False]
    withdraw_team(team=trolls, actor=PHONE, matches="out")
    season = load_season(league)
    assert (len(season.teams), [one.home for one in season.matches]) == (3, ["Mounties"])
    assert matches_of(trolls).count() == 1  # what was played is kept, and counts no more
    take_withdrawal_back(team=trolls, actor=PHONE)
    assert len(load_season(league).matches) == 2


def test_a_team_can_change_name_venue_and_division_until_it_plays_there():
    league = a_league()
    second = Division.objects.create(league=league, no=2, name="Two")
    trolls = league.teams.get(name="Trolls")
    what = {"venue": "The Bridge", "home_day": 2, "not_on": ["2026-12-24"]}
    a_match(league, "Mounties", "Trolls")
    change_team(team=trolls, actor=PHONE, name="The Trolls", division=second.pk, **what)
    trolls.refresh_from_db()
    assert (str(trolls), str(trolls.venue), trolls.division) == ("The Trolls", "The Bridge", second)
    assert league.matches.count() == 0
    counted(a_match(league, "Mounties", "Shufflers"), total_home=1, total_away=0)
    shufflers = league.teams.get(name="Shufflers")
    with pytest.raises(Refused, match="has played 1 in"):
        change_team(team=shufflers, actor=PHONE, name="Shufflers", division=second.pk, **what)
    with pytest.raises(Refused, match="There is already a team called the trolls"):
        change_team(
            team=shufflers, actor=PHONE, name="the trolls", division=shufflers.division_id, **what
        )


def test_teams_move_to_a_division_all_together_or_not_at_all():
    league = a_league()
    second = Division.objects.create(league=league, no=2, name="Two")
    two = list(league.teams.filter(name__in=["Trolls", "Shufflers"]))
    for expected in (2, 0):
        moved = divide_teams(league=league, actor=PHONE, teams=two, division=second)
        assert len(moved) == expected
    assert {team.name for team in second.teams.all()} == {"Trolls", "Shufflers"}
    counted(a_match(league, "Trolls", "Shufflers"), total_home=412, total_away=389)
    first = league.divisions.get(no=1)
    third = league.teams.get(name="Mounties")
    with pytest.raises(Refused, match="Shufflers has played 1 in Two|Trolls has played 1 in Two"):
        divide_teams(league=league, actor=PHONE, teams=[*two, third], division=first)
    assert second.teams.count() == 2


def test_only_a_team_without_fixtures_and_people_is_deleted():
    league = a_league()
    a_match(league, "Mounties", "Trolls")
    a_squad(league.teams.get(name="Shufflers"), "Ann")
    for name in ("Mounties", "Shufflers"):
        with pytest.raises(Refused, match="Withdraw it instead"):
            delete_team(team=league.teams.get(name=name), actor=PHONE)
    delete_team(team=league.teams.get(name="Stinky Eight"), actor=PHONE)
    assert league.teams.count() == 3


def test_divisions_can_be_renamed_in_any_order_and_only_empty_ones_are_deleted():
    league = a_league()
    name_divisions(league=league, actor=PHONE, names=["One", "Two"])
    name_divisions(league=league, actor=PHONE, names=["Two", "One", "Three"])
    assert [(one.no, one.name, one.teams.count()) for one in league.divisions.all()] == [
        (1, "Two", 4),
        (2, "One", 0),
        (3, "Three", 0),
    ]
    name_divisions(league=league, actor=PHONE, names=[])
    assert [one.name for one in league.divisions.all()] == [""]
    name_divisions(league=league, actor=PHONE, names=["One", "Two"])
    league.teams.update(division=league.divisions.get(no=2))
    with pytest.raises(Refused, match="Two has teams"):
        name_divisions(league=league, actor=PHONE, names=["One"])
    assert League.objects.get(pk=league.pk).divisions.count() == 2


def test_every_tuesday_stays_within_the_season_and_is_shown_as_typed():
    typed = {"first": "2026-10-01", "last": "2026-11-05", "weekday": "3", "but": "27 Oct, 29 Oct"}
    for more in ("every Tuesday", "Tuesdays", "tuesday", "Every tue"):
        form = NightsForm(typed | {"more": f"{more}, Fri 6 Nov 2026"})
        assert form.is_valid(), form.errors
        tuesdays = [night.day for night in form.nights if night.weekday() == 1]
        assert (tuesdays, form.nights[-1].day) == ([6, 13, 20, 3], 6), more
    assert "Also on 4 Tuesdays." in list(form.understood)
    shown = nights_shown(form.nights, [1, None, None])
    assert (shown["weekday"], shown["more"]) == ("3", "every Tuesday, Fri 6 Nov 2026")
    assert NightsForm({**shown, "but": typed["but"]}).is_valid()
    assert [f"{day:%-d %b}" for day in shown["but"]] == ["27 Oct", "29 Oct"]
    dated = NightsForm(typed | {"more": "Tuesday, 10 November 2026"})
    assert (dated.is_valid(), dated.nights[-1].day) == (True, 10)
    for wrong in ("every monkey", "every 2nd Tuesday"):
        assert "more" in NightsForm(typed | {"more": wrong}).errors
    assert "first" in NightsForm({"weekday": "3", "more": "every Tuesday"}).errors


def test_nights_are_a_weekday_with_exceptions_and_are_shown_as_typed():
    typed = {
        "first": "2026-10-01",
        "last": "2026-11-05",
        "weekday": "3",
        "but": "2026-10-29",
        "more": "Tue 10 Nov 2026",
    }
    form = NightsForm(typed)
    assert form.is_valid()
    assert [f"{night:%m-%d}" for night in form.nights] == [
        *("10-01", "10-08", "10-15", "10-22", "11-05", "11-10"),
    ]
    shown = nights_shown(form.nights)
    assert {
        key: ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        for key, value in shown.items()
    } == typed
    backwards = NightsForm({"first": "2026-10-08", "last": "2026-10-01", "weekday": "3"})
    assert "last" in backwards.errors
