"""A club's settings, and the address of its calendar."""

from datetime import time

import pytest

from scoring.club.actions.settings import (
    calendar_of,
    change_settings,
    renew_calendar,
    revoke_calendar,
)
from scoring.models import Entry, Pass
from scoring.table.actions.tables import open_table
from tests.cast import FIVE, a_table, again, an_evening, everything, versions
from tests.people.actions.test_officers import by, diary, refusal, the_club
from tests.test_concurrency import meanwhile

pytestmark = pytest.mark.django_db

STAYS = "The club has stakes, fees or payments in GBP, so the currency can’t change."


def change(club, **told):
    return change_settings(club=club, actor=by("kate"), **told)


def test_what_is_changed_is_told_to_the_diary_with_what_it_was():
    club = the_club()
    change(
        club, place="The Old Bell", starts_at=time(19, 30), door_fee_minor=250, self_check_in=True
    )
    club = again(club)
    assert (club.place, club.starts_at, club.door_fee_minor) == ("The Old Bell", time(19, 30), 250)
    assert diary(club) == [
        (
            "kate",
            "Settings: place The Old Bell, before: none; usual start time 19:30, before: none; "
            "check-in fee for members £2.50, before: £0.00; self check-in yes, before: no.",
        )
    ]


def test_what_is_so_already_is_stored_without_a_word():
    club = the_club()
    stored = everything()
    change(club, name=club.name, place="", currency="GBP")
    assert everything() == stored


def test_the_screens_of_an_open_evening_notice():
    table = a_table()
    before = versions(table)
    change(table.session.club, self_check_in=True)
    assert versions(table) == (before[0], before[1] + 1)


def test_the_currency_is_changed_while_no_money_was_noted():
    club = the_club()
    a_table(session=an_evening(club), stake_minor=0)
    assert change(club, currency="EUR").currency == "EUR"


def a_stake(club):
    a_table(session=an_evening(club))


def a_line_of_the_book(club):
    Entry.objects.create(club=club, kind="received", amount_minor=100, by="kate")


def a_fee_of_an_evening(club):
    club.sessions.create(guest_fee_minor=100)


def somebody_who_owes_a_fee(club):
    club.sessions.create().attendances.create(player=club.players.create(name="Ann"), fee_minor=100)


@pytest.mark.parametrize(
    "money", [a_stake, a_line_of_the_book, a_fee_of_an_evening, somebody_who_owes_a_fee]
)
def test_the_currency_stays_once_money_was_noted(money):
    club = the_club()
    money(club)
    assert refusal(change, club, currency="EUR", place="The Old Bell") == STAYS
    assert change(club, place="The Old Bell").place == "The Old Bell"


@pytest.mark.django_db(transaction=True)
def test_the_currency_does_not_change_under_a_table_that_is_opened_for_money():
    club = the_club()
    evening = an_evening(club)
    with meanwhile(lambda: change(club, currency="EUR")) as found:
        open_table(session=evening, names=FIVE, stake_minor=25)
    assert [str(answer) for answer in found] == [STAYS]


def test_a_calendar_has_one_live_address():
    club = the_club()
    first = renew_calendar(club=club, actor=by("kate"))
    assert calendar_of(club) == first
    second = renew_calendar(club=club, actor=by("kate"))
    assert (calendar_of(club), again(first).revoked_at is None) == (second, False)
    revoke_calendar(club=club, actor=by("kate"))
    assert calendar_of(club) is None
    assert [said for _, said in diary(club)] == [
        "Revoked the calendar link.",
        "Made a calendar link.",
        "Made a calendar link.",
    ]


def test_an_address_that_is_not_there_is_taken_back_without_a_word():
    club = the_club()
    stored = everything()
    revoke_calendar(club=club, actor=by("kate"))
    assert everything() == stored


@pytest.mark.django_db(transaction=True)
def test_two_addresses_made_at_once_leave_one_alive():
    club = the_club()
    with meanwhile(lambda: renew_calendar(club=club, actor=by("kate"))) as found:
        renew_calendar(club=club, actor=by("kate"))
    assert [calendar_of(club)] == found
    assert Pass.objects.filter(revoked_at=None).count() == 1
