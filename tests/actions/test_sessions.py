from collections import Counter
from datetime import date

import pytest
from django.utils import timezone

from scoring.actions import Refused
from scoring.actions.accounts import carry_over
from scoring.actions.hands import put_back, take_back
from scoring.actions.reseat import put_right
from scoring.actions.sessions import close_session, mark_paid, open_session, reopen_session
from scoring.actions.tables import change_people
from scoring.models.reckoning import statement_of
from scoring.models.reseating import SEATS
from scoring.permissions import Actor
from tests.book import stands
from tests.cast import (
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
    an_organiser,
    close,
    everything,
    log,
    reopen,
    versions,
)

pytestmark = pytest.mark.django_db


def payments(closing):
    """Who pays whom how much, in order."""
    return [(payment.payer.name, payment.payee.name, payment.amount) for payment in closing.payments.all()]


def nets(statement):
    """What each wins or loses in minor units."""
    return {name: net.minor for name, net in zip(statement.names, statement.nets, strict=True)}


def paid_in_all(closings):
    """What each received less what he paid, over all payments ticked."""
    balances = Counter()
    for closing in closings:
        for payment in closing.payments.exclude(paid_at=None):
            balances[payment.payee.name] += payment.amount
            balances[payment.payer.name] -= payment.amount
    return {name: amount for name, amount in balances.items() if amount}


def pay_all(closing):
    for payment in closing.payments.all():
        mark_paid(payment=payment, paid=True, actor=PHONE)


def hands_of(table):
    return list(again(table).sitting.hands.counted())


def take_back_all(table):
    for record in hands_of(table)[::-1]:
        take_back(record=record, actor=PHONE)


def test_an_evening_is_today_unless_a_date_is_given():
    club = a_club()
    session = again(open_session(club=club, title="The final", played_on=date(2026, 11, 20)))
    assert (session.club, session.title, session.played_on, session.closed) == (
        club,
        "The final",
        date(2026, 11, 20),
        False,
    )
    assert again(open_session(club=club)).played_on == timezone.localdate()


def test_closing_stores_what_people_sign_and_who_pays_whom():
    table = a_table("Ben+Dan 3", "Eve! 5")
    kate = Actor(user=an_organiser("kate"))
    closing = again(close_session(session=table.session, actor=kate))
    statement = closing.statement
    assert (closing.no, closing.closed_by, closing.reopened_at) == (1, "kate", None)
    assert again(table.session).closed
    assert (statement.names, statement.points) == (("Ann", "Ben", "Cat", "Dan", "Eve"), (0, 1, 0, 1, 5))
    assert nets(statement) == {"Ann": -175, "Ben": -50, "Cat": -175, "Dan": -50, "Eve": 450}
    assert payments(closing) == [
        ("Ann", "Eve", 175),
        ("Cat", "Eve", 175),
        ("Ben", "Eve", 50),
        ("Dan", "Eve", 50),
    ]


def test_tables_with_different_stakes_are_settled_together_to_the_penny():
    first = a_table("Ben+Dan 3", "Eve! 5")
    a_table("Ann+Fay 5", session=first.session, names=["Ann", "Fay", "Gus", "Hal"], stake_minor=10)
    closing = close(first.session)
    expected = {
        "Ann": -135,
        "Ben": -50,
        "Cat": -175,
        "Dan": -50,
        "Eve": 450,
        "Fay": 40,
        "Gus": -40,
        "Hal": -40,
    }
    assert nets(closing.statement) == expected
    assert len(payments(closing)) == 6
    pay_all(closing)
    assert paid_in_all([closing]) == expected


def test_a_table_for_points_beside_one_for_money_moves_no_money():
    first = a_table("Eve! 5")
    a_table("Ann+Ben 5", session=first.session, names=["Ann", "Ben", "Fay", "Gus"], stake_minor=0)
    assert nets(close(first.session).statement) == {
        "Ann": -125,
        "Ben": -125,
        "Cat": -125,
        "Dan": -125,
        "Eve": 500,
        "Fay": 0,
        "Gus": 0,
    }


