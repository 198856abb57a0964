"""Seasons and ratings as people see them."""

import csv
import re
from datetime import date, timedelta
from io import StringIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.club.actions.seasons import make_season
from scoring.club.views import race
from scoring.models import Season, Tournament
from scoring.tournament.actions.finishing import finish
from tests.cast import (
    FIVE,
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
    an_officer,
    close,
    everything,
    signed_in,
)
from tests.html import refused, said, shown, text
from tests.sheets.reading import squeezed, whole
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db

FRIDAY = date(2026, 11, 20)
YEAR = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
FIRST = ["Eve! 5", "Ben+Dan 3", "Ann+Cat 3", "Eve! 3"]
SECOND = ["Ann! 5", "Ben+Dan 5", "Cat! 3", "Ann+Cat 3"]


def played(club, *evenings, **what):
    """Play evenings a week apart, and close them."""
    for week, hands in enumerate(evenings):
        session = an_evening(club, played_on=FRIDAY + timedelta(weeks=week))
        a_table(*hands, session=session, **what)
        close(session)


def a_season(club, *order, **what):
    what = {"name": "2026", "counts": "all", "best_of": None, "least_evenings": 0} | YEAR | what
    return make_season(club=club, order=list(order) or ["points"], **what)


def path(season, rest=""):
    return f"/clubs/{season.club_id}/seasons/{season.pk}/{rest}"


def figures(page):
    """The table with all figures, the last of a page."""
    return page.content.decode().rpartition("<table>")[2]


def lines(page):
    """The lines of that table: the place, the name and what is said of it, then the cells."""
    html = figures(page)
    body = html[html.index("<tbody>") : html.index("</table>")]
    found = [row.partition("</th>") for row in body.split("<tr>")[1:] if "</td>" in row]
    return [
        (text(head), *(text(cell) for cell in rest.split("</td>")[:-1])) for head, _, rest in found
    ]


def heads(page):
    return [
        text(head)
        for head in re.findall(r'<th\s+scope="col"[^>]*>(.*?)</th>', figures(page), re.DOTALL)
    ]


def ranking(page):
    """The rows of the list: place, name and reason, what the bars say, and the figure."""
    rows = re.findall(
        r"<li>(.*?)</li>", page.content.decode().partition('"ranks-of"')[2], re.DOTALL
    )
    return [
        (
            text(re.search(r'"ranking-no">(.*?)</span>', row)[1]),
            text(row.partition('"who-is">')[2].partition("</div>")[0]),
            *re.findall(r'aria-label="(Last.*?)"', row),
            text(re.search(r'"total">(.*?)</b>', row)[1]),
        )
        for row in rows
        if "ranking-no" in row
    ]


@pytest.fixture
def club():
    """A club with two evenings at one table of the five, for money."""
    club = a_club()
    played(club, FIRST, SECOND)
    return club


def test_standings_show_place_and_name_and_the_ranking_figure_first(club):
    page = signed_in("kate").get(path(a_season(club, "points", "net_points")))
    assert heads(page) == [
        *("Player", "Points", "Club nights", "Net points", "Points per hand", "Points per night"),
        *("Net money", "Rating"),
    ]
    assert [line[:7] for line in lines(page)] == [
        ("1 Ann", "7", "2", "+11", "0.88", "3.50", "+£2.75"),
        ("2 Eve", "6", "2", "+6", "0.75", "3.00", "+£1.50"),
        ("=3 Ben", "4", "2", "−4", "0.50", "2.00", "−£1.00"),
        ("=3 Dan tied with Ben", "4", "2", "−4", "0.50", "2.00", "−£1.00"),
        ("5 Cat", "3", "2", "−9", "0.38", "1.50", "−£2.25"),
    ]


def test_a_rating_from_few_sittings_is_marked_as_on_the_players_page(club):
    page = signed_in("kate").get(path(a_season(club, "points", "net_points")))
    assert [line[-1].endswith(" (provisional)") for line in lines(page)] == [True] * 5
    for _ in range(3):
        played(club, FIRST)
    page = signed_in("kate").get(path(a_season(club, "points", "net_points", name="Another")))
    assert [line[-1].isdigit() for line in lines(page)][:2] == [True, True]


def test_the_standings_show_what_decided_between_tied_players(club):
    page = signed_in("kate").get(path(a_season(club, "evenings", "points")))
    assert [line[0] for line in lines(page)] == [
        "1 Ann",
        "2 Eve tied with Ann, points decided",
        "=3 Ben tied with Eve, points decided",
        "=3 Dan tied with Ben",
        "5 Cat tied with Dan, points decided",
    ]


