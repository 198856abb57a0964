"""The page of a table's history: what it says, what it links, and how often it asks the
database."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.common.permissions import Actor
from scoring.models import HandRecord
from scoring.table.actions.corrections import correct_hand, put_back, take_back
from scoring.table.actions.waiting import decide_waiting, replace_with_waiting
from tests.cast import (
    BEN_WITH_DAN,
    CAT_IS_EUCHRED,
    EVE_ALONE,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    log,
    log_unseen,
    some_id,
)
from tests.html import said, shown

pytestmark = pytest.mark.django_db

K7, M3 = Actor(phone="K7"), Actor(phone="M3")
EVENT = r"</time>\s*<div>(.*?)</div>"


@pytest.fixture
def table():
    """Eve alone; then Ben with Dan, who was Cat euchred, taken back and put back."""
    table = a_table(EVE_ALONE)
    record = log(table, BEN_WITH_DAN, actor=K7)
    correct_hand(record=record, hand=CAT_IS_EUCHRED, revision=0, why="no, Cat", actor=M3)
    take_back(record=record, why="told twice", actor=K7)
    put_back(record=record, actor=K7)
    return again(table)


def page(table, query="", *, right="write"):
    return a_phone().get(address(table, f"history{query}", right=right))


def test_by_time_every_event_says_what_who_and_why_with_the_latest_first(table):
    assert shown(page(table), EVENT) == [
        "Hand 2 was restored : Cat with Ann, two tricks by phone K7",
        "Hand 2 was undone : Cat with Ann, two tricks by phone K7: “told twice”",
        "Hand 2 was corrected : Ben with Dan, three tricks , now Cat with Ann, two tricks "
        "by phone M3: “no, Cat”",
        "Hand 2 was saved : Ben with Dan, three tricks by phone K7",
        "Hand 1 was saved : Eve alone, all five by a phone at the table",
        "Play started : Ann, Ben, Cat, Dan and Eve",
    ]


def test_by_hand_events_are_grouped_under_their_hand_with_the_last_first(table):
    answer = page(table, "?by=hand")
    assert shown(answer, '<h2 id="hand-.*?</h2>') == ["Hand 2", "Hand 1"]
    assert [line.split(" : ")[0] for line in shown(answer, EVENT)] == [
        *(
            "Hand 2 was saved",
            "Hand 2 was corrected",
            "Hand 2 was undone",
            "Hand 2 was restored",
        ),
        "Hand 1 was saved",
    ]


def test_the_score_page_links_to_a_hands_own_history(table):
    record = HandRecord.objects.get(revision=3)
    assert f"history?hand={record.pk}" in a_phone().get(address(table, "score")).content.decode()
    answer = page(table, f"?hand={record.pk}")
    assert (shown(answer, "<h1>(.*?)</h1>"), len(shown(answer, EVENT))) == (["Hand 2"], 4)


def test_a_repeated_hand_names_the_one_it_repeats():
    table = a_table(EVE_ALONE)
    first, record = HandRecord.objects.get(), log_unseen(table, EVE_ALONE)
    decide_waiting(record=record, keep=False, same_as=first.pk, actor=K7)
    answer = page(table, f"?hand={record.pk}")
    assert shown(answer, EVENT) == [
        "An earlier hand arrived and needed approval : Eve alone, all five by a phone at the table",
        "The waiting hand was left out : Eve alone, all five by phone K7; same deal as hand 1",
    ]
    assert f'href="?hand={first.pk}"' in answer.content.decode()


def two_tellings():
    """A table where Eve's hand was told on two phones, with five tricks and with four; returns
    both."""
    table = a_table(BEN_WITH_DAN)
    latest = HandRecord.objects.get()
    first = log(table, EVE_ALONE, actor=M3)
    return table, first, log(table, "Eve! 4", after=latest.pk, actor=K7)


def test_a_wrong_entry_says_which_hand_was_right():
    table, first, waiting = two_tellings()
    decide_waiting(record=waiting, keep=False, same_as=first.pk, actor=K7)
    assert shown(page(table, f"?hand={waiting.pk}"), EVENT)[-1] == (
        "The waiting hand was left out : Eve alone, four tricks by phone K7; same deal as hand 2"
    )
    take_back(record=again(first), actor=K7)
    assert shown(page(table, f"?hand={waiting.pk}"), EVENT)[-1].endswith(
        "same deal as a hand not counted"
    )


def test_a_right_entry_is_in_the_history_of_the_hand_it_corrected():
    table, first, waiting = two_tellings()
    replace_with_waiting(record=waiting, same_as=first.pk, actor=K7)
    assert shown(page(table, f"?hand={first.pk}"), EVENT)[-1] == (
        "Hand 2 was corrected : Eve alone, all five , now Eve alone, four tricks by phone K7: "
        "“Two phones entered this deal; the other one was right”"
    )


def test_a_waiting_hand_that_was_played_says_what_it_counts_as():
    table, _, waiting = two_tellings()
    decide_waiting(record=waiting, keep=True, actor=K7)
    assert shown(page(table, f"?hand={waiting.pk}"), EVENT)[-1] == (
        "The waiting hand was counted as hand 3 : Eve alone, four tricks by phone K7"
    )


def test_a_hand_stored_on_a_phone_says_when_it_was_saved_there():
    table = a_table()
    log(table, EVE_ALONE, ago=600, actor=K7)
    (line, _) = shown(page(table), EVENT)
    assert re.sub(r"\d\d:\d\d", "21:14", line).endswith(
        "by phone K7; saved on the phone at 21:14, sent later"
    )


TOTALS = r'<tr><th scope="row">(.*?)</b></td></tr>'
MOMENTS = {
    1: ([0, 0, 0, 0, 0], "play started", "Ann"),
    2: ([0, 0, 0, 0, 5], "hand 1 was saved", "Ben"),
    3: ([0, 1, 0, 1, 5], "hand 2 was saved", "Cat"),
    4: ([0, 2, 0, 2, 7], "hand 2 was corrected", "Cat"),
    5: ([0, 0, 0, 0, 5], "hand 2 was undone", "Ben"),
    6: ([0, 2, 0, 2, 7], "hand 2 was restored", "Cat"),
}


@pytest.mark.parametrize("at", MOMENTS)
def test_the_table_can_be_shown_at_every_moment(at, table):
    answer, (totals, after, dealer) = page(table, f"?at={at}"), MOMENTS[at]
    assert [int(line.split()[-1]) for line in shown(answer, TOTALS)] == sorted(totals, reverse=True)
    (sentence,) = shown(answer, r'<p class="sub">(.*?)</p>')
    assert sentence.endswith(f", after {after}.")
    assert f"{dealer} deals next." in answer.content.decode()


def test_one_can_step_from_moment_to_moment_until_now(table):
    steps = {
        at: shown(page(table, f"?at={at}"), '<a class="button"[^>]*>(.*?)</a>') for at in (1, 3, 6)
    }
    assert steps == {
        1: ["One step later", "Now"],
        3: ["One step earlier", "One step later", "Now"],
        6: ["One step earlier", "Now"],
    }


def test_the_latest_moment_equals_the_score_page(table):
    assert shown(page(table, "?at=6"), TOTALS) == shown(
        a_phone().get(address(table, "score")), TOTALS
    )


@pytest.mark.parametrize(
    "query", ["?at=0", "?at=7", "?at=x", "?at=9999999999999", "?hand=x", f"?hand={some_id(9)}"]
)
def test_an_unknown_moment_or_hand_is_not_found(query, table):
    answer = page(table, query)
    assert (answer.status_code, said(answer)) == (404, "There is no page at this address.")


def test_another_tables_hand_is_not_shown(table):
    other = log(a_table(session=table.session))
    assert page(table, f"?hand={other.pk}").status_code == 404


def test_the_history_of_an_empty_table_says_who_sat_down_and_what_to_do_next():
    table = a_table()
    assert shown(page(table), EVENT) == ["Play started : Ann, Ben, Cat, Dan and Eve"]
    assert "Enter the first one." in page(table, "?by=hand").content.decode()
    assert "Enter the first one." not in page(table, "?by=hand", right="watch").content.decode()


@pytest.mark.parametrize("query", ["", "?by=hand", "?at=2"])
def test_hands_add_no_queries_to_the_history(query):
    found = set()
    for hands in (1, 30):
        table = a_table(*[EVE_ALONE] * hands)
        for record in HandRecord.objects.filter(sitting__table=table):
            take_back(record=record, actor=PHONE)
        path = address(table, f"history{query}")
        with CaptureQueriesContext(connection) as queries:
            assert a_phone().get(path).status_code == 200
        found.add(len(queries))
    assert len(found) == 1


def test_the_history_of_a_long_evening_is_paged():
    table = a_table(*[EVE_ALONE] * 60)
    assert [len(shown(page(table, f"?page={no}"), EVENT)) for no in (1, 2)] == [50, 11]
    assert [len(shown(page(table, f"?by=hand&page={no}"), EVENT)) for no in (1, 3)] == [25, 10]