def test_without_a_stake_points_are_owed():
    closing = close(a_table("Eve! 5", stake_minor=0).session)
    assert not closing.statement.for_money
    assert payments(closing) == [(name, "Eve", 5) for name in ("Ann", "Ben", "Cat", "Dan")]


def test_an_evening_on_which_all_are_level_has_no_payments():
    closing = close(a_table("-", "x").session)
    assert (payments(closing), set(nets(closing.statement).values())) == ([], {0})


def test_a_sitting_that_ended_is_settled_among_those_who_sat_in_it():
    table = a_table("Eve! 5")
    change_people(table=table, names=["Ann", "Ben", "Cat", "Fay"])
    log(table, "Ann+Ben 5")
    statement = close(table.session).statement
    assert [(line.hands, [statement.names[who] for who in line.players]) for line in statement.sittings] == [
        (1, ["Ann", "Ben", "Cat", "Dan", "Eve"]),
        (1, ["Ann", "Ben", "Cat", "Fay"]),
    ]
    # First sitting: Eve five points above each of four; then Ann and Ben two above Cat and Fay.
    assert nets(statement) == {
        "Ann": (-5 + 4) * 25,
        "Ben": (-5 + 4) * 25,
        "Cat": (-5 - 4) * 25,
        "Dan": -5 * 25,
        "Eve": 20 * 25,
        "Fay": -4 * 25,
    }


def test_a_sitting_without_a_hand_is_left_out_of_the_statement():
    first = a_table("Eve! 5")
    a_table(session=first.session, names=["Fay", "Gus", "Hal", "Ida"])
    assert close(first.session).statement.names == ("Ann", "Ben", "Cat", "Dan", "Eve")


def test_an_evening_without_a_hand_cannot_be_closed():
    table = a_table()
    take_back(record=log(table), actor=PHONE)
    stored = everything()
    with pytest.raises(Refused, match="No hand has been played"):
        close(table.session)
    with pytest.raises(Refused, match="No hand has been played"):
        close(an_evening(table.session.club))
    assert {**everything(), "ClubSession": []} == {**stored, "ClubSession": []}


def test_a_closed_evening_cannot_be_closed_again():
    table = a_table("Eve! 5")
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match="closed already"):
        close(table.session)
    assert everything() == stored


def test_reopening_says_who_and_why_and_keeps_the_closing():
    table = a_table("Eve! 5")
    closing = again(close(table.session))
    document, owed = closing.document, payments(closing)
    reopen_session(session=table.session, why="Hand 2 is missing", actor=Actor(user=an_organiser("kate")))
    closing = again(closing)
    assert not again(table.session).closed
    assert (closing.reopened_by, closing.reopened_why) == ("kate", "Hand 2 is missing")
    assert closing.reopened_at is not None
    assert (closing.document, payments(closing)) == (document, owed)


def test_an_open_evening_cannot_be_reopened():
    table = a_table("Eve! 5")
    stored = everything()
    with pytest.raises(Refused, match="open already"):
        reopen(table.session)
    assert everything() == stored


def test_closed_again_what_was_paid_counts_and_only_the_rest_is_open():
    table = a_table("Eve! 5")
    first = close(table.session)
    ann_pays, *_ = first.payments.all()
    mark_paid(payment=ann_pays, paid=True, actor=PHONE)
    reopen(table.session)
    log(table, "Ann! 5")
    second = close(table.session)
    assert (second.no, payments(first)) == (2, [(name, "Eve", 125) for name in ("Ann", "Ben", "Cat", "Dan")])
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
    assert paid_in_all(closings) == {name: net for name, net in nets(closings[-1].statement).items() if net}


