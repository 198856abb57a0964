"""A table of partners by house rules of points only: on every screen and on paper."""

import json
import re

import pytest

from scoring.euchre import sheet
from scoring.euchre.hand import Hand
from scoring.models import Tally
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.queries.settlement import statement_of
from tests.cast import BEN, DAN, a_phone, a_table, address, again, an_evening, close, log, signed_in
from tests.evening.views.test_big_screen import part, wall
from tests.html import hidden, last, payments, shown, tap, text
from tests.sheets.reading import squeezed, whole

pytestmark = pytest.mark.django_db

FOUR = ["Ann", "Ben", "Cat", "Dan"]
EIGHT = ["Ann! 5", "Ben 5", "Cat 2", "Ann 5", "-", "Ann! 5", "Dan 3", "Ann! 5"]
OF_GAMES = ("game", "rubber", "lap ", "bridge", "love")


def house_of(session, name="In rounds", **changes):
    return make_house_rules(
        club=session.club, base="american", name=name, changes={"target": None} | changes
    )


def rounds(*hands, session=None, house=None, **what):
    """Return a table of four in partners who play for points only, Ann the first dealer."""
    session = session or an_evening()
    what = {"names": FOUR, "stake_minor": 10, "house": house or house_of(session)} | what
    return a_table(*hands, session=session, **what)


def sides(page):
    return shown(page, r'<div class="side side-\d">(.*?)</div>')


def words(page):
    """What is there to be read: the tables for the pad's scripts are not."""
    return text(re.sub(r"<script.*?</script>", "", page.content.decode(), flags=re.DOTALL)).lower()


def on_paper(table, name):
    return squeezed(whole(a_phone().get(address(table, name)).content))


def test_the_pad_shows_the_points_of_both_sides_and_does_not_mention_games():
    table = rounds(*EIGHT)
    page = a_phone().get(address(table))
    assert sides(page) == ["Ann Cat 14", "Ben Dan 5"]
    assert shown(page, r'<p class="to">(.*?)</p>') == ["Points alone"]
    assert [word for word in OF_GAMES if word in words(page)] == []
    assert b'<span class="points"' not in page.content


def test_three_taps_enter_a_hand_past_ten_points_and_nothing_ends():
    table, client = rounds(*EIGHT), a_phone()
    page = tap(client, table, client.get(address(table)), "1", "1", "t5")
    assert shown(page, r'<p class="(?:gains|ends)">(.*?)</p>') == ["Ben and Dan +4"]
    page = client.get(client.post(address(table, "hands/log"), hidden(page)).url)
    assert last(page).startswith("Hand 9 saved: Ben alone, all five. Ben and Dan +4.")
    assert (sides(page), b"event-line" in page.content) == (["Ann Cat 14", "Ben Dan 9"], False)


def test_at_a_head_table_there_is_no_key_to_play_alone():
    session = an_evening()
    table = rounds(session=session, house=house_of(session, "At the head", alone="nobody"))
    page = a_phone().get(address(table))
    assert b'data-key="alone"' not in page.content
    assert log(table, Hand(maker=BEN, tricks=5)).hand == Hand(maker=BEN, tricks=5)


def test_scoreboard_evening_and_big_screen_show_the_sides():
    table = rounds(*EIGHT)
    board = a_phone().get(address(table, "board"))
    lines = shown(board, r'<ol class="ranks".*?</ol>')
    assert lines == ["Ann Cat 14 Ben Dan 5"]
    assert (
        board.content.count(b"<polyline"),
        [word for word in OF_GAMES if word in words(board)],
    ) == (2, [])
    evening = signed_in("kate").get(f"/sessions/{table.session_id}/")
    assert shown(evening, r'<b class="points">(.*?)</b>') == ["14", "5"]
    shown_there = wall(table.session)
    assert part(shown_there, "tables") == [
        "Table 1 In rounds · hand 9",
        "Ann Cat 14",
        "Ben Dan 5",
    ]
    assert part(shown_there, "points") == [
        "=1 Ann 14 +9",
        "=1 Cat 14 +9",
        "=3 Ben 5 −9",
        "=3 Dan 5 −9",
    ]


