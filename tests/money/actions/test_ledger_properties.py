"""Whatever is done in whatever order, the club's book comes out right to the penny."""

from collections import Counter

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.common.refused import Refused
from scoring.models import Attendance, HandRecord, Payment, Table
from scoring.money.actions.accounts import carry_over, enter, take_back
from scoring.money.actions.ledger import charge_fee, drop_fee, pay_fee
from scoring.money.actions.payments import mark_paid
from scoring.money.pure.ledger import LedgerLine, accounts, in_money
from scoring.money.queries.accounts import balances, cash_of, waiting_on_sheets
from scoring.table.actions.corrections import take_back as take_hand_back
from scoring.table.actions.reseat import put_right
from scoring.table.queries.reseating import SEATS
from tests import proof
from tests.cast import (
    ANN_MARCHES_WITH_CAT,
    BEN_WITH_DAN,
    EVE_ALONE,
    PHONE,
    a_table,
    again,
    close,
    log,
    reopen,
    some_id,
)

pytestmark = pytest.mark.django_db

# Whatever is done in whatever order: a close, a tick, a line by hand, … with a number to choose
# among many.
DOINGS = [
    "hand",
    "close",
    "reopen",
    "tick",
    "untick",
    "carry",
    "uncarry",
    "stake",
    "fee",
    "enter",
    "take back",
]
KINDS = ["paid in", "paid out", "pot", "prize", "in favour", "against"]


class Evening:
    """An evening whose doings are told by a word and a number; what cannot be done is refused."""

    def __init__(self):
        self.table = a_table()
        self.session, self.club = self.table.session, self.table.session.club
        self.people = self.table.sitting.players
        self.by_hand, self.cash, self.keys = {}, 0, 0

    def do(self, doing, no):
        try:
            with transaction.atomic():
                getattr(self, doing.replace(" ", "_"))(no)
        except Refused:
            pass

    def hand(self, no):
        log(self.table, (BEN_WITH_DAN, ANN_MARCHES_WITH_CAT, EVE_ALONE)[no % 3])

    def close(self, no):
        close(self.session)

    def reopen(self, no):
        reopen(self.session)

    def stake(self, no):
        Table.objects.filter(pk=self.table.pk).update(stake_minor=(0, 25, 7)[no % 3])

    def payments(self):
        return list(Payment.objects.filter(closing__session=self.session).select_related("closing"))

    def payment(self, no):
        found = self.payments()
        return found[no % len(found)] if found else None

    def tick(self, no, *, paid=True):
        if payment := self.payment(no):
            mark_paid(payment=payment, paid=paid, actor=PHONE)

    def untick(self, no):
        self.tick(no, paid=False)

    def carry(self, no, *, carried=True):
        if payment := self.payment(no):
            carry_over(closing=payment.closing, carried=carried, payment=payment)

    def uncarry(self, no):
        self.carry(no, carried=False)

    def fee(self, no):
        who = self.people[no % 5]
        came, _ = Attendance.objects.get_or_create(session=self.session, player=who)
        came.fee_minor = (0, 200, 350)[no % 3]
        came.save()
        charge_fee(attendance=came, actor=PHONE)
        pay_fee(attendance=came, paid=no % 2 == 0, actor=PHONE)

    def enter(self, no):
        self.keys += 1
        what = {"what": KINDS[no % len(KINDS)], "amount_minor": 1 + no, "in_cash": no % 2 == 0}
        for _ in range(2):
            enter(
                club=self.club, key=some_id(self.keys), who=self.people[no % 5], actor=PHONE, **what
            )

    def take_back(self, no):
        lines = list(self.club.entries.all())
        if lines:
            take_back(line=lines[no % len(lines)], actor=PHONE)

    def drop(self, no):
        records = list(HandRecord.objects.filter(sitting__table=self.table, state="counted"))
        record = records[no % len(records)] if records else None
        if record:
            take_hand_back(record=record, actor=PHONE)

    def swap(self, no):
        sitting = again(self.table).sitting
        names = [f"Zed {no}" if seat == no % 5 else name for seat, name in enumerate(sitting.names)]
        seen = [player.pk for player in sitting.players]
        put_right(sitting=sitting, names=names, stay_with=SEATS, seen=seen, actor=PHONE)

    @property
    def last(self):
        return self.session.closings.last()

    @property
    def left_open(self):
        """What the last statement says is neither paid nor left to the accounts, by the player's
        key."""
        found = Counter(in_money(self.last.statement))
        for payment in self.payments():
            if payment.paid_at or payment.carried_at:
                found[payment.payer_id] += payment.amount
                found[payment.payee_id] -= payment.amount
        return {key: amount for key, amount in found.items() if amount}

    @property
    def expected(self):
        """What the last signed statement, the ticks of money, the door and the lines by hand come
        to."""
        found = Counter()
        last = self.last
        if last and last.statement.for_money:
            for key, net in zip(last.statement.ids, last.statement.nets, strict=True):
                found[key] += net.minor
        for payment in self.payments():
            if payment.paid_at and payment.closing.statement.for_money:
                found[payment.payer_id] += payment.amount
                found[payment.payee_id] -= payment.amount
        for line in self.club.entries.filter(closing=None):
            for side, sign in ((line.credited_id, 1), (line.debited_id, -1)):
                if side:
                    found[side] += sign * line.amount_minor
        return {key: amount for key, amount in found.items() if amount}