def test_sorting_by_another_column_keeps_the_places(club):
    season = a_season(club, "points", "net_points")
    page = signed_in("kate").get(path(season, "?by=rating"))
    assert [line[0] for line in lines(page)] == ["1 Ann", "=3 Ben", "=3 Dan", "2 Eve", "5 Cat"]
    assert shown(page, r'<th [^>]*aria-sort="descending"[^>]*>(.*?)</th>') == ["Rating"]
    assert shown(page, r"<option [^>]*selected>(.*?)</option>") == ["By rating"]


def test_the_list_shows_each_place_the_last_nights_and_the_deciding_figure(club):
    page = signed_in("kate").get(path(a_season(club, "points", "net_points")))
    assert ranking(page) == [
        ("1", "Ann", "Last 2 club nights: 1, 6", "7"),
        ("2", "Eve", "Last 2 club nights: 6, 0", "6"),
        ("=3", "Ben", "Last 2 club nights: 1, 3", "4"),
        ("=3", "Dan tied on everything", "Last 2 club nights: 1, 3", "4"),
        ("5", "Cat", "Last 2 club nights: 1, 2", "3"),
    ]


def test_the_list_says_in_a_few_words_what_decided_a_tie(club):
    page = signed_in("kate").get(path(a_season(club, "evenings", "points")))
    assert [row[1] for row in ranking(page)] == [
        *("Ann", "Eve tied, fewer points", "Ben tied, fewer points", "Dan tied on everything"),
        "Cat tied, fewer points",
    ]


def test_the_page_begins_with_the_lead_and_the_best_night(club):
    page = signed_in("kate").get(path(a_season(club, "points", "net_points")))
    assert shown(page, r"<dd>(.*?)</dd>") == ["Ann, by 1", "Ann and Eve, 6", "31 Dec"]
    tied = signed_in("kate").get(path(a_season(club, "points", best_of=1, name="Best")))
    assert shown(tied, r"<dd>(.*?)</dd>")[0] == "Ann and Eve, tied"


def test_the_race_has_a_line_for_each_player_and_its_totals_as_a_table(club):
    page = signed_in("kate").get(path(a_season(club, "points", "net_points")))
    html = page.content.decode()
    table = html[html.index("<table>") : html.index("</table>")]
    assert text(table) == ("Club night Ann Eve Ben Dan Cat 20 Nov 1 6 1 1 1 27 Nov 7 6 4 4 3")
    ends = [line.split()[-1] for line in re.findall(r'points="(.*?)"', html)]
    assert sorted(ends) == ["1000,0", "1000,142", "1000,428", "1000,428", "1000,571"]


def test_the_standings_of_a_season_come_before_its_chart(club):
    html = signed_in("kate").get(path(a_season(club, "points"))).content.decode()
    order = sorted(('class="ranks-of"', 'class="figures facts"', 'class="plot"'), key=html.index)
    assert order == ['class="figures facts"', 'class="ranks-of"', 'class="plot"']


def test_a_chart_of_a_quotient_does_not_say_that_it_adds_up(club):
    points = signed_in("kate").get(path(a_season(club, "points")))
    assert "Each line adds up a player’s club nights so far." in text(points.content.decode())
    a_hand = signed_in("kate").get(path(a_season(club, "points_a_hand", name="A hand")))
    said = text(a_hand.content.decode())
    assert "Each line is a player’s points per hand over their club nights so far." in said


def test_a_disc_leads_to_a_line_only_if_there_is_one(club, monkeypatch):
    monkeypatch.setattr(race, "COLOURED", 1)
    monkeypatch.setattr(race, "MOST_LINES", 2)
    page = signed_in("kate").get(path(a_season(club, "points"))).content.decode()
    lines = re.findall(r'id="line-(\d+)"', page)
    assert len(lines) == 2
    assert sorted(re.findall(r'href="#line-(\d+)"', page)) == sorted(lines)


def test_a_season_of_one_night_has_no_race(club):
    only = {"starts_on": FRIDAY, "ends_on": FRIDAY}
    page = signed_in("kate").get(path(a_season(club, "points", **only)))
    assert 'class="chart' not in page.content.decode()
    assert [row[2] for row in ranking(page)] == [f"Last club night: {no}" for no in (6, 1, 1, 1, 1)]


