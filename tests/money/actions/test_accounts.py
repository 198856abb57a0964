"""What a treasurer enters into the club's book, and takes back."""

from datetime import timedelta
from functools import partial
from uuid import uuid5

import pytest
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.models import Attendance, Entry
from scoring.money.actions.accounts import (
    bring_opening,
    enter,
    enter_for_each,
    take_back,
    take_back_together,
)
from scoring.money.actions.ledger import charge_fee, pay_fee
from scoring.money.actions.payments import mark_paid
from scoring.money.queries.accounts import (
    balance_at,
    balance_before,
    lines_of,
    standing,
    waiting_on_sheets,
)
from scoring.people.actions.people import add_players
from tests.book import stands
from tests.cast import EVE_ALONE, PHONE, a_club, a_table, again, an_evening, close, reopen, some_id

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return an_evening()


@pytest.fixture
def club(evening):
    return evening.club


@pytest.fixture
def people(club):
    return add_players(club=club, names=["Ann", "Ben", "Cat"])


def put(club, *, key=1, what="paid in", amount_minor=300, **more):
    return enter(
        club=club, key=some_id(key), what=what, amount_minor=amount_minor, actor=PHONE, **more
    )


def test_a_line_records_who_entered_it_why_and_for_which_evening(club, people, evening):
    line = put(club, who=people[0], session=evening, note="for last week").line
    assert (line.kind, line.credited, line.debited, line.amount_minor, line.cash_minor) == (
        "paid in",
        people[0],
        None,
        300,
        300,
    )
    assert (line.by, line.note, line.session, line.club) == (
        PHONE.name,
        "for last week",
        evening,
        club,
    )


def test_an_entry_sent_twice_is_stored_once(club, people):
    first, second = (put(club, who=people[0]) for _ in range(2))
    assert (first.new, second.new, first.line == second.line) == (True, False, True)
    assert stands(club) == ({"Ann": 300}, 300)


@pytest.mark.parametrize(
    "other",
    [
        {"amount_minor": 200},
        {"what": "paid out"},
        {"note": "other"},
        {"who": None, "what": "received"},
    ],
)
def test_a_different_entry_with_the_same_key_is_refused(club, people, other):
    put(club, who=people[0])
    with pytest.raises(Refused, match="Another entry"):
        put(club, **{"who": people[0]} | other)
    assert stands(club) == ({"Ann": 300}, 300)


@pytest.mark.parametrize(("first", "then"), [(True, False), (False, True)])
def test_sending_an_entry_again_neither_adds_nor_removes_its_cash(
    club, people, evening, first, then
):
    pot = {"what": "pot", "who": people[0], "session": evening}
    put(club, **pot, in_cash=first)
    before = stands(club)
    with pytest.raises(Refused, match="Another entry"):
        put(club, **pot, in_cash=then)
    assert stands(club) == before


def test_a_key_used_by_another_club_is_refused_too(club, people):
    elsewhere = a_club("Another club", organiser="mallory")
    put(elsewhere, what="received")
    with pytest.raises(Refused, match="Another entry"):
        put(club, what="received")
    assert not club.entries.exists()


def test_each_player_pays_into_the_pot_once(club, people, evening):
    pot = {"club": club, "key": some_id(7), "what": "pot", "session": evening, "in_cash": True}
    assert enter_for_each(people=people[:2], amount_minor=100, actor=PHONE, **pot) == 2
    assert enter_for_each(people=people, amount_minor=100, actor=PHONE, **pot) == 1
    assert stands(club) == ({}, 300)


def test_an_entry_is_undone_once_by_an_opposite_one(club, people):
    line = put(club, who=people[0]).line
    assert [take_back(line=line, actor=PHONE, why="Ben’s") for _ in range(2)] == [True, False]
    assert stands(club) == ({}, 0)
    back = again(line).reversed_by
    assert (back.kind, back.debited, back.credited, back.cash_minor, back.note) == (
        "paid in",
        people[0],
        None,
        -300,
        "Ben’s",
    )


