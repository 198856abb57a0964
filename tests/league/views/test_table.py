"""A league's front page and what leads on from it: who is named to whom, what it costs."""

import json
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.league.actions.fixtures import raise_league
from scoring.league.queries.results import true_since
from scoring.league.views.big_screen import team_shown
from scoring.models import League, Player, Team, TeamPenalty
from scoring.people.actions.people import rename_player
from tests.cast import a_phone, an_officer, signed_in
from tests.html import shown, text
from tests.league.cast import (
    FIRST,
    SECOND,
    a_league,
    a_match,
    a_squad,
    captains_link,
    counted,
    play,
)
from tests.league.views.test_fixtures import text_of
from tests.sheets.reading import pages, whole

pytestmark = pytest.mark.django_db
ANN = ("Ann Penrose", "Ben Kitto")
CAT = ("Cat Rowe", "Dan Nance")


@pytest.fixture
def league(monkeypatch):
    """A night of two matches, and one to come."""
    monkeypatch.setattr(timezone, "localdate", lambda *_: SECOND)
    league = a_league(open_to_all=True, published_at=timezone.now())
    an_officer(league.club, "olga", "organiser")
    play(a_match(league, "Mounties", "Trolls"), (ANN, CAT, [[15, 0], [9, 15]]))
    counted(a_match(league, "Shufflers", "Stinky Eight"), total_home=24, total_away=15)
    a_match(league, "Trolls", "Shufflers", SECOND)
    return league


def say(league, rest="", by=None):
    return text_of((by or a_phone()).get(f"/leagues/{league.pk}/{rest}"))


def test_the_table_explains_places_deductions_the_next_night_and_earlier_dates(league):
    trolls = league.teams.get(name="Trolls")
    TeamPenalty.objects.create(team=trolls, date=SECOND, points=1, why="late card", by="olga")
    a_match(league, "Mounties", "Shufflers", None)
    found = say(league)
    assert "2 of 4 matches played" in found
    assert "tied with Mounties on everything" in found
    assert re.findall(r"=\d", found) == ["=1", "=1", "=3", "=3"]
    assert "1 point deducted: late card" in found
    assert "Mounties 24–15 Trolls" in found
    assert "Next, Thursday 8 October Trolls v Shufflers" in found
    before = say(league, f"?until={FIRST - timedelta(days=1)}")
    assert "late card" not in before
    assert "0 of 4 matches played" in before
    bad = [
        a_phone().get(f"/leagues/{league.pk}/{one}").status_code for one in ("?until=x", "?part=9")
    ]
    assert bad == [404, 404]


def test_teams_that_have_not_played_are_not_called_tied():
    league = a_league(open_to_all=True, published_at=timezone.now())
    play(a_match(league, "Mounties", "Trolls"), (ANN, CAT, [[15, 0]]))
    found = say(league)
    assert re.findall(r"=\d", found) == ["=2", "=2", "=2"]
    assert "in everything that decides" not in found


def test_strangers_see_names_as_the_league_chose_and_organisers_in_full(league):
    Player.objects.filter(name="Ben Kitto").update(name="Former member 1")
    pages_ = ("averages/", "report/", "wall/", "report.txt", "sheets/averages.csv")
    match = league.matches.get(home__name="Mounties")
    addresses = [*(f"/leagues/{league.pk}/{page}" for page in pages_), f"/matches/{match.pk}/"]

    def named(by):
        found = []
        for address in addresses:
            answer = by.get(address)
            body = b"".join(answer) if answer.streaming else answer.content
            text = body.decode()
            names = ("Ann Penrose", "Ann P.", "Former member 1", "Ben K", "Dan N")
            found.append([name for name in names if name in text])
        return found

    short = ["Ann P.", "Former member 1", "Dan N"]
    assert named(a_phone()) == [short] * 6
    League.objects.update(names="hidden")
    assert named(a_phone()) == [[]] * 6
    in_full = ["Ann Penrose", "Former member 1", "Dan N"]
    assert named(signed_in("olga")) == [in_full, [], [], [], in_full, in_full]
    assert "This league doesn’t show players’ names" in say(league, "averages/")


def test_a_page_that_a_phone_already_has_takes_one_query_until_a_new_result(league):
    phone, address = a_phone(), f"/leagues/{league.pk}/"
    etag = phone.get(address)["ETag"]
    with CaptureQueriesContext(
        connection,
    ) as asked:
        again = phone.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, len(asked)) == (304, b"", 1)
    (ann,) = a_squad(league.teams.first(), "Ann Penrose")
    rename_player(player=ann, name="Anna Penrose", short_name="", guest=False)
    assert League.objects.get().version == league.version + 1
    raise_league(league)
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 200
    League.objects.update(open_to_all=False)
    assert phone.get(address, headers={"If-None-Match": etag}).status_code == 403


