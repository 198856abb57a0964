"""What an evening did not pay at the table is left to the accounts; and what closing it again moves
there."""

import re

import pytest

from scoring.models import Pass, Payment
from scoring.money.actions.payments import mark_paid
from scoring.money.sheets.settlement import settlement_pdf
from scoring.money.views.settlement_sheet import settlement_sheet
from scoring.table.actions.reseat import put_right
from scoring.table.queries.reseating import SEATS
from tests.book import a_settled_table, of, stands
from tests.cast import (
    ANN_MARCHES_WITH_CAT,
    EVE_ALONE,
    FIVE,
    PHONE,
    a_club,
    a_phone,
    a_table,
    again,
    close,
    log,
    reopen,
)
from tests.html import refused, shown, text
from tests.sheets.reading import squeezed, whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_settled_table()


@pytest.fixture
def club(table):
    return table.session.club


def test_a_payment_on_a_sheet_can_be_marked_paid_or_carried_over_here(kate, club):
    first, second = Payment.objects.all()[:2]
    kate.post(of(club, f"payments/{first.pk}/settle"), {"now": "paid"})
    kate.post(of(club, f"payments/{second.pk}/settle"), {"now": "carried"})
    first, second = again(first), again(second)
    assert (bool(first.paid_at), bool(second.carried_at)) == (True, True)
    assert stands(club)[0]["Eve"] == 375
    refusal = refused(of(club, f"payments/{second.pk}/settle"), {"now": "paid"}, client=kate)
    assert refusal == (
        409,
        "This payment was carried over to accounts and is settled there.",
    )


def test_a_payment_of_another_club_is_not_found(kate, club):
    payment = Payment.objects.first()
    elsewhere = a_club("Another club", organiser="kate")
    assert (
        refused(of(elsewhere, f"payments/{payment.pk}/settle"), {"now": "paid"}, client=kate)[0]
        == 404
    )


@pytest.mark.parametrize("what", [{}, {"now": "stolen"}])
def test_settling_a_payment_without_saying_how_is_refused(kate, club, what):
    payment = Payment.objects.first()
    assert refused(of(club, f"payments/{payment.pk}/settle"), what, client=kate) == (
        422,
        "Choose whether it was paid or is carried over.",
    )


def test_the_settlement_carries_over_open_payments_and_can_undo_it(kate, table, club):
    mark_paid(payment=Payment.objects.first(), paid=True, actor=PHONE)
    path = f"/sessions/{table.session_id}/"
    assert "Carry over to accounts" in text(kate.get(f"{path}settlement").content.decode())
    kate.post(f"{path}payments/carry", {"carried": "yes"})
    page = kate.get(f"{path}settlement")
    assert "Carry over" not in text(page.content.decode())
    assert len(shown(page, r'<p class="hint">carried over to accounts</p>')) == 3
    carried = Payment.objects.filter(carried_at__isnull=False)
    kate.post(f"{path}payments/carry", {"carried": "no", "payment": carried.first().pk})
    assert carried.count() == 2


def test_carried_over_payments_have_no_tick_box_on_paper(kate, table):
    session = table.session
    before = [transfer.carried for transfer in settlement_sheet(again(session)).transfers]
    kate.post(f"/sessions/{session.pk}/payments/carry", {"carried": "yes"})
    carried = settlement_sheet(again(session))
    assert (any(before), all(transfer.carried for transfer in carried.transfers)) == (False, True)
    assert squeezed("Carried over to accounts") in whole(settlement_pdf(carried))


def test_an_incomplete_carry_over_is_refused(kate, table):
    path = f"/sessions/{table.session_id}/payments/carry"
    sentence = "Choose whether to carry it over."
    assert refused(path, {}, client=kate) == (422, sentence)
    assert refused(path, {"carried": "yes", "payment": "7777"}, client=kate) == (
        422,
        "This closing has no such payment.",
    )


