import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.common.chart import WHOLE
from scoring.euchre.books.foster_call_ace import CALL_ACE
from scoring.euchre.wording import describe
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.tables import break_up, change_people
from scoring.table.views.curve import TableSoFar, initials_of
from tests.cast import (
    ANN_MARCHES_WITH_CAT,
    BEN,
    BEN_WITH_DAN,
    DAN_REVOKES,
    EVE_ALONE,
    FIVE,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    close,
    log,
    some_id,
)
from tests.html import shown

pytestmark = pytest.mark.django_db


def board_of(table, right="watch"):
    return a_phone().get(address(table, "board", right=right))


def ranks(page):
    lines = (
        r'<span class="rank">(.*?)</span>',
        r'<span class="name"[^>]*>(.*?)</span>',
        r'points">(\d+)<',
    )
    return list(zip(*(shown(page, line) for line in lines), strict=True))


def test_the_scoreboard_lists_the_best_first_and_equals_in_one_place():
    page = board_of(a_table(EVE_ALONE, BEN_WITH_DAN, ANN_MARCHES_WITH_CAT))
    assert ranks(page) == [
        ("1", "Eve", "5"),
        ("=2", "Ann", "3"),
        ("=2", "Cat", "3"),
        ("=4", "Ben", "1"),
        ("=4", "Dan", "1"),
    ]


def test_the_scoreboard_shows_the_last_six_hands_with_the_latest_first():
    hands = (EVE_ALONE, BEN_WITH_DAN, DAN_REVOKES, ANN_MARCHES_WITH_CAT)
    page = board_of(a_table("Ben+Dan 3", "Ben+Dan 3", "-", *hands))
    assert shown(page, r'<p class="scored">(.*?)</p>') == [
        *("+3 Ann, Cat", "+3 Ann, Ben", "+1 Ben, Dan", "+5 Eve", "No points", "+1 Ben, Dan"),
    ]
    expected = dict(zip((7, 6, 5, 4), reversed(hands), strict=True))
    assert shown(page, r"<p>(\d+ · .*?)</p>")[:4] == [
        f"{no} · {describe(hand, FIVE, CALL_ACE)}" for no, hand in expected.items()
    ]
    why = shown(page, r'<p class="why">(.*?)</p>')
    assert why[0] == "March with a partner, five players · Foster, law 43"


def test_the_scoreboard_shows_the_dealer_a_started_hand_and_that_it_is_closed():
    table = a_table(BEN_WITH_DAN)
    found = [shown(board_of(table), r'<p class="now">(.*?)</p>')]
    begin_hand(
        table=table,
        sitting=again(table).sitting.pk,
        id=some_id(1),
        maker=BEN,
        call="D",
        actor=PHONE,
    )
    found.append(shown(board_of(table), r'<p class="now">(.*?)</p>'))
    table.sitting.hands.filter(state="begun").delete()
    close(table.session)
    found.append(shown(board_of(table), r'<p class="now">(.*?)</p>'))
    assert found == [["Hand 2 · Ben deals"], ["Ben calls diamonds"], ["Closed"]]


def test_an_empty_scoreboard_says_what_will_appear():
    page = board_of(a_table(first_dealer=None))
    assert "Hands appear here as they are saved." in shown(page, r'<p class="sub">(.*?)</p>')
    assert "First jack: J" in page.content.decode()


def lines_of(page):
    """The points of each line of the curve, in the order of the seats."""
    return [
        [tuple(map(int, point.split(","))) for point in line.split()]
        for line in re.findall(r'<polyline[^>]*points="(.*?)"', page.content.decode())
    ]


def test_the_curve_has_a_line_per_player_from_zero_to_the_total():
    page = board_of(a_table(EVE_ALONE, ANN_MARCHES_WITH_CAT))
    lines = lines_of(page)
    assert len(lines) == 5
    assert {line[0] for line in lines} == {(0, WHOLE)}
    assert [line[-1] for line in lines] == [
        (WHOLE, WHOLE * (5 - points) // 5) for points in (3, 0, 3, 0, 5)
    ]


def test_the_curve_has_a_scale_hand_numbers_and_a_zero_line():
    page = board_of(a_table(EVE_ALONE, ANN_MARCHES_WITH_CAT))
    assert shown(page, r'<text\s+class="scale"[^>]*>(.*?)</text>') == [
        *("0", "2", "4"),
        *("1", "2"),
    ]
    assert '<path class="zero" d="M0 1000H1000"' in page.content.decode()


def test_the_zero_line_is_not_the_lowest_if_points_are_negative():
    table = a_table("Ann 2", "Ann 2", "Ben 3", rules_key="hoyle-three-setback", names=FIVE[:3])
    curve = TableSoFar([again(table).sitting]).curve
    assert [mark.says for mark in curve.scale] == ["−4", "−2", "0"]
    assert curve.zero.place == "20.0%"


def test_initials_on_the_curve_tell_similar_names_apart():
    assert initials_of(["Ann", "Ben", "Alan", "Zoë"]) == ["An", "B", "Al", "Z"]


def test_after_a_player_left_the_scoreboard_covers_the_whole_evening():
    table = a_table(EVE_ALONE, BEN_WITH_DAN)
    change_people(table=table, names=[*FIVE[:4], "Fay"])
    log(table, "Ann+Fay 5")
    page = board_of(table)
    assert ranks(page) == [
        ("=1", "Ann", "3"),
        ("=1", "Fay", "3"),
        ("=3", "Ben", "1"),
        ("=3", "Dan", "1"),
        ("5", "Cat", "0"),
    ]
    assert shown(page, r'<span class="since">(.*?)</span>') == ["3", "3", "0", "0", "0"]
    assert shown(page, r'<p class="heads">(.*?)</p>') == ["these seats tonight"]
    assert shown(page, r'<p class="gone">(.*?)</p>') == ["No longer playing: Eve 5"]
    eve, fay = (lines_of(page)[no] for no in (4, 5))
    assert [x for x, _ in eve] == [0, 333, 666]
    assert [x for x, _ in fay] == [666, WHOLE]
    assert 'class="change"' in page.content.decode()


def test_without_changes_of_players_there_is_one_figure_and_counters():
    page = board_of(a_table(EVE_ALONE)).content.decode()
    assert ('class="since"' in page, 'class="counters"' in page) == (False, True)


def test_the_whole_evening_takes_as_many_queries_for_many_changes_of_players():
    found = []
    for others in (["Fay"], ["Fay", "Gus", "Hal"]):
        table = a_table(EVE_ALONE)
        for name in others:
            change_people(table=again(table), names=[*FIVE[:4], name])
            log(table, "Ann+Ben 3")
        path = address(table, "board", right="watch")
        with CaptureQueriesContext(connection) as asked:
            a_phone().get(path)
        found.append(len(asked))
    assert found[0] == found[1]


def test_a_watching_screen_has_no_link_to_the_pad():
    table = a_table()
    found = [">Pad<" in board_of(table, right).content.decode() for right in ("write", "watch")]
    assert found == [True, False]


def test_the_scoreboard_of_a_broken_up_table_says_so():
    table = a_table("Ben+Dan 3")
    break_up(table=table, sitting=again(table).sitting.pk)
    assert shown(a_phone().get(address(table, "board")), r'<p class="now">(.*?)</p>') == [
        "Broken up"
    ]