def test_what_was_not_ticked_as_paid_does_not_count_after_reopening():
    table = a_table("Eve! 5")
    close(table.session)
    reopen(table.session)
    second = close(table.session)
    assert (second.statement.paid, payments(second)) == (
        (),
        [(name, "Eve", 125) for name in ("Ann", "Ben", "Cat", "Dan")],
    )


def test_what_is_paid_under_the_standing_closing_is_no_earlier_payment():
    table = a_table("Eve! 5")
    pay_all(close(table.session))
    assert statement_of(table.session).paid == ()


def test_all_hands_taken_back_after_reopening_what_was_paid_is_paid_back():
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
    other = a_table("Fay! 5", session=first.session, names=["Fay", "Gus", "Hal", "Ida"], stake_minor=10)
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


def test_who_paid_and_never_sat_there_is_paid_back_and_his_account_is_even():
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


def test_what_somebody_who_never_sat_there_left_to_the_accounts_goes_back_to_nothing():
    table = a_table("Eve! 5")
    carry_over(closing=close(table.session), carried=True)
    reopen(table.session)
    put_zed_in_the_place_of_ann(table)
    second = close(table.session)
    assert payments(second) == [("Zed", "Ann", 125)]
    accounts = stands(table.session.club)[0]
    assert accounts == {"Ben": -125, "Cat": -125, "Dan": -125, "Eve": 500, "Zed": -125}


def test_when_nobody_who_paid_sits_there_any_more_and_no_hand_counts_all_is_paid_back():
    table = a_table("Ann! 5", names=["Ann", "Ben", "Cat", "Dan"])
    pay_all(close(table.session))
    reopen(table.session)
    sitting = again(table).sitting
    seen = [player.pk for player in sitting.players]
    put_right(sitting=sitting, names=["Fay", "Gus", "Hal", "Ida"], stay_with=SEATS, seen=seen, actor=PHONE)
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


def test_a_payment_ticked_twice_is_ticked_once():
    table = a_table("Eve! 5")
    payment = close(table.session).payments.first()
    kate = Actor(user=an_organiser("kate"))
    before = versions(table)
    mark_paid(payment=payment, paid=True, actor=kate)
    stored = everything()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    assert everything() == stored
    assert (again(payment).paid_by, versions(table)) == ("kate", (before[0] + 1, before[1] + 1))


def test_a_tick_can_be_taken_away():
    payment = close(a_table("Eve! 5").session).payments.first()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    mark_paid(payment=payment, paid=False, actor=PHONE)
    assert (again(payment).paid_at, again(payment).paid_by) == (None, "")


def test_the_payments_of_an_old_closing_stand_as_they_are():
    table = a_table("Eve! 5")
    payment = close(table.session).payments.first()
    reopen(table.session)
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match="history"):
        mark_paid(payment=payment, paid=True, actor=PHONE)
    assert everything() == stored


def test_closing_and_reopening_raise_the_versions_of_every_table():
    table = a_table("Eve! 5")
    other = a_table(session=table.session, names=["Fay", "Gus", "Hal", "Ida"])
    before = versions(table), versions(other)
    close(table.session)
    reopen(table.session)
    assert (versions(table), versions(other)) == tuple((own + 2, session + 2) for own, session in before)


def test_what_is_signed_does_not_follow_later_changes():
    table = a_table("Eve! 5")
    closing = close(table.session)
    reopen(table.session)
    take_back_all(table)
    table.session.club.players.filter(name="Eve").update(name="Evelyn")
    assert again(closing).statement.names[4] == "Eve"
    assert nets(again(closing).statement)["Eve"] == 500


def test_a_hand_put_back_after_reopening_counts_in_the_next_closing():
    table = a_table("Eve! 5")
    record = log(table, "Ann! 5")
    take_back(record=record, actor=PHONE)
    close(table.session)
    reopen(table.session)
    put_back(record=record, actor=PHONE)
    assert close(table.session).statement.hands == 2