def lines_of(club):
    return [
        LedgerLine(
            debited=one.debited_id,
            credited=one.credited_id,
            amount=one.amount_minor,
            cash=one.cash_minor,
        )
        for one in club.entries.all()
    ]


@given(st.lists(st.tuples(st.sampled_from(DOINGS), st.integers(0, 99)), max_size=16))
@settings(max_examples=proof.examples(60))
def test_accounts_always_equal_what_was_signed_marked_paid_and_entered(doings):
    with transaction.atomic():
        evening = Evening()
        for doing, no in [("hand", 2), *doings]:
            evening.do(doing, no)
            book = lines_of(evening.club)
            assert balances(evening.club) == evening.expected
            assert sum(accounts(book).values()) == 0
            assert cash_of(evening.club) == sum(line.cash for line in book)
        transaction.set_rollback(True)


AFTER_CARRYING = ["hand", "drop", "swap", "close", "reopen", "tick"]


@given(
    st.lists(st.tuples(st.sampled_from(AFTER_CARRYING), st.integers(0, 99)), max_size=12),
    st.booleans(),
)
@settings(max_examples=proof.examples(40))
def test_after_a_carry_over_the_accounts_alone_show_what_is_left(doings, all_of_it):
    with transaction.atomic():
        evening = Evening()
        for doing, no in (("hand", 2), ("hand", 0), ("close", 0)):
            evening.do(doing, no)
        carry_over(
            closing=evening.last, carried=True, payment=None if all_of_it else evening.payment(0)
        )
        for doing, no in [("reopen", 0), *doings, ("reopen", 0), ("close", 0)]:
            evening.do(doing, no)
            assert balances(evening.club) == evening.expected
            assert sum(balances(evening.club).values()) == 0
        assert waiting_on_sheets(evening.club) == []
        assert evening.left_open == {}
        transaction.set_rollback(True)


@given(
    st.lists(
        st.tuples(st.sampled_from(["enter", "take back", "fee"]), st.integers(0, 99)), max_size=12
    )
)
@settings(max_examples=proof.examples(30))
def test_undoing_everything_leaves_every_account_and_the_cash_box_at_zero(doings):
    with transaction.atomic():
        evening = Evening()
        for doing, no in doings:
            evening.do(doing, no)
        for came in evening.session.attendances.all():
            drop_fee(attendance=came, actor=PHONE)
        for line in evening.club.entries.filter(reverses=None).exclude(kind="fee"):
            take_back(line=line, actor=PHONE)
        assert (balances(evening.club), cash_of(evening.club)) == ({}, 0)
        transaction.set_rollback(True)
