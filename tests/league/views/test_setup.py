"""A secretary makes a league, with its teams, nights and settings, by pages alone."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.league.forms.agreement import LeagueForm
from scoring.league.pure import agreement
from scoring.league.pure.shelf import shelf
from scoring.models import League
from tests.cast import a_club, a_phone, signed_in
from tests.league.cast import SECOND, TEAMS, a_league, a_match, captains_link, counted

pytestmark = pytest.mark.django_db


def text_of(answer):
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(text.split())


@pytest.fixture
def kate():
    a_club()
    return signed_in("kate")


def typed(form, **changes):
    """What a browser sends for a form as it is shown, but for these changes."""
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if not (value is None or value is False)}
    return {name: "on" if value is True else value for name, value in (sent | changes).items()}


def test_every_ready_made_league_is_unchanged_by_the_form():
    for key, one in shelf().items():
        sent = typed(LeagueForm(now=one, currency="GBP", season="2026-27"), name=one.name)
        form = LeagueForm(sent, now=one, currency="GBP")
        assert (form.is_valid(), form.agreement) == (True, one), key


def test_a_league_is_copied_and_gets_teams_and_nights_until_fixtures_can_be_drawn(kate):
    club = a_club()
    here = f"/clubs/{club.pk}/leagues/"
    assert "No leagues yet. Start from one that plays like yours" in text_of(kate.get(here))
    offered = text_of(kate.get(f"{here}make"))
    assert "Three pairs each play the three others: 9 games to 21." in offered
    page = kate.get(f"{here}make?from=st-austell")
    assert f'name="name" value="{club.name}"' in page.content.decode()
    begun = {"begun_from": json.dumps(agreement.document(shelf()["st-austell"]))}
    form = LeagueForm(now=shelf()["st-austell"], currency="GBP", season="2026-27")
    sent = begun | typed(form, name="Ours", pairs="2", games="2", key=str(form["key"].value()))
    assert "Five of nine games win: 2 points." in text_of(page)
    said = kate.post(f"{here}make", sent | {"look": "yes"}, headers={"HX-Request": "true"})
    assert "Two pairs each play the two others: 4 games to 21. Three of four games win" in text_of(
        said
    )
    assert not League.objects.exists()
    wrong = kate.post(f"{here}make", sent | {"games": "3"})
    assert (wrong.status_code, League.objects.count()) == (422, 0)
    assert "Must be shared out among 2 pairs." in text_of(wrong)
    for _ in range(2):
        made = kate.post(f"{here}make", sent)
    league = League.objects.get()
    assert made["Location"] == f"/leagues/{league.pk}/teams/"
    assert (league.agreement.settings.pairs, league.agreement.where) == (2, "Cornwall")
    assert league.agreement.words == shelf()["st-austell"].words
    assert "Paste them one a line" in text_of(kate.get(f"/leagues/{league.pk}/"))
    kate.post(f"/leagues/{league.pk}/teams/add", {"teams": "Mounties, Red Mouse\nTrolls\nJuda"})
    assert "3 teams" in text_of(kate.get(f"/leagues/{league.pk}/teams/"))
    nights = {"first": "2026-10-01", "last": "2026-11-05", "weekday": "3", "starts_at": "20:15"}
    nights["derbies"] = "Mounties, juda, 2026-10-22"
    looked = kate.post(
        f"/leagues/{league.pk}/nights", nights | {"look": "yes"}, headers={"HX-Request": "true"}
    )
    assert "6 nights , 1 October 2026 to 5 November 2026. The teams need 6." in text_of(looked)
    few = kate.post(f"/leagues/{league.pk}/nights", nights | {"last": "2026-10-22"})
    enough = kate.post(f"/leagues/{league.pk}/nights", nights)
    assert few["Location"] == f"/leagues/{league.pk}/nights"
    assert enough["Location"] == f"/leagues/{league.pk}/fixtures/"
    house = league.venues.get()
    both = nights | {f"matches_{house.pk}": "21", f"address_{house.pk}": "High Street"}
    wrong = kate.post(f"/leagues/{league.pk}/nights", both | {"last": "2026-11-12"})
    text = wrong.content.decode()
    assert (wrong.status_code, 'value="21"' in text, 'value="2026-11-12"' in text) == (
        422,
        True,
        True,
    )
    assert len(League.objects.get().dates) == 6
    kate.post(f"/leagues/{league.pk}/nights", both | {f"matches_{house.pk}": "2"})
    league.refresh_from_db()
    assert (len(league.dates), f"{league.starts_at:%H:%M}") == (6, "20:15")
    assert "Mounties, Juda, Thu 22 Oct 2026" in text_of(kate.get(f"/leagues/{league.pk}/nights"))
    assert (league.venues.get().matches, league.venues.get().address) == (2, "High Street")
    assert "6 nights." in text_of(kate.get(f"/leagues/{league.pk}/"))


def test_new_settings_preview_the_changed_table_before_they_are_saved(kate):
    league = a_league()
    league.settings["order"] = ["points"]
    league.save()
    counted(a_match(league, "Mounties", "Trolls"), total_home=412, total_away=389)
    counted(a_match(league, "Trolls", "Shufflers", SECOND), total_home=400, total_away=400)
    form = LeagueForm(now=league.agreement, currency="GBP", league=league)
    sent = typed(form, draw="3")
    asked = kate.post(f"/leagues/{league.pk}/settings", sent)
    assert "Not saved yet." in text_of(asked)
    assert "Trolls : from =2 to =1, with 3 points instead of 1" in text_of(asked)
    assert League.objects.get().agreement.settings.points.draw == 1
    (seen,) = re.findall(r'name="sure" value="(\w+)"', asked.content.decode())
    other = kate.post(f"/leagues/{league.pk}/settings", sent | {"sure": seen, "draw": "4"})
    assert "with 4 points instead of 1" in text_of(other)  # agreed to another thing: asked again
    kate.post(f"/leagues/{league.pk}/settings", sent | {"sure": seen})
    assert League.objects.get().agreement.settings.points.draw == 3
    by_games = kate.post(f"/leagues/{league.pk}/settings", sent | {"decided_by": "games"})
    assert by_games.status_code == 422
    assert "2 cards say no games won, so games won can’t decide a match." in text_of(by_games)
    league.matches.update(part=1)
    whole = kate.post(f"/leagues/{league.pk}/settings", sent | {"parts": ""})
    assert "2 matches are in a half you removed" in text_of(whole)


def test_settings_travel_to_another_club_as_a_file_and_other_files_are_refused(kate):
    league = a_league("penryn-and-falmouth")
    file = kate.get(f"/leagues/{league.pk}/settings.json")
    assert agreement.loads(file.content) == league.agreement
    here = f"/clubs/{league.club_id}/leagues/bring"
    brought = kate.post(here, {"file": SimpleUploadedFile("p.json", file.content)})
    assert (brought.status_code, "Copy Penryn" in text_of(brought)) == (200, True)
    bad = kate.post(here, {"file": SimpleUploadedFile("p.json", b'{"format": 1}')})
    assert (bad.status_code, League.objects.count()) == (422, 1)
    assert "p.json: name is missing." in text_of(bad)


def test_the_next_season_is_made_with_a_tap_and_its_rules_are_public(kate):
    league = a_league("penryn-and-falmouth", open_to_all=True)
    page = kate.get(f"/leagues/{league.pk}/next")
    fields = re.findall(r'name="(team_\d+)"', page.content.decode())
    made = kate.post(
        f"/leagues/{league.pk}/next", {"season": "2027-28", **dict.fromkeys(fields, "1")}
    )
    after = League.objects.get(season="2027-28")
    assert made["Location"] == f"/leagues/{after.pk}/nights"
    assert after.teams.count() == 4
    page = kate.get(f"/leagues/{league.pk}/next")
    before, _, folded = text_of(page).partition("Create another season from this one")
    assert "2027-28 has been created." in before
    assert ("Create next season" in before, "Create next season" in folded) == (False, True)
    team = league.teams.get(name="Mounties")
    theirs = f"/leagues/{league.pk}/teams/{team.pk}/", f"/team/{captains_link(team).token}/squad"
    shown = [text_of(kate.get(address)) for address in theirs]
    assert ["Register" in one for one in shown] == [True, True]
    kate.post(f"/leagues/{league.pk}/finish", {"over": "yes"})
    shown = [text_of(kate.get(address)) for address in theirs]
    stays = "has ended, so its squads can’t change."
    assert [(stays in one, "Register" in one) for one in shown] == [(True, False)] * 2
    assert [bool(one.finished_at) for one in League.objects.order_by("pk")] == [True, False]
    listed = text_of(kate.get(f"/clubs/{league.club_id}/leagues/"))
    assert listed.index("4 teams, being set up") < listed.index("4 teams, finished")
    League.objects.create(club=league.club, name="New", season="1", settings=league.settings)
    new = League.objects.get(name="New")
    assert "needs at least two teams" in text_of(kate.get(f"/leagues/{new.pk}/between/"))
    agreed = text_of(a_phone().get(f"/leagues/{league.pk}/agreed"))
    assert "Who fails to play gives the others five points" in agreed
    assert "Mounties" in text_of(a_phone().get(f"/leagues/{league.pk}/teams/"))


def test_lists_of_leagues_and_teams_take_as_many_queries_for_three_as_for_one(kate):
    def asked(path):
        with CaptureQueriesContext(connection) as queries:
            assert kate.get(path).status_code == 200
        return len(queries)

    league = a_league()
    league.teams.exclude(name="Mounties").delete()
    paths = [f"/clubs/{league.club_id}/leagues/", f"/leagues/{league.pk}/teams/"]
    one = [asked(path) for path in paths]
    for name in ("Trolls", "Juda"):
        house = league.venues.create(name=name)
        league.teams.create(name=name, division=league.divisions.get(), venue=house)
        a_league(club=league.club, season=name)
    assert [asked(path) for path in paths] == one


def test_many_teams_are_ticked_and_moved_to_another_division_at_once(kate):
    league = a_league()
    page = f"/leagues/{league.pk}/teams/"
    assert "Move teams" not in text_of(kate.get(page))
    kate.post(f"{page}divisions", {"names": "One\nTwo"})
    assert "Move teams to another division" in text_of(kate.get(page))
    two = league.divisions.get(name="Two")
    teams = [team.pk for team in league.teams.filter(name__in=["Trolls", "Mounties"])]
    wrong = kate.post(f"{page}divide", {"division": two.pk})
    assert (wrong.status_code, two.teams.count()) == (422, 0)
    assert "Tick the teams to move." in text_of(wrong)
    kate.post(f"{page}divide", {"division": two.pk, "teams": teams})
    assert {team.name for team in two.teams.all()} == {"Trolls", "Mounties"}
    assert "2 teams moved to Two." in text_of(kate.get(page))


def test_teams_and_divisions_typed_together_are_stored_together(kate):
    league = a_league()
    page = f"/leagues/{league.pk}/teams/"
    league.divisions.update(name="One")
    assert 'name="initial-names" value="One"' in kate.get(page).content.decode()
    typed = {"names": "One\nTwo", "initial-names": "One", "teams": "Two:\nJuda\nAlbany, x, y, z"}
    for button in ("add", "divisions"):
        wrong = kate.post(page + button, typed)
        assert (wrong.status_code, league.divisions.count()) == (422, 1)
        shown = wrong.content.decode()
        assert ("Albany, x, y, z</textarea>" in shown, "Two</textarea>" in shown) == (True, True)
    kate.post(f"{page}divisions", typed | {"teams": "Two:\nJuda"})
    assert "Saved. 1 team added." in text_of(kate.get(page))
    assert [team.name for team in league.divisions.get(name="Two").teams.all()] == ["Juda"]
    stale = {"names": "One", "initial-names": "One", "teams": "Two:\nAlbany"}
    kate.post(f"{page}add", stale)
    assert [one.name for one in league.divisions.all()] == ["One", "Two"]


def test_pasted_teams_are_read_by_the_headings_of_their_columns(kate):
    league = a_league()
    for teams in (
        "Venue;Team\nBugle Inn;Bugle Boys\nRed Mouse;1. Juda",
        "Team,Home night\nLaps,Tuesday",
    ):
        kate.post(f"/leagues/{league.pk}/teams/add", {"teams": teams})
    new = league.teams.exclude(name__in=TEAMS)
    assert {(one.name, str(one.venue or ""), one.home_day_name) for one in new} == {
        ("Bugle Boys", "Bugle Inn", ""),
        ("Juda", "Red Mouse", ""),
        ("Laps", "", "Tuesday"),
    }


def test_a_button_adds_tuesdays_for_a_team_that_is_at_home_on_tuesdays(kate):
    league = a_league()
    here = f"/leagues/{league.pk}"
    teams = "Mounties, Red Mouse\nBugle Boys, Bugle Inn, Tuesdays"
    asked = text_of(kate.post(f"{here}/teams/add", {"teams": teams}))
    assert "Not saved." in asked
    assert "Mounties would become at Red Mouse instead of no venue" in asked
    assert league.teams.count() == 4
    stored = kate.post(f"{here}/teams/add", {"teams": teams, "change": "yes"})
    assert stored["Location"] == f"{here}/teams/#top"
    page = text_of(kate.get(f"{here}/teams/"))
    assert "1 team added. 1 team changed." in page
    says = "Bugle Boys are at home on Tuesdays. None of the nights is a Tuesday."
    assert (says in page, "Bugle Inn, Tuesdays" in page) == (True, True)
    kate.post(f"{here}/teams/add", {"teams": teams})
    assert "2 teams already listed and unchanged." in text_of(kate.get(f"{here}/teams/"))
    nights = {"first": "2026-10-01", "last": "2026-12-17", "weekday": "3", "but": "24 Dec"}
    looked = {"look": "yes"}, {"HX-Request": "true"}
    piece = kate.post(f"{here}/nights", nights | looked[0], headers=looked[1])
    assert (says in text_of(piece), "Add every Tuesday" in text_of(piece)) == (True, True)
    wrong = nights | {"more": "every 2nd Tuesday"}
    piece = text_of(kate.post(f"{here}/nights", wrong | looked[0], headers=looked[1]))
    assert "Correct this to count the nights: “every 2nd Tuesday”" in piece
    kate.post(f"{here}/nights", nights)
    step = kate.get(f"{here}/").content.decode().partition("<b>Nights and venues</b>")[2]
    step = " ".join(step.partition("</li>")[0].split())
    # It is not done, so it comes next.
    assert (says in step, "Nights and venues</a>" in step) == (True, True)
    refused = kate.post(f"{here}/fixtures/draw", {"seed": "0"})
    assert refused.status_code == 409
    assert f'href="{here}/nights">Nights and venues' in refused.content.decode()
    kate.post(f"{here}/nights", nights | {"every": "1"})
    page = kate.get(f"{here}/nights")
    assert "every Tuesday</textarea>" in page.content.decode()
    assert "Tuesdays are for Bugle Boys. Teams without a home day" in text_of(page)
    assert ">Fixtures</a>" in kate.get(f"{here}/").content.decode().partition("<b>Fixtures</b>")[2]
    kate.post(f"{here}/fixtures/draw", {"seed": "0"})
    found = {(one.home.name == "Bugle Boys", one.date.weekday()) for one in league.matches.all()}
    assert found == {(True, 1), (False, 3)}
    team = league.teams.get(name="Bugle Boys")
    team.not_on = ["2026-10-29"]
    team.save()
    for shown in (f"{here}/teams/", f"{here}/teams/{team.pk}/"):
        assert "cannot play: Thu 29 Oct 2026" in text_of(kate.get(shown))


def test_nights_are_typed_freely_and_confirmed_in_words(kate):
    league = a_league()
    page = f"/leagues/{league.pk}/nights"
    sent = {"first": "1/10/2026", "last": "28 Jan 2027", "weekday": "3", "starts_at": "20:00"}
    sent |= {
        "but": "24 Dec, 31.12.26, 25 December",
        "derbies": "Mounties, Trolls, December 17, 2026",
    }
    looked = kate.post(page, sent | {"look": "yes"}, headers={"HX-Request": "true"})
    said = text_of(looked)
    assert "16 nights , 1 October 2026 to 28 January 2027." in said
    assert "No matches on Thu 24 Dec 2026; Fri 25 Dec 2026; Thu 31 Dec 2026." in said
    assert "Fri 25 Dec 2026 is not a Thursday" in said
    assert "Wanted: Mounties and Trolls on Thu 17 Dec 2026." in said
    more = sent | {"more": "every Tuesday", "but": "24 Dec, 31 Dec, 22 Dec", "look": "yes"}
    said = text_of(kate.post(page, more, headers={"HX-Request": "true"}))
    assert (
        "Tue 29 Dec 2026 stays, though that week’s own night is left out. Add it under Except"
        in said
    )
    assert "no Thursday" not in said
    kate.post(page, sent)
    league.refresh_from_db()
    assert (len(league.dates), "2026-12-24" in league.dates) == (16, False)
    assert "Thu 24 Dec 2026, Thu 31 Dec 2026" in kate.get(page).content.decode()
    wrong = kate.post(page, sent | {"but": "3/5/2027"})
    assert (wrong.status_code, "3 May or 5 March 2027" in text_of(wrong)) == (422, True)
    american = sent | {"but": "12/24/2026, 12/31/2026, 10/1/2026", "look": "yes"}
    said = text_of(kate.post(page, american, headers={"HX-Request": "true"}))
    assert "Thu 1 Oct 2026; Thu 24 Dec 2026; Thu 31 Dec 2026" in said
