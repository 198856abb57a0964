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


def test_a_changed_setting_is_logged_with_its_old_value():
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


def test_a_setting_sent_unchanged_stores_and_logs_nothing():
    club = the_club()
    stored = everything()
    change(club, name=club.name, place="", currency="GBP")
    assert everything() == stored


def test_the_screens_of_an_open_evening_are_updated():
    table = a_table()
    before = versions(table)
    change(table.session.club, self_check_in=True)
    assert versions(table) == (before[0], before[1] + 1)


def test_the_currency_can_change_before_any_money_is_entered():
    club = the_club()
    a_table(session=an_evening(club), stake_minor=0)
    assert change(club, currency="EUR").currency == "EUR"


def a_stake(club):
    a_table(session=an_evening(club))


def a_line_of_the_book(club):
    Entry.objects.create(club=club, kind="received", amount_minor=100, by="kate")


def a_fee_of_an_evening(club):
    club.sessions.create(guest_fee_minor=100)


def a_player_with_a_fee(club):
    club.sessions.create().attendances.create(player=club.players.create(name="Ann"), fee_minor=100)


@pytest.mark.parametrize(
    "money", [a_stake, a_line_of_the_book, a_fee_of_an_evening, a_player_with_a_fee]
)
def test_the_currency_cannot_change_after_money_is_entered(money):
    club = the_club()
    money(club)
    assert refusal(change, club, currency="EUR", place="The Old Bell") == STAYS
    assert change(club, place="The Old Bell").place == "The Old Bell"


@pytest.mark.django_db(transaction=True)
def test_the_currency_cannot_change_during_the_opening_of_a_table_for_money():
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


def test_revoking_a_missing_address_logs_nothing():
    club = the_club()
    stored = everything()
    revoke_calendar(club=club, actor=by("kate"))
    assert everything() == stored


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_addresses_leave_one_alive():
    club = the_club()
    with meanwhile(lambda: renew_calendar(club=club, actor=by("kate"))) as found:
        renew_calendar(club=club, actor=by("kate"))
    assert [calendar_of(club)] == found
    assert Pass.objects.filter(revoked_at=None).count() == 1
