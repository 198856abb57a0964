"""Results from elsewhere are imported whole, once, and deleted together."""

from datetime import date

import pytest

from scoring.club.actions.earlier import bring_results, take_back_results
from scoring.club.actions.seasons import make_season
from scoring.club.pure.earlier import read_results
from scoring.common.refused import Refused
from scoring.models import EarlierList, EarlierResult, Event
from scoring.people.actions.import_people import ListChanged, compare, edition_of
from scoring.people.actions.people import add_players
from tests.cast import PHONE, a_club, a_table, an_evening, close, everything, some_id

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 20)
TWO = "name,date,points,place\nAnn,2026-03-01,12,1\nBen,2026-03-01,,2\n"


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann"])
    return club


def bring(club, text=TWO, *, season=None, choices=None, no=1, seen=None, members=False):
    sheet = read_results(text, carried=season is not None, today=TODAY)
    now = edition_of(compare(club, sheet.people))
    about = {"name": "Results of 2025", "season": season, "tournaments": False, "members": members}
    return bring_results(
        club=club,
        sheet=sheet,
        choices=choices or {},
        seen=seen or now,
        key=some_id(no),
        actor=PHONE,
        **about,
    )


def stored(club):
    results = EarlierResult.objects.filter(earlier__club=club).order_by("pk")
    return list(results.values_list("player__name", "played_on", "points", "place"))


def test_a_list_is_stored_once_and_new_people_join_the_club(club):
    first, again = bring(club), bring(club)
    assert first == again
    day = date(2026, 3, 1)
    assert stored(club) == [("Ann", day, 12, 1), ("Ben", day, None, 2)]
    assert sorted(club.players.values_list("name", flat=True)) == ["Ann", "Ben"]
    assert Event.objects.get(club=club).said == "2 results imported: Results of 2025."


def test_new_people_are_guests_or_members_as_chosen(club):
    bring(club)
    bring(club, "name,date,points\nCat,2026-03-08,3\nBen,2026-03-08,4\n", no=2, members=True)
    found = club.players.order_by("name").values_list("name", "guest")
    assert list(found) == [("Ann", False), ("Ben", True), ("Cat", False)]


def test_a_list_is_deleted_as_a_whole_and_its_people_are_kept(club):
    brought = bring(club).pk
    assert str(take_back_results(club=club, brought=brought, actor=PHONE)) == "Results of 2025"
    assert take_back_results(club=club, brought=brought, actor=PHONE) is None
    assert (stored(club), EarlierList.objects.count(), club.players.count()) == ([], 0, 2)
    bring(club, no=2)
    assert len(stored(club)) == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (TWO + "Cat,no day,3,\n", "Line 4: “no day” is not a date"),
        (TWO + "Zoe,2026-03-01,3,\n", ""),
    ],
)
def test_a_list_with_one_wrong_line_stores_nothing(club, text, why):
    add_players(club=club, names=["Zoë"])
    before = everything()
    with pytest.raises(Refused, match=why or "Choose who Zoe is."):
        bring(club, text)
    assert everything() == before


def test_a_misspelt_person_becomes_the_chosen_one_or_is_left_out(club):
    (zoë,) = add_players(club=club, names=["Zoë"])
    text = TWO + "Zoe,2026-03-01,3,\n"
    bring(club, text, choices={4: zoë.pk, 3: "leave"})
    assert [name for name, *_ in stored(club)] == ["Ann", "Zoë"]
    assert not club.players.filter(name__in=["Ben", "Zoe"]).exists()


def test_two_names_of_one_person_on_one_evening_are_refused(club):
    (zoë,) = add_players(club=club, names=["Zoë"])
    text = "name,date,points\nZoe,2026-03-01,3\nZoë,2026-03-01,4\n"
    with pytest.raises(Refused, match="Lines 2 and 3 are both about Zoë and the same night"):
        bring(club, text, choices={2: zoë.pk})


def test_a_result_that_exists_already_is_refused_with_its_line(club):
    bring(club)
    with pytest.raises(Refused, match="Line 2: Ann already has a result for 1 March 2026"):
        bring(club, no=2)
    session = an_evening(club, played_on=date(2026, 5, 1))
    a_table("Eve! 5", session=session)
    close(session)
    with pytest.raises(Refused, match="Line 2: Eve already has a result for 1 May 2026"):
        bring(club, "name,date,points\nEve,2026-05-01,3\n", no=3)


def test_points_carried_into_a_season_count_once_for_each_player(club):
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    season = make_season(club=club, name="2026", order=["points"], **days)
    bring(club, "name,points,evenings\nAnn,40,6\n", season=season)
    assert stored(club) == [("Ann", None, 40, None)]
    with pytest.raises(Refused, match="Line 2: Ann already has a result for 2026"):
        bring(club, "name,points\nAnn,3\n", season=season, no=2)


def test_an_erased_person_is_not_imported_again(club):
    club.players.update(forgotten_at="2026-01-01T00:00Z")
    with pytest.raises(Refused, match="was erased"):
        bring(club)


def test_a_preview_from_before_a_change_of_the_people_must_be_repeated(club):
    with pytest.raises(ListChanged):
        bring(club, seen="another edition")
    with pytest.raises(Refused, match="Include at least one person"):
        bring(club, choices={2: "leave", 3: "leave"})
    assert stored(club) == []
