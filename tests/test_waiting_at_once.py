"""Two people at one table at the same moment, with real connections. One hand counts, and one
decision is kept."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from scoring.common.refused import Refused
from scoring.models import HandRecord
from scoring.table.actions.corrections import correct_hand
from scoring.table.actions.waiting import decide_run, decide_waiting, replace_with_waiting
from tests.cast import PHONE, a_table, again, log, told_hands
from tests.table.actions.cellar import CELLAR, a_cellar, hands, states
from tests.test_concurrency import meanwhile

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*doings):
    """Do all this at the same moment, each on a connection of its own; return what came of each."""
    ready = threading.Barrier(len(doings))

    def do(doing):
        try:
            ready.wait()
            return doing()
        except Refused as why:
            return why
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(doings)) as pool:
        return list(pool.map(do, doings))


def test_of_two_hands_sent_at_once_after_the_same_one_exactly_one_counts():
    table = a_table("Ben+Dan 3")
    seen = table.sitting.latest
    at_once(*(lambda hand=hand: log(table, hand, after=seen) for hand in ("Eve! 5", "Cat! 3")))
    assert sorted(HandRecord.objects.values_list("state", flat=True)) == [
        "counted",
        "counted",
        "waiting",
    ]
    assert len(told_hands(table)) == 2


def test_of_two_decisions_at_once_the_first_is_kept_and_its_chain_counts_once():
    table, others, told = a_cellar("Eve! 5")
    at_once(
        lambda: decide_waiting(record=told[0], keep=True, actor=PHONE),
        lambda: decide_waiting(record=told[0], keep=False, same_as=others[0].pk, actor=PHONE),
    )
    counted = again(told[0]).state == "counted"
    assert told_hands(table) == hands(table, "Ben+Dan 3", *(["Eve! 5"] if counted else []), *CELLAR)
    assert states(told)[1:] == ["counted", "counted"]
    assert [again(record).corrections.count() for record in told] == [1, 1, 1]


def test_a_run_that_two_people_approve_at_once_is_saved_once():
    table, _, told = a_cellar("Eve! 4", "Dan! 3")
    at_once(*[lambda: decide_run(record=told[0], number=3, keep=True, actor=PHONE)] * 2)
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Eve! 4", "Dan! 3", *CELLAR)


def test_a_hand_that_arrives_during_a_decision_about_another_waits_for_its_turn():
    table, _, told = a_cellar("Dan! 3")
    seen = again(table).sitting.latest
    with meanwhile(lambda: log(table, "Ben 3", after=seen)) as found:
        decide_waiting(record=told[0], keep=True, actor=PHONE)
    assert [record.state for record in found] == ["waiting"]
    assert told_hands(table) == hands(table, "Ben+Dan 3", "Dan! 3", *CELLAR)


def test_a_hand_that_arrives_behind_a_chain_during_its_decision_counts_after_it():
    table, others, told = a_cellar("Eve! 5")
    with meanwhile(lambda: log(table, "Ben 3", after=told[-1].pk)) as found:
        decide_waiting(record=told[0], keep=False, same_as=others[0].pk, actor=PHONE)
    assert [record.state for record in found] == ["counted"]
    assert told_hands(table) == hands(table, "Ben+Dan 3", *CELLAR, "Ben 3")


def test_a_hand_replaced_during_a_correction_keeps_the_correction():
    table, others, told = a_cellar("Eve! 4")
    (hand,) = hands(table, "Eve! 3")
    what = {"record": told[0], "same_as": others[0].pk, "revision": 0, "actor": PHONE}
    with meanwhile(lambda: replace_with_waiting(**what)) as found:
        correct_hand(record=others[0], hand=hand, revision=0, why="", actor=PHONE)
    assert [type(answer) for answer in found] == [Refused]
    assert (again(others[0]).hand, states(told)) == (hand, ["waiting"] * 3)
