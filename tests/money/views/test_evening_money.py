"""The money of one evening, and receipts."""

import pytest

from scoring.models import Attendance
from scoring.money.actions.accounts import enter, enter_for_each
from scoring.money.actions.ledger import charge_fee, pay_fee
from tests.book import a_settled_table, accounts_shown, named, of
from tests.cast import PHONE, some_id
from tests.html import shown
from tests.sheets.reading import whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_settled_table()


@pytest.fixture
def club(table):
    return table.session.club


def test_the_page_shows_the_money_of_an_evening(kate, table, club):
    ann, ben = named(club, "Ann"), named(club, "Ben")
    for who, paid in ((ann, True), (ben, False)):
        came = Attendance.objects.create(session=table.session, player=who, fee_minor=200)
        charge_fee(attendance=came, actor=PHONE)
        pay_fee(attendance=came, paid=paid, actor=PHONE)
    answer = kate.get(of(club, f"evenings/{table.session_id}/"))
    rows = shown(answer, r"<tr>.*?</tr>")
    assert rows == [
        "Item Total Cash",
        "Check-in fees £4.00 +£2.00",
        "Won and lost at tables £5.00",
        "Total cash +£2.00",
    ]
    assert accounts_shown(answer) == ["Ben £2.00"]


def test_a_receipt_names_the_payer_the_amount_and_the_reason(kate, club):
    ann = named(club, "Ann")
    line = enter(
        club=club,
        key=some_id(1),
        what="paid in",
        who=ann,
        amount_minor=300,
        note="old debts",
        actor=PHONE,
    ).line
    said_there = whole(kate.get(of(club, f"lines/{line.pk}/receipt.pdf")).content)
    assert f"No.{line.pk}" in said_there
    assert "ReceivedfromAnnAmount£3.00ForPaidin·olddebts" in said_there
    assert said_there.count("Amount£3.00") == 2


def test_an_entry_without_cash_has_no_receipt(kate, club):
    assert kate.get(of(club, f"lines/{club.entries.first().pk}/receipt.pdf")).status_code == 404
    assert kate.get(of(club, f"evenings/{club.sessions.get().pk}/receipts.pdf")).status_code == 404


def test_all_receipts_of_an_evening_are_printed_together(kate, table, club):
    people = club.players.all()[:3]
    enter_for_each(
        club=club, people=people, key=some_id(1), what="pot", session=table.session, in_cash=True,
        amount_minor=100, actor=PHONE,
    )  # fmt: skip
    answer = kate.get(of(club, f"evenings/{table.session_id}/receipts.pdf?paper=letter"))
    assert whole(answer.content).count("ForIntothepot·") == 3
