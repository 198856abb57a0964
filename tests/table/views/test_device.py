import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.table.actions.hands import begin_hand
from scoring.table.actions.tables import break_up
from scoring.table.views.device import AROUND
from tests.cast import BEN, PHONE, a_phone, a_table, address, again, close, log, send, some_id
from tests.html import shown

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
SEVEN = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]
FOUR = {"names": SEVEN[:4], "rules_key": "keller"}


def device_of(table, right="watch"):
    return a_phone().get(address(table, "device", right=right))


def around(page):
    """Who sits at which side with how many points."""
    sides = re.findall(r'<ul class="side (\w+)".*?</ul>', page.content.decode(), flags=re.DOTALL)
    lists = re.findall(r'<ul class="side .*?</ul>', page.content.decode(), flags=re.DOTALL)
    seat = r'class="name [^"]*">(.*?)</span></span><span class="points">(.*?)<'
    return {side: re.findall(seat, people) for side, people in zip(sides, lists, strict=True)}


def says(page):
    return unescape(re.search(r'data-says="(.*?)"', page.content.decode())[1])


def next_line(page):
    return shown(page, r'<p class="next">(.*?)</p>')[0]


@pytest.mark.parametrize("seats", AROUND)
def test_the_seats_go_clockwise_round_the_four_sides(seats):
    near, left, far, right = AROUND[seats]
    clockwise = [near[0], *left, *far, *right, *near[1:]]
    assert clockwise == list(range(seats))


def test_every_player_is_shown_at_their_side_with_their_points():
    page = device_of(a_table("Ben+Dan 3", "Eve! 5", "Ann+Cat 5"))
    assert around(page) == {
        "near": [("Ann", "3")],
        "left": [("Ben", "1")],
        "far": [("Cat", "3"), ("Dan", "1")],
        "right": [("Eve", "5")],
    }


def test_seven_players_fit_at_four_sides():
    people = around(device_of(a_table(names=SEVEN)))
    assert {side: len(here) for side, here in people.items()} == {
        "near": 1,
        "left": 2,
        "far": 2,
        "right": 2,
    }


def test_both_partners_show_the_game_of_their_side():
    page = device_of(a_table("Ann 3", "Ben 5", **FOUR))
    assert around(page) == {
        "near": [("Ann", "1")],
        "left": [("Ben", "2")],
        "far": [("Cat", "1")],
        "right": [("Dan", "2")],
    }
    assert shown(page, r'<p class="place">(.*?)</p>') == ["Game 1, to 5"] * 2


def test_the_last_hand_is_described_in_the_middle_for_both_reading_directions():
    page = device_of(a_table("Ben+Dan 3", "Eve! 5"))
    assert shown(page, r'<p class="gains">(.*?)</p>') == ["Eve +5"] * 2
    assert shown(page, r'<p class="what">(.*?)</p>') == ["Hand 2: Eve alone, all five."] * 2


def test_the_middle_shows_the_dealer_a_started_hand_and_that_it_is_closed():
    table = a_table("Ben+Dan 3")
    found = [next_line(device_of(table)), shown(device_of(table), r'class="deals">(.*?)<')]
    begin_hand(
        table=table,
        sitting=again(table).sitting.pk,
        id=some_id(1),
        maker=BEN,
        call="D",
        actor=PHONE,
    )
    found.append(next_line(device_of(table)))
    table.sitting.hands.filter(state="begun").delete()
    close(table.session)
    found.append(next_line(device_of(table)))
    assert found == ["Ben deals hand 2", ["dealer"], "Ben calls diamonds", "Closed"]


def test_a_broken_up_table_has_no_dealer():
    table = a_table("Ben+Dan 3")
    break_up(table=table, sitting=again(table).sitting.pk)
    page = device_of(table)
    assert (next_line(page), shown(page, r'class="deals">(.*?)<')) == ("Broken up", [])


def test_screen_readers_get_the_hand_the_score_and_the_dealer():
    table = a_table(names=SEVEN[:5])
    assert says(device_of(table)) == "No hands yet. Ann 0, Ben 0, Cat 0, Dan 0, Eve 0. Ann deals."
    log(table, "Ben+Dan 3")
    told = (
        "Hand 1: Ben with Dan, three tricks. Ben and Dan plus 1 each. "
        "Ann 0, Ben 1, Cat 0, Dan 1, Eve 0."
    )
    assert says(device_of(table)) == f"{told} Ben deals."
    close(table.session)
    assert says(device_of(table)) == told


def test_screen_readers_get_a_finished_game_without_symbols():
    table = a_table("Ann 5", "Ann 5", "Ann 3", **FOUR)
    said = says(device_of(table))
    assert said.endswith("Game 1 to Ann and Cat, 5 to 0. Dan deals.")


def test_the_button_that_turns_names_cycles_through_its_settings():
    phone, path = a_phone(), address(a_table(), "device")
    keys = []
    for _ in range(4):
        value, words = re.search(
            r'name="turned" value="(\w+)">(.*?)<', phone.get(path).content.decode()
        ).groups()
        keys.append(words)
        assert send(phone, "/look", {"turned": value, "next": path})["Location"] == path
    assert keys == ["Turn far side", "Turn all sides", "All names upright", "Turn far side"]


def test_a_watching_screen_has_no_link_to_enter_a_hand():
    table = a_table()
    found = [
        "Enter a hand" in device_of(table, right).content.decode() for right in ("write", "watch")
    ]
    assert found == [True, False]


def test_a_poll_without_news_takes_one_query_and_returns_no_page(django_assert_num_queries):
    table, phone = a_table("Ben+Dan 3"), a_phone()
    path = address(table, "device")
    piece = phone.get(path, headers=HTMX)
    assert (piece["Bowerbook"], piece.content.decode().strip()[:17]) == (
        "device",
        '<main id="device"',
    )
    with django_assert_num_queries(1):
        answer = phone.get(path, headers=HTMX | {"HX-PTag": piece["HX-PTag"]})
    assert (answer.status_code, answer.content) == (304, b"")
    log(table, "Eve! 5")
    assert phone.get(path, headers=HTMX | {"HX-PTag": piece["HX-PTag"]}).status_code == 200


def test_hands_add_no_queries_to_the_page():
    found = set()
    for hands in (["Eve! 5"], ["Eve! 5", "Ben+Dan 3", "-"] * 6):
        path, phone = address(a_table(*hands), "device"), a_phone()
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(path).status_code == 200
        found.add(len(queries))
    assert len(found) == 1


def test_the_scoreboard_and_the_pad_link_to_the_table_display():
    table = a_table()
    link = f'href="{address(table, "device")}"'
    assert [
        link in a_phone().get(address(table, where)).content.decode() for where in ("", "board")
    ] == [True] * 2
