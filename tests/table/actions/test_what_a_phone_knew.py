"""A hand counts by itself only where its phone knew every hand that counts; `seen` is what it
showed."""

import pytest

from scoring.common.refused import Refused
from scoring.table.actions.corrections import put_back, take_back
from scoring.table.actions.waiting import decide_run, decide_waiting
from tests.cast import PHONE, a_table, again, everything, log, notation, some_id, told_hands
from tests.table.actions.cellar import CELLAR, a_cellar, refused

pytestmark = pytest.mark.django_db


def a_fork():
    """One phone told "Eve! 5"; the other, which had not seen it, tells "Cat! 3" and "Eve! 5"."""
    table = a_table("Ben+Dan 3")
    latest, seen = again(table).sitting.latest, again(table).version
    other = log(table, "Eve! 5", after=latest, seen=seen)
    first = log(table, "Cat! 3", after=latest, seen=seen)
    second = log(table, "Eve! 5", after=first.pk, seen=seen)
    return table, other, first, second


def states(*records):
    return [again(record).state for record in records]


def test_a_hand_behind_an_unseen_one_may_be_the_same_and_waits():
    table, _, first, second = a_fork()
    decide_waiting(record=first, keep=True, actor=PHONE)
    assert states(first, second) == ["counted", "waiting"]


def test_a_hand_behind_a_repeated_one_has_seen_all_others_and_counts():
    table, other, first, second = a_fork()
    decide_waiting(record=first, keep=False, same_as=other.pk, actor=PHONE)
    assert states(first, second) == ["taken-back", "counted"]


def test_a_hand_that_arrives_after_the_decision_is_asked_about_too():
    table, _, first, second = a_fork()
    decide_waiting(record=first, keep=True, actor=PHONE)
    decide_waiting(record=second, keep=False, actor=PHONE)
    late = log(table, "Ben 3", after=first.pk, seen=first.seen)
    assert states(late) == ["waiting"]


def test_a_phone_goes_on_once_its_screen_is_up_to_date():
    table, _, first, second = a_fork()
    decide_run(record=first, number=2, keep=True, actor=PHONE)
    assert states(log(table, "Ben 3", seen=again(table).version)) == ["counted"]


def test_a_phone_knows_its_own_hands():
    table = a_table("Ben+Dan 3")
    latest, seen = again(table).sitting.latest, again(table).version
    told = []
    for hand in ("Eve! 5", "Cat! 3", "Eve! 5"):
        told.append(log(table, hand, after=told[-1].pk if told else latest, seen=seen))
    assert states(*told) == ["counted"] * 3


def test_a_waiting_hand_is_not_kept_if_another_came_in_the_meantime():
    table, _, first, second = a_fork()
    shown = again(table).version
    log(table, "Ben 3")
    stored = everything()
    for verb, what in ((decide_waiting, {}), (decide_run, {"number": 2})):
        with pytest.raises(Refused, match="have changed"):
            verb(record=again(first), keep=True, seen=shown, actor=PHONE, **what)
    assert everything() == stored


def test_waiting_hands_are_not_left_out_if_another_came_in_the_meantime():
    table, _, told = a_cellar(*CELLAR[:2])
    shown = again(table).version
    log(table, CELLAR[2])
    what = {"record": told[0], "number": 2, "keep": False}
    refused("have changed", decide_run, **what, seen=shown)
    decide_run(**what, seen=again(table).version, actor=PHONE)
    assert states(*told[:2]) == ["taken-back"] * 2


def test_an_undo_sent_again_does_not_undo_a_later_restore():
    table = a_table("Ben+Dan 3")
    hand = log(table, "Eve! 5")
    take_back(record=hand, key=some_id(1), actor=PHONE)
    put_back(record=again(hand), key=some_id(2), actor=PHONE)
    take_back(record=again(hand), key=some_id(1), actor=PHONE)
    put_back(record=again(hand), key=some_id(2), actor=PHONE)
    assert told_hands(table)[-1] == notation.read("Eve! 5", tuple(table.sitting.names))
    assert [change.kind for change in again(hand).corrections.all()] == ["taken back", "put back"]
