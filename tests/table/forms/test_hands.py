"""A hand with a bid as a phone sends it, and what the form says of one that cannot be."""

from uuid import uuid4

import pytest

from scoring.euchre import books
from scoring.euchre.hand import Hand
from scoring.table.forms.hands import HandForm, values_of_form
from tests.cast import BEN

SIX = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]


def the_form(rules, **sent):
    seats = max(books.on_shelf(rules).players)
    data = {"hand_id": uuid4(), "sitting": 1, **sent}
    return HandForm(data, seats=seats, rules=books.on_shelf(rules))


def hand_of(rules, **sent):
    form = the_form(rules, **sent)
    assert form.is_valid(), form.errors
    return form.hand


def test_a_bid_is_a_number_of_tricks_or_alone():
    four = Hand(maker=BEN, bid=4, tricks=5, trump="low")
    assert hand_of("bid", maker=1, bid=4, tricks=5, trump="low") == four
    alone = Hand(maker=BEN, bid="alone", alone=BEN, tricks=6)
    assert hand_of("bid", maker=1, bid="alone", tricks=6) == alone
    assert hand_of("bid", maker=1, bid="alone", alone=1, tricks=6) == alone
    twelve = Hand(maker=BEN, bid=12, tricks=12)
    assert hand_of("bid-double", maker=1, bid=12, tricks=12) == twelve
    assert hand_of("auction-six", maker=5, bid=1, tricks=0) == Hand(maker=5, bid=1, tricks=0)


@pytest.mark.parametrize(
    ("rules", "sent", "field", "message"),
    [
        ("bid", {}, "bid", "Enter the bid."),
        ("bid", {"bid": "2"}, "bid", "A bid is 3 to 6 tricks, not 2."),
        ("bid", {"bid": "moon"}, "bid", "Choose a bid from the list."),
        (
            "bid",
            {"bid": "4", "tricks": "7"},
            "tricks",
            "There are only six tricks in a hand: 0 to 6.",
        ),
        (
            "bid",
            {"bid": "4", "alone": "1"},
            "alone",
            "A player who plays alone bids alone, not a number of tricks.",
        ),
        ("bid", {"bid": "4", "turned": "S"}, "turned", "No card is turned in Bid Euchre."),
        ("auction", {"bid": "alone"}, "bid", "There are no bids alone in Auction."),
        (
            "auction",
            {"bid": "4", "trump": "high"},
            "trump",
            "Every hand has trumps in Auction.",
        ),
        ("keller", {"bid": "4"}, "bid", "There is no bidding in Keller’s game."),
    ],
)
def test_an_impossible_bid_is_reported_at_its_field(rules, sent, field, message):
    form = the_form(rules, **{"maker": "1", "tricks": "4"} | sent)
    assert not form.is_valid()
    assert form.errors == {field: [message]}


@pytest.mark.parametrize(
    ("rules", "hand"),
    [
        ("bid", Hand(maker=BEN, bid=4, tricks=3, trump="high")),
        ("bid", Hand(maker=BEN, bid="alone", tricks=6)),
        ("auction-six", Hand(maker=5, bid=2, tricks=5, trump="S")),
        ("british", Hand(maker=BEN, alone=BEN, tricks=5, picked_up=True, best_card=True)),
        ("keller", Hand(void="new-deal", redeal="ace-no-face")),
        ("buck", Hand(maker=BEN, taken=(1, 3, None, 1), turned="H")),
        ("buck", Hand(taken=(2, 1, 1, 1), turned="C")),
    ],
)
def test_a_hand_is_unchanged_by_the_correction_form(rules, hand):
    told = {name: value for name, value in values_of_form(hand).items() if value not in ("", None)}
    assert hand_of(rules, **told) == hand
