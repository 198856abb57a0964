"""The club's book when several screens do the same thing to it at once."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from scoring.common.refused import Refused
from scoring.evening.actions.sessions import close_session
from scoring.models import Attendance, Entry, Payment
from scoring.money.actions.accounts import carry_over, enter, take_back
from scoring.money.actions.ledger import charge_fee, enter_missing
from scoring.money.actions.payments import mark_paid
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.prize_giving import pay_prize, take_prize_back
from scoring.tournament.queries.prizes import dues_of
from tests.book import a_settled_table, named, stands
from tests.cast import EVE_ALONE, PHONE, a_table, some_id
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = 6


def at_once(verb, *others):
    """Do one thing on many screens at once, and other things on others. Refusals are left out of
    the results."""
    verbs = [verb] * (1 if others else SCREENS) + list(others)
    ready = threading.Barrier(len(verbs))

    def do(one):
        try:
            ready.wait()
            return one()
        except Refused as why:
            return why
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(verbs)) as pool:
        return list(pool.map(do, verbs))


def test_an_entry_sent_by_many_screens_is_entered_once():
    club = a_settled_table().session.club
    line = {
        "club": club,
        "key": some_id(1),
        "what": "pot",
        "who": named(club, "Eve"),
        "in_cash": True,
    }
    entered = at_once(lambda: enter(**line, amount_minor=300, actor=PHONE).new)
    assert sorted(entered) == [False] * (SCREENS - 1) + [True]
    assert (stands(club)[1], club.entries.count()) == (300, 7)


def test_an_entry_undone_by_many_screens_is_undone_once():
    club = a_settled_table().session.club
    line = enter(club=club, key=some_id(1), what="received", amount_minor=300, actor=PHONE).line
    assert sorted(at_once(lambda: take_back(line=line, actor=PHONE))) == [False] * (SCREENS - 1) + [
        True
    ]
    assert stands(club)[1] == 0


def test_a_payment_ticked_by_many_screens_is_one_entry():
    club = a_settled_table().session.club
    payment = Payment.objects.first()
    at_once(lambda: mark_paid(payment=payment, paid=True, actor=PHONE))
    assert Entry.objects.filter(payment=payment).count() == 1
    assert stands(club)[0]["Eve"] == 375


def test_a_payment_is_either_ticked_or_carried_over():
    a_settled_table()
    payment = Payment.objects.first()
    at_once(
        lambda: mark_paid(payment=payment, paid=True, actor=PHONE),
        lambda: carry_over(closing=payment.closing, carried=True, payment=payment),
    )
    payment.refresh_from_db()
    assert (payment.paid_at is None) != (payment.carried_at is None)


def test_an_evening_closed_by_many_screens_is_entered_once():
    table = a_table(EVE_ALONE)
    at_once(lambda: close_session(session=table.session, actor=PHONE))
    assert stands(table.session.club)[0] == {
        "Ann": -125,
        "Ben": -125,
        "Cat": -125,
        "Dan": -125,
        "Eve": 500,
    }


def test_a_fee_charged_by_many_screens_is_owed_once():
    table = a_table()
    came = Attendance.objects.create(
        session=table.session, player=table.sitting.players[0], fee_minor=200
    )
    at_once(lambda: charge_fee(attendance=came, actor=PHONE))
    assert stands(table.session.club)[0] == {"Ann": -200}


def test_missing_entries_added_by_many_screens_are_entered_once():
    club = a_settled_table().session.club
    before = stands(club)
    Entry.objects.all().delete()
    assert sorted(at_once(lambda: enter_missing(club=club))) == [0] * (SCREENS - 1) + [5]
    assert stands(club) == before


def test_a_prize_paid_by_two_directors_is_paid_once_and_undone_once():
    tournament = a_tournament(4, prizes=[{"prize": "first", "amount": 1000}])
    played_to(tournament, 1)
    tournament = finish(tournament=tournament, actor=PHONE)
    club = tournament.session.club
    due = dues_of(tournament)[0]
    pay = {
        "tournament": tournament,
        "key": due.key,
        "in_cash": True,
        "actor": PHONE,
        "though_short": True,
    }
    assert sorted(at_once(lambda: pay_prize(**pay))) == [False] * (SCREENS - 1) + [True]
    line = dues_of(tournament)[0].line
    back = {"tournament": tournament, "key": line.key, "actor": PHONE}
    assert stands(club)[1] == -due.amount
    assert sorted(at_once(lambda: take_prize_back(**back))) == [False] * (SCREENS - 1) + [True]
    assert (stands(club), club.entries.count()) == (({}, 0), 4)