def test_undoing_a_prize_also_undoes_the_cash_that_paid_it(club, people, evening):
    line = put(club, what="prize", who=people[0], session=evening, in_cash=True).line
    take_back(line=line, actor=PHONE)
    assert (stands(club), club.entries.count()) == (({}, 0), 4)


def test_the_cash_payment_alone_can_be_undone(club, people, evening):
    put(club, what="pot", who=people[0], session=evening, in_cash=True)
    take_back(line=club.entries.get(credited=people[0]), actor=PHONE)
    assert stands(club) == ({"Ann": -300}, 0)


def lines_that_stay():
    """A line of each kind that an evening wrote, or that takes another back."""
    table = a_table(EVE_ALONE)
    came = Attendance.objects.create(
        session=table.session, player=table.sitting.players[0], fee_minor=200
    )
    charge_fee(attendance=came, actor=PHONE)
    mark_paid(payment=close(table.session).payments.first(), paid=True, actor=PHONE)
    take_back(line=put(table.session.club, what="received").line, actor=PHONE)
    book = Entry.objects.filter(club=table.session.club)
    return [
        (book.get(kind="fee"), "at check-in"),
        (book.filter(kind="settlement").first(), "Reopen the club night"),
        (book.get(kind="payment"), "Untick it there"),
        (book.get(reverses__isnull=False), "Enter that one again"),
    ]


def test_entries_made_by_an_evening_are_corrected_where_they_were_entered():
    lines = lines_that_stay()
    before = Entry.objects.count()
    for line, why in lines:
        with pytest.raises(Refused, match=why):
            take_back(line=line, actor=PHONE)
    assert Entry.objects.count() == before


def test_only_payments_of_the_latest_closing_are_still_to_be_settled():
    table = a_table(EVE_ALONE)
    club = table.session.club
    points = a_table(EVE_ALONE, session=an_evening(club), stake_minor=0)
    close(points.session)
    close(table.session)
    reopen(table.session)
    second = close(table.session)
    mark_paid(payment=second.payments.first(), paid=True, actor=PHONE)
    (waiting,) = waiting_on_sheets(club)
    assert (waiting, len(waiting.waiting)) == (second, 3)
    reopen(table.session)
    (waiting,) = waiting_on_sheets(club)
    assert bool(waiting.reopened_at)


YESTERDAY = timezone.localdate() - timedelta(days=1)


def test_an_entry_is_dated_the_day_it_happened_and_never_in_the_future(club, people, evening):
    line = put(club, who=people[0], dated=YESTERDAY).line
    pot = {"what": "pot", "who": people[1], "in_cash": True, "session": evening}
    put(club, key=2, dated=YESTERDAY, **pot)
    assert {one.dated for one in club.entries.all()} == {YESTERDAY}
    assert timezone.localdate(line.at) == timezone.localdate()
    assert put(club, key=3, who=people[0]).line.dated == timezone.localdate()
    with pytest.raises(Refused, match="in the future"):
        put(club, key=4, who=people[0], dated=timezone.localdate() + timedelta(days=1))


def test_accounts_are_listed_and_balanced_by_date_not_by_time_of_typing(club, people):
    later = put(club, who=people[0], amount_minor=100).line
    before = put(club, key=2, who=people[0], amount_minor=30, dated=YESTERDAY).line
    assert list(lines_of(people[0])) == [later, before]
    assert balance_before(later, people[0]) == 30
    assert balance_at(people[0], timezone.localdate()) == 30


def test_an_undone_entry_is_undone_on_its_own_date(club, people):
    line = put(club, who=people[0], dated=YESTERDAY).line
    take_back(line=line, actor=PHONE)
    assert {one.dated for one in club.entries.all()} == {YESTERDAY}
    assert list(lines_of(people[0])) == [line]
    assert balance_at(people[0], timezone.localdate()) == 0


