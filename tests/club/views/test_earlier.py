"""Results from elsewhere: looked at, brought in, shown in seasons and on players' pages, taken
out."""

import csv
import re
from datetime import date
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.club.actions.seasons import make_season
from scoring.club.views.players import player_year
from scoring.people.actions.people import add_players
from tests.cast import a_club, a_table, an_evening, close, some_id
from tests.html import text
from tests.sheets.reading import squeezed, whole

pytestmark = pytest.mark.django_db
LONG = "Catherine Ashby-Cole-Featherstonehaugh"
LIST = f"name,date,points,place\nAnn,2025-03-01,12,1\n{LONG},2025-03-01,9,2\n"
YEAR = {"starts_on": date(2025, 1, 1), "ends_on": date(2025, 12, 31)}


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann"])
    return club


def at(club, rest=""):
    return f"/clubs/{club.pk}/seasons/earlier/{rest}"


def sent(**more):
    return {"key": some_id(1), "name": "Results of 2025", "season": "", "text": LIST} | more


def hidden(page):
    """What the page that shows the list sends along."""
    html = page.content.decode()
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html)
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


def bring(kate, club, **more):
    look = kate.post(at(club, "bring"), sent(**more))
    return kate.post(at(club, "bring"), hidden(look) | {"sure": "yes"}, follow=True)


def test_a_list_is_previewed_before_it_is_stored(kate, club):
    page = text(kate.post(at(club, "bring"), sent()).content.decode())
    assert "2 lines, 2 people. This is only a preview." in page
    assert "New to the club 1" in page
    assert f"{LONG} 9 place 2 line 3, 1 Mar 2025" in page
    assert not club.earlier_lists.exists()


def test_a_list_is_imported_once_and_shown_line_by_line(kate, club):
    page = text(bring(kate, club).content.decode())
    assert "Results of 2025 is imported." in page
    assert "Ann 12 place 1 1 Mar 2025" in page
    bring(kate, club)
    assert club.earlier_lists.count() == 1
    assert "2 results" in text(kate.get(at(club)).content.decode())


def test_every_fault_of_a_list_is_named_and_the_list_can_be_edited(kate, club):
    typed = LIST + "Ben,soon,x,\n"
    answer = kate.post(at(club, "bring"), sent(text=typed))
    page = text(answer.content.decode())
    assert answer.status_code == 422
    assert "1 line can’t be imported" in page
    assert (
        "Ben line 4 “soon” is not a date. Write it as 24 December 2026. “x” is not a whole "
        "number for points."
    ) in page
    assert ("Ben,soon,x," in page, "Results of 2025" in answer.content.decode()) == (True, True)
    assert kate.post(at(club, "bring"), sent(text=typed, sure="yes", seen="x")).status_code == 422
    file = SimpleUploadedFile("list.csv", typed.encode())
    page = kate.post(at(club, "bring"), sent(text="", name="", file=file)).content.decode()
    assert "Ben,soon,x," in page
    assert not club.earlier_lists.exists()


def test_new_people_are_suggested_as_members_if_the_club_has_none_yet(kate, club):
    def ticked():
        page = kate.post(at(club, "bring"), sent()).content.decode()
        return "checked" in re.search(r'<input[^>]*name="members"[^>]*>', page)[0]

    assert not ticked()
    club.players.update(guest=True)
    assert ticked()


def test_negative_points_have_a_real_minus_in_the_preview(kate, club):
    typed = "name,date,points\nAnn,2025-03-01,-8\n"
    page = text(kate.post(at(club, "bring"), sent(text=typed)).content.decode())
    assert "Ann −8" in page


def test_similar_names_are_asked_about_and_go_to_the_chosen_people(kate, club):
    add_players(club=club, names=["Eveline", "Ben"])
    typed = "name,date,points\nEvelin,2025-03-01,12\nBne,2025-03-01,9\n"
    look = kate.post(at(club, "bring"), sent(text=typed))
    page = text(look.content.decode())
    assert ("This is Eveline" in page, "This is Ben" in page) == (True, True)
    sure = hidden(look) | {"sure": "yes"}
    assert "Choose who Evelin is." in text(kate.post(at(club, "bring"), sure).content.decode())
    eveline = club.players.get(name="Eveline")
    kate.post(at(club, "bring"), sure | {"line-2": eveline.pk, "line-3": "new"})
    stored = club.earlier_lists.get().results.order_by("-points")
    assert [one.player.name for one in stored] == ["Eveline", "Bne"]


def test_ambiguous_days_are_asked_about_once_for_the_whole_list(kate, club):
    typed = sent(text="name,date,points\nAnn,3/4/2025,12\nAnn,4/4/2025,9\n")
    asked = kate.post(at(club, "bring"), typed)
    page = text(asked.content.decode())
    assert asked.status_code == 422
    assert "In this list 3/4/2025 is 3 April 2025: the day comes first" in page
    assert "4 March 2025: the month comes first" in page
    look = kate.post(at(club, "bring"), typed | {"order": "month"})
    kate.post(at(club, "bring"), hidden(look) | {"sure": "yes"})
    days = [one.played_on for one in club.earlier_lists.get().results.order_by("played_on")]
    assert days == [date(2025, 3, 4), date(2025, 4, 4)]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"text": ""}, "Choose a file, or paste the list."),
        ({"name": ""}, "Give the list a name"),
        ({"season": "99"}, "Choose one from the list."),
        ({"text": "Ann,3"}, "The first line must name the columns"),
        ({"key": "x"}, "This page is out of date."),
    ],
)
def test_an_unreadable_list_is_refused_and_keeps_what_was_typed(kate, club, more, why):
    answer = kate.post(at(club, "bring"), sent(**more))
    assert (answer.status_code, why in text(answer.content.decode())) == (422, True)


