"""What else happens while hands wait: undone, corrected, decided by somebody else, a round that is
full."""

from dataclasses import replace

import pytest

from scoring.euchre.hand import Hand
from scoring.table.actions.corrections import correct_hand, put_back, take_back
from scoring.table.actions.hands import log_hand
from scoring.table.actions.waiting import decide_waiting, replace_with_waiting
from tests.cast import (
    ANN,
    DAN,
    EVE_ALONE,
    PHONE,
    a_table,
    again,
    log,
    log_all,
    log_unseen,
    some_id,
    told_hands,
)
from tests.table.actions.cellar import CELLAR, a_cellar, comes_back, hands, refused, states
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db
NORTH = Hand(maker=0, tricks=3)


def leave_out(record, same_as=None):
    return decide_waiting(record=record, keep=False, same_as=same_as and same_as.pk, actor=PHONE)


def test_a_waiting_hand_cannot_repeat_one_that_was_undone_in_the_meantime():
    _, others, told = a_cellar("Eve! 5")
    take_back(record=others[0], actor=PHONE)
    refused(
        "^The hand it repeats",
        decide_waiting,
        record=told[0],
        keep=False,
        same_as=others[0].pk,
    )


def test_a_hand_that_has_been_kept_cannot_correct_another_in_the_meantime():
    table, others, told = a_cellar("Eve! 4")
    decide_waiting(record=told[0], keep=True, actor=PHONE)
    counted = told_hands(table)
    replace_with_waiting(record=told[0], same_as=others[0].pk, actor=PHONE)
    assert told_hands(table) == counted


def test_correcting_again_does_not_undo_a_later_correction():
    table, others, told = a_cellar("Eve! 4")
    replace_with_waiting(record=told[0], same_as=others[0].pk, actor=PHONE)
    (hand,) = hands(table, "Eve! 3")
    correct_hand(record=others[0], hand=hand, revision=1, why="", actor=PHONE)
    replace_with_waiting(record=told[0], same_as=others[0].pk, actor=PHONE)
    assert again(others[0]).hand == hand


def test_a_hand_corrected_since_it_was_shown_is_not_corrected_again():
    table, others, told = a_cellar("Eve! 4")
    (hand,) = hands(table, "Eve! 3")
    correct_hand(record=others[0], hand=hand, revision=0, why="", actor=PHONE)
    what = {"record": told[0], "same_as": others[0].pk, "revision": 0}
    refused("^Another person corrected this hand", replace_with_waiting, **what)


def test_a_hand_that_cannot_be_the_next_waits_and_holds_up_no_others():
    table = a_table("Ben+Dan 3")
    seen = table.sitting.latest
    log(table, "Dan! 3")
    (taken,) = hands(table, "Ann+Dan 3")
    first, second = comes_back(table, "Eve! 5", replace(taken, made="took"), after=seen)
    version = again(table).version
    decided = decide_waiting(record=first, keep=True, actor=PHONE)
    assert (decided.state, again(second).state) == ("counted", "waiting")
    assert again(table).version == version + 1


def test_a_new_phones_hand_counts_even_if_the_one_that_follows_it_cannot():
    table = a_table("Ben+Dan 3")
    (taken,) = hands(table, "Ann+Dan 3")
    late = log(table, replace(taken, made="took"), id=some_id(2), after=some_id(1))
    told = log_hand(table=again(table), id=some_id(1), hand=EVE_ALONE, **seen_all(table))
    assert (told.record.state, again(late).state) == ("counted", "waiting")
    assert told.table.version == again(table).version


def seen_all(table):
    sitting = again(table).sitting
    return {"sitting": sitting.pk, "after": sitting.latest, "actor": PHONE}


def test_behind_an_entry_left_out_the_next_follows_its_predecessor():
    table, others, told = a_cellar("Eve! 5")
    take_back(record=others[0], actor=PHONE)
    leave_out(told[0])
    assert states(told) == ["taken-back", "counted", "counted"]
    assert told_hands(table) == hands(table, "Ben+Dan 3", *CELLAR[1:])


def test_a_hand_entered_after_an_undone_hand_is_asked_about():
    table, others, _ = a_cellar("Eve! 5")
    take_back(record=others[0], actor=PHONE)
    assert log(table, "Ben 3", after=others[0].pk).state == "waiting"


def test_a_restored_hand_no_longer_repeats_another():
    table, others, told = a_cellar("Eve! 5", "Dan! 3")
    leave_out(told[0], same_as=others[0])
    put_back(record=told[0], actor=PHONE)
    assert again(told[0]).same_as_id is None
    assert log(table, "Ben 3", after=told[0].pk).state == "counted"


def test_two_chains_of_waiting_hands_are_decided_one_after_the_other():
    table, _, told = a_cellar("Dan! 3")
    more = comes_back(table, "Ben 3", "Ben 1", after=table.sitting.counted[0].id)
    decide_waiting(record=told[0], keep=True, actor=PHONE)
    assert (states(told), states(more)) == (["counted"] * 3, ["waiting"] * 2)
    decide_waiting(record=more[0], keep=True, actor=PHONE)
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Dan! 3", *CELLAR, "Ben 3", "Ben 1")


def test_hands_that_follow_do_not_fill_a_round_beyond_its_limit():
    table = begun(a_tournament(8)).tables.get(no=1).table
    first = log(table, NORTH)
    log_all(table, *[NORTH] * 5)
    told = comes_back(table, *[NORTH] * 4, after=first.pk)
    decide_waiting(record=told[0], keep=True, actor=PHONE)
    assert states(told) == ["counted", "counted", "waiting", "waiting"]
    assert len(told_hands(table)) == 8


@pytest.mark.parametrize("seen", [None, 99])
def test_a_hand_that_cannot_be_the_next_keeps_waiting_whatever_was_shown(seen):
    table = a_table("Ben+Dan 3")
    record = log_unseen(table, Hand(maker=ANN, partner=DAN, tricks=3, made="took"))
    refused("^Hand 2 would then be impossible", decide_waiting, record=record, keep=True, seen=seen)