def test_a_charge_paid_at_once_is_shown_as_one_line(club, people, evening):
    put(club, what="pot", who=people[0], session=evening, in_cash=True)
    put(club, key=2, who=people[0], amount_minor=50)
    assert [line.kind for line in lines_of(people[0])] == ["paid in", "pot"]
    assert balance_before(lines_of(people[0])[0], people[0]) == 0
    charged, cash = club.entries.filter(kind="pot").order_by("pk")
    take_back(line=cash, actor=PHONE)
    assert set(lines_of(people[0]).filter(kind="pot")) == {charged, cash}
    assert balance_before(lines_of(people[0])[0], people[0]) == -300


def test_a_ticked_fee_is_one_line_even_after_accidental_taps(club, people, evening):
    ann = people[0]
    came = Attendance.objects.create(session=evening, player=ann, fee_minor=200)
    charge_fee(attendance=came, actor=PHONE)
    assert [(one.amount_minor, one.cash_minor) for one in lines_of(ann)] == [(200, 0)]
    for paid in (True, False, True):
        pay_fee(attendance=came, paid=paid, actor=PHONE)
    stands_now = standing(lines_of(ann))
    assert [(one.amount_minor, one.cash_minor) for one in stands_now] == [(200, 200)]
    assert (lines_of(ann).count(), stands(club)) == (2, ({}, 200))


SUBSCRIPTION = {"what": "charge", "amount_minor": 2500, "note": "Subscription"}


@pytest.mark.postgres
def test_a_group_charge_is_entered_once_and_undone_as_a_whole_or_by_person(club, people):
    charge = partial(enter_for_each, club=club, key=some_id(1), actor=PHONE, **SUBSCRIPTION)
    assert [charge(people=people), charge(people=people)] == [3, 0]
    assert stands(club) == ({"Ann": -2500, "Ben": -2500, "Cat": -2500}, 0)
    take_back(line=club.entries.get(debited=people[0], reverses=None), actor=PHONE)
    assert stands(club)[0] == {"Ben": -2500, "Cat": -2500}
    back = partial(take_back_together, club=club, together=some_id(1), actor=PHONE)
    assert [back(), back()] == [2, 0]
    assert stands(club) == ({}, 0)


def test_a_group_charge_that_fails_for_one_person_is_not_stored_for_any(club, people):
    key = uuid5(some_id(1), str(people[1].pk))
    enter(club=club, key=key, what="paid in", who=people[1], amount_minor=300, actor=PHONE)
    with pytest.raises(Refused, match="Another entry"):
        enter_for_each(club=club, key=some_id(1), people=people, actor=PHONE, **SUBSCRIPTION)
    assert stands(club) == ({"Ben": 300}, 300)


def begins(club, people, no=1, **more):
    amounts = {people[0]: -350, people[1]: 120}
    about = {"dated": YESTERDAY, "cash_minor": 4210, "amounts": amounts} | more
    return bring_opening(club=club, key=some_id(no), actor=PHONE, **about)


def test_a_club_moving_from_paper_starts_with_its_opening_balances(club, people):
    for _ in range(2):
        begins(club, people)
    assert stands(club) == ({"Ann": -350, "Ben": 120}, 4210)
    assert {(one.kind, one.dated, one.together) for one in club.entries.all()} == {
        ("opening", YESTERDAY, some_id(1))
    }


def test_opening_balances_are_entered_once_until_they_are_undone(club, people):
    begins(club, people)
    with pytest.raises(Refused, match="already an opening balance"):
        begins(club, people, no=2)
    assert take_back_together(club=club, together=some_id(1), actor=PHONE) == 3
    assert stands(club) == ({}, 0)
    with pytest.raises(Refused, match="was undone"):
        begins(club, people)
    begins(club, people, no=2, cash_minor=0)
    assert stands(club) == ({"Ann": -350, "Ben": 120}, 0)
