from datetime import date

import pytest

from scoring.club.actions.seasons import change_season, delete_season, make_season
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.models import Event, Season
from tests.cast import a_club, a_table, again, an_organiser, close, everything

pytestmark = pytest.mark.django_db

YEAR = {
    "starts_on": date(2026, 1, 1),
    "ends_on": date(2026, 12, 31),
    "counts": "all",
    "order": ["points_a_hand", "net_points"],
    "best_of": None,
    "least_evenings": 4,
}


@pytest.fixture
def kate():
    return Actor(user=an_organiser("kate"))


def test_a_season_is_made_with_its_days_and_its_written_order():
    club = a_club()
    season = again(make_season(club=club, name="2026", **YEAR))
    assert (season.club, season.name) == (club, "2026")
    assert {field: getattr(season, field) for field in YEAR} == YEAR


def test_a_season_sent_twice_is_made_once():
    club = a_club()
    assert make_season(club=club, name="2026", **YEAR) == make_season(
        club=club, name="2026", **YEAR
    )
    assert Season.objects.count() == 1


def test_a_name_in_use_is_refused_in_any_case_of_letters(kate):
    club = a_club()
    make_season(club=club, name="Autumn", **YEAR)
    other = make_season(club=club, name="Spring", **YEAR)
    stored = everything()
    with pytest.raises(Refused) as why:
        make_season(club=club, name="AUTUMN", **YEAR)
    with pytest.raises(Refused):
        change_season(season=other, actor=kate, name="autumn")
    assert str(why.value) == ("The club already has a season called Autumn. Choose another name.")
    assert everything() == stored


def test_another_club_may_use_the_same_name():
    for club in (a_club(), a_club("Another club")):
        make_season(club=club, name="2026", **YEAR)
    assert Season.objects.count() == 2


def test_a_season_is_changed_and_logged_once(kate):
    season = make_season(club=a_club(), name="2026", **YEAR)
    for _ in range(2):
        change_season(season=season, actor=kate, name="The year", order=["points"])
    assert (again(season).name, again(season).order, again(season).least_evenings) == (
        "The year",
        ["points"],
        4,
    )
    assert list(Event.objects.values_list("by", "said")) == [
        ("kate", "Changed the season The year")
    ]


def test_a_deleted_season_is_not_changed(kate):
    season = make_season(club=a_club(), name="2026", **YEAR)
    delete_season(club=season.club, season=season.pk, actor=kate)
    stored = everything()
    with pytest.raises(Refused, match="was deleted"):
        change_season(season=season, actor=kate, name="The year")
    assert everything() == stored


def test_deleting_a_season_keeps_its_evenings_and_happens_once(kate):
    table = a_table("Eve! 5")
    close(table.session)
    club = table.session.club
    season = make_season(club=club, name="2026", **YEAR)
    gone = delete_season(club=club, season=season.pk, actor=kate)
    assert (gone.name, delete_season(club=club, season=season.pk, actor=kate)) == ("2026", None)
    assert (Season.objects.count(), club.tallies.count(), club.sessions.count()) == (0, 5, 1)
    assert [event.said for event in club.events.all()] == ["Deleted the season 2026"]


def test_the_season_of_another_club_is_not_deleted(kate):
    season = make_season(club=a_club(), name="2026", **YEAR)
    assert delete_season(club=a_club("Another club"), season=season.pk, actor=kate) is None
    assert Season.objects.count() == 1