@pytest.mark.parametrize("column", ["luck", "", "games_won"])
def test_an_unknown_column_is_not_found(club, column):
    answer = signed_in("kate").get(path(a_season(club), f"?by={column}"))
    assert (answer.status_code, said(answer)) == (404, "There is no page at this address.")


def test_only_the_best_evenings_count_and_their_number_is_shown(club):
    page = signed_in("kate").get(path(a_season(club, "points", best_of=1)))
    assert [line[:3] for line in lines(page)] == [
        ("=1 Ann", "6", "1 of 2"),
        ("=1 Eve tied with Ann", "6", "1 of 2"),
        ("=3 Ben", "3", "1 of 2"),
        ("=3 Dan tied with Ben", "3", "1 of 2"),
        ("5 Cat", "2", "1 of 2"),
    ]


def test_players_with_too_few_evenings_are_listed_below(club):
    a_table(
        "Fay 3",
        session=(session := an_evening(club, played_on=FRIDAY)),
        names=["Fay", "Gus", "Hal", "Ann"],
    )
    close(session)
    page = signed_in("kate").get(path(a_season(club, "points", least_evenings=2)))
    assert "Players need 2 club nights to have a place." in text(page.content.decode())
    assert [line[0] for line in lines(page)[5:]] == [
        "Fay 1 of 2 needed",
        "Gus 1 of 2 needed",
        "Hal 1 of 2 needed",
    ]


def test_money_is_shown_only_to_people_who_run_the_club(club):
    season = a_season(club, "net_minor")
    an_officer(club, "sam", "scorer")
    page = signed_in("sam").get(path(season))
    assert ("Net money" in heads(page), "£" in page.content.decode()) == (False, False)
    assert [line[0] for line in lines(page)][:2] == ["1 Ann", "2 Eve"]
    assert "Net money" in heads(signed_in("kate").get(path(season)))


def test_without_money_there_is_no_column_for_it():
    club = a_club()
    played(club, FIRST, stake_minor=0)
    assert "Net money" not in heads(signed_in("kate").get(path(a_season(club))))


def test_games_have_columns_if_games_were_played():
    club = a_club()
    played(club, ["Ann! 5"] * 4, names=FIVE[:4], rules_key="keller")
    page = signed_in("kate").get(path(a_season(club, "games_won", counts="games")))
    assert heads(page)[:3] == ["Player", "Games won", "Club nights"]
    assert "Share of games won" in heads(page)


def test_a_season_names_the_tournaments_that_it_leaves_out():
    club = a_club()
    session = an_evening(club, played_on=FRIDAY)
    tournament = a_tournament(4, session=session)
    played_to(tournament, 1)
    page = path(a_season(club))
    said = "Left out by their own settings:"
    assert said not in text(signed_in("kate").get(page).content.decode())
    finish(tournament=again(tournament), actor=PHONE)
    named = f"{said} {session.called} ({session.day})."
    assert named in text(signed_in("kate").get(page).content.decode())
    assert squeezed(named) in whole(signed_in("kate").get(f"{page[:-1]}.pdf").content)
    Tournament.objects.update(counts=True)
    assert said not in text(signed_in("kate").get(page).content.decode())


def test_a_season_without_an_evening_says_when_its_standings_begin():
    page = signed_in("kate").get(path(a_season(a_club())))
    assert shown(page, r'<p class="remark">(.*?)</p>') == [
        "No results yet. The standings begin when the first club night between these dates is "
        "closed."
    ]


def test_an_open_evening_does_not_count(club):
    season = a_season(club)
    before = lines(signed_in("kate").get(path(season)))
    a_table("Eve! 5", session=an_evening(club, played_on=FRIDAY))
    assert lines(signed_in("kate").get(path(season))) == before


# -- the spreadsheet
# ----------------------------------------------------------------------------------


def sheet(answer):
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def test_the_standings_are_exported_as_a_spreadsheet(club):
    club.players.filter(name="Cat").update(name="=Cat")
    answer = signed_in("kate").get(f"/clubs/{club.pk}/seasons/{a_season(club, 'points').pk}.csv")
    first, *_, last = sheet(answer)
    assert first == {
        "place": "1",
        "name": "Ann",
        "evenings": "2",
        "evenings counted": "2",
        "hands": "8",
        "points of hands": "7",
        "points": "7",
        "games won": "0",
        "games lost": "0",
        "rubbers won": "0",
        "rubbers lost": "0",
        "net points": "11",
        "points a hand": "0.88",
        "points an evening": "3.50",
        "share of games won": "–",
        "rating": "526",
        "evenings from elsewhere": "0",
        "net money": "2.75",
        "currency": "GBP",
    }
    assert (last["name"], last["net points"], last["rating"]) == ("'=Cat", "-9", "-3")
    assert answer["Content-Disposition"] == 'attachment; filename="2026.csv"'


