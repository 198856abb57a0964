"""What a phone kept is sent on: every answer names the telling it answers."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.models import HandRecord
from scoring.table.actions.agreed import ask_agreement
from scoring.table.queries.history import LOGGED, history_of
from scoring.table.queries.reseating import PEOPLE
from scoring.table.views import phones
from tests.cast import (
    a_phone,
    a_table,
    address,
    again,
    close,
    everything,
    form_of,
    log,
    some_id,
    told_hands,
    totals,
)
from tests.html import text
from tests.table.actions.reseating import reseat

pytestmark = pytest.mark.django_db


def send(table, by=None, *, do="hand", hand="Eve! 5", id=None, **more):
    """Send a telling as a phone does; returns the answer."""
    id = id or uuid4()
    facts = form_of(table, hand) if do == "hand" else {}
    told = facts | {"key": id if do == "hand" else uuid4(), "do": do, "hand_id": id} | more
    token = table.links.get(right="write").token
    return (by or a_phone()).post(f"/t/{token}/hands/send", told)


def test_a_sent_hand_is_stored_and_the_answer_names_it():
    table = a_table("Ben+Dan 3")
    id = uuid4()
    answer = send(table, id=id)
    assert (answer.status_code, answer["Bowerbook"]) == (200, "queue")
    version = again(table).version
    assert answer.json() == {
        "key": str(id),
        "id": str(id),
        "state": "counted",
        "no": 2,
        "version": version,
    }
    assert totals(table)["Eve"] == 5


def test_the_same_entry_sent_again_gets_the_same_answer_and_stores_nothing():
    table = a_table("Ben+Dan 3")
    id = uuid4()
    assert send(table, id=id).json() == send(table, id=id).json()
    assert len(told_hands(table)) == 2


def test_a_hand_takes_no_more_queries_than_it_needs(django_assert_num_queries):
    table, phone = a_table("Ben+Dan 3"), a_phone()
    send(table, phone)
    id, to = uuid4(), address(table, "hands/send")
    told = form_of(table, "Eve! 5") | {"key": id, "do": "hand", "hand_id": id}
    # The transaction (2), the link with the lock, the sitting, its hands, the insert, and the
    # versions. SQLite looks for the link before it locks, and raises each version for itself.
    with django_assert_num_queries(9 if connection.vendor == "sqlite" else 7):
        assert phone.post(to, told).status_code == 200


def test_a_hand_that_must_wait_says_so():
    table = a_table("Ben+Dan 3")
    answer = send(table, after=uuid4())
    assert (answer.status_code, answer.json()["state"], answer.json()["no"]) == (
        200,
        "waiting",
        None,
    )


def test_a_hand_can_be_undone_and_restored_from_the_phone():
    table = a_table("Ben+Dan 3")
    hand = log(table, "Eve! 5")
    answer = send(table, do="take-back", id=hand.pk)
    assert (answer.json()["state"], answer.json()["id"], totals(table)["Eve"]) == (
        "taken-back",
        str(hand.pk),
        0,
    )
    answer = send(table, do="put-back", id=hand.pk)
    assert (answer.json()["state"], answer.json()["no"], totals(table)["Eve"]) == ("counted", 2, 5)
    assert answer.json()["version"] == again(table).version


def test_a_hand_that_the_rules_forbid_is_refused_with_a_reason():
    table = a_table("Ben+Dan 3")
    answer = send(table, tricks="9")
    assert (answer.status_code, answer.json()["state"]) == (422, "refused")
    assert answer.json()["reason"] == "There are only five tricks in a hand: 0 to 5."


def test_a_closed_evening_refuses_and_names_the_entry():
    table = a_table("Ben+Dan 3")
    close(table.session)
    id = uuid4()
    answer = send(table, id=id)
    assert (answer.status_code, answer.json()["key"], answer.json()["state"]) == (
        409,
        str(id),
        "refused",
    )
    assert answer.json()["reason"].startswith("This table is closed")


def test_undoing_a_hand_that_never_arrived_is_refused():
    answer = send(a_table("Ben+Dan 3"), do="take-back")
    assert (answer.status_code, answer.json()["state"]) == (409, "refused")
    assert answer.json()["early"]


def test_an_id_sent_before_with_different_facts_is_refused():
    table = a_table("Ben+Dan 3")
    hand = log(table, "Eve! 5")
    answer = send(table, id=hand.pk, hand="Eve! 4")
    assert (answer.status_code, "with different details" in answer.json()["reason"]) == (409, True)


def test_a_request_without_a_key_settles_no_entry():
    answer = send(a_table("Ben+Dan 3"), key="")
    assert (answer.status_code, "key" in answer.json()) == (400, False)


@pytest.mark.parametrize("ago", ["", "-5", "1e9", "4000000000", "²"])
def test_a_wrong_phone_clock_never_loses_a_hand(ago):
    table = a_table("Ben+Dan 3")
    assert send(table, ago=ago).status_code == 200
    record = HandRecord.objects.latest("logged_at")
    assert record.told_at in (None, again(table).sitting.started_at)


def test_a_phone_keeps_its_two_letter_sign():
    table, phone = a_table("Ben+Dan 3"), a_phone()
    send(table, phone)
    send(table, phone, hand="Ben+Dan 3")
    (signs,) = {
        record.logged_by for record in HandRecord.objects.filter(logged_by__startswith="phone ")
    }
    assert signs == f"phone {phone.cookies['phone'].value}"


def test_a_new_phone_gets_no_sign_that_a_hand_of_the_table_has(monkeypatch):
    monkeypatch.setattr(phones, "SIGNS", "K7")
    table, phone = a_table("Ben+Dan 3"), a_phone()
    log(table, "Eve! 5", actor=Actor(phone="K7"), told_on="77")
    log(table, "Eve! 5", actor=Actor(phone="KK"))
    phone.get(address(table))
    assert phone.cookies["phone"].value == "7K-"


def fresh(signs):
    """A phone that was given signs, and told nothing yet."""
    phone = a_phone()
    phone.cookies["phone"] = f"{signs}-"
    return phone


def test_the_later_of_two_new_phones_with_one_sign_gets_another_at_its_first_hand():
    table, first, later = a_table(), fresh("K7"), fresh("K7")
    ask_agreement(table=table, asks=True)
    send(table, first, phone="K7")
    assert first.cookies["phone"].value == "K7"
    for hand in ("Ben+Dan 3", "Eve! 5"):
        assert send(again(table), later, hand=hand, phone="K7").json()["state"] == "counted"
    other, _, had = later.cookies["phone"].value.partition("-")
    told = HandRecord.objects.order_by("place").values_list("phone", "told_on", "logged_by")
    assert other != had == "K7"
    assert [*told] == [("K7", "", "phone K7"), *[(other, "", f"phone {other}")] * 2]
    hand = HandRecord.objects.get(place=2)
    agrees = {"agrees": "yes", "revision": 0}
    first.post(address(table, f"hands/{hand.pk}/agreed"), agrees)
    assert [word.by for word in hand.assents.all()] == ["phone K7"]


def test_a_new_phone_that_sends_its_hand_again_keeps_its_sign():
    table, id = a_table(), uuid4()
    send(table, fresh("K7"), id=id, phone="K7")
    phone = fresh("K7")
    send(table, phone, id=id, phone="K7")
    assert phone.cookies["phone"].value == "K7"
    assert HandRecord.objects.get().logged_by == "phone K7"


def test_a_refused_hand_leaves_a_new_phone_new():
    table, phone = a_table("Ben+Dan 3"), fresh("K7")
    close(table.session)
    assert send(table, phone, phone="K7").status_code == 409
    assert phone.cookies["phone"].value == "K7-"


def test_an_undo_sent_again_after_closing_gets_its_answer():
    table = a_table("Ben+Dan 3")
    told = {"do": "take-back", "hand_id": log(table, "Eve! 5").pk, "key": uuid4()}
    first = send(table, **told)
    close(table.session)
    again_told = send(table, **told)
    assert (first.status_code, again_told.status_code) == (200, 200)
    assert again_told.json() | {"version": 0} == first.json() | {"version": 0}


def test_a_hand_sent_again_after_a_seat_correction_is_the_same_hand():
    table = a_table("Eve! 5")
    facts = form_of(again(table), "Ben+Dan 3") | {"key": some_id(78), "hand_id": some_id(78)}
    assert send(table, **facts).json()["no"] == 2
    reseat(table, ["Ben", "Ann", "Cat", "Dan", "Eve"], stay_with=PEOPLE)
    stored = everything()
    answer = send(table, **facts).json()
    assert (answer["state"], answer["no"], everything()) == ("counted", 2, stored)
    answer = send(table, **facts | {"tricks": 4})
    assert (answer.status_code, everything()) == (409, stored)


@pytest.mark.parametrize("do", ["hand", "take-back"])
def test_a_closed_evening_refuses_in_the_words_of_the_list_of_stored_hands(do):
    table = a_table("Ben+Dan 3")
    hand = log(table, "Eve! 5")
    close(table.session)
    stored = everything()
    answer = send(table, do=do, id=hand.pk if do == "take-back" else None)
    assert (answer.status_code, answer.json()["reason"], everything()) == (
        409,
        "This table is closed. The hand is safe on this phone. Ask the organiser to reopen "
        "the table, then tap “Send again”.",
        stored,
    )
    assert "early" not in answer.json()


def test_a_hand_undone_while_it_waits_is_no_longer_asked_about():
    table, phone = a_table("Ben+Dan 3"), a_phone()
    seen = again(table).sitting.latest
    log(table, "Eve! 5")
    first, slip = uuid4(), uuid4()
    assert send(table, phone, id=first, after=seen).json()["state"] == "waiting"
    assert send(table, phone, id=slip, after=first, hand="Dan! 3").json()["state"] == "waiting"
    undo = {"do": "take-back", "hand_id": slip, "key": uuid4()}
    version = again(table).version
    told = {"key": str(undo["key"]), "id": str(slip), "state": "taken-back", "no": None}
    for _ in range(2):
        answer = send(table, phone, **undo)
        assert (answer.status_code, answer.json()) == (200, told | {"version": version + 1})
    page = text(phone.get(address(table)).content.decode())
    assert ("Eve alone" in page, "Dan alone" in page) == (True, False)
    answer = send(table, phone, do="put-back", id=slip)
    assert (answer.status_code, answer.json()["state"], len(told_hands(table))) == (
        200,
        "waiting",
        2,
    )
    assert "Dan alone" in text(phone.get(address(table)).content.decode())


@pytest.mark.parametrize(
    ("signs", "told_on", "by"),
    [
        ("K7", "K7", "phone K7, handed over to phone M3"),
        ("M3", "", "phone M3"),
        ("?!", "", "phone M3"),
    ],
)
def test_the_history_of_a_handed_over_hand_names_the_phone_that_entered_it(signs, told_on, by):
    table, phone = a_table("Ben+Dan 3"), a_phone()
    phone.cookies["phone"] = "M3"
    table.sittings.update(started_at=timezone.now() - timedelta(hours=2))
    id = uuid4()
    assert send(table, phone, id=id, phone=signs, ago=600).status_code == 200
    hand = HandRecord.objects.get(pk=id)
    kept = (hand.logged_at - hand.told_at).total_seconds()
    assert (hand.logged_by, hand.phone, hand.told_on, round(kept)) == (
        "phone M3",
        "M3",
        told_on,
        600,
    )
    assert [event.by for event in history_of(table).events if event.kind == LOGGED][-1:] == [by]