def test_a_table_of_several_divisions_links_to_each(league):
    def led_to(rest=""):
        page = a_phone().get(f"/leagues/{league.pk}/{rest}").content.decode()
        return re.findall(r'href="#(division-\d)">(\w+)<', page), re.findall(
            'id="(div[^"]*)"', page
        )

    assert led_to() == ([], ["division-1"])
    league.divisions.update(name="North")
    second = league.divisions.create(no=2, name="South")
    league.teams.create(name="Juda", division=second)
    both = ["division-1", "division-2"]
    assert led_to() == (list(zip(both, ["North", "South"], strict=True)), both)
    assert led_to("?embed") == ([], both)


def test_more_nights_and_earlier_seasons_add_no_queries(league):
    def cost(rest):
        with CaptureQueriesContext(connection) as asked:
            assert a_phone().get(f"/leagues/{league.pk}/{rest}").status_code == 200
        return len(asked)

    asked = {rest: cost(rest) for rest in ("", "averages/", "report/", "results/", "wall/")}
    for week in range(2, 5):
        match = a_match(league, "Mounties", "Shufflers", FIRST - timedelta(weeks=week))
        play(match, (ANN, CAT, [[15, 9]]))
    earlier = a_league(club=league.club, season="2025-26")
    play(a_match(earlier, "Mounties", "Trolls"), (ANN, CAT, [[15, 9]]))
    assert {rest: cost(rest) for rest in asked} == asked
    assert asked[""] <= 14


def test_a_match_shows_its_whole_card_and_a_draft_match_stays_hidden(league):
    played = league.matches.get(home__name="Mounties")
    played.home_confirmed_at = timezone.now()
    played.home_confirmed_by = "Ann Penrose"
    played.save()
    found = text_of(a_phone().get(f"/matches/{played.pk}/"))
    assert "Ann P. and Ben K. 15–0 9–15 24–15 Cat R. and Dan N." in found
    assert "Mounties confirmed it" in found
    assert "Penrose" not in found
    two = f"between/?one={played.home_id}&other={played.away_id}"
    assert "Mounties won 1 and lost 0 of 1. Points 24–15." in say(league, two)
    League.objects.update(published_at=None)
    to_come = league.matches.get(date=SECOND)
    assert a_phone().get(f"/matches/{to_come.pk}/").status_code == 404
    assert "Trolls v Shufflers" not in say(league) + say(league, "report/") + say(league, "wall/")


def test_the_table_can_be_printed_and_exported_as_spreadsheets_and_a_file(league):
    phone, olga = a_phone(), signed_in("olga")
    for paper in ("table.pdf", "report.pdf"):
        (page,) = pages(phone.get(f"/leagues/{league.pk}/{paper}?paper=letter").content)
        assert page
    sheet = b"".join(phone.get(f"/leagues/{league.pk}/sheets/results.csv")).decode()
    assert sheet.splitlines()[1:] == [
        "2026-10-01,,First half,league,Mounties,Trolls,1,1,24,15,",
        "2026-10-01,,First half,league,Shufflers,Stinky Eight,,,24,15,",
    ]
    file = json.loads(olga.get(f"/leagues/{league.pk}/league.json").content)
    assert file["format"] == "euchre-league/1"
    assert file["matches"][0]["pairs"][0]["home"] == ["Ann Penrose", "Ben Kitto"]
    refused = phone.get(f"/leagues/{league.pk}/league.json")
    assert refused.status_code == 403
    assert "This page is for the people who run the league." in refused.content.decode()


def test_averages_count_named_players_and_say_whose_names_are_missing(league):
    sentence = "Some players are not named on the cards of"
    shufflers, stinky = "Shufflers (v Stinky Eight, 1 October)", "Stinky Eight (v Shufflers, 1 O"
    assert f"{sentence} {shufflers}; {stinky}" in say(league, "averages/")
    match = league.matches.get(home__name="Shufflers")
    play(match, (("Eve", "Fay"), ("Gus", "Hal"), [[24, 15]]))
    match.pairs.filter(side="away").update(other=None)
    raise_league(league)
    found = say(league, "averages/")
    assert f"{sentence} {stinky}" in found
    assert shufflers not in found
    assert "Eve and Fay 1 24 24.00" in found
    assert "Gus" not in found
    match.pairs.filter(side="away").update(other=Player.objects.get(name="Hal"))
    raise_league(league)
    found = say(league, "averages/")
    assert sentence not in found
    assert "Gus and Hal 1 15 15.00" in found


