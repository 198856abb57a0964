import pytest

from scoring.rules import rule_sets
from scoring.rules.hand import Hand, ImpossibleHand, Irregularity
from scoring.rules.refusals import refuse
from tests.rules.cast import ANN, BEN, CAT, DAN

CALL_ACE = rule_sets.find("call-ace")


def refusal(hand, *, rules=CALL_ACE, seats=5, dealer=None):
    with pytest.raises(ImpossibleHand) as caught:
        refuse(hand, rules=rules, seats=seats, dealer=dealer)
    return caught.value.field, caught.value.message


def allowed(hand, **at):
    return refuse(hand, **{"rules": CALL_ACE, "seats": 5} | at) is None


def made(how, maker=BEN):
    return Hand(maker=maker, partner=DAN, tricks=3, made=how)


def offended(kind, by, **facts):
    irregularity = Irregularity(kind=kind, by=by, **facts)
    return Hand(maker=BEN, partner=DAN, tricks=3, irregularities=(irregularity,))


@pytest.mark.parametrize("seats", [0, 3, 8])
def test_call_ace_is_for_four_to_seven(seats):
    expected = ("players", f"Call-Ace is for 4 to 7 players, not {seats}.")
    assert refusal(Hand(void="passed-out"), seats=seats) == expected


@pytest.mark.parametrize("role", ["maker", "partner", "dealer"])
@pytest.mark.parametrize("seat", [-1, 5])
def test_everybody_sits_at_this_table(role, seat):
    facts = {"maker": BEN, "partner": DAN, "tricks": 3, role: seat}
    assert refusal(Hand(**facts)) == (role, f"There is no seat {seat + 1} at this table.")


def test_the_dealer_of_a_void_deal_sits_at_this_table():
    assert refusal(Hand(void="misdeal", dealer=5)) == ("dealer", "There is no seat 6 at this table.")


def test_the_joker_is_turned_only_where_the_pack_has_one():
    hand = Hand(void="passed-out", turned="joker")
    assert refusal(hand) == ("turned", "There is no joker in this pack.")
    assert allowed(hand, rules=rule_sets.find("call-ace", joker=True))


def test_only_the_maker_plays_alone():
    hand = Hand(maker=BEN, alone=DAN, tricks=3)
    assert refusal(hand) == ("alone", "Only the maker can play alone (law 24).")


def test_nobody_assists_where_partners_are_not_fixed():
    assert refusal(made("assisted")) == ("made", "Nobody assists here: partners are not fixed.")


def test_only_the_dealer_takes_up_the_trump():
    assert refusal(made("took"), dealer=ANN) == ("made", "Only the dealer can take up the trump.")
    assert allowed(made("took"), dealer=BEN)


def test_the_dealer_does_not_order_himself():
    expected = ("made", "The dealer takes up the trump; he cannot order it.")
    assert refusal(made("ordered"), dealer=BEN) == expected
    assert allowed(made("ordered"), dealer=ANN)


def test_who_dealt_in_fact_decides_who_could_take_it_up():
    hand = Hand(maker=BEN, partner=DAN, tricks=3, made="took", dealer=BEN)
    assert allowed(hand, dealer=CAT)


def test_how_the_trump_was_made_is_not_judged_while_the_dealer_is_unknown():
    assert allowed(made("took")) and allowed(made("ordered"))


def test_tricks_are_needed_unless_a_revoke_decides():
    hand = Hand(maker=BEN, partner=DAN)
    assert refusal(hand) == ("tricks", "How many tricks the maker's side won is missing.")
    revoke = (Irregularity(kind="revoke", by=CAT),)
    assert allowed(Hand(maker=BEN, partner=DAN, irregularities=revoke))


@pytest.mark.parametrize("kind", ["abandoned", "exposed", "rudeness", ""])
def test_an_irregularity_without_a_meaning_here_is_refused(kind):
    expected = ("irregularities", f'"{kind}" has no meaning in Call-Ace.')
    assert refusal(offended(kind, BEN)) == expected


@pytest.mark.parametrize("by", [-1, 5])
def test_an_irregularity_is_committed_by_somebody_at_the_table(by):
    expected = ("irregularities", "An irregularity needs the player who committed it.")
    assert refusal(offended("revoke", by)) == expected


@pytest.mark.parametrize("times", [0, -1])
def test_an_irregularity_happened_at_least_once(times):
    expected = ("irregularities", '"revoke" happened at least once, or not at all.')
    assert refusal(offended("revoke", CAT, times=times)) == expected


@pytest.mark.parametrize("by", [BEN, CAT])
def test_only_the_called_partner_can_betray_himself(by):
    expected = ("irregularities", "Only the called partner can betray himself (law 20).")
    assert refusal(offended("intimation", by)) == expected
    assert allowed(offended("intimation", DAN))
