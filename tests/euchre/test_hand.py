from itertools import product

import pytest

from scoring.euchre.hand import Hand, ImpossibleHand, Irregularity
from tests.euchre.cast import BEN, CAT, DAN, EVE


def refusal(**facts):
    with pytest.raises(ImpossibleHand) as caught:
        Hand(**facts)
    return caught.value.field, caught.value.message


def test_a_hand_without_a_maker_is_refused():
    assert refusal(tricks=3) == ("maker", "Enter who made trump.")


def test_a_maker_cannot_be_their_own_partner():
    assert refusal(maker=BEN, partner=BEN, tricks=3) == (
        "partner",
        "The maker cannot be their own partner.",
    )


def test_a_hand_played_alone_has_no_partner():
    expected = ("partner", "A hand played alone has no partner.")
    assert refusal(maker=BEN, alone=BEN, partner=DAN, tricks=3) == expected


@pytest.mark.parametrize(
    "fact",
    [
        {"maker": BEN},
        {"tricks": 0},
        {"partner": 0},
        {"alone": 0},
        {"call": "C"},
        {"made": "took"},
        {"trump": "C"},
    ],
)
def test_a_void_deal_has_no_other_facts(fact):
    (name,) = fact
    assert refusal(void="misdeal", **fact) == (
        name,
        f"A void deal (misdeal) was not played, so it has no {name}.",
    )


def test_a_void_deal_has_no_irregularities():
    offences = (Irregularity(kind="revoke", by=CAT),)
    expected = ("irregularities", "A void deal (passed-out) has no irregularities.")
    assert refusal(void="passed-out", irregularities=offences) == expected


def test_a_void_deal_may_have_a_turned_card_and_a_dealer():
    assert Hand(void="new-deal", turned="H", dealer=CAT).turned == "H"


def test_a_void_deal_needs_a_known_reason():
    assert refusal(void="rain") == ("void", '"rain" is not a reason for a void deal.')


@pytest.mark.parametrize("fact", ["call", "trump", "turned"])
@pytest.mark.parametrize("value", ["", "h", "hearts", "J"])
def test_a_suit_is_one_of_four_letters(fact, value):
    assert refusal(maker=BEN, **{fact: value}) == (
        fact,
        f'"{value}" is not a suit. Suits are C, D, H and S.',
    )


def test_the_joker_is_turned_but_never_called():
    assert Hand(maker=BEN, turned="joker").turned == "joker"
    assert refusal(maker=BEN, call="joker") == (
        "call",
        '"joker" is not a suit. Suits are C, D, H and S.',
    )


def test_the_trump_is_made_in_one_of_four_ways():
    assert refusal(maker=BEN, made="bought") == ("made", '"bought" is not a way to make the trump.')


@pytest.mark.parametrize("made", ["ordered", "assisted", "took"])
def test_the_turned_suit_becomes_trump_unless_another_is_named(made):
    assert refusal(maker=BEN, turned="H", made=made, trump="S") == (
        "trump",
        "The turned suit became trump: hearts.",
    )
    assert Hand(maker=BEN, turned="H", made=made, trump="H").trump == "H"


def test_the_suit_turned_down_cannot_be_named():
    expected = ("trump", "Hearts were turned down. Name another suit.")
    assert refusal(maker=BEN, turned="H", made="named", trump="H") == expected


@pytest.mark.parametrize(
    "facts",
    [
        {"trump": "D"},
        {"turned": "D", "made": "ordered"},
        {"turned": "S", "made": "named", "trump": "D"},
    ],
)
def test_the_called_suit_is_never_trump(facts):
    assert refusal(maker=BEN, call="D", **facts) == (
        "call",
        "Diamonds are trumps and cannot be called.",
    )


def test_a_call_is_accepted_while_the_trump_is_not_recorded():
    assert Hand(maker=BEN, turned="D", call="D", tricks=3).call == "D"


def test_the_rules_decide_the_suit_of_a_turned_up_joker():
    for made, trump in product(("ordered", "took", "named"), "CDHS"):
        assert Hand(maker=BEN, turned="joker", made=made, trump=trump).trump == trump
    with pytest.raises(ImpossibleHand):
        Hand(maker=BEN, turned="joker", made="took", trump="D", call="D")


def test_the_offenders_of_one_kind_are_listed_once_each():
    revokes = [Irregularity(kind="revoke", by=by) for by in (CAT, EVE, CAT)]
    hand = Hand(maker=BEN, irregularities=(*revokes, Irregularity(kind="wrong-cards", by=BEN)))
    assert hand.offenders("revoke") == {CAT, EVE}
