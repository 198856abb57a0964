"""Closed again after a reopening: earlier payments count, and only the rest is open."""

import pytest

from scoring.money.actions.accounts import carry_over
from scoring.money.actions.payments import mark_paid
from scoring.table.actions.reseat import put_right
from scoring.table.queries.reseating import SEATS
from scoring.table.queries.settlement import statement_of
from tests.book import stands
from tests.cast import PHONE, a_table, again, close, log, reopen
from tests.evening.actions.closing import nets, paid_in_all, pay_all, payments, take_back_all

pytestmark = pytest.mark.django_db


def test_closed_again_earlier_payments_count_and_only_the_rest_is_open():
    table = a_table("Eve! 5")
    first = close(table.session)
    ann_pays, *_ = first.payments.all()
    mark_paid(payment=ann_pays, paid=True, actor=PHONE)
    reopen(table.session)
    log(table, "Ann! 5")
    second = close(table.session)
    assert (second.no, payments(first)) == (
        2,
        [(name, "Eve", 125) for name in ("Ann", "Ben", "Cat", "Dan")],
    )
    assert nets(second.statement) == {"Ann": 375, "Ben": -250, "Cat": -250, "Dan": -250, "Eve": 375}
    assert [(paid.amount, paid.closing) for paid in second.statement.paid] == [(125, 1)]
    pay_all(second)
    assert paid_in_all([first, second]) == nets(second.statement)


def test_closed_a_third_time_the_payments_of_both_closings_count():
    table = a_table("Eve! 5")
    closings = []
    for hand in ("Ann! 5", "Ben+Cat 2", "Dan! 0"):
        closings.append(close(table.session))
        mark_paid(payment=closings[-1].payments.first(), paid=True, actor=PHONE)
        reopen(table.session)
        log(table, hand)
    closings.append(close(table.session))
    pay_all(closings[-1])
    assert [closing.no for closing in closings] == [1, 2, 3, 4]
    assert paid_in_all(closings) == {
        name: net for name, net in nets(closings[-1].statement).items() if net
    }


def test_unpaid_payments_do_not_count_after_reopening():
    table = a_table("Eve! 5")
    close(table.session)
    reopen(table.session)
    second = close(table.session)
    assert (second.statement.paid, payments(second)) == (
        (),
        [(name, "Eve", 125) for name in ("Ann", "Ben", "Cat", "Dan")],
    )


def test_payments_of_the_current_closing_are_not_earlier_payments():
    table = a_table("Eve! 5")
    pay_all(close(table.session))
    assert statement_of(table.session).paid == ()


def test_payments_are_returned_if_all_hands_are_undone_after_reopening():
    table = a_table("Eve! 5")
    first = close(table.session)
    pay_all(first)
    reopen(table.session)
    take_back_all(table)
    statement = statement_of(table.session)
    assert (statement.hands, set(nets(statement).values()), statement.for_money) == (0, {0}, True)
    second = close(table.session)
    assert payments(second) == [("Eve", name, 125) for name in ("Ann", "Ben", "Cat", "Dan")]
    pay_all(second)
    assert paid_in_all([first, second]) == {}


def test_a_player_who_paid_and_has_no_hand_left_is_paid_back():
    first = a_table("Eve! 5")
    other = a_table(
        "Fay! 5", session=first.session, names=["Fay", "Gus", "Hal", "Ida"], stake_minor=10
    )
    closing = close(first.session)
    pay_all(closing)
    reopen(first.session)
    take_back_all(other)
    second = close(first.session)
    assert sorted(payments(second)) == [("Fay", name, 40) for name in ("Gus", "Hal", "Ida")]
    pay_all(second)
    assert paid_in_all([closing, second]) == {
        name: net for name, net in nets(second.statement).items() if net
    }


def put_zed_in_the_place_of_ann(table):
    sitting = again(table).sitting
    names = ["Zed", *sitting.names[1:]]
    seen = [player.pk for player in sitting.players]
    put_right(sitting=sitting, names=names, stay_with=SEATS, seen=seen, actor=PHONE)


def test_a_payer_who_never_sat_there_is_repaid_and_their_account_is_even():
    table = a_table("Eve! 5")
    club = table.session.club
    mark_paid(payment=close(table.session).payments.first(), paid=True, actor=PHONE)
    reopen(table.session)
    put_zed_in_the_place_of_ann(table)
    second = close(table.session)
    assert sorted(payments(second)) == [
        ("Ben", "Eve", 125),
        ("Cat", "Eve", 125),
        ("Dan", "Ann", 125),
        ("Zed", "Eve", 125),
    ]
    minus = dict.fromkeys(["Ben", "Cat", "Dan", "Zed"], -125)
    assert stands(club)[0] == {"Ann": 125, "Eve": 375} | minus
    assert sorted(second.session.tallies.values_list("player__name", flat=True)) == [
        "Ben",
        "Cat",
        "Dan",
        "Eve",
        "Zed",
    ]
    pay_all(second)
    assert stands(club) == ({}, 0)


def test_an_account_entry_for_a_person_who_never_sat_there_goes_back_to_zero():
    table = a_table("Eve! 5")
    carry_over(closing=close(table.session), carried=True)
    reopen(table.session)
    put_zed_in_the_place_of_ann(table)
    second = close(table.session)
    assert payments(second) == [("Zed", "Ann", 125)]
    accounts = stands(table.session.club)[0]
    assert accounts == {"Ben": -125, "Cat": -125, "Dan": -125, "Eve": 500, "Zed": -125}


def test_all_payments_are_returned_if_no_payer_sits_there_and_no_hand_counts():
    table = a_table("Ann! 5", names=["Ann", "Ben", "Cat", "Dan"])
    pay_all(close(table.session))
    reopen(table.session)
    sitting = again(table).sitting
    seen = [player.pk for player in sitting.players]
    put_right(
        sitting=sitting, names=["Fay", "Gus", "Hal", "Ida"], stay_with=SEATS, seen=seen, actor=PHONE
    )
    take_back_all(table)
    second = close(table.session)
    assert payments(second) == [("Ann", name, 100) for name in ("Ben", "Cat", "Dan")]
    pay_all(second)
    assert stands(table.session.club) == ({}, 0)


def test_points_paid_before_a_table_with_a_stake_was_opened_are_not_money():
    table = a_table("Eve! 5", stake_minor=0)
    pay_all(close(table.session))
    reopen(table.session)
    a_table("Fay! 5", session=table.session, names=["Fay", "Gus", "Hal", "Ida"], stake_minor=10)
    second = close(table.session)
    assert payments(second) == [(name, "Fay", 40) for name in ("Gus", "Hal", "Ida")]
