"""The awards themselves, which the worked examples do not show. Scores by the book are in the
CSV."""

import pytest

from scoring.euchre import books
from scoring.euchre.awards import Award, Score
from scoring.euchre.hand import Hand, ImpossibleHand, Irregularity
from scoring.euchre.points import score
from scoring.euchre.rule_set import Law
from tests.euchre.cast import BEN, CAT, DAN

CALL_ACE = books.find("call-ace")


def foster(number):
    return Law(source="Foster 1905", number=number)


def test_a_score_has_the_points_of_each_player_with_reason_and_law():
    march = Award(((BEN, 3), (DAN, 3)), "March with a partner, five players", foster("43"))
    hand = Hand(maker=BEN, partner=DAN, tricks=5)
    assert score(hand, rules=CALL_ACE, seats=5) == Score("march", (0, 3, 0, 3, 0), (march,), False)


@pytest.mark.parametrize(
    ("points", "why"),
    [(((BEN, 3), (DAN, 3)), "March: 3 each"), (((BEN, 7),), "March: 7"), ((), "March")],
)
def test_a_reason_is_written_with_its_points(points, why):
    assert Award(points, "March", foster("43")).why == why


def test_a_void_deal_has_a_reason_and_no_points():
    void = "Misdeal: no score, the deal is lost and passes to the left"
    reason = Award((), void, foster("9"))
    assert score(Hand(void="misdeal"), rules=CALL_ACE, seats=4) == Score(
        "misdeal", (0, 0, 0, 0), (reason,), False
    )


def test_an_irregularity_that_removes_points_has_its_own_reason():
    offence = Irregularity(kind="intimation", by=DAN)
    hand = Hand(maker=BEN, partner=DAN, tricks=3, irregularities=(offence,))
    assert score(hand, rules=CALL_ACE, seats=5).awards == (
        Award(((BEN, 1),), "Point with a partner", foster("43")),
        Award((), "The partner betrayed themselves: they score nothing", foster("20")),
    )


def test_a_revoke_by_both_sides_is_the_only_reason_in_any_case():
    kinds = (("revoke", BEN), ("revoke", CAT), ("wrong-cards", CAT), ("intimation", DAN))
    offences = tuple(Irregularity(kind=kind, by=by) for kind, by in kinds)
    found = score(Hand(maker=BEN, partner=DAN, irregularities=offences), rules=CALL_ACE, seats=5)
    reason = Award((), "Both sides revoked: the deal is void, same dealer", foster("42"))
    assert found == Score("both-revoked", (0,) * 5, (reason,), True)


def test_an_impossible_hand_is_refused_and_not_scored():
    with pytest.raises(ImpossibleHand, match=r"^There is no seat 5 at this table\.$"):
        score(Hand(maker=4, tricks=3), rules=CALL_ACE, seats=4)


def test_the_number_of_offences_changes_nothing_in_call_ace():
    once, thrice = (
        score(
            Hand(
                maker=BEN,
                partner=DAN,
                irregularities=(Irregularity(kind="revoke", by=CAT, times=times),),
            ),
            rules=CALL_ACE,
            seats=5,
        )
        for times in (1, 3)
    )
    assert once == thrice


@pytest.mark.parametrize(
    ("by", "whose"), [(BEN, "the maker’s side"), (DAN, "the maker’s side"), (CAT, "an adversary")]
)
def test_wrong_cards_name_the_side_at_fault(by, whose):
    offence = Irregularity(kind="wrong-cards", by=by)
    hand = Hand(maker=BEN, partner=DAN, tricks=3, irregularities=(offence,))
    said = Award((), f"Wrong number of cards, {whose}: that side scores nothing", foster("27"))
    assert score(hand, rules=CALL_ACE, seats=5).awards[1:] == (said,)
