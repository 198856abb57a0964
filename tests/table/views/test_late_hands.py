"""Hands of phones that had not seen everything: seen by all, decided by somebody, never lost."""

import re

import pytest

from scoring.euchre.hand import Hand
from scoring.table.actions.tables import change_people
from tests.cast import (
    BEN_WITH_DAN,
    CAT,
    EVE_ALONE,
    a_phone,
    a_table,
    address,
    again,
    form_of,
    log,
    log_unseen,
    signed_in,
    told_hands,
)
from tests.html import said, shown

pytestmark = pytest.mark.django_db

CAT_ALONE = Hand(maker=CAT, alone=CAT, tricks=3)
WAITING = r'<section class="waiting".*?</section>'


def test_a_hand_from_an_outdated_phone_shows_both_hands_and_asks():
    table = a_table(CAT_ALONE)
    sent = form_of(table, EVE_ALONE)
    log(table, BEN_WITH_DAN)
    answer = a_phone().post(address(table, "hands/log"), sent)
    assert answer.status_code == 409
    (compared,) = shown(answer, '<table class="compared">.*?</tbody>')
    assert re.sub(r"\d+:\d\d", "now", compared) == (
        "This phone at now Hand 2 a phone at the table at now Maker ≠ (differs) Eve Ben "
        "Partner ≠ (differs) Alone Dan Tricks ≠ (differs) All five Three tricks "
        "Points ≠ (differs) Eve +5 Ben and Dan +1 each"
    )
    assert shown(answer, '<button name="keep".*?</button>') == [
        "This is right (this phone)",
        "This is right (hand 2)",
        "Both were played, count the new one as hand 3",
    ]
    assert again(table).sitting.hands.waiting().get().hand == EVE_ALONE


@pytest.mark.parametrize(
    ("keep", "counted"),
    [("yes", [BEN_WITH_DAN, EVE_ALONE]), ("no", [BEN_WITH_DAN]), ("instead", [EVE_ALONE])],
)
def test_waiting_hands_can_be_decided_with_one_button(keep, counted):
    table = a_table(BEN_WITH_DAN)
    record = log_unseen(table, EVE_ALONE)
    client, path = a_phone(), address(table, f"hands/{record.pk}/decide")
    assert [client.post(path, {"keep": keep}).status_code for _ in range(2)] == [302, 302]
    assert told_hands(table) == counted
    assert shown(client.get(address(table)), WAITING) == []


@pytest.mark.parametrize("told", [{}, {"keep": ""}, {"keep": "maybe"}, {"keep": "\0"}])
def test_a_decision_without_a_choice_changes_nothing(told):
    table = a_table(BEN_WITH_DAN)
    record = log_unseen(table, EVE_ALONE)
    answer = a_phone().post(address(table, f"hands/{record.pk}/decide"), told)
    assert (answer.status_code, said(answer), again(record).state) == (
        422,
        "Choose whether it is another hand or the same one.",
        "waiting",
    )


def test_every_phone_at_the_table_and_the_evenings_page_show_waiting_hands():
    table = a_table(BEN_WITH_DAN)
    log_unseen(table, EVE_ALONE)
    assert len(shown(a_phone().get(address(table)), WAITING)) == 1
    page = signed_in("kate").get(f"/sessions/{table.session_id}/")
    assert shown(page, r'<ul class="needs">(.*?)</ul>') == ["A hand needs approval"]


def test_a_hand_equal_to_the_latest_is_offered_as_the_same():
    table = a_table(BEN_WITH_DAN)
    log_unseen(table, BEN_WITH_DAN)
    (asked,) = shown(a_phone().get(address(table)), WAITING)
    assert asked.startswith("Is this the same hand?")
    assert "Same hand, count it once Both were played, count the new one as hand 2" in asked


@pytest.mark.parametrize("written", ["{}", " {} ", "{:012}"])
def test_a_late_hand_for_players_who_left_is_not_lost(written):
    table = a_table(BEN_WITH_DAN)
    sent = form_of(table, EVE_ALONE)
    sent["sitting"] = written.format(sent["sitting"])
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    client = a_phone()
    answer = client.post(address(table, "hands/log"), sent)
    assert (answer.status_code, len(shown(answer, WAITING))) == (409, 1)
    record = again(table).sittings.first().hands.waiting().get()
    assert (
        client.post(address(table, f"hands/{record.pk}/decide"), {"keep": "yes"}).status_code == 302
    )
    assert again(table).sittings.first().totals == (0, 1, 0, 1, 5)
    assert told_hands(table) == []


def test_a_hand_that_cannot_be_kept_says_why_and_can_still_be_left_out():
    table = a_table(BEN_WITH_DAN)
    sent = form_of(table, "Ann+Cat 3", made="took", after="")
    client = a_phone()
    assert client.post(address(table, "hands/log"), sent).status_code == 409
    path = address(table, f"hands/{sent['hand_id']}/decide")
    kept = client.post(path, {"keep": "yes"})
    assert (kept.status_code, said(kept)) == (
        409,
        "Hand 2 would then be impossible. Only the dealer can pick up the trump.",
    )
    assert client.post(path, {"keep": "no"}).status_code == 302
