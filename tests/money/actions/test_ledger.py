"""What an evening writes into the club's book: closings, ticks, the door."""

import pytest

from scoring.common.refused import Refused
from scoring.models import Attendance, Entry, HandRecord, Payment, Table
from scoring.money.actions.accounts import carry_over
from scoring.money.actions.ledger import charge_fee, drop_fee, enter_missing, pay_fee
from scoring.money.actions.payments import mark_paid
from scoring.money.pure.ledger import to_be_even
from scoring.money.queries.accounts import (
    balances,
    balances_of,
    cash_of,
    open_payments_of,
    waiting_on_sheets,
)
from scoring.table.actions.corrections import take_back
from tests.book import stands
from tests.cast import (
    ANN_MARCHES_WITH_CAT,
    BEN_WITH_DAN,
    EVE_ALONE,
    PASSED_OUT,
    PHONE,
    a_table,
    close,
    log,
    reopen,
)

pytestmark = pytest.mark.django_db


def standing(club):
    """How each account stands, by name; who is even is left out."""
    return stands(club)[0]


def entered(club):
    """Every line of the book: its kind, who is debited and credited, and how much."""
    lines = club.entries.select_related("debited", "credited").order_by("pk")
    return [(one.kind, *map(str, (one.debited, one.credited)), one.amount_minor) for one in lines]


def tick(closing, no=0, *, paid=True):
    return mark_paid(payment=list(closing.payments.all())[no], paid=paid, actor=PHONE)


def a_closed_table(*hands, **what):
    """A table whose evening is closed: the table, its club, the closing."""
    table = a_table(*(hands or (EVE_ALONE,)), **what)
    return table, table.session.club, close(table.session)


def test_a_closing_moves_winnings_and_losses_between_players_and_the_club():
    _, club, closing = a_closed_table()
    assert entered(club) == [
        ("settlement", "Ann", "None", 125),
        ("settlement", "Ben", "None", 125),
        ("settlement", "Cat", "None", 125),
        ("settlement", "Dan", "None", 125),
        ("settlement", "None", "Eve", 500),
    ]
    assert {(one.closing, one.session, one.by, one.at) for one in club.entries.all()} == {
        (closing, closing.session, closing.closed_by, closing.closed_at)
    }
    assert (sum(standing(club).values()), cash_of(club)) == (0, 0)


def test_a_closing_for_points_enters_nothing():
    _, club, closing = a_closed_table(stake_minor=0)
    tick(closing)
    assert entered(club) == []


def test_reopening_enters_nothing_and_closing_again_only_the_difference():
    table, club, closing = a_closed_table()
    before = standing(club)
    reopen(table.session)
    assert standing(club) == before
    again = close(table.session)
    assert not again.entries.exists()
    reopen(table.session)
    log(table, ANN_MARCHES_WITH_CAT)
    third = close(table.session)
    nets = {third.statement.names[no]: net.minor for no, net in enumerate(third.statement.nets)}
    assert standing(club) == {name: minor for name, minor in nets.items() if minor}
    assert sum(one.amount_minor for one in third.entries.filter(credited=None)) == sum(
        one.amount_minor for one in third.entries.filter(debited=None)
    )


def test_accounts_are_reversed_when_the_stake_is_removed():
    table, club, _ = a_closed_table()
    reopen(table.session)
    Table.objects.update(stake_minor=0)
    close(table.session)
    assert standing(club) == {}


def test_marking_a_payment_paid_moves_both_accounts_towards_zero_once():
    _, club, closing = a_closed_table()
    for _ in range(2):
        tick(closing)
    assert standing(club) == {"Ben": -125, "Cat": -125, "Dan": -125, "Eve": 375}
    assert entered(club)[5:] == [("payment", "Eve", "Ann", 125)]
    for no in range(1, 4):
        tick(closing, no)
    assert (standing(club), cash_of(club)) == ({}, 0)


def test_unmarking_a_payment_is_an_entry_of_its_own_and_it_can_be_marked_again():
    _, club, closing = a_closed_table()
    for paid in (True, False, False, True):
        tick(closing, paid=paid)
    ticks = [
        ("payment", "Eve", "Ann", 125),
        ("payment", "Ann", "Eve", 125),
        ("payment", "Eve", "Ann", 125),
    ]
    assert entered(club)[5:] == ticks
    assert standing(club)["Eve"] == 375


def test_payments_marked_before_a_reopening_stay_in_the_accounts():
    table, club, closing = a_closed_table()
    tick(closing)
    reopen(table.session)
    close(table.session)
    assert standing(club) == {"Ben": -125, "Cat": -125, "Dan": -125, "Eve": 375}


def test_a_payment_carried_over_cannot_be_marked_paid_until_that_is_undone():
    _, club, closing = a_closed_table()
    before = standing(club)
    assert carry_over(closing=closing, carried=True) == 4
    with pytest.raises(Refused, match="settled there"):
        tick(closing)
    assert carry_over(closing=closing, carried=True) == 0
    assert (standing(club), Payment.objects.filter(paid_at__isnull=False).count()) == (before, 0)
    assert carry_over(closing=closing, carried=False, payment=closing.payments.first()) == 1
    assert tick(closing).paid_at
    assert closing.payments.filter(carried_at__isnull=False).count() == 3


