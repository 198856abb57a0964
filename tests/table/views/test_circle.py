"""Who sits where is drawn as a circle, clockwise from the top, with whose deal it is."""

import pytest

from scoring.table.pure.ring import ring
from tests.cast import BEN, a_phone, a_table, address, signed_in
from tests.html import shown

pytestmark = pytest.mark.django_db

SITS = r'<li class="[^"]* sits">.*?</li>'


def test_two_to_seven_players_are_drawn_clockwise_round_the_table():
    right, left = ["right row-2", "right row-3"], ["left row-3", "left row-2"]
    assert {seats: ring(seats) for seats in (2, 3, 4, 5, 6)} == {
        2: ["top", "bottom row-3"],
        3: ["top", "right row-2", "left row-2"],
        4: ["top", "right row-2", "bottom row-3", "left row-2"],
        5: ["top", *right, *left],
        6: ["top", *right, "bottom row-4", *left],
    }
    assert ring(7)[3:5] == ["right row-4", "left row-4"]


def test_pages_about_seats_draw_the_players_in_a_circle_with_the_dealer():
    table = a_table(first_dealer=BEN)
    said = ["Ann", "Ben dealer", "Cat", "Dan", "Eve"]
    assert shown(a_phone().get(address(table, "people")), SITS) == said
    cut = f"/sessions/{table.session_id}/tables/{table.no}/cut/"
    assert shown(signed_in().get(cut), SITS) == said
