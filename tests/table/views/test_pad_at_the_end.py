"""The pad of a closed table, and of a new sitting: what stands there instead of the hand to
come."""

import re

import pytest

from scoring.table.actions.tables import change_people
from tests.cast import a_phone, a_table, address, again, close, log, signed_in
from tests.html import shown, text

pytestmark = pytest.mark.django_db
ANEW = "New game: all start at 0. Earlier hands are settled separately."


def last(table):
    return shown(a_phone().get(address(table)), r'<p class="last".*?</p>')


def change(table):
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Dan", "Fay"])


def test_a_closed_table_shows_the_final_score_and_a_link_to_the_settlement():
    table = a_table("Ben+Dan 3", "Eve! 5")
    close(table.session)
    page = a_phone().get(address(table))
    assert shown(page, r"<tbody>.*?</tbody>") == [
        "Eve 5 +£4.50 Ben 1 −£0.50 Dan 1 −£0.50 Ann 0 −£1.75 Cat 0 −£1.75"
    ]
    assert " data-closed>" in page.content.decode()
    assert shown(page, r'<a class="button strong".*?</a>') == ["Settlement"]
    closed = "This table is closed, so hands can’t be saved."
    assert shown(page, r'<p class="remark">.*?</p>') == [f"{closed} The organiser can reopen it."]
    page = signed_in().get(address(table))
    assert shown(page, r'<p class="remark">.*?</p>') == [f"{closed} Reopen it under Settlement."]


def test_an_open_table_shows_nothing_about_closing():
    page = a_phone().get(address(a_table("Ben+Dan 3"))).content.decode()
    assert re.findall("data-closed|closing|Settlement</a>\\n", page) == []


def test_a_half_entered_hand_stays_at_a_table_closed_in_the_meantime():
    table = a_table("Ben+Dan 3")
    close(table.session)
    page = a_phone().get(f"{address(table)}?maker=1").content.decode()
    assert ("data-closed" in page, "Ben made it" in text(page)) == (False, True)


def test_a_new_sitting_explains_the_old_scores_until_its_first_hand():
    table = a_table("Ben+Dan 3")
    change(table)
    assert last(table) == [ANEW]
    log(table, "Ben+Dan 3")
    assert last(table) == ["Hand 1 saved: Ben with Dan, three tricks. Ben and Dan +1 each."]


def test_a_closed_table_does_not_mention_later_hands():
    table = a_table("Ben+Dan 3")
    change(table)
    close(again(table).session)
    assert last(table) == [""]


def test_a_change_of_players_before_any_hand_explains_no_scores():
    table = a_table()
    change(table)
    assert ANEW not in last(table)
