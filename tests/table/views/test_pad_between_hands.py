"""What the pad does besides saving a hand: begin one, undo, put back, move the deal."""

import re
from uuid import uuid4

import pytest

from scoring.euchre.books.foster_call_ace import CALL_ACE
from scoring.euchre.hand import Hand
from scoring.euchre.wording import describe
from scoring.table.actions.corrections import take_back
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.tables import move_deal
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    CAT_IS_EUCHRED,
    DAN,
    EVE,
    EVE_ALONE,
    FIVE,
    PASSED_OUT,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    close,
    dealers,
    form_of,
    log,
    log_all,
    told_hands,
    totals,
)
from tests.html import checked, hidden, last, points, said, shown, tap

pytestmark = pytest.mark.django_db


def test_undo_and_restore_are_one_button_each():
    table, client = a_table(EVE_ALONE, BEN_WITH_DAN), a_phone()
    path = address(table, f"hands/{again(table).sitting.latest}/")
    assert client.post(f"{path}take-back").status_code == 302
    page = client.get(address(table))
    assert (last(page), points(page)["Ben"]) == (
        f"Undone: {describe(BEN_WITH_DAN, FIVE, CALL_ACE)}.",
        0,
    )
    assert f'action="{path}put-back"' in page.content.decode()
    assert client.post(f"{path}put-back").status_code == 302
    assert points(client.get(address(table)))["Ben"] == 1


def test_two_undone_hands_are_restored_in_order():
    table, client = a_table(), a_phone()
    records = log_all(table, EVE_ALONE, BEN_WITH_DAN, PASSED_OUT)
    for record in (records[2], records[1]):
        take_back(record=record, actor=PHONE)
    for record in (records[1], records[2]):
        page = client.get(address(table)).content.decode()
        assert f"hands/{record.pk}/put-back" in page
        client.post(address(table, f"hands/{record.pk}/put-back"))
    assert told_hands(table) == [EVE_ALONE, BEN_WITH_DAN, PASSED_OUT]


def test_the_hand_undone_last_is_the_one_offered_for_restoring():
    table = a_table(BEN_WITH_DAN)
    take_back(record=log(table, CAT_IS_EUCHRED), actor=PHONE)
    take_back(record=log(table, EVE_ALONE), actor=PHONE)
    assert (
        "Eve alone, all five" in shown(a_phone().get(address(table)), r'<p class="last".*?</p>')[0]
    )


def test_an_undone_hand_cannot_be_restored_on_the_pad_after_another_replaced_it():
    table, client = a_table(BEN_WITH_DAN), a_phone()
    take_back(record=log(table, EVE_ALONE), actor=PHONE)
    log(table, PASSED_OUT)
    page = client.get(address(table))
    assert ("/put-back" in page.content.decode(), last(page)[:12]) == (False, "Hand 2 saved")


def test_an_undo_keeps_its_reason():
    table = a_table()
    record = log(table)
    a_phone().post(address(table, f"hands/{record.pk}/take-back"), {"why": " told twice "})
    assert record.corrections.get().why == "told twice"


def test_the_dealer_is_changed_with_one_tap():
    table, client = a_table(BEN_WITH_DAN), a_phone()
    answer = client.post(address(table, "deal"), {"seat": "4"})
    assert (answer.status_code, dealers(table)) == (302, [ANN, EVE])
    page = client.get(address(table)).content.decode()
    keys = re.findall(r'data-name="([^"]*)"(.*?)</button>', page, flags=re.DOTALL)
    assert [name for name, key in keys if 'class="dealer"' in key] == ["Eve"]


def test_a_started_hand_shows_its_maker_and_is_finished_where_it_was_started():
    table, client = a_table(), a_phone()
    sent = form_of(table, Hand(maker=BEN, call="D", tricks=3), partner=None, tricks=None)
    assert client.post(address(table, "hands/begin"), sent).status_code == 302
    page = client.get(address(table))
    assert "Ben" in shown(page, r'<p class="prompt".*?</p>')[0]
    assert (hidden(page)["hand_id"], hidden(page)["maker"]) == (str(sent["hand_id"]), "1")
    finished = hidden(page) | {"call": "D"}
    finished |= hidden(tap(client, table, page, "3", "t3"))
    client.post(address(table, "hands/log"), finished)
    assert told_hands(table) == [Hand(maker=BEN, partner=DAN, call="D", tricks=3)]


def test_the_suit_of_a_started_hand_stays_chosen_after_further_taps():
    table, client = a_table(), a_phone()
    begin_hand(
        table=table, sitting=again(table).sitting.pk, id=uuid4(), maker=BEN, call="D", actor=PHONE
    )
    page = tap(client, table, client.get(address(table)), "3", "t3")
    assert checked(page, "call") == ["D"]


def test_a_started_hand_can_be_discarded():
    table, client = a_table(BEN_WITH_DAN), a_phone()
    begin_hand(
        table=table, sitting=again(table).sitting.pk, id=uuid4(), maker=BEN, call=None, actor=PHONE
    )
    assert client.post(address(table, "hands/begin"), {"drop": "yes"}).status_code == 302
    assert again(table).sitting.hands.filter(state="begun").count() == 0
    close(table.session)


def test_a_secret_partner_stays_secret_on_every_screen():
    table, client = a_table(BEN_WITH_DAN), a_phone()
    client.post(address(table, "hands/begin"), form_of(table, "Ann+Cat 3", call="D"))
    assert again(table).sitting.hands.get(state="begun").partner is None
    for where in ("", "board", "score"):
        assert "Ann with Cat" not in client.get(address(table, where)).content.decode()


def test_making_no_seat_the_dealer_is_refused_with_a_reason():
    table = a_table()
    move_deal(table=table, seat=DAN)
    answer = a_phone().post(address(table, "deal"), {"seat": "9"})
    assert (answer.status_code, said(answer)) == (
        409,
        "There is no such seat at this table.",
    )
    assert totals(table) == dict.fromkeys(FIVE, 0)
