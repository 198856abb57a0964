from datetime import date

import pytest
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.sessions import close_session, open_session, reopen_session
from scoring.models import Club
from scoring.money.actions.payments import mark_paid
from scoring.table.actions.corrections import put_back, take_back
from scoring.table.actions.tables import change_people
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
from tests.evening.actions.closing import nets, paid_in_all, pay_all, payments, take_back_all

pytestmark = pytest.mark.django_db


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


def test_closing_stores_the_signed_result_and_the_payments():
    table = a_table("Ben+Dan 3", "Eve! 5")
    kate = Actor(user=an_organiser("kate"))
    closing = again(close_session(session=table.session, actor=kate))
    statement = closing.statement
    assert (closing.no, closing.closed_by, closing.reopened_at) == (1, "kate", None)
    assert again(table.session).closed
    assert (statement.names, statement.points) == (
        ("Ann", "Ben", "Cat", "Dan", "Eve"),
        (0, 1, 0, 1, 5),
    )
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


def test_a_table_for_points_beside_one_for_money_has_no_payments():
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


def test_a_tied_evening_has_no_payments():
    closing = close(a_table("-", "x").session)
    assert (payments(closing), set(nets(closing.statement).values())) == ([], {0})


def test_an_ended_sitting_is_settled_among_its_own_players():
    table = a_table("Eve! 5")
    change_people(table=table, names=["Ann", "Ben", "Cat", "Fay"])
    log(table, "Ann+Ben 5")
    statement = close(table.session).statement
    assert [
        (line.hands, [statement.names[who] for who in line.players]) for line in statement.sittings
    ] == [
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


def test_an_evening_without_records_cannot_be_closed():
    session, visitors = a_table().session, an_evening(Club.objects.create(casual=True))
    stored = everything()
    with pytest.raises(Refused, match="no records.* If it didn’t take place, cancel it"):
        close(session)
    with pytest.raises(Refused, match="No hands have been played, so there is nothing to settle."):
        close(visitors)
    assert everything() == stored


def test_an_evening_whose_only_hand_was_undone_is_closed_without_payments():
    table = a_table()
    take_back(record=log(table), actor=PHONE)
    assert close(table.session).statement.sittings == ()


def test_a_closed_evening_cannot_be_closed_again():
    table = a_table("Eve! 5")
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match="already closed"):
        close(table.session)
    assert everything() == stored


def test_reopening_stores_who_and_why_and_keeps_the_closing():
    table = a_table("Eve! 5")
    closing = again(close(table.session))
    document, owed = closing.document, payments(closing)
    reopen_session(
        session=table.session, why="Hand 2 is missing", actor=Actor(user=an_organiser("kate"))
    )
    closing = again(closing)
    assert not again(table.session).closed
    assert (closing.reopened_by, closing.reopened_why) == ("kate", "Hand 2 is missing")
    assert closing.reopened_at is not None
    assert (closing.document, payments(closing)) == (document, owed)


def test_the_reason_of_an_earlier_reopening_is_kept_after_another_one():
    table = a_table("Eve! 5")
    for why in ("Hand 2 is missing", "Hand 3 is missing"):
        close(table.session)
        reopen_session(session=table.session, why=why, actor=PHONE)
    reasons = table.session.closings.order_by("no").values_list("reopened_why", flat=True)
    assert list(reasons) == ["Hand 2 is missing", "Hand 3 is missing"]


def test_an_open_evening_cannot_be_reopened():
    table = a_table("Eve! 5")
    stored = everything()
    with pytest.raises(Refused, match="already open"):
        reopen(table.session)
    assert everything() == stored


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


def test_a_tick_can_be_removed():
    payment = close(a_table("Eve! 5").session).payments.first()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    mark_paid(payment=payment, paid=False, actor=PHONE)
    assert (again(payment).paid_at, again(payment).paid_by) == (None, "")


def test_the_payments_of_an_old_closing_cannot_change():
    table = a_table("Eve! 5")
    payment = close(table.session).payments.first()
    reopen(table.session)
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match="was reopened"):
        mark_paid(payment=payment, paid=True, actor=PHONE)
    assert everything() == stored


def test_closing_and_reopening_update_the_screens_of_every_table():
    table = a_table("Eve! 5")
    other = a_table(session=table.session, names=["Fay", "Gus", "Hal", "Ida"])
    before = versions(table), versions(other)
    close(table.session)
    reopen(table.session)
    assert (versions(table), versions(other)) == tuple(
        (own + 2, session + 2) for own, session in before
    )


def test_a_signed_result_does_not_follow_later_changes():
    table = a_table("Eve! 5")
    closing = close(table.session)
    reopen(table.session)
    take_back_all(table)
    table.session.club.players.filter(name="Eve").update(name="Evelyn")
    assert again(closing).statement.names[4] == "Eve"
    assert nets(again(closing).statement)["Eve"] == 500


def test_a_hand_restored_after_reopening_counts_in_the_next_closing():
    table = a_table("Eve! 5")
    record = log(table, "Ann! 5")
    take_back(record=record, actor=PHONE)
    close(table.session)
    reopen(table.session)
    put_back(record=record, actor=PHONE)
    assert close(table.session).statement.hands == 2