def test_a_scorers_spreadsheet_has_no_money(club):
    an_officer(club, "sam", "scorer")
    answer = signed_in("sam").get(f"/clubs/{club.pk}/seasons/{a_season(club, name='Ł').pk}.csv")
    assert "net money" not in sheet(answer)[0]
    assert answer["Content-Disposition"] == 'attachment; filename="season.csv"'


# -- making, changing, deleting
# -----------------------------------------------------------------------

FORM = {
    "name": "Autumn",
    "starts_on": "2026-09-01",
    "ends_on": "2026-12-31",
    "counts": "points",
    "first": "points_a_hand",
    "second": "net_points",
    "best_of": "8",
    "least_evenings": "4",
}


def test_the_list_shows_the_latest_season_first_and_says_what_to_do_without_one():
    club = a_club()
    kate = signed_in("kate")
    empty = text(kate.get(f"/clubs/{club.pk}/seasons/").content.decode())
    assert "No seasons yet. A new season covers this calendar year" in empty
    a_season(club)
    a_season(club, name="2025", starts_on=date(2025, 1, 1), ends_on=date(2025, 12, 31))
    page = kate.get(f"/clubs/{club.pk}/seasons/")
    assert [
        name.split()[0] for name in shown(page, r'<li><a href="/clubs/\d+/seasons/\d+/">(.*?)</a>')
    ] == [
        "2026",
        "2025",
    ]


def test_a_scorer_sees_no_button_of_an_organiser():
    club = a_club()
    an_officer(club, "sam", "scorer")
    season, sam = a_season(club), signed_in("sam")
    assert "Organisers can create one" not in sam.get(f"/clubs/{club.pk}/seasons/").content.decode()
    for page in (sam.get(f"/clubs/{club.pk}/seasons/"), sam.get(path(season))):
        assert "make" not in [link.rpartition("/")[2] for link in shown(page, r'href="([^"]*)"')]
        assert "edit" not in [link.rpartition("/")[2] for link in shown(page, r'href="([^"]*)"')]


def test_a_season_is_made_and_shown():
    club = a_club()
    answer = signed_in("kate").post(f"/clubs/{club.pk}/seasons/make", FORM)
    season = Season.objects.get()
    assert (answer.status_code, answer.url) == (302, path(season))
    assert (season.name, season.counts, season.order, season.best_of, season.least_evenings) == (
        *("Autumn", "points", ["points_a_hand", "net_points"]),
        *(8, 4),
    )


def test_a_wrong_season_shows_the_fault_and_keeps_what_was_typed():
    club = a_club()
    kate, wrong = signed_in("kate"), FORM | {"best_of": "0", "name": "The long autumn"}
    answer = kate.post(f"/clubs/{club.pk}/seasons/make", wrong)
    assert (answer.status_code, said(answer)) == (422, "Enter a number from 1 to 999.")
    assert 'value="The long autumn"' in answer.content.decode()
    a_season(club, name="Autumn")
    found = refused(f"/clubs/{club.pk}/seasons/make", FORM, client=kate)
    assert found == (
        409,
        "The club already has a season called Autumn. Choose another name.",
    )


def test_the_page_to_change_a_season_shows_its_stored_values():
    season = a_season(a_club(), "points", "evenings", name="Autumn", least_evenings=3)
    kate = signed_in("kate")
    page = kate.get(path(season, "edit")).content.decode()
    assert ('value="Autumn"' in page, 'value="3"' in page, 'value="points" selected' in page) == (
        True,
    ) * 3
    answer = kate.post(path(season, "edit"), FORM | {"name": "Late autumn"})
    assert (answer.status_code, answer.url) == (302, path(season))
    assert (again(season).name, again(season).counts, again(season).best_of) == (
        "Late autumn",
        "points",
        8,
    )


