"""A phone that was out of reach comes back with several hands, each after the one before it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.table.actions.changes import FOLLOWED
from scoring.table.actions.tables import change_people
from scoring.table.actions.waiting import decide_waiting, replace_with_waiting
from tests.cast import PHONE, a_table, again, log, some_id, told_hands
from tests.table.actions.cellar import CELLAR, a_cellar, hands, states

pytestmark = pytest.mark.django_db


def test_hands_of_an_offline_phone_count_in_order_if_no_others_came_first():
    table, _, told = a_cellar()
    assert states(told) == ["counted"] * 3


def test_hands_behind_a_waiting_one_wait_too():
    table, _, told = a_cellar("Dan! 3")
    assert states(told) == ["waiting"] * 3


def test_if_the_first_is_a_new_hand_the_rest_follow_it():
    table, _, told = a_cellar("Dan! 3")
    decide_waiting(record=told[0], keep=True, actor=PHONE)
    assert states(told) == ["counted"] * 3
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Dan! 3", *CELLAR)
    why = [again(record).corrections.get().why for record in told]
    assert why == ["", FOLLOWED, FOLLOWED]


def test_if_the_first_repeats_the_latest_hand_the_rest_follow_that_one():
    table, others, told = a_cellar("Eve! 5")
    decide_waiting(record=told[0], keep=False, same_as=others[0].pk, actor=PHONE)
    assert states(told) == ["taken-back", "counted", "counted"]
    assert again(told[0]).same_as_id == others[0].pk
    assert told_hands(table) == hands(table, "Ben+Dan 3", *CELLAR)


def test_if_the_first_repeats_an_earlier_hand_the_next_is_asked_about():
    table, others, told = a_cellar("Eve! 5", "Dan! 3")
    decide_waiting(record=told[0], keep=False, same_as=others[0].pk, actor=PHONE)
    assert states(told) == ["taken-back", "waiting", "waiting"]


def test_if_the_first_corrects_the_latest_hand_the_rest_follow_it():
    table, others, told = a_cellar("Eve! 4")
    put_right = replace_with_waiting(record=told[0], same_as=others[0].pk, actor=PHONE)
    assert (put_right.pk, put_right.hand) == (others[0].pk, told[0].hand)
    assert states(told) == ["taken-back", "counted", "counted"]
    assert told_hands(table) == hands(table, "Ben+Dan 3", *CELLAR)


def test_a_waiting_hand_can_correct_one_before_the_latest():
    table, others, told = a_cellar("Eve! 4", "Dan! 3")
    replace_with_waiting(record=told[0], same_as=others[0].pk, actor=PHONE)
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 5", "Dan! 3")


def test_a_hand_that_arrives_before_its_predecessor_counts_once_that_arrives():
    table = a_table("Ben+Dan 3")
    log(table, "Cat+Dan 4", id=some_id(2), after=some_id(1))
    log(table, "Eve! 5", id=some_id(1))
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 5", "Cat+Dan 4")


def test_no_hand_follows_automatically_once_other_players_sit_there():
    table, _, told = a_cellar("Dan! 3")
    decide_waiting(record=told[0], keep=False, actor=PHONE)
    assert states(told) == ["taken-back", "waiting", "waiting"]
    for record in told[1:]:
        decide_waiting(record=record, keep=False, actor=PHONE)
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Dan", "Fay"])
    assert told_hands(table) == []


def test_two_phones_that_continue_from_one_hand_are_asked_about():
    table, _, told = a_cellar("Dan! 3")
    other = log(table, "Ben 3", after=told[0].pk)
    decide_waiting(record=told[0], keep=True, actor=PHONE)
    assert states([*told, other]) == ["counted", "waiting", "waiting", "waiting"]


@pytest.mark.parametrize(("ago", "kept"), [(0, False), (9, False), (300, True)])
def test_a_hand_stored_on_a_phone_keeps_the_time_of_its_entry(ago, kept):
    table = a_table("Ben+Dan 3")
    table.sittings.update(started_at=timezone.now() - timedelta(hours=1))
    told_at = again(log(table, "Eve! 5", ago=ago)).told_at
    if not kept:
        assert told_at is None
    else:
        assert timedelta(seconds=299) < timezone.now() - told_at < timedelta(seconds=900)


def test_no_hand_is_dated_before_its_players_sat_down():
    table = a_table("Ben+Dan 3")
    assert again(log(table, "Eve! 5", ago=86_400)).told_at == again(table).sitting.started_at
