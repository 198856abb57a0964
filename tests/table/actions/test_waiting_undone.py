"""A hand that waits is taken back on its phone: it never counts by itself, and those after it
follow."""

import pytest

from scoring.table.actions.corrections import put_back, take_back
from scoring.table.actions.waiting import decide_waiting
from scoring.table.queries.history import history_of
from tests.cast import PHONE, a_table, again, everything, log, some_id, told_hands
from tests.table.actions.cellar import a_cellar, comes_back, hands, states

pytestmark = pytest.mark.django_db
UNDO, BACK = some_id(901), some_id(902)


def same_as(record, told):
    decide_waiting(record=record, keep=False, same_as=told.pk, actor=PHONE)


def test_a_hand_undone_offline_does_not_count_once_its_predecessor_is_decided():
    table, others, told = a_cellar("Eve! 5")
    take_back(record=told[2], key=UNDO, actor=PHONE)
    same_as(told[0], others[0])
    assert states(told) == ["taken-back", "counted", "taken-back"]
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 5", "Cat+Dan 4")


def test_a_hand_entered_after_the_undo_follows_the_hand_before():
    table, others, told = a_cellar("Eve! 5")
    take_back(record=told[2], key=UNDO, actor=PHONE)
    (right,) = comes_back(table, "Dan! 3", after=told[1].pk)
    same_as(told[0], others[0])
    assert states([*told, right]) == ["taken-back", "counted", "taken-back", "counted"]


def test_a_hand_behind_an_undone_one_follows_its_predecessor():
    table, others, told = a_cellar("Eve! 5")
    take_back(record=told[1], actor=PHONE)
    same_as(told[0], others[0])
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 5", "Ann 2")


def test_of_two_hands_entered_after_one_the_other_counts_once_one_is_undone():
    table = a_table("Ben+Dan 3")
    first = some_id(1)
    slip, right = log(table, "Cat! 5", after=first), log(table, "Cat+Dan 4", after=first)
    log(table, "Eve! 5", id=first)
    assert states([slip, right]) == ["waiting", "waiting"]
    take_back(record=slip, actor=PHONE)
    assert states([slip, right]) == ["taken-back", "counted"]


def test_an_undo_sent_again_is_not_repeated():
    _, _, told = a_cellar("Eve! 5")
    take_back(record=told[2], key=UNDO, actor=PHONE)
    put_back(record=told[2], key=BACK, actor=PHONE)
    stored = everything()
    take_back(record=told[2], key=UNDO, actor=PHONE)
    assert (everything(), states(told)) == (stored, ["waiting"] * 3)


def test_a_restored_hand_waits_again_and_counts_if_it_is_clearly_the_next():
    table, others, told = a_cellar("Eve! 5")
    take_back(record=told[2], key=UNDO, actor=PHONE)
    put_back(record=told[2], key=BACK, actor=PHONE)
    assert states(told) == ["waiting"] * 3
    same_as(told[0], others[0])
    assert states(told) == ["taken-back", "counted", "counted"]


def test_a_hand_restored_after_its_predecessor_was_decided_counts_if_it_is_next():
    table, others, told = a_cellar("Eve! 5")
    take_back(record=told[2], key=UNDO, actor=PHONE)
    same_as(told[0], others[0])
    assert put_back(record=told[2], key=BACK, actor=PHONE).state == "counted"
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 5", "Cat+Dan 4", "Ann 2")


def test_a_hand_restored_after_others_went_on_waits():
    table, others, told = a_cellar("Eve! 5")
    take_back(record=told[2], key=UNDO, actor=PHONE)
    same_as(told[0], others[0])
    log(table, "Dan! 3")
    assert put_back(record=told[2], key=BACK, actor=PHONE).state == "waiting"
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 5", "Cat+Dan 4", "Dan! 3")


def test_an_undo_that_arrives_after_its_hand_counted_undoes_it():
    table, _, told = a_cellar("Dan! 3")
    decide_waiting(record=told[0], keep=True, actor=PHONE)
    take_back(record=told[2], key=UNDO, actor=PHONE)
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Dan! 3", "Eve! 5", "Cat+Dan 4")


@pytest.mark.parametrize("same", [True, False])
def test_undo_and_restore_that_arrive_after_a_hand_was_left_out_change_nothing(same):
    table, others, told = a_cellar("Eve! 5", "Dan! 3")
    decide_waiting(record=told[0], keep=False, same_as=others[0].pk if same else None, actor=PHONE)
    count, kept = told_hands(table), len(again(told[0]).corrections.all())
    take_back(record=told[0], key=UNDO, actor=PHONE)
    put_back(record=told[0], key=BACK, actor=PHONE)
    assert (told_hands(table), again(told[0]).corrections.count()) == (count, kept)
    assert (again(told[0]).state, again(others[0]).state) == ("taken-back", "counted")


def test_the_history_says_that_a_withdrawn_hand_never_counted():
    table, others, told = a_cellar("Eve! 5")
    take_back(record=told[2], actor=PHONE)
    put_back(record=told[2], actor=PHONE)
    take_back(record=told[2], actor=PHONE)
    found = [event.kind for event in history_of(again(table)).events if event.record == told[2]]
    withdrawn = "taken back while it waited"
    assert found == ["arrived", withdrawn, "put back to wait", withdrawn]
