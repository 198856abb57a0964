"""A limited number of tables for each address: a hall never feels it, a robot does."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.common.throttle import TooMany, forget_old_visitors
from scoring.models import Club, Visitor
from scoring.table.actions.tables import start_casual_table
from tests.cast import FIVE, a_phone, everything, send, signed_in
from tests.html import shown
from tests.test_concurrency import meanwhile

HALL, HOME = "203.0.113.7", "2001:db8:1:2::10"
TYPED = {"names": "Ann, Ben, Cat, Dan, Zoë", "stake": "0.25", "currency": "EUR"}


@pytest.fixture
def clock(monkeypatch):
    """The time of day, as the site reads it: it can be moved."""

    class Clock:
        now = timezone.now().replace(hour=18, minute=0, second=0, microsecond=0)

        def move(self, **how):
            self.now += timedelta(**how)

    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


def start(times=1, *, at=HALL, client=None, **more):
    """Start tables from an address: the statuses."""
    return [send(client or a_phone(), "/start", TYPED | more, REMOTE_ADDR=at) for _ in range(times)]


def statuses(*args, **how):
    return [answer.status_code for answer in start(*args, **how)]


@pytest.mark.django_db
def test_an_address_starts_a_limited_number_of_tables_in_ten_minutes(settings, clock):
    settings.START_LIMITS = (3, 100)
    assert statuses(4) == [302, 302, 302, 429]
    clock.move(minutes=9)
    assert statuses() == [429]
    clock.move(minutes=1)
    assert statuses(4) == [302, 302, 302, 429]


@pytest.mark.django_db
def test_the_limit_of_a_day_counts_for_one_address_only(settings, clock):
    settings.START_LIMITS = (2, 3)
    assert statuses(2) == [302, 302]
    clock.move(hours=2)
    assert statuses(2) == [302, 429]
    assert statuses(1, at=HOME) == [302]
    clock.move(hours=22)
    assert statuses(3) == [302, 302, 429]


@pytest.mark.django_db
def test_a_limited_visitor_sees_when_to_try_again_and_keeps_what_was_typed(settings, clock):
    settings.START_LIMITS = (1, 100)
    start()
    clock.move(minutes=4)
    before = everything()
    (answer,) = start()
    assert (answer.status_code, answer["Retry-After"], everything()) == (429, "360", before)
    assert shown(answer, r'class="complaint" role="alert">(.*?)</p>') == [
        "Not saved. This network is at its limit of 1 table in ten minutes. What you typed "
        "is still here. Try again at 18:10. Club organisers can sign in to skip the wait."
    ]
    page = answer.content.decode()
    typed = (*(f'value="{name}"' for name in ("Ann", "Ben", "Cat", "Dan", "Zoë")), "0.25", "EUR")
    assert [one for one in typed if one not in page] == []


@pytest.mark.django_db
def test_requests_of_officers_and_invalid_forms_and_second_taps_are_not_counted(settings):
    settings.START_LIMITS = (1, 1)
    assert statuses(2, client=signed_in()) == [302, 302]
    assert statuses(2, names="") == [422, 422]
    key = uuid4()
    assert statuses(3, key=key) == [302, 302, 302]
    assert statuses() == [429]
    assert Club.objects.filter(casual=True).count() == 3


@pytest.mark.django_db
def test_addresses_of_ipv6_count_by_their_network(settings):
    settings.START_LIMITS = (1, 1)
    assert statuses(at=HOME) == [302]
    assert statuses(at="2001:db8:1:2:ffff::1") == [429]
    assert statuses(at="2001:db8:1:3::1") == [302]
    assert statuses(at="::ffff:203.0.113.7") == [302]
    assert statuses(at=HALL) == [429]


@pytest.mark.django_db
def test_a_clock_that_was_set_back_blocks_no_visitor(settings, clock):
    settings.START_LIMITS = (1, 1)
    clock.move(days=365)
    assert statuses() == [302]
    clock.move(days=-365)
    assert statuses(2) == [302, 429]
    assert forget_old_visitors() == 0
    clock.move(days=1)
    assert (forget_old_visitors(), Visitor.objects.count()) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_starts_are_counted_one_after_the_other(settings):
    settings.START_LIMITS = (1, 1)

    def one():
        return start_casual_table(currency="GBP", names=FIVE, counted_for=HALL)

    with meanwhile(one) as found:
        one()
    assert [type(answer) for answer in found] == [TooMany]
    assert Club.objects.count() == 1
