"""What a table's phone asks in a round, and when, with large letters, narrow, in the dark, slow."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.looks import in_hard_looks
from tests.browser.tournament import tap_hand

pytestmark = in_hard_looks

MAKE = """
import json
from uuid import uuid4
from tests import cast
from tests.tournament import cast as hall
made = hall.a_tournament(8, style={style!r}, session=cast.an_evening(cast.a_club(uuid4().hex)))
print(json.dumps([made.pk, [cast.address(row.table) for row in hall.begun(made).tables.all()]]))
"""
ENDS = """
from scoring.models import Tournament
from tests.tournament.cast import ended, latest
ended(latest(Tournament.objects.get(pk={pk})), {how!r})
"""


@pytest.fixture
def phone(hard_phone):
    return hard_phone


@pytest.fixture
def table(server, phone):
    """A function that begins a round and opens the pad of its first table. It returns a function
    that ends the round."""

    def begin(style):
        made = server.manage("shell", "-v0", "-c", MAKE.format(style=style))
        pk, (pad, _) = json.loads(made)
        phone.goto(pad)
        return lambda how: server.manage("shell", "-v0", "-c", ENDS.format(pk=pk, how=how))

    return begin


ASKS = ".finish, .leaders, .voice, [name=tie], [name=says]"


@pytest.mark.parametrize(("how", "said"), [("bell", "The bell has rung"), ("clock", "Time is up")])
def test_a_table_is_asked_who_won_only_after_the_bell_or_the_clock(phone, eye, table, how, said):
    end = table("classic")
    tap_hand(phone, 0, 3)
    expect(phone.locator(ASKS)).to_have_count(0)
    eye.look("in a round")
    end(how)
    expect(phone.locator(".finish h2")).to_have_text(said)
    expect(phone.locator(".finish h2")).to_be_in_viewport()
    expect(phone.locator(".voice")).to_have_count(2)
    eye.look("after its end")


def test_a_table_is_asked_who_won_only_after_the_last_hand(phone, eye, table):
    table("club")
    for no in range(8):
        expect(phone.locator(ASKS)).to_have_count(0)
        tap_hand(phone, no % 2, 3)
    expect(phone.locator(".stands")).to_have_text("Tied 4–4")
    expect(phone.locator(".finish h2")).to_be_in_viewport()
    eye.look("tied")
    phone.locator(".leaders button").first.tap()
    expect(phone.locator(".voice")).to_have_count(2)
    eye.look("who won")
    phone.locator(".voice").first.get_by_role("button", name="Confirm", exact=True).tap()
    expect(phone.locator(".voice").first.locator(".says")).to_contain_text("confirmed")
    phone.locator(".voice").last.get_by_text("Dispute").tap()
    eye.look("dispute")