def test_a_missing_figure_is_a_dash_on_the_page_in_the_spreadsheet_and_on_paper(league):
    league.settings["match"]["decided_by"] = "games"
    league.save()
    counted(
        league.matches.get(home__name="Shufflers"),
        **{"total_home": None, "total_away": None, "games_home": 2, "games_away": 0},
    )
    raise_league(league)
    sentence = "The columns leave out the points of 1 match, which were not entered."
    found = say(league)
    assert "Shufflers 1 0 0 2 0 – – – 2 1" in found
    assert "Mounties 1 1 0 1 1 24 15 +9 1 0" in found
    assert sentence in found
    rows = b"".join(a_phone().get(f"/leagues/{league.pk}/sheets/table.csv")).decode()
    assert ",Shufflers,1,1,0,0,2,0,–,–,2," in rows
    paper = whole(a_phone().get(f"/leagues/{league.pk}/table.pdf").content)
    assert sentence.replace(" ", "") in paper


def test_a_penalty_belongs_to_the_half_in_which_it_was_given(league):
    trolls = league.teams.get(name="Trolls")
    second = a_match(league, "Trolls", "Mounties", SECOND + timedelta(weeks=8), part=1)
    for match, day in ((None, FIRST), (second, FIRST), (None, second.date)):
        what = {"match": match, "date": day, "points": 1, "by": "olga"}
        TeamPenalty.objects.create(team=trolls, why=f"late {day}", **what)
    raise_league(league)
    found = [say(league, f"?part={no}").count("1 point deducted: late") for no in (1, 2)]
    assert found == [1, 2]


def test_equal_averages_share_a_place_on_the_page_and_in_the_spreadsheet(league):
    match = league.matches.get(home__name="Shufflers")
    names = [f"{one}{two}" for one in "ABCDEFGHIJ" for two in "wxyz"]
    pairs = [names[no : no + 2] for no in range(0, len(names), 2)]
    games = [
        (tuple(one), tuple(two), [[9, 9]]) for one, two in zip(pairs, pairs[::-1], strict=True)
    ]
    play(match, *games)
    raise_league(league)
    found = say(league, "averages/")
    assert "1 Ann P. and Ben K. 1 24 24.00" in found
    assert "=2 Aw and Ax 1 18 18.00" in found
    sheet = b"".join(a_phone().get(f"/leagues/{league.pk}/sheets/averages.csv")).decode()
    assert ",2,Aw and Ax,1,18,18.00" in sheet


def test_the_big_screen_tells_teams_of_one_venue_apart():
    house = "The Bartholomew Fortescue-Hamilton Working Men’s Volunteers"
    short = [team_shown(f"{house} {sign}", 38).short for sign in "AB"]
    assert short == [
        "The Bartholomew Fortescue-Hamilton… A",
        "The Bartholomew Fortescue-Hamilton… B",
    ]
    assert team_shown("Go", 38).short == "Go"


def test_a_public_table_can_be_embedded_and_read_as_data_without_a_key(league):
    def framed(end, **headers):
        answer = a_phone().get(f"/leagues/{league.pk}/{end}", headers=headers)
        ancestors = re.search(r"frame-ancestors ([^;]+)", answer["Content-Security-Policy"])[1]
        return answer, (ancestors, answer.get("X-Frame-Options"))

    shut, free = ("'none'", "DENY"), ("*", None)
    page, headers = framed("?embed")
    assert headers == free
    assert framed("")[1] == shut
    again, headers = framed("?embed", if_none_match=page["ETag"])
    assert (again.status_code, headers) == (304, free)
    found = page.content.decode()
    assert '<base target="_top">' in found
    assert 'class="mast"' not in found
    data = a_phone().get(f"/leagues/{league.pk}/table.json?until={FIRST}")
    assert data["Access-Control-Allow-Origin"] == "*"
    (division,) = data.json()["divisions"]
    shown = [(row["place"], row["team"], row["points"]) for row in division["rows"]]
    assert shown == [
        (1, "Mounties", 2),
        (1, "Shufflers", 2),
        (3, "Stinky Eight", 0),
        (3, "Trolls", 0),
    ]
    assert "Ann" not in data.content.decode()
    League.objects.update(open_to_all=False)
    refused, headers = framed("?embed")
    assert (refused.status_code, headers) == (403, shut)


