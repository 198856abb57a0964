"""The new players of a table: tapped or typed, and a name corrected."""

import re

import pytest
from django.urls import reverse

from scoring.models import HandRecord
from tests.cast import (
    FIVE,
    a_casual_table,
    a_phone,
    a_table,
    address,
    again,
    link,
    send,
    totals,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_casual_table("Ben+Dan 3")


@pytest.fixture
def host(table):
    phone = a_phone()
    phone.get(reverse("host", args=[link(table, "host").token]))
    return phone


def tap(table, *, leaves=(), comes=(), others="", after="", sitting=None):
    """Send what was tapped: names of who leaves and who comes."""
    keys = dict(table.session.club.players.values_list("name", "pk"))
    sent = {
        "come-and-go": "yes",
        "sitting": sitting or again(table).sitting.pk,
        "leaves": [keys[name] for name in leaves],
        "comes": [keys[name] for name in comes],
        "others": others,
        "after": keys.get(after, ""),
    }
    return a_phone().post(address(table, "people"), sent)


def seated(table):
    return again(table).sitting.names


def test_a_new_player_takes_the_place_of_a_leaver(table):
    answer = tap(table, leaves=["Cat", "Ann"], others="Fay, Gus")
    assert (answer.status_code, answer.url) == (302, address(table))
    assert seated(table) == ["Fay", "Ben", "Gus", "Dan", "Eve"]


def test_a_player_in_the_next_dealers_seat_deals_though_a_neighbour_left():
    table = a_casual_table()
    tap(table, leaves=["Eve", "Ann"], others="Fay")
    assert seated(table) == ["Fay", "Ben", "Cat", "Dan"]
    assert again(table).sitting.names[again(table).sitting.dealer] == "Fay"


def test_a_player_in_the_next_dealers_seat_deals_though_another_sits_between(table):
    tap(table, leaves=["Ben"], others="Fay, Gus", after="Ann")
    assert seated(table) == ["Ann", "Gus", "Fay", "Cat", "Dan", "Eve"]
    assert again(table).sitting.names[again(table).sitting.dealer] == "Fay"


def test_a_player_leaves_and_later_returns_with_a_tap(table):
    tap(table, leaves=["Cat"])
    assert seated(table) == ["Ann", "Ben", "Dan", "Eve"]
    offered = a_phone().get(address(table, "people")).context["taps"].fields["comes"].choices
    assert [name for _, name in offered] == ["Cat"]
    tap(table, comes=["Cat"], after="Ben")
    assert seated(table) == ["Ann", "Ben", "Cat", "Dan", "Eve"]
    tap(table, others="Fay")
    assert seated(table) == ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]


def test_a_change_sent_twice_happens_once(table):
    sitting = again(table).sitting.pk
    answers = [tap(table, leaves=["Cat"], sitting=sitting) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert again(table).sittings.count() == 2
    late = tap(table, leaves=["Ben"], sitting=sitting)
    assert (late.status_code, seated(table)) == (409, ["Ann", "Ben", "Dan", "Eve"])


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({}, "Choose who leaves or who joins."),
        (
            {"leaves": ["Ann", "Ben"]},
            "3 names at this table, but Call-Ace is for four to seven.",
        ),
        ({"others": "ann"}, "Ann would sit here twice."),
    ],
)
def test_an_impossible_change_is_refused_and_keeps_what_was_tapped(table, what, why):
    page = tap(table, **what)
    form = page.context["taps"]
    assert (page.status_code, form.non_field_errors()) == (422, [why])
    assert form["others"].value() == what.get("others", "")
    assert seated(table) == FIVE


def test_the_host_corrects_a_name_and_no_hand_changes(table, host):
    ben = table.sitting.players[1]
    stored = [record.hand for record in HandRecord.objects.all()]
    answer = send(host, address(table, "people/rename"), {"player": ben.pk, "name": "Benedict"})
    assert (answer.status_code, answer.url) == (302, address(table))
    assert totals(table) == {"Ann": 0, "Benedict": 1, "Cat": 0, "Dan": 1, "Eve": 0}
    assert [record.hand for record in HandRecord.objects.all()] == stored
    assert again(table).sittings.count() == 1


@pytest.mark.parametrize(
    ("name", "status", "why"),
    [
        ("Cat", 409, "Another person here is called Cat."),
        ("Ben, Bob", 422, "Enter one name only."),
        (" ", 422, "This field is required."),
    ],
)
def test_an_invalid_name_stays_in_its_form(table, host, name, status, why):
    ben = table.sitting.players[1]
    page = send(host, address(table, "people/rename"), {"player": ben.pk, "name": name})
    said = [one for errors in page.context["rename"].errors.values() for one in errors]
    assert (page.status_code, said) == (status, [why])
    assert seated(table) == FIVE


def test_renaming_needs_a_tapped_player(table, host):
    page = send(host, address(table, "people/rename"), {"name": "Ben"})
    assert page.context["rename"].errors["player"] == ["Choose a player at this table."]
    assert (page.status_code, seated(table)) == (422, FIVE)
    form = host.get(address(table, "people?name")).content.decode()
    assert re.findall(r'name="player"[^>]*checked', form) == []


def test_a_phone_that_is_not_the_host_has_no_form_for_names():
    table = a_table()
    page = a_phone().get(address(table, "people"))
    assert page.context["rename"] is None
