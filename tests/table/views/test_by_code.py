"""A table's code to be typed: it opens the pad for some minutes, and nothing else ever."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.common import throttle
from scoring.people.models import SIGNS
from scoring.table.actions.tables import renew_link
from scoring.table.queries import typed_code
from tests.cast import a_phone, a_table, address, close, send
from tests.html import said

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 20, 20, 5, tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch):
    now = [NOW]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    return now


def codes_on(page):
    return re.findall(r"Or type <b[^>]*>([^<]*)</b>", page.content.decode())


def code_of(table):
    (code,) = codes_on(a_phone().get(address(table, "share")))
    return code


def type_code(code):
    answer = send(a_phone(), "/table/", {"code": code})
    return answer.get("Location") or said(answer)


def test_a_typed_code_leads_to_the_pad_of_its_table_for_ten_to_twenty_minutes(clock):
    a_table()
    table = a_table()
    code = code_of(table)
    typed = [code, code.lower(), code.replace("-", " "), code.replace("-", "")]
    assert [type_code(one) for one in typed] == [address(table)] * 4
    clock[0] = NOW + timedelta(minutes=14, seconds=59)
    assert type_code(code) == address(table)
    clock[0] = NOW + timedelta(minutes=15)
    assert "No table has this code." in type_code(code)
    assert type_code(code_of(table)) == address(table)


def test_a_typed_code_ends_with_its_link_and_with_the_evening(clock):
    table, other = a_table(), a_table("Ben+Dan 3")
    codes = [code_of(table), code_of(other)]
    renew_link(table=table, right="write")
    close(other.session)
    assert ["No table has this code" in type_code(code) for code in codes] == [True, True]
    assert type_code(code_of(table)) == address(table)
    assert codes_on(a_phone().get(address(other, "share"))) == []


def test_a_watcher_is_shown_no_code(clock):
    assert codes_on(a_phone().get(address(a_table(), "share", right="watch"))) == []


def test_wrong_codes_are_counted_together_with_those_for_player_pages(clock, monkeypatch):
    monkeypatch.setattr(throttle, "WRONG_CODES", (2, 5))
    code = code_of(a_table())
    phone = a_phone()
    pages = ("/table/", "/me/", "/table/")
    statuses = [send(phone, page, {"code": "22222222"}).status_code for page in pages]
    right = send(phone, "/table/", {"code": code})
    assert (statuses, right.status_code) == ([422, 422, 429], 429)
    assert "scanning the table" in said(right)


@given(st.integers(0, 32**8 - 1), st.integers(0, 10**7))
def test_each_number_has_one_code_and_each_code_one_number(number, period):
    code = typed_code.enciphered(number, period)
    assert (len(code), set(code) <= set(SIGNS)) == (8, True)
    assert typed_code.deciphered(code, period) == number


def test_codes_of_neighbouring_numbers_differ_widely():
    codes = [typed_code.enciphered(number, 7) for number in range(1, 200)]
    alike = [sum(a == b for a, b in zip(*pair, strict=True)) for pair in pairwise(codes)]
    assert max(alike) <= 4
    assert len({code[:4] for code in codes} | {code[4:] for code in codes}) > 390


def test_a_wrong_code_costs_the_same_however_many_tables_are_open(clock, monkeypatch):
    macs = []
    mac = typed_code.salted_hmac
    monkeypatch.setattr(typed_code, "salted_hmac", lambda *a, **k: macs.append(a) or mac(*a, **k))
    cost = []
    for _ in range(2):
        a_table()
        a_table()
        type_code("22222222")
        cost.append(len(macs))
    assert cost[1] == 2 * cost[0]


@pytest.mark.django_db(transaction=True)
def test_a_code_is_looked_up_before_any_lock_is_taken():
    inside = []
    throttle.found_by_code("203.0.113.9", lambda: inside.append(connection.in_atomic_block))
    assert inside == [False]