def test_imported_results_are_on_page_paper_and_spreadsheet_with_their_source(kate, club):
    bring(kate, club)
    places = {"place_points": [10, 8], "order": ["place_points", "points"], **YEAR}
    season = make_season(club=club, name="2025", **places)
    home = f"/clubs/{club.pk}/seasons/{season.pk}"
    page = text(kate.get(f"{home}/").content.decode())
    assert (
        "Points for places are 10, 8. Places are those of tournaments and imported results, other "
        "club nights have none."
    ) in page
    assert "share the points of their places" in page
    assert "1 Ann 1 imported 10 1 12" in page
    paper = whole(kate.get(f"{home}.pdf").content)
    assert squeezed("These include imported results.") in paper
    assert squeezed("Points for places are 10, 8") in paper
    answer = kate.get(f"{home}.csv")
    content = answer.content.decode("utf-8-sig")
    first, *_ = csv.DictReader(StringIO(content))
    assert (first["season points"], first["evenings from elsewhere"]) == ("10", "1")


def test_a_season_ranked_by_figures_missing_in_imported_results_says_so(kate, club):
    bring(kate, club)
    season = make_season(club=club, name="2025", order=["points_a_hand", "evenings"], **YEAR)
    home = f"/clubs/{club.pk}/seasons/{season.pk}/"
    said = (
        "Imported results have points and sometimes places, but no points per hand, by which this "
        "season ranks. 2 players have no other results, so they are ranked by club nights."
    )
    assert f"{said} Rank by points" in text(kate.get(home).content.decode())
    assert squeezed(said) in whole(kate.get(f"{home[:-1]}.pdf").content)
    season.order = ["points", "evenings"]
    season.save()
    assert "Imported results have" not in text(kate.get(home).content.decode())


def test_with_imported_results_only_a_new_season_suggests_ranking_by_points(kate, club):
    def offered():
        page = kate.get(f"/clubs/{club.pk}/seasons/make").content.decode()
        return re.findall(r'<option value="(\w+)" selected>', page)

    assert offered()[:3] == ["points_a_hand", "net_points", "evenings"]
    bring(kate, club)
    assert offered()[:2] == ["points", "evenings"]
    close(a_table("Eve! 5", session=an_evening(club)).session)
    assert offered()[:3] == ["points_a_hand", "net_points", "evenings"]


def test_points_carried_in_are_mentioned_on_the_season_s_page(kate, club):
    season = make_season(club=club, name="2025", order=["points"], **YEAR)
    bring(kate, club, season=season.pk, text="name,points,evenings\nAnn,40,6\n")
    page = text(kate.get(f"/clubs/{club.pk}/seasons/{season.pk}/").content.decode())
    assert "Imported points count as points too." in page
    assert "1 Ann 6 imported 40" in page


def test_the_page_of_a_player_lists_imported_results_separately(kate, club):
    bring(kate, club)
    ann = club.players.get(name="Ann")
    page = text(kate.get(f"/clubs/{club.pk}/players/{ann.pk}/").content.decode())
    assert "Imported results" in page
    assert "1 Mar 2025 place 1 12 points" in page


def test_a_player_with_imported_results_only_has_a_page_and_a_sheet(kate, club):
    bring(kate, club)
    ann = club.players.get(name="Ann")
    home = f"/clubs/{club.pk}/players/{ann.pk}"
    for rest in ("/", "/?year=2025", "/year.pdf", "/year.pdf?year=2025"):
        assert kate.get(f"{home}{rest}").status_code == 200
    sheet = player_year(ann, year=2025)
    assert [part.rows for part in sheet.parts if part.title == "Imported results"] == [
        (("1 Mar 2025", "1", "12"),)
    ]


def test_an_imported_list_is_deleted_once(kate, club):
    bring(kate, club)
    (brought,) = club.earlier_lists.all()
    back = at(club, f"{brought.pk}/take-back")
    for words in ("Results of 2025 is deleted.", "were already deleted"):
        assert words in text(kate.post(back, follow=True).content.decode())
    assert not club.earlier_lists.exists()


def test_many_results_need_as_many_queries_as_one(kate, club):
    found = []
    for no, rows in enumerate((LIST.splitlines()[:2], LIST.splitlines())):
        bring(
            kate, club, key=some_id(no), text="\n".join(rows).replace("2025-03", f"2025-0{no + 1}")
        )
        brought = club.earlier_lists.order_by("-pk").first()
        asked = []
        for path in (at(club), at(club, f"{brought.pk}/")):
            with CaptureQueriesContext(connection) as queries:
                kate.get(path)
            asked.append(len(queries))
        found.append(asked)
    assert found[0] == found[1]
