"""A page of many rows asks the database as often as a page of one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.euchre.hand import Hand
from scoring.money.actions.payments import mark_paid
from scoring.table.actions.tables import change_people
from tests.cast import (
    FIVE,
    PHONE,
    a_phone,
    a_table,
    address,
    an_evening,
    close,
    form_of,
    log_all,
    log_unseen,
    reopen,
    signed_in,
)

pytestmark = pytest.mark.django_db

FEW, MANY = ["Eve! 5"], ["Eve! 5", "Ben+Dan 3", "-", "Ann+Cat 2", "Cat! 5", "Dan+Ann 1"] * 5


def asked(client, path, data=None, **how):
    """How often a page that is shown asks the database."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path, **how) if data is None else client.post(path, data, **how)
    assert answer.status_code == 200
    return len(queries)


@pytest.mark.parametrize(
    "where", ["", "board", "score", "settlement", "people", "sheet-1.json", "score.pdf"]
)
def test_the_queries_of_a_table_page_do_not_grow_with_its_hands(where):
    found = {asked(a_phone(), address(a_table(*hands), where)) for hands in (FEW, MANY)}
    assert len(found) == 1


def test_the_queries_of_saving_a_hand_do_not_grow_with_earlier_hands():
    found = set()
    for hands in (FEW, MANY):
        table = a_table(*hands)
        sent, path = form_of(table), address(table, "hands/log")
        found.add(asked(a_phone(), path, sent, headers={"HX-Request": "true"}))
    assert len(found) == 1


def test_the_queries_of_a_previewed_correction_do_not_grow_with_the_hands():
    found = set()
    for hands in (FEW, MANY):
        table = a_table()
        first, *_ = log_all(table, *hands)
        sent, path = (
            form_of(table, "Ann! 3", revision=0, look="yes"),
            address(table, f"hands/{first.pk}/"),
        )
        found.add(asked(a_phone(), path, sent))
    assert len(found) == 1


@pytest.mark.parametrize("where", ["", "board", "score", "settlement"])
def test_the_queries_of_a_table_page_do_not_grow_with_its_sittings(where):
    found = set()
    for number in (2, 4):
        table = a_table(*FEW)
        for no in range(1, number):
            change_people(table=table, names=FIVE[:4] if no % 2 else FIVE)
            log_all(table, "Ann! 3")
        found.add(asked(a_phone(), address(table, where)))
    assert len(found) == 1


def test_the_queries_of_the_pad_do_not_grow_with_waiting_hands():
    found = set()
    for number in (1, 3):
        table = a_table(*FEW)
        for _ in range(number):
            log_unseen(table)
        found.add(asked(a_phone(), address(table)))
    assert len(found) == 1


@pytest.mark.parametrize("where", ["", "settlement", "close", "settlement.pdf"])
def test_the_queries_of_an_evening_page_do_not_grow_with_its_tables(where):
    kate, found = signed_in("kate"), set()
    for number in (1, 3):
        session = an_evening()
        for no in range(number):
            a_table(*FEW, session=session, stake_minor=25 + no)
        found.add(asked(kate, f"/sessions/{session.pk}/{where}"))
    assert len(found) == 1


@pytest.mark.parametrize("where", ["", "settlement", "close", "settlement.pdf"])
def test_the_queries_of_an_evening_page_do_not_grow_with_its_tables_that_bid(where):
    kate, found = signed_in("kate"), set()
    for number in (1, 3):
        session = an_evening()
        for no in range(number):
            names = [f"{name} {no}" for name in ("Ann", "Ben", "Cat", "Dan")]
            hands = (Hand(maker=1, bid=4, tricks=5), Hand(maker=2, bid="alone", alone=2, tricks=6))
            a_table(*hands, session=session, names=names, rules_key="bid")
        found.add(asked(kate, f"/sessions/{session.pk}/{where}"))
    assert len(found) == 1


def test_the_queries_of_a_settlement_do_not_grow_with_its_closings():
    kate, found = signed_in("kate"), set()
    for number in (2, 4):
        table = a_table(*FEW)
        for _ in range(number):
            closing = close(table.session)
            for payment in closing.payments.all():
                mark_paid(payment=payment, paid=True, actor=PHONE)
            reopen(table.session)
            log_all(table, "Ann! 3")
        found.add(asked(kate, f"/sessions/{table.session_id}/settlement"))
    assert len(found) == 1


def test_the_queries_of_a_club_page_do_not_grow_with_its_evenings_or_people():
    kate, found = signed_in("kate"), set()
    for number in (1, 3):
        session = an_evening()
        for no in range(number):
            a_table(session=session, names=[f"{name} {no}" for name in FIVE])
        for _ in range(number - 1):
            an_evening(session.club)
        found.add(asked(kate, f"/clubs/{session.club_id}/"))
    assert len(found) == 1


def test_the_queries_of_the_front_page_do_not_grow_with_the_evenings_of_its_host():
    client, found = a_phone(), []
    for _ in range(3):
        client.post("/start", {"names": "Ann, Ben, Cat, Dan", "currency": "GBP"})
        found.append(asked(client, "/"))
    assert found == found[:1] * 3