def test_the_score_page_counts_strokes_per_side():
    page = a_phone().get(address(rounds(*EIGHT), "score"))
    (table,) = shown(page, r'<table class="totals">(.*?)</table>')
    assert table.split()[0] == "Side"
    assert "Ann and Cat" in table
    assert table.endswith("5")
    assert "No points" in text(page.content.decode())


def test_a_table_of_points_alone_can_change_partners():
    table = rounds(*EIGHT)
    page = a_phone().get(address(table, "people"))
    assert (page.status_code, "rubber" in words(page)) == (200, False)


def test_each_loser_pays_one_winner_the_difference_of_the_sides():
    table = rounds(*EIGHT)
    (line,) = statement_of(table.session).sittings
    assert (line.totals, line.debts, line.sides) == ((14, 5, 14, 5), None, ((0, 2), (1, 3)))
    page = signed_in("kate").get(f"/sessions/{table.session_id}/settlement")
    said = text(page.content.decode())
    assert (
        "Partners pay across: each loser pays one winner the difference of the two sides’ points"
        in said
    )
    assert shown(page, r'<h3 id="pairs">(.*?)</h3>') == ["Each pair"]
    assert "Foster" not in said
    assert payments(page) == [
        "Ben pays Ann £0.90",
        "Dan pays Cat £0.90",
    ]


def test_signed_results_count_in_every_players_figures():
    table = rounds(*EIGHT)
    a_table("Ann! 5", "Ann! 5", "Ann! 5", session=table.session, names=FOUR, rules_key="american")
    close(table.session)
    assert sorted(
        Tally.objects.filter(player__name="Ann").values_list(
            "games", "points", "net_points", "games_won"
        )
    ) == [(False, 14, 9, 0), (True, 12, 1, 1)]
    ann = Tally.objects.filter(player__name="Ann").first().player
    page = text(signed_in("kate").get(f"/clubs/{ann.club_id}/players/{ann.pk}/").content.decode())
    assert "American, points only 1 7 – – – +9" in page


def test_the_sheets_have_a_column_per_side():
    table = rounds(*EIGHT)
    said = on_paper(table, "score.pdf")
    assert said.count("AnnandCat") >= 2
    assert "Points" not in said
    assert "Game" not in said
    blank = on_paper(table, "blank.pdf")
    assert "Pointsonly,nogames,Inrounds,houserule" in blank
    assert "AnnandCat" in blank
    assert "Alone" in blank
    assert "Rubber" not in blank
    assert "Pointsonly,nogames." in on_paper(table, "rules.pdf")
    assert "Dan,5points,owes9toCat" in on_paper(table, "settlement.pdf")


def test_the_exported_sitting_is_read_back_with_its_house_rules():
    table = rounds(*EIGHT)
    told = json.loads(a_phone().get(address(table, "sheet-1.json")).content)
    assert told["rules"] == {"base": "american", "name": "In rounds", "target": None}
    assert [played.totals for played in sheet.play(sheet.read(told))][-1] == (14, 5, 14, 5)


def test_a_revoke_past_ten_still_counts():
    table = rounds(*EIGHT)
    log(table, Hand(maker=DAN, tricks=5))
    assert again(table).sitting.totals == (14, 7, 14, 7)


def test_points_only_can_be_chosen_on_the_form_previewed_and_stored():
    session, client = an_evening(), signed_in("kate")
    form = client.get(f"/clubs/{session.club_id}/rules/make?base=american")
    typed = {name: form.context["form"][name].value() or "" for name in form.context["form"].fields}
    typed |= {"name": "Rounds of ours", "target": ""}
    seen = client.post(f"/clubs/{session.club_id}/rules/preview?base=american", typed)
    assert "American, changed: points only." in text(seen.content.decode())
    client.post(f"/clubs/{session.club_id}/rules/make?base=american", typed)
    house = session.club.house_rules.get()
    assert (house.name, house.changes, house.rules.target) == (
        "Rounds of ours",
        {"target": None},
        None,
    )
