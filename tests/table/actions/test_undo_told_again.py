"""What a phone kept of an undo is done once, however often it is told, and whatever came after
it."""

import pytest

from scoring.common.refused import Refused
from scoring.table.actions.corrections import put_back, take_back
from tests.cast import PHONE, a_table, again, close, everything, log, reopen, some_id

pytestmark = pytest.mark.django_db
OURS, THEIRS = some_id(901), some_id(902)


@pytest.fixture
def hand():
    return log(a_table("Ben+Dan 3"), "Eve! 5")


@pytest.mark.parametrize(
    ("verb", "other", "then"),
    [(take_back, put_back, "counted"), (put_back, take_back, "taken-back")],
)
def test_the_same_undo_from_two_phones_counts_once_and_late_copies_change_nothing(
    hand, verb, other, then
):
    if verb is put_back:
        take_back(record=hand, actor=PHONE)
    verb(record=hand, key=THEIRS, actor=PHONE)
    verb(record=hand, key=OURS, actor=PHONE)
    other(record=hand, actor=PHONE)
    stored = everything()
    for key in (OURS, THEIRS):
        verb(record=hand, key=key, actor=PHONE)
    assert (everything(), again(hand).state) == (stored, then)


@pytest.mark.parametrize("verb", [take_back, put_back])
def test_an_undo_sent_again_after_closing_is_not_refused(hand, verb):
    take_back(record=hand, key=OURS, actor=PHONE)
    put_back(record=hand, key=THEIRS, actor=PHONE)
    close(again(hand).sitting.table.session)
    stored = everything()
    verb(record=hand, key=OURS if verb is take_back else THEIRS, actor=PHONE)
    assert everything() == stored


def test_a_refused_key_can_be_used_again(hand):
    session = again(hand).sitting.table.session
    close(session)
    stored = everything()
    with pytest.raises(Refused, match="^This table is closed"):
        take_back(record=hand, key=OURS, actor=PHONE)
    assert everything() == stored
    reopen(session)
    take_back(record=again(hand), key=OURS, actor=PHONE)
    assert again(hand).state == "taken-back"


@pytest.mark.parametrize("state", ["counted", "waiting"])
def test_a_restore_that_also_came_before_its_undo_restores_after_it(hand, state):
    if state == "waiting":
        hand = log(hand.sitting.table, "Eve! 5", after=None)
    assert again(hand).state == state
    put_back(record=hand, key=THEIRS, actor=PHONE)
    take_back(record=hand, key=OURS, actor=PHONE)
    put_back(record=hand, key=THEIRS, actor=PHONE)
    assert again(hand).state == state