def test_a_phone_at_the_table_cannot_carry_over_payments(table):
    token = table.links.get(right="write").token
    assert "Carry over" not in a_phone().get(f"/t/{token}/settlement").content.decode()


def test_points_cannot_be_carried_over(kate):
    table = a_table(EVE_ALONE, stake_minor=0)
    close(table.session)
    path = f"/sessions/{table.session_id}/"
    assert "Carry over" not in kate.get(f"{path}settlement").content.decode()
    assert refused(f"{path}payments/carry", {"carried": "yes"}, client=kate)[0] == 409


def test_closing_again_previews_whose_account_moves(kate, table, club):
    reopen(table.session)
    path = f"/sessions/{table.session_id}/close"
    assert "No account changes" in text(kate.get(path).content.decode())
    log(table, ANN_MARCHES_WITH_CAT)
    before = stands(club)
    answer = kate.get(path)
    moved = re.search(r'aria-labelledby="moved".*?</section>', answer.content.decode(), re.DOTALL)[
        0
    ]
    rows = [text(row) for row in re.findall(r"<tr>.*?</tr>", moved)][1:]
    assert rows == [
        "Ann −£1.25 £1.00 +£2.25",
        "Ben −£1.25 −£2.75 −£1.50",
        "Cat −£1.25 £1.00 +£2.25",
        "Dan −£1.25 −£2.75 −£1.50",
        "Eve £5.00 £3.50 −£1.50",
    ]
    assert stands(club) == before
    kate.post(path)
    assert stands(club)[0] == {"Ann": 100, "Ben": -275, "Cat": 100, "Dan": -275, "Eve": 350}


def test_closing_again_says_that_the_rest_is_carried_over_as_before(kate, table):
    path = f"/sessions/{table.session_id}/"
    pages = ["close", "settlement"]
    reopen(table.session)
    assert ["as before" in shown_at(kate, path + page) for page in pages] == [False, False]
    close(table.session)
    kate.post(f"{path}payments/carry", {"carried": "yes"})
    reopen(table.session)
    log(table, ANN_MARCHES_WITH_CAT)
    sentence = "Unpaid amounts {} carried over to accounts, as before. No one pays at the table."
    for page in pages:
        assert sentence.format("will be") in shown_at(kate, path + page)
    kate.post(f"{path}close")
    page = shown_at(kate, f"{path}settlement")
    assert sentence.format("were") in page
    assert "Carry over to accounts" not in page
    assert settlement_sheet(again(table.session)).notes == (
        "Unpaid amounts are carried over to accounts, as before.",
    )


def shown_at(client, path):
    return text(client.get(path).content.decode())


def test_every_page_shows_a_payer_who_is_no_longer_at_the_table(kate, table):
    session, sitting = table.session, again(table).sitting
    mark_paid(payment=Payment.objects.first(), paid=True, actor=PHONE)
    reopen(session)
    seen = [player.pk for player in sitting.players]
    put_right(sitting=sitting, names=["Zed", *FIVE[1:]], stay_with=SEATS, seen=seen, actor=PHONE)
    wall = Pass.objects.create(club=session.club, session=session, right=Pass.Right.WALL)
    path = f"/sessions/{session.pk}/"
    assert "Dan pays Ann £1.25" in shown_at(kate, f"{path}settlement")
    pages = [
        path,
        f"{path}close",
        f"{path}settlement",
        f"{path}settlement.pdf",
        f"/w/{wall.token}/",
    ]
    assert [kate.get(page).status_code for page in pages] == [200] * 5
    assert kate.post(f"{path}close").status_code == 302
    pages.remove(f"{path}close")
    assert [kate.get(page).status_code for page in pages] == [200] * 4


def test_the_first_closing_has_nothing_to_compare(kate):
    table = a_table(EVE_ALONE)
    page = text(kate.get(f"/sessions/{table.session_id}/close").content.decode())
    assert "account moves" not in page