def test_a_payment_marked_paid_is_not_carried_over():
    _, _, closing = a_closed_table()
    tick(closing)
    assert carry_over(closing=closing, carried=True) == 3
    assert carry_over(closing=closing, carried=True, payment=closing.payments.first()) == 0


def test_payments_of_an_old_closing_can_no_longer_be_carried_over():
    table, _, closing = a_closed_table()
    reopen(table.session)
    with pytest.raises(Refused, match="reopened"):
        carry_over(closing=closing, carried=True)


def test_points_are_not_carried_over():
    _, _, closing = a_closed_table(stake_minor=0)
    with pytest.raises(Refused, match="Points aren’t money"):
        carry_over(closing=closing, carried=True)


def test_the_next_closing_leaves_carried_over_payments_to_the_accounts():
    table, club, closing = a_closed_table()
    carry_over(closing=closing, carried=True, payment=closing.payments.first())
    reopen(table.session)
    again = close(table.session)
    assert [str(payment) for payment in again.payments.all()] == [
        f"{name} pays Eve 125" for name in ("Ben", "Cat", "Dan")
    ]
    assert open_payments_of(again, carried=True).count() == 3
    (paid,) = again.statement.paid
    assert (paid.amount, paid.closing, paid.carried) == (125, 1, True)
    assert standing(club) == {"Ann": -125, "Ben": -125, "Cat": -125, "Dan": -125, "Eve": 500}


def test_carried_over_debts_that_no_longer_exist_are_asked_of_no_player():
    table, club, closing = a_closed_table(EVE_ALONE, BEN_WITH_DAN)
    carry_over(closing=closing, carried=True)
    reopen(table.session)
    for record in HandRecord.objects.all():
        take_back(record=record, actor=PHONE)
    log(table, PASSED_OUT)
    second = close(table.session)
    assert (standing(club), waiting_on_sheets(club), to_be_even(balances(club))) == ({}, [], [])
    assert second.payments.count() == open_payments_of(second, carried=True).count() == 4


def test_debts_in_points_are_never_left_to_the_accounts():
    table, _, closing = a_closed_table()
    carry_over(closing=closing, carried=True)
    reopen(table.session)
    Table.objects.update(stake_minor=0)
    assert open_payments_of(close(table.session)).count() == 4


def test_a_carried_over_payment_that_was_undone_is_asked_for_again():
    table, _, closing = a_closed_table()
    for carried in (True, False):
        carry_over(closing=closing, carried=carried)
    reopen(table.session)
    assert open_payments_of(close(table.session)).count() == 4


def test_closings_and_payments_from_before_the_accounts_existed_are_entered_once():
    table, club, closing = a_closed_table()
    tick(closing)
    reopen(table.session)
    log(table, BEN_WITH_DAN)
    second = close(table.session)
    tick(second, 1)
    expected = standing(club), second.closed_at
    Entry.objects.all().delete()
    lines = enter_missing(club=club)
    assert lines == club.entries.count()
    assert (standing(club), club.entries.filter(kind="settlement").first().at) == expected
    assert enter_missing(club=club) == 0


def test_an_evening_already_in_the_accounts_is_not_entered_again():
    table, club, closing = a_closed_table()
    tick(closing)
    tick(closing, paid=False)
    reopen(table.session)
    lines = entered(club)
    assert (enter_missing(club=club), entered(club)) == (0, lines)


@pytest.fixture
def attendance():
    table = a_table()
    ann = table.sitting.players[0]
    return Attendance.objects.create(session=table.session, player=ann, fee_minor=200)


def test_a_fee_is_owed_until_it_is_paid_in_cash(attendance):
    club = attendance.session.club
    for _ in range(2):
        charge_fee(attendance=attendance, actor=PHONE)
    assert (standing(club), cash_of(club)) == ({"Ann": -200}, 0)
    for _ in range(2):
        pay_fee(attendance=attendance, paid=True, actor=PHONE)
    assert (standing(club), cash_of(club)) == ({}, 200)
    assert entered(club) == [("fee", "Ann", "None", 200), ("fee", "None", "Ann", 200)]
    pay_fee(attendance=attendance, paid=False, actor=PHONE)
    assert (standing(club), cash_of(club)) == ({"Ann": -200}, 0)


def test_a_new_fee_replaces_the_first(attendance):
    club = attendance.session.club
    charge_fee(attendance=attendance, actor=PHONE)
    attendance.fee_minor = 350
    charge_fee(attendance=attendance, actor=PHONE)
    assert standing(club) == {"Ann": -350}
    attendance.fee_minor = 0
    charge_fee(attendance=attendance, actor=PHONE)
    assert (standing(club), club.entries.count()) == ({}, 4)


def test_a_dropped_fee_leaves_nothing_in_the_account_or_the_cash_box(attendance):
    club = attendance.session.club
    charge_fee(attendance=attendance, actor=PHONE)
    pay_fee(attendance=attendance, paid=True, actor=PHONE)
    for _ in range(2):
        drop_fee(attendance=attendance, actor=PHONE)
    assert (standing(club), cash_of(club), club.entries.count()) == ({}, 0, 4)


def test_a_player_who_is_settled_up_has_a_balance_of_zero(attendance):
    ann, ben, *_ = attendance.session.tables.get().sitting.players
    charge_fee(attendance=attendance, actor=PHONE)
    assert balances_of(attendance.session.club, [ann, ben]) == {ann.pk: -200, ben.pk: 0}
