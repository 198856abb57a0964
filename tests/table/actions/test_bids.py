"""Hands with a bid, stored and told again, corrected and agreed with."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.common.refused import Refused
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.table.actions.corrections import correct_hand
from scoring.table.actions.hands import AlreadyLogged, begin_hand
from tests.cast import ANN, BEN, FIVE, PHONE, a_table, again, log

pytestmark = pytest.mark.django_db


def a_bid_table(*hands, rules="bid", names=FIVE[:4]):
    return a_table(*hands, rules_key=rules, names=names)


def begun(table, **what):
    what = {"maker": BEN, "call": None, "actor": PHONE, "id": uuid4()} | what
    return begin_hand(table=table, sitting=table.sitting.pk, **what)


def test_a_bid_is_stored_and_scored():
    table = a_bid_table("Ben 4/5", "Ann !/6", "Cat 5/2", "-")
    four, alone, set_back, void = (again(one).hand for one in table.sitting.hands.all())
    assert (four.bid, four.alone, four.tricks) == (4, None, 5)
    assert (alone.bid, alone.alone, alone.tricks) == ("alone", ANN, 6)
    assert (set_back.bid, void.bid) == (5, None)
    assert table.sitting.standing.score == (1 + 12 - 5, 5 + 4)


def test_twelve_tricks_and_no_trump_are_stored():
    table = a_bid_table(rules="bid-double")
    hand = Hand(maker=BEN, bid=12, tricks=12, trump="low")
    assert replace(again(log(table, hand)).hand, dealer=None) == hand


def test_the_same_id_with_another_bid_is_another_hand():
    table, id = a_bid_table(), uuid4()
    first = log(table, "Ben 4/5", id=id)
    assert log(table, "Ben 4/5", id=id) == first
    with pytest.raises(AlreadyLogged):
        log(table, "Ben 5/5", id=id)


def test_different_bids_from_two_phones_are_two_hands():
    table = a_bid_table("Ben 4/5")
    same = log(table, "Ben 4/5", after=None)
    other = log(table, "Ben 5/5", after=None)
    assert (same.state, other.state) == ("waiting", "waiting")


def test_a_corrected_bid_records_the_old_and_the_new_one():
    table = a_bid_table("Ben 4/5")
    record = table.sitting.hands.get()
    change = Hand(maker=BEN, bid="alone", tricks=5)
    correct_hand(record=record, hand=change, why="", revision=0, actor=PHONE)
    noted = again(record).corrections.get()
    assert (noted.hand_before.bid, noted.hand_after.bid) == (4, "alone")
    assert (again(record).hand.bid, again(record).hand.alone) == ("alone", BEN)


def test_a_started_hand_shows_its_bid():
    table = a_bid_table()
    assert again(begun(table, bid=4)).hand == Hand(maker=BEN, bid=4)
    assert again(begun(table, bid="alone")).hand == Hand(maker=BEN, bid="alone")


def test_a_hand_cannot_be_started_with_an_impossible_bid():
    for rules, bid in (("bid", 2), ("bid", 7), ("auction", "alone"), ("keller", 4)):
        table = a_bid_table(rules=rules)
        with pytest.raises(Refused):
            begun(table, bid=bid)
        assert not again(table).sitting.hands.exists()


def test_a_hand_without_its_bid_is_refused():
    with pytest.raises(ImpossibleHand):
        log(a_bid_table(), "Ben 5")
