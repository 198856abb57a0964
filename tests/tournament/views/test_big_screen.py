"""The wall of a tournament: what decides the standings, the bell large, then how the round went."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.euchre.hand import Hand
from scoring.tournament.actions.adjustments import adjust
from scoring.tournament.actions.finishing import finish
from scoring.tournament.views.hall import big_screen as walls
from tests.cast import PHONE, a_phone, again, log_all, some_id
from tests.html import shown
from tests.tournament.cast import (
    a_tournament,
    begun,
    ended,
    latest,
    names_at,
    played_to,
    tell,
    tell_all,
)
from tests.tournament.views.test_hall import address

pytestmark = pytest.mark.django_db


def wall(tournament):
    return a_phone().get(address(tournament, "wall"))


def slides(page):
    """The views of the wall, and its headings."""
    found = re.findall(r'<section class="slide" id="(.*?)"', page.content.decode())
    return found, shown(page, r'<h2 id="[a-z]+-title">(.*?)</h2>')


def news(page):
    """What has just happened, and in which round: "bell 3"."""
    main = re.search(r'<main id="wall".*?>', page.content.decode())[0]
    return " ".join(re.findall(r'data-(?:news|round)="(.*?)"', main))


def tiles(page):
    """The tables as they stand, in words."""
    words = re.sub(r"<svg.*?</svg>", "", page.content.decode(), flags=re.DOTALL)

    class Page:
        content = words.encode()

    return shown(Page, r'<section class="tile[^>]*>(.*?)</section>')


@pytest.mark.parametrize(
    ("style", "by", "first", "heads"),
    [
        (
            "classic",
            "games won, lone hands and points",
            "1 Ann 1 2 7",
            "Name games lone hands points",
        ),
        (
            "club",
            "points, games won and lone hands",
            "1 Ann 7 1 2",
            "Name points games lone hands",
        ),
        (
            "pairs",
            "games won, points and lone hands",
            "1 Ann 1 7 2",
            "Name games points lone hands",
        ),
    ],
)
def test_the_standings_show_deciding_figures_in_their_order(style, by, first, heads):
    people = (
        [(name, f"{name}a") for name in ("Ann", "Ben", "Cat", "Dan")] if style == "pairs" else 4
    )
    tournament = a_tournament(people, style=style, lone_at_head=True)
    round = begun(tournament)
    ann = tournament.entrants.get(no=1)
    side = round.placings.get(entrant=ann).seat in "NS"
    tell(ended(round), 1, *((7, 5) if side else (5, 7)), lones={1: 2})
    page = wall(tournament)
    rows = shown(page, r'<section class="slide" id="standings".*?<li>(.*?)</li>')
    assert slides(page)[1][-1] == f"Standings by {by}"
    assert [rows[0].replace(ann.name, "Ann")] == [first]
    assert shown(page, r'<p class="heads">(.*?)</p>')[-1] == heads


def test_the_reasons_of_adjustments_are_under_the_standings():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    assert "Adjusted:" not in wall(tournament).content.decode()
    for no, why in ((3, "late"), (5, "misdirected")):
        adjust(key=some_id(no), tournament=tournament, no=no, round=1, points=-2, why=why)
    (found,) = shown(wall(tournament), r'<p class="adjusted">(.*?)</p>')
    said = [f"{name} \N{MINUS SIGN}2 points in round 1" for name in ("Cat", "Eve")]
    assert sorted(found.removeprefix("Adjusted: ").removesuffix(".").split("; ")) == [
        f"{said[0]}: late",
        f"{said[1]}: misdirected",
    ]


def test_the_bell_comes_first_in_large_letters_and_then_the_results():
    tournament = a_tournament(12, style="classic")
    round = begun(tournament)
    assert (slides(wall(tournament))[0], news(wall(tournament))) == (["tables", "names"], "names 1")
    ended(round, "bell")
    page = wall(tournament)
    assert (slides(page)[0], news(page)) == (["bell"], "bell 1")
    assert shown(page, r'<div class="rung">(.*?)</div>') == [
        "The bell has rung Round 1 is over. Keep your seats. The next ones appear here."
    ]
    tell(round, 1, 5, 3)
    tell(round, 2, 5, 5, tie="EW")
    page, at = wall(tournament), names_at(round)
    assert slides(page)[0] == ["bell", "tables", "standings"]
    assert tiles(page) == [
        f"Table 1 head table {at[1]['N']} {at[1]['S']} 5 ✓ won {at[1]['E']} {at[1]['W']} 3",
        f"Table 2 {at[2]['N']} {at[2]['S']} 5 {at[2]['E']} {at[2]['W']} 5 ✓ won",
    ]


def test_during_a_round_the_big_screen_shows_each_tables_score():
    tournament = a_tournament(12, style="classic")
    round = begun(tournament)
    table = round.tables.get(no=2).table
    log_all(table, *(Hand(maker=0, tricks=tricks) for tricks in (5, 3)))
    tell(round, 3, 4, 4)
    at, page = names_at(round), wall(tournament)
    assert tiles(page) == [
        f"Table 1 head table not begun {at[1]['N']} {at[1]['S']} – {at[1]['E']} {at[1]['W']} –",
        f"Table 2 hand 3 {at[2]['N']} {at[2]['S']} 3 {at[2]['E']} {at[2]['W']} 0",
        f"Table 3 finished {at[3]['N']} {at[3]['S']} 4 {at[3]['E']} {at[3]['W']} 4",
    ]
    assert shown(page, r'<li class="leads".*?<b class="points">(.*?)</b>') == ["3"]


def test_with_suspense_the_big_screen_does_not_show_scores():
    tournament = a_tournament(8, rounds=3, suspense=True)
    round = begun(tournament)
    log_all(round.tables.get(no=2).table, Hand(maker=0, tricks=5))
    at = names_at(round)
    assert tiles(wall(tournament))[1] == (
        f"Table 2 {at[2]['N']} {at[2]['S']} {at[2]['E']} {at[2]['W']}"
    )


def test_table_scores_take_as_many_queries_for_three_tables_as_for_one():
    found = []
    for people in (4, 12):
        tournament = a_tournament(people)
        for table in begun(tournament).tables.all():
            log_all(table.table, Hand(maker=0, tricks=5))
        path = address(tournament, "wall")
        with CaptureQueriesContext(connection) as asked:
            a_phone().get(path)
        found.append(len(asked))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("style", "settings", "says"),
    [
        ("classic", {}, ["Table 1 rings at 5 points"]),
        (
            "classic",
            {"minutes": 15},
            ["Table 1 rings at 5 points", "or when the clock ends, HH:MM"],
        ),
        ("club", {}, ["8 hands a round"]),
        ("club", {"ends": "clock", "hands": 0, "minutes": 20}, ["The clock ends at HH:MM"]),
    ],
)
def test_what_ends_the_round_is_shown_beside_the_clock(style, settings, says):
    tournament = a_tournament(8, style=style, **settings)
    begun(tournament)
    (words,) = shown(wall(tournament), r'<div class="ends">(.*?)</div>')
    assert re.sub(r"\d\d:\d\d", "HH:MM", words) == " ".join(says)


def test_the_foot_says_who_moves_where_or_who_sits_out():
    def foot(tournament):
        begun(tournament)
        return shown(wall(tournament), r'<p class="moves">(.*?)</p>')

    odd = a_tournament(9, style="club")
    assert foot(a_tournament(8, style="club")) == [
        "Winners move up a table, and all change partners"
    ]
    (said,) = foot(odd)
    (out,) = latest(odd).sitting_out
    assert said == f"Sitting out: {odd.entrants.get(no=out).name}"


def test_with_suspense_the_big_screen_does_not_show_results_either():
    tournament = a_tournament(8, rounds=3, suspense=True)
    tell_all(ended(begun(tournament)))
    assert slides(wall(tournament))[0] == ["bell"]


def standings_on(page):
    return shown(page, r'<section class="slide" id="standings".*?</section>')[0]


def test_after_two_rounds_ranks_have_arrows_and_places_are_drawn_round_by_round():
    tournament = a_tournament(8, rounds=4)
    played_to(tournament, 1)
    page = wall(tournament)
    assert ("places" in slides(page)[0], "went-" in page.content.decode()) == (False, False)
    played_to(tournament, 3)
    page = wall(tournament)
    rows = standings_on(page)
    assert slides(page)[0][-2:] == ["standings", "places"]
    assert page.content.decode().count("<polyline") == 8
    assert re.findall(r"\d+ (?:up|down)", rows) != []
    begun(tournament)
    assert standings_on(wall(tournament)) == rows
    assert shown(page, r"<th scope=\"col\"[^>]*>(R\d)</th>") == ["R1", "R2", "R3"]


def test_with_suspense_there_are_neither_arrows_nor_places():
    tournament = a_tournament(8, rounds=4, suspense=True)
    played_to(tournament, 3)
    html = wall(tournament).content.decode()
    assert [one in html for one in ("went-", "<polyline", 'id="places"')] == [False] * 3


def test_there_is_no_bell_after_the_finish():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    finish(tournament=again(tournament), actor=PHONE)
    assert (slides(wall(tournament))[0], news(wall(tournament))) == (["prizes", "standings"], "")


def test_in_a_large_hall_playing_tables_come_first_and_only_the_best_are_listed(monkeypatch):
    monkeypatch.setattr(walls, "MOST_TILES", 2)
    monkeypatch.setattr(walls, "MOST_RANKS", 5)
    tournament = a_tournament(12, rounds=2)
    played_to(tournament, 1)
    row = begun(tournament)
    tell(row, 1, 6, 4)
    page = wall(tournament)
    assert [re.search(r"\d+", words)[0] for words in tiles(page)] == ["2", "3"]
    tell(row, 2, 60, 2, source="table", side="NS")
    assert ["being checked" in words for words in tiles(wall(tournament))] == [True, False]
    found = page.content.decode()
    assert re.findall(r'data-of="(\d+)"', found) == ["3", "12"]
    ranks = re.search('id="standings".*?</section>', found, flags=re.DOTALL)[0]
    assert ranks.count("<li>") == 5
