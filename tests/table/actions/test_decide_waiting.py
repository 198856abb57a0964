from dataclasses import replace

import pytest

from scoring.common.refused import Refused
from scoring.euchre.hand import Hand
from scoring.table.actions.corrections import put_back
from scoring.table.actions.waiting import decide_waiting, replace_with_waiting
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    CAT,
    DAN,
    EVE_ALONE,
    PHONE,
    a_table,
    again,
    close,
    dealers,
    everything,
    log,
    log_unseen,
    told_hands,
    versions,
)

pytestmark = pytest.mark.django_db


def decide(record, keep, same_as=None):
    return decide_waiting(record=record, keep=keep, same_as=same_as, actor=PHONE)


def told_of(record):
    """What the history says about a hand."""
    return [
        (change.kind, change.hand_before, change.hand_after) for change in record.corrections.all()
    ]


def test_a_waiting_hand_that_is_kept_becomes_the_next_one():
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, EVE_ALONE)
    log(table, "Cat! 3")
    kept = again(decide(record, keep=True))
    assert (kept.state, kept.place, kept.revision) == ("counted", 3, 1)
    assert told_hands(table)[-1] == EVE_ALONE
    assert told_of(kept) == [("kept", EVE_ALONE, EVE_ALONE)]


def test_a_waiting_hand_that_is_left_out_stays_in_the_history():
    table = a_table("Ben+Dan 3")
    record = again(decide(log_unseen(table, EVE_ALONE), keep=False))
    assert (record.state, record.place) == ("taken-back", None)
    assert told_hands(table) == [BEN_WITH_DAN]
    assert told_of(record) == [("left out", EVE_ALONE, EVE_ALONE)]


@pytest.mark.parametrize(
    ("first", "then"), [(True, True), (True, False), (False, True), (False, False)]
)
def test_the_first_decision_about_a_waiting_hand_is_final(first, then):
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, EVE_ALONE)
    decide(record, keep=first)
    stored = everything()
    decide(record, keep=then)
    assert everything() == stored


def test_a_hand_left_out_can_be_restored_as_the_last_one():
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, EVE_ALONE)
    decide(record, keep=False)
    log(table, "Cat! 3")
    put_back(record=record, actor=PHONE)
    assert told_hands(table) == [BEN_WITH_DAN, Hand(maker=CAT, alone=CAT, tricks=3), EVE_ALONE]


def test_a_dealer_set_in_the_meantime_applies_to_its_own_hand(move_the_deal):
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, EVE_ALONE)
    move_the_deal(table, DAN)
    decide(record, keep=True)
    log(table, BEN_WITH_DAN)
    assert dealers(table) == [ANN, BEN, DAN, 4]


def test_a_kept_hand_is_dealt_by_the_dealer_that_its_phone_showed(move_the_deal):
    table = a_table("Ben+Dan 3")
    move_the_deal(table, DAN)
    record = log_unseen(table, replace(EVE_ALONE, dealer=DAN))
    log(table, BEN_WITH_DAN, after=again(table).sitting.latest)
    decide(record, keep=True)
    assert dealers(table) == [ANN, BEN, DAN, 4]


@pytest.mark.parametrize(
    ("waits", "decides"),
    [
        (EVE_ALONE, lambda record, logged: replace_with_waiting(record=record, actor=PHONE)),
        (BEN_WITH_DAN, lambda record, logged: decide(record, keep=False, same_as=logged.pk)),
    ],
)
def test_the_dealer_of_the_correct_entry_is_kept_though_another_phone_set_one(waits, decides):
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, replace(waits, dealer=DAN))
    logged = log(table, BEN_WITH_DAN)
    decides(record, logged)
    assert told_hands(table) == [BEN_WITH_DAN, replace(waits, dealer=DAN)]
    assert dealers(table) == [ANN, DAN, 4]


def test_the_dealer_of_a_wrong_entry_is_dropped_with_it():
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, replace(EVE_ALONE, dealer=DAN))
    decide(record, keep=False, same_as=log(table, BEN_WITH_DAN).pk)
    assert dealers(table) == [ANN, BEN, CAT]


def test_a_hand_that_cannot_be_the_next_one_keeps_waiting():
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, Hand(maker=ANN, partner=DAN, tricks=3, made="took"))
    stored = everything()
    with pytest.raises(
        Refused, match=r"^Hand 2 would then be impossible\. Only the dealer can pick up the trump\."
    ):
        decide(record, keep=True)
    assert everything() == stored


def test_deciding_raises_the_versions_once():
    table = a_table("Ben+Dan 3")
    record = log_unseen(table)
    before = versions(table)
    decide(record, keep=True)
    decide(record, keep=True)
    assert versions(table) == (before[0] + 1, before[1] + 1)


def test_a_hand_that_never_waited_cannot_be_decided():
    table = a_table()
    record = log(table)
    stored = everything()
    decide(record, keep=False)
    assert everything() == stored


def test_a_waiting_hand_keeps_the_evening_from_closing():
    table = a_table("Ben+Dan 3")
    log_unseen(table)
    stored = everything()
    with pytest.raises(Refused, match="needs approval"):
        close(table.session)
    assert everything() == stored