def test_scores_do_not_break_across_lines_and_names_are_escaped_once(league):
    Team.objects.filter(name="Mounties").update(name="Mounties & <Co>")
    raise_league(league)
    found = a_phone().get(f"/leagues/{league.pk}/report/").content.decode()
    assert 'Mounties &amp; &lt;Co&gt; beat Trolls <span class="unbroken">24–15</span>' in found
    assert "&amp;amp;" not in found


def test_the_report_links_to_other_nights_but_not_to_the_current_one(league):
    counted(a_match(league, "Trolls", "Mounties", SECOND), total_home=24, total_away=15)
    report = f"/leagues/{league.pk}/report/"
    nights = r'<a\s+class="button"\s+href="\?part=1&amp;night=[\d-]+"[^>]*>(.*?)</a>'
    found = [shown(a_phone().get(f"{report}{asked}"), nights) for asked in ("", f"?night={FIRST}")]
    assert found == [["1 Oct"], ["8 Oct"]]


def rows_of(answer):
    """Each row of the table: place, team with its notes, form and last figure; its marks."""
    body = answer.content.decode().partition('class="league-table"')[2].partition("</table>")[0]
    found = re.findall(r"<tr\s([^>]*)>(.*?)</tr>|<tr>(.*?)</tr>", body, re.DOTALL)
    return [
        (
            " ".join(re.findall(r"data-own|last-above", marks)),
            *(text(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row or plain, re.DOTALL)),
        )
        for marks, row, plain in found[1:]
    ]


def test_the_table_shows_the_form_and_in_few_words_why_a_team_is_below(league):
    counted(league.matches.get(date=SECOND), total_home=30, total_away=10)
    raise_league(league)
    found = rows_of(a_phone().get(page(league)))
    assert [(row[1], row[2], row[3].replace(" ", "")) for row in found] == [
        ("1", "Trolls", "LW"),
        ("2", "Shufflers tied, fewer points scored", "WL"),
        ("3", "Mounties tied, fewer points scored", "W"),
        ("4", "Stinky Eight", "L"),
    ]


def page(league):
    return f"/leagues/{league.pk}/"


def test_the_line_of_the_play_off_is_below_the_last_team_that_takes_part(league):
    def above(kind):
        league.settings["season"]["play_off"] = kind
        league.save()
        raise_league(league)
        return [row[2] for row in rows_of(a_phone().get(page(league))) if row[0] == "last-above"]

    division = league.divisions.get()
    for name in ("Juda", "Kings"):
        league.teams.create(name=name, division=division)
    assert [above("none"), above("divisions"), len(above("four"))] == [[], ["Mounties"], 1]


def test_places_night_by_night_are_drawn_from_the_second_night_on(league):
    assert 'class="chart flow' not in a_phone().get(page(league)).content.decode()
    counted(league.matches.get(date=SECOND), total_home=30, total_away=10)
    raise_league(league)
    html = a_phone().get(page(league)).content.decode()
    assert len(re.findall(r'<polyline\s+class="(colour-|rest)', html)) == 4
    assert len(re.findall(r'<polyline\s+class="colour-', html)) == 3  # those who lead
    table = html.rpartition("<table>")[2]
    assert text(table.partition("</table>")[0]) == (
        "Team 1 Oct 8 Oct Trolls =3 1 Shufflers =1 2 Mounties =1 3 Stinky Eight =3 4"
    )


def test_a_captain_finds_their_own_row_and_line(league):
    counted(league.matches.get(date=SECOND), total_home=30, total_away=10)
    raise_league(league)
    team = league.teams.get(name="Trolls")
    address = reverse("captains-table", args=[captains_link(team).token])
    answer = a_phone().get(address)
    assert [row[2] for row in rows_of(answer) if "data-own" in row[0]] == ["Trolls (your team)"]
    updated = f"Updated {timezone.localtime(true_since(league)):%A}"
    assert updated in text(answer.content.decode())
    assert len(re.findall(r'<polyline\s+class="own"', answer.content.decode())) == 1


def test_only_a_public_league_has_a_preview_for_messengers(league):
    def preview():
        page = signed_in().get(f"/leagues/{league.pk}/").content.decode()
        return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))

    League.objects.update(open_to_all=False)
    assert preview() == {}
    League.objects.update(open_to_all=True)
    found = preview()
    assert found["title"] == str(league)
    assert found["url"] == f"http://testserver/leagues/{league.pk}/"
    assert "played" in found["description"]
