import pytest

from scoring.euchre import books
from scoring.euchre.game import ImpossibleSitting, play
from scoring.euchre.hand import Hand, Irregularity
from tests.euchre.cast import ANN, BEN, CAT, DAN, EVE

CALL_ACE = books.find("call-ace")
POINT = Hand(maker=BEN, partner=DAN, tricks=3)
BOTH_REVOKED = Hand(
    maker=BEN,
    partner=DAN,
    irregularities=(Irregularity(kind="revoke", by=BEN), Irregularity(kind="revoke", by=CAT)),
)


def sitting(*hands, seats=5, first_dealer=ANN):
    return play(hands, rules=CALL_ACE, seats=seats, first_dealer=first_dealer)


def deals(*hands, **at):
    """Return (dealer, next dealer) of every hand."""
    return [(played.dealer, played.next_dealer) for played in sitting(*hands, **at)]


def test_the_deal_passes_to_the_left_around_the_table():
    assert deals(*[POINT] * 4, seats=4, first_dealer=CAT) == [
        (CAT, DAN),
        (DAN, ANN),
        (ANN, BEN),
        (BEN, CAT),
    ]


@pytest.mark.parametrize("void", ["passed-out", "misdeal"])
def test_the_deal_passes_on_after_a_misdeal_or_if_all_passed(void):
    assert deals(Hand(void=void), POINT) == [(ANN, BEN), (BEN, CAT)]


@pytest.mark.parametrize("void", ["new-deal", "imperfect-pack"])
def test_the_same_dealer_deals_a_void_deal_again(void):
    assert deals(Hand(void=void), POINT) == [(ANN, ANN), (ANN, BEN)]


def test_the_same_dealer_deals_again_when_both_sides_revoked():
    assert deals(BOTH_REVOKED, POINT) == [(ANN, ANN), (ANN, BEN)]


def test_the_last_seat_passes_the_deal_to_the_first():
    assert deals(Hand(void="misdeal"), POINT, first_dealer=EVE) == [(EVE, ANN), (ANN, BEN)]


def test_the_deal_passes_on_from_a_corrected_dealer():
    put_right = Hand(maker=BEN, partner=DAN, tricks=3, dealer=DAN)
    assert deals(POINT, put_right, POINT) == [(ANN, BEN), (DAN, EVE), (EVE, ANN)]


def dealt_by(dealer, turn, *, rules="club-laws", seats=4, void="misdeal"):
    """Return who deals after a void deal by this player, where another one's turn it was."""
    hand = Hand(void=void, dealer=dealer)
    (played,) = play([hand], rules=books.find(rules), seats=seats, first_dealer=turn)
    return played.next_dealer


def test_a_misdeal_in_a_partners_place_loses_the_partners_deal():
    assert dealt_by(CAT, ANN) == BEN
    assert dealt_by(DAN, BEN, rules="american") == CAT
    assert dealt_by(EVE, ANN, rules="auction-six", seats=6) == BEN


def test_its_reason_is_the_law_of_a_partners_turn_and_a_usual_misdeals_is_not():
    def law(rules, dealer):
        hand = Hand(void="misdeal", dealer=dealer)
        (played,) = play([hand], rules=books.find(rules), seats=4, first_dealer=ANN)
        (award,) = played.score.awards
        return award.law

    assert [law("club-laws", dealer).number for dealer in (ANN, BEN, CAT)] == ["41", "41", "45"]
    assert [law("britannica-four", dealer).ruling for dealer in (ANN, CAT)] == [False, True]


def test_after_a_deal_out_of_turn_the_deal_passes_on_from_the_actual_dealer():
    assert dealt_by(BEN, ANN) == CAT
    assert dealt_by(CAT, ANN, void="passed-out") == DAN
    assert dealt_by(CAT, ANN, void="new-deal") == CAT
    assert dealt_by(CAT, ANN, rules="call-ace", seats=5) == DAN


def test_totals_are_counted_after_every_hand():
    hands = sitting(POINT, Hand(void="passed-out"), Hand(maker=ANN, tricks=2))
    assert [played.totals for played in hands] == [
        (0, 1, 0, 1, 0),
        (0, 1, 0, 1, 0),
        (0, 3, 2, 3, 2),
    ]
    assert [played.no for played in hands] == [1, 2, 3]


def test_earlier_scores_are_kept_after_an_imperfect_pack():
    assert sitting(POINT, Hand(void="imperfect-pack"))[-1].totals == (0, 1, 0, 1, 0)


def test_no_hands_make_an_empty_sitting():
    assert sitting() == []


def test_an_impossible_hand_is_refused_with_its_number():
    with pytest.raises(ImpossibleSitting) as caught:
        sitting(POINT, POINT, Hand(maker=BEN, tricks=3, made="took"))
    refusal = caught.value
    assert (refusal.no, refusal.field, refusal.message) == (
        3,
        "made",
        "Only the dealer can pick up the trump.",
    )
    assert str(refusal) == "hand 3: Only the dealer can pick up the trump."


def test_the_dealer_in_turn_may_pick_up_the_trump():
    assert deals(POINT, Hand(maker=BEN, partner=DAN, tricks=3, made="took")) == [
        (ANN, BEN),
        (BEN, CAT),
    ]
