"""Several hands that wait, one after the other on their phone, decided about by one tap."""

import pytest

from scoring.table.actions.corrections import take_back
from scoring.table.actions.tables import change_people
from scoring.table.actions.waiting import decide_run
from scoring.table.queries.chains import Chains
from tests.cast import PHONE, a_table, again, log, some_id, told_hands
from tests.table.actions.cellar import CELLAR, a_cellar, hands, refused, states

pytestmark = pytest.mark.django_db
MEANWHILE = ("Eve! 5", "Cat+Dan 4", "Dan! 3")


def run(told, number, keep):
    return decide_run(record=told[0], number=number, keep=keep, actor=PHONE)


def test_an_evening_entered_on_two_phones_is_merged_with_one_decision():
    table, others, told = a_cellar(*CELLAR)
    for _ in range(2):
        run(told, 3, keep=False)
        assert [again(record).same_as_id for record in told] == [other.pk for other in others]
    assert states(told) == ["taken-back"] * 3
    assert told_hands(table) == hands(table, "Ben+Dan 3", *CELLAR)
    assert [again(record).corrections.count() for record in told] == [1, 1, 1]


def test_hands_after_the_repeated_ones_follow_them():
    table, _, told = a_cellar(*CELLAR[:2])
    run(told, 2, keep=False)
    assert states(told) == ["taken-back", "taken-back", "counted"]
    assert told_hands(table) == hands(table, "Ben+Dan 3", *CELLAR)


def test_a_run_that_differs_from_the_counted_hands_is_not_left_out():
    _, _, told = a_cellar(*MEANWHILE)
    refused(
        "^The hands at this table have changed", decide_run, record=told[0], number=3, keep=False
    )


def test_a_run_is_not_left_out_once_a_hand_it_repeats_was_undone():
    _, others, told = a_cellar(*CELLAR)
    take_back(record=others[2], actor=PHONE)
    refused(
        "^The hands at this table have changed", decide_run, record=told[0], number=3, keep=False
    )


def test_a_run_that_was_also_played_is_entered_with_one_decision():
    table, _, told = a_cellar(*MEANWHILE)
    for _ in range(2):
        run(told, 3, keep=True)
    assert told_hands(table) == hands(table, "Ben+Dan 3", *MEANWHILE, *CELLAR)


def test_a_run_of_players_who_left_is_entered_in_their_sitting():
    table = a_table("Ben+Dan 3")
    before = table.sitting
    change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    told, after = [], before.latest
    for hand in hands(before.table, "Ann! 5", "Cat+Dan 4"):
        told.append(log(table, hand, sitting=before.pk, after=after))
        after = told[-1].pk
    run(told, 2, keep=True)
    assert again(before).totals == (5, 1, 1, 2, 0)
    assert told_hands(table) == []


def test_hands_that_follow_one_another_in_a_circle_can_be_decided():
    table = a_table("Ben+Dan 3")
    ring = [log(table, "Eve! 5", id=some_id(no), after=some_id(no % 3 + 1)) for no in (1, 2, 3)]
    assert [[row.id for row in line] for line in Chains(again(table).sitting).first()] == [
        [some_id(1), some_id(3), some_id(2)]
    ]
    assert len(Chains(again(table).sitting).run(some_id(1))) == 3
    run(ring, 3, keep=True)
    assert states(ring) == ["counted"] * 3