def test_a_season_is_deleted_and_a_second_tap_says_that_it_was():
    season = a_season(a_club())
    kate, club = signed_in("kate"), season.club
    told = [
        shown(
            kate.post(path(season, "delete"), follow=True),
            r'<div class="remark" role="status">(.*?)</div>',
        )
        for _ in range(2)
    ]
    assert told == [
        ["2026 is deleted. Its club nights are kept."],
        ["This season was already deleted."],
    ]
    assert club.seasons.count() == 0


@pytest.mark.parametrize("rest", ["", "edit"])
def test_the_season_of_another_club_is_not_found(rest):
    season, other = a_season(a_club("Another club")), a_club()
    stored = everything()
    assert signed_in("kate").get(f"/clubs/{other.pk}/seasons/{season.pk}/{rest}").status_code == 404
    assert everything() == stored


# -- ratings
# ------------------------------------------------------------------------------------------


def test_ratings_show_the_strongest_first_with_their_uncertainty(club):
    page = signed_in("kate").get(f"/clubs/{club.pk}/ratings/")
    assert lines(page) == [
        ("Ann provisional", "526", "1292", "± 766", "2", "27 Nov 2026"),
        ("Ben provisional", "262", "1028", "± 766", "2", "27 Nov 2026"),
        ("Dan provisional", "262", "1028", "± 766", "2", "27 Nov 2026"),
        ("Eve provisional", "103", "890", "± 787", "2", "27 Nov 2026"),
        ("Cat provisional", "−3", "763", "± 766", "2", "27 Nov 2026"),
    ]


def test_the_figure_shown_is_the_one_that_ranks_and_the_one_on_the_player_page(club):
    kate = signed_in("kate")
    page = kate.get(f"/clubs/{club.pk}/ratings/")
    large = [text(one).split()[0] for one in shown(page, r'<b class="total">(.*?)</b>')]
    assert large == ["526", "262", "262", "103", "−3"]
    ann = club.players.get(name="Ann").pk
    assert "Rating 526 (provisional)" in text(
        kate.get(f"/clubs/{club.pk}/players/{ann}/").content.decode()
    )


def test_a_rating_from_five_sittings_has_a_place():
    club = a_club()
    played(club, FIRST, SECOND, FIRST, SECOND, FIRST)
    page = signed_in("kate").get(f"/clubs/{club.pk}/ratings/")
    assert [line[0] for line in lines(page)] == ["1 Eve", "2 Ann", "=3 Ben", "=3 Dan", "5 Cat"]


def test_a_former_member_is_not_in_the_ratings(club):
    club.players.filter(name="Ann").update(active=False)
    page = signed_in("kate").get(f"/clubs/{club.pk}/ratings/")
    assert [line[0].split()[0] for line in lines(page)] == ["Ben", "Dan", "Eve", "Cat"]


def test_before_the_first_closing_there_are_no_ratings():
    page = signed_in("kate").get(f"/clubs/{a_club().pk}/ratings/")
    assert shown(page, r'<p class="remark">(.*?)</p>') == [
        "No ratings yet. They begin when the first club night is closed."
    ]


# -- queries
# ------------------------------------------------------------------------------------------


def asked(client, path):
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


@pytest.mark.parametrize("best_of", [None, 2])
def test_a_season_needs_as_many_queries_for_three_evenings_as_for_one(best_of):
    kate, found = signed_in("kate"), set()
    for evenings in (1, 3):
        club = a_club()
        played(club, *[FIRST] * evenings)
        found.add(asked(kate, path(a_season(club, best_of=best_of))))
    assert len(found) == 1
    assert max(found) <= 11


def test_ratings_and_the_list_of_seasons_need_as_many_queries_for_many_as_for_one():
    kate, found = signed_in("kate"), []
    for number in (1, 3):
        club = a_club()
        played(club, *[FIRST] * number)
        for no in range(number):
            a_season(club, name=f"Season {no}")
        found.append(
            [asked(kate, f"/clubs/{club.pk}/{where}/") for where in ("seasons", "ratings")]
        )
    assert found[0] == found[1]


def test_the_printed_standings_show_place_name_ranking_and_tie_breaks_but_no_money(club):
    season = a_season(club, "points", "net_points")
    answer = signed_in("kate").get(f"/clubs/{club.pk}/seasons/{season.pk}.pdf")
    said = whole(answer.content)
    for words in (
        "2026",
        "2 club nights",
        "1 Ann 7 2 +11",
        "=3 Ben",
        "Ranked by points, then by net points.",
    ):
        assert squeezed(words) in said
    assert "£" not in said
