import pytest

from scoring.rules.hand import Hand, Irregularity
from scoring.rules.rule_sets.foster_call_ace import CALL_ACE
from scoring.rules.wording import facts, gains, listed, told, tricks
from tests.rules.cast import BEN, CAST, CAT, DAN, EVE

FIVE = CAST[:5]


def revoked(*seats):
    return tuple(Irregularity(kind="revoke", by=seat) for seat in seats)


@pytest.mark.parametrize(
    ("names", "text"), [("A", "A"), ("AB", "A and B"), ("ABC", "A, B and C"), ("ABCD", "A, B, C and D")]
)
def test_names_are_listed_as_in_a_sentence(names, text):
    assert listed(names) == text


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ((0, 3, 0, 3, 0), "Ben and Dan 3 each"),
        ((0, 5, 0, 0, 0), "Ben 5"),
        ((2, 2, 2, 0, 2), "Everyone but Dan 2 each"),
        ((2, 0, 2, 0, 2), "Ann, Cat and Eve 2 each"),
        ((0, 0, 0, 0, 0), "Nobody scores"),
    ],
)
def test_a_score_is_said_in_few_words(points, text):
    assert gains(points, FIVE, CALL_ACE) == text


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (Hand(maker=BEN, partner=DAN, tricks=5), "Ben with Dan, all five"),
        (Hand(maker=BEN, alone=BEN, tricks=2), "Ben alone, two tricks"),
        (Hand(maker=BEN, tricks=1), "Ben alone, one trick"),
        (Hand(maker=BEN, call="H", tricks=3), "Ben called hearts and was alone, three tricks"),
        (Hand(maker=BEN, alone=BEN, call="H", tricks=0), "Ben alone, no trick"),
        (Hand(maker=BEN, partner=DAN, irregularities=revoked(CAT)), "Ben with Dan; Cat revoked"),
        (Hand(maker=BEN, irregularities=revoked(EVE, CAT)), "Ben alone; Cat and Eve revoked"),
        (Hand(void="passed-out"), "Passed out"),
        (Hand(void="imperfect-pack"), "Imperfect pack"),
    ],
)
def test_a_hand_is_told_without_its_score(hand, text):
    assert told(hand, FIVE, CALL_ACE) == text


def test_tricks_are_counted_in_words():
    expected = ["no trick", "one trick", "two tricks", "three tricks", "four tricks", "all five"]
    assert [tricks(number) for number in range(6)] == expected


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (Hand(maker=BEN, turned="H", made="ordered", call="S"), "♥ turned, ordered, called ♠"),
        (Hand(maker=BEN, turned="H", made="named", trump="C"), "♥ turned, named, ♣ trumps"),
        (Hand(maker=BEN, turned="H", made="took", trump="H"), "♥ turned, took"),
        (Hand(maker=BEN, trump="D"), "♦ trumps"),
        (Hand(void="passed-out", turned="joker"), "joker turned"),
        (Hand(maker=BEN, tricks=3), ""),
    ],
)
def test_facts_are_told_as_far_as_they_were_recorded(hand, text):
    assert facts(hand) == text
