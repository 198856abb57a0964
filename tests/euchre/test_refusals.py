from dataclasses import replace
from itertools import product

import pytest

from scoring.euchre import books
from scoring.euchre.books import SHELF
from scoring.euchre.hand import SPECIALS, Hand, ImpossibleHand, Irregularity
from scoring.euchre.refusals import refuse
from scoring.euchre.rule_set import NUMBERS
from tests.euchre.cast import ANN, BEN, CAT, DAN
from tests.euchre.sets import ALONE, BIDDING, FIXED

CALL_ACE = books.find("call-ace")
CLUB_LAWS, RAILROAD, HOYLE_THREE = map(books.find, ("club-laws", "railroad", "hoyle-three"))


def by_key(rules):
    return rules.key


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


# -- whatever the rules


@pytest.mark.parametrize("seats", [0, 3, 8])
def test_call_ace_is_for_four_to_seven(seats):
    expected = ("players", f"Call-Ace is for 4 to 7 players, not {seats}.")
    assert refusal(Hand(void="passed-out"), seats=seats) == expected


def test_every_other_set_has_one_number_of_players():
    for rules in [*FIXED, *ALONE, *BIDDING]:
        (seats,) = rules.players
        words = NUMBERS[seats]
        for others in {1, 2, 3, 4, 5} - {seats}:
            expected = ("players", f"{rules.name} is for {words} players, not {others}.")
            assert refusal(Hand(void="misdeal"), rules=rules, seats=others) == expected


@pytest.mark.parametrize("role", ["maker", "partner", "alone", "defender_alone", "dealer"])
@pytest.mark.parametrize("seat", [-1, 5])
def test_every_player_named_has_a_seat_at_the_table(role, seat):
    partner = {} if role == "alone" else {"partner": DAN}
    facts = {"maker": BEN, "tricks": 3, **partner, role: seat}
    assert refusal(Hand(**facts)) == (role, f"There is no seat {seat + 1} at this table.")


def test_the_dealer_of_a_void_deal_sits_at_this_table():
    assert refusal(Hand(void="misdeal", dealer=5)) == (
        "dealer",
        "There is no seat 6 at this table.",
    )


def test_the_joker_is_turned_only_where_the_pack_has_one():
    hand = Hand(void="passed-out", turned="joker")
    assert refusal(hand) == ("turned", "There is no joker in this pack.")
    assert allowed(hand, rules=books.find("call-ace", joker=True))


def test_an_option_puts_a_joker_into_the_pack_or_takes_it_out():
    for rules in (one for one in SHELF.values() if "joker" in one.options):
        hand, seats = Hand(void="misdeal", turned="joker"), rules.players[0]
        assert allowed(hand, rules=books.find(rules.key, joker=True), seats=seats)
        without = books.find(rules.key, joker=False)
        assert refusal(hand, rules=without, seats=seats) == (
            "turned",
            "There is no joker in this pack.",
        )


def test_a_stuck_dealer_cannot_pass_out():
    for rules in (one for one in SHELF.values() if "stick_the_dealer" in one.provisions):
        house = books.find_house({"base": rules.key, "name": "Ours", "stick_the_dealer": True})
        must = "bid" if rules.bidding else "name a suit"
        expected = ("void", f"The dealer is stuck here, and must {must}.")
        seats = rules.players[0]
        assert refusal(Hand(void="passed-out"), rules=house, seats=seats) == expected
        assert allowed(Hand(void="misdeal"), rules=house, seats=seats)
        freed = books.find_house({"base": rules.key, "name": "Ours", "stick_the_dealer": False})
        assert allowed(Hand(void="passed-out"), rules=freed, seats=seats)


# -- what excludes each other


def test_a_player_going_alone_calls_no_suit():
    assert refusal(Hand(maker=BEN, alone=BEN, call="H", tricks=5))[0] == "call"
    assert allowed(Hand(maker=BEN, call="H", tricks=5))


def test_a_jamboree_is_not_played_so_there_is_no_lone_defence():
    jamboree = Hand(maker=BEN, special="jamboree", defender_alone=CAT)
    assert refusal(jamboree, rules=RAILROAD, seats=4)[0] == "defender_alone"


# -- partners


def test_no_partner_is_named_if_partners_are_fixed():
    for rules in FIXED:
        seats = rules.players[0]
        sit = "Partners sit opposite" if seats == 4 else "Every other seat is a partner’s"
        for partner in (CAT, DAN):
            expected = ("partner", f"{sit} in {rules.name}, so don’t name one.")
            hand = Hand(maker=BEN, partner=partner, tricks=3)
            assert refusal(hand, rules=rules, seats=seats) == expected


def test_six_in_two_sides_are_refused_a_partner_because_every_other_seat_is_one():
    hand = Hand(maker=BEN, bid=3, partner=DAN, tricks=3)
    expected = "Every other seat is a partner’s in Auction, six-handed, so don’t name one."
    assert refusal(hand, rules=SHELF["auction-six"], seats=6) == ("partner", expected)


def test_a_set_without_partners_refuses_one():
    for rules in ALONE:
        expected = ("partner", f"There are no partners in {rules.name}, so don’t name one.")
        hand = Hand(maker=BEN, partner=ANN, tricks=3)
        assert refusal(hand, rules=rules, seats=rules.players[0]) == expected


def test_a_suit_is_called_only_if_a_partner_is():
    for rules in [*FIXED, *ALONE]:
        expected = ("call", f"No suit is called for a partner in {rules.name}.")
        hand = Hand(maker=BEN, call="H", tricks=3)
        assert refusal(hand, rules=rules, seats=rules.players[0]) == expected
        assert allowed(Hand(maker=BEN, call="H", tricks=3))


# -- lone hands


def lone(alone, **facts):
    return Hand(**{"maker": BEN, "alone": alone, "tricks": 3} | facts)


def test_only_the_maker_plays_alone():
    hand = Hand(maker=BEN, alone=DAN, tricks=3)
    assert refusal(hand) == ("alone", "Only the maker can play alone (law 24).")


def test_only_the_maker_may_play_alone_in_some_sets():
    for rules in (one for one in FIXED if one.alone == "maker"):
        expected = ("alone", f"Only the maker can play alone in {rules.name}.")
        assert refusal(lone(DAN), rules=rules, seats=rules.players[0]) == expected
        assert allowed(lone(BEN), rules=rules, seats=rules.players[0])


def test_the_maker_or_their_partner_may_play_alone_in_others():
    for rules in (one for one in FIXED if one.alone not in ("maker", "nobody")):
        assert allowed(lone(BEN), rules=rules, seats=rules.players[0])
        assert allowed(lone(DAN), rules=rules, seats=rules.players[0])
        expected = ("alone", "The maker or their partner plays alone, not an opponent.")
        assert refusal(lone(CAT), rules=rules, seats=rules.players[0]) == expected


@pytest.mark.parametrize("special", ["jambone", "jamboree"])
def test_a_hand_with_its_cards_shown_needs_lone_hands(special):
    together = replace(RAILROAD, alone="nobody")
    expected = ("special", f"A {special} is played alone, and there are no lone hands in Railroad.")
    assert refusal(Hand(maker=BEN, special=special, tricks=5), rules=together, seats=4) == expected
    assert allowed(Hand(maker=BEN, special=special, tricks=5), rules=RAILROAD, seats=4)


def test_a_set_without_lone_hands_refuses_one():
    for rules in ALONE:
        expected = ("alone", f"There are no lone hands in {rules.name}.")
        assert refusal(lone(BEN), rules=rules, seats=rules.players[0]) == expected


def test_house_rules_may_forbid_lone_hands():
    house = books.find_house({"base": "keller", "name": "Ours", "alone": "nobody"})
    expected = ("alone", "There are no lone hands in Ours.")
    assert refusal(lone(BEN), rules=house, seats=4) == expected


def test_a_lone_defence_is_refused_if_the_rules_lack_it():
    for rules in [CALL_ACE, CLUB_LAWS, HOYLE_THREE]:
        seats = rules.players[0]
        hand = Hand(maker=BEN, tricks=3, defender_alone=ANN)
        assert (
            refusal(hand, rules=rules, seats=seats)[1]
            == f"No opponent may play alone in {rules.name}."
        )


@pytest.mark.parametrize("key", ["american", "british"])
def test_a_lone_defence_is_an_option(key):
    hand = lone(BEN, defender_alone=CAT)
    assert allowed(hand, rules=books.find(key, defend_alone=True), seats=4)
    assert refusal(hand, rules=books.find(key), seats=4)[0] == "defender_alone"


def test_an_opponent_defends_alone_only_against_a_lone_hand():
    assert allowed(lone(BEN, defender_alone=ANN), rules=RAILROAD, seats=4)
    assert allowed(
        Hand(maker=BEN, special="jambone", tricks=3, defender_alone=CAT), rules=RAILROAD, seats=4
    )
    against_two = Hand(maker=BEN, tricks=3, defender_alone=CAT)
    expected = ("defender_alone", "An opponent plays alone only against a lone hand.")
    assert refusal(against_two, rules=RAILROAD, seats=4) == expected
    expected = ("defender_alone", "The lone defender must be an opponent of the maker.")
    for own in (BEN, DAN):
        assert refusal(lone(BEN, defender_alone=own), rules=RAILROAD, seats=4) == expected


def test_a_jambone_or_jamboree_is_accepted_only_if_it_scores():
    for rules, special in product([*FIXED, *ALONE, CALL_ACE], SPECIALS):
        hand, at = Hand(maker=ANN, special=special, tricks=5), {"seats": rules.players[0]}
        if getattr(rules, special):
            assert allowed(hand, rules=rules, **at)
        else:
            expected = ("special", f"There is no {special} in {rules.name}.")
            assert refusal(hand, rules=rules, **at) == expected
    assert RAILROAD.jambone
    assert RAILROAD.jamboree


def test_a_jamboree_needs_no_tricks_and_wins_them_all():
    assert allowed(Hand(maker=BEN, special="jamboree"), rules=RAILROAD, seats=4)
    expected = ("tricks", "The five best trumps win all the tricks.")
    assert (
        refusal(Hand(maker=BEN, special="jamboree", tricks=4), rules=RAILROAD, seats=4) == expected
    )
    expected = ("tricks", "Enter the tricks that the maker’s side won.")
    assert refusal(Hand(maker=BEN, special="jambone"), rules=RAILROAD, seats=4) == expected


# -- how the trump was made


def test_assisting_is_refused_if_partners_are_not_fixed():
    assert refusal(made("assisted")) == (
        "made",
        "There is no assisting here, because partners are not fixed.",
    )


def test_only_the_dealer_picks_up_the_trump():
    assert refusal(made("took"), dealer=ANN) == ("made", "Only the dealer can pick up the trump.")
    assert allowed(made("took"), dealer=BEN)


def test_the_dealer_does_not_order_themselves():
    expected = ("made", "The dealer picks up the trump. It cannot be ordered by them.")
    assert refusal(made("ordered"), dealer=BEN) == expected
    assert allowed(made("ordered"), dealer=ANN)


def test_the_actual_dealer_decides_who_could_pick_it_up():
    hand = Hand(maker=BEN, partner=DAN, tricks=3, made="took", dealer=BEN)
    assert allowed(hand, dealer=CAT)


def test_how_the_trump_was_made_is_not_checked_while_the_dealer_is_unknown():
    assert allowed(made("took"))
    assert allowed(made("ordered"))


def test_the_dealer_s_partner_assists_and_the_opponents_order_up():
    for rules in FIXED:

        def by(maker, how):
            return Hand(maker=maker, tricks=3, made=how)

        for maker, how in ((CAT, "assisted"), (BEN, "ordered"), (DAN, "ordered"), (ANN, "took")):
            assert allowed(by(maker, how), rules=rules, seats=rules.players[0], dealer=ANN)
        at = {"rules": rules, "seats": rules.players[0], "dealer": ANN}
        expected = ("made", "The dealer’s partner assists. The opponents order up.")
        assert refusal(by(CAT, "ordered"), **at) == expected
        expected = ("made", "Only the dealer’s partner assists. The opponents order up.")
        assert [refusal(by(maker, "assisted"), **at) for maker in (BEN, DAN)] == [expected] * 2
        expected = ("made", "The dealer picks up the trump. It cannot be assisted by them.")
        assert refusal(by(ANN, "assisted"), **at) == expected
        assert refusal(by(CAT, "took"), **at) == ("made", "Only the dealer can pick up the trump.")


def test_without_partners_every_other_player_orders_up():
    for rules in ALONE:
        at = {"rules": rules, "seats": rules.players[0], "dealer": ANN}
        assert allowed(Hand(maker=BEN, tricks=3, made="ordered"), **at)
        expected = ("made", "There is no assisting here, because partners are not fixed.")
        assert refusal(Hand(maker=BEN, tricks=3, made="assisted"), **at) == expected


# -- tricks and irregularities


def wrong(kind, by, **facts):
    """A hand of Ben's at a table of four, with one irregularity."""
    return Hand(maker=BEN, irregularities=(Irregularity(kind=kind, by=by),), **facts)


def test_a_revoke_needs_tricks_only_if_revokes_are_counted_or_set_back():
    for rules in [*FIXED, *ALONE]:
        at = {"rules": rules, "seats": rules.players[0]}
        if rules.revokes == "counted" or rules.set_back:
            assert refusal(wrong("revoke", ANN), **at)[0] == "tricks"
        else:
            assert allowed(wrong("revoke", ANN), **at)
        assert refusal(wrong("wrong-cards", ANN), **at)[0] == "tricks"


def test_the_tricks_won_are_at_most_those_dealt():
    for rules in SHELF.values():
        at, dealt = {"rules": rules, "seats": rules.players[0]}, rules.tricks_dealt
        bid = {"bid": rules.bids[0]} if rules.bidding else {}
        if rules.each_scores:
            continue  # tests/euchre/test_own_tricks.py
        assert allowed(Hand(maker=BEN, tricks=dealt, **bid), **at)
        for tricks in (-1, dealt + 1, 10**9):
            words = NUMBERS[dealt]
            expected = ("tricks", f"There are only {words} tricks in a hand, not {tricks}.")
            assert refusal(Hand(maker=BEN, tricks=tricks, **bid), **at) == expected


def test_an_abandoned_hand_needs_no_tricks():
    assert allowed(wrong("abandoned", ANN, alone=BEN), rules=CLUB_LAWS, seats=4)


def test_an_irregularity_of_other_sets_is_refused():
    for rules in [*FIXED, *ALONE]:
        for kind in {"abandoned", "exposed", "intimation"} - rules.irregularities:
            expected = ("irregularities", f'"{kind}" has no meaning in {rules.name}.')
            assert (
                refusal(wrong(kind, ANN, tricks=3), rules=rules, seats=rules.players[0]) == expected
            )


@pytest.mark.parametrize(("alone", "others"), [(BEN, (ANN, CAT)), (DAN, (ANN, CAT))])
def test_only_an_opponent_of_a_lone_hand_may_abandon_their_cards(alone, others):
    at = {"rules": CLUB_LAWS, "seats": 4}
    assert all(allowed(wrong("abandoned", by, alone=alone), **at) for by in others)
    expected = ("irregularities", "Only an opponent of a lone hand can give up (law 50).")
    for by in (BEN, DAN):
        assert refusal(wrong("abandoned", by, alone=alone), **at) == expected
    assert refusal(wrong("abandoned", ANN, tricks=3), **at) == expected


@pytest.mark.parametrize(("alone", "partner"), [(BEN, DAN), (DAN, BEN)])
def test_only_the_lone_player_s_partner_can_expose_a_card(alone, partner):
    at = {"rules": CLUB_LAWS, "seats": 4}
    assert allowed(wrong("exposed", partner, alone=alone, tricks=5), **at)
    expected = ("irregularities", "Here only the lone player’s partner can show a card (law 102).")
    for by in {ANN, BEN, CAT, DAN} - {partner}:
        assert refusal(wrong("exposed", by, alone=alone, tricks=5), **at) == expected
    assert refusal(wrong("exposed", partner, tricks=5), **at) == expected


def test_tricks_are_needed_unless_a_revoke_decides():
    hand = Hand(maker=BEN, partner=DAN)
    assert refusal(hand) == ("tricks", "Enter the tricks that the maker’s side won.")
    revoke = (Irregularity(kind="revoke", by=CAT),)
    assert allowed(Hand(maker=BEN, partner=DAN, irregularities=revoke))


@pytest.mark.parametrize("kind", ["abandoned", "exposed", "rudeness", ""])
def test_an_irregularity_without_meaning_in_call_ace_is_refused(kind):
    expected = ("irregularities", f'"{kind}" has no meaning in Call-Ace.')
    assert refusal(offended(kind, BEN)) == expected


@pytest.mark.parametrize("by", [-1, 5])
def test_an_irregularity_needs_an_offender_at_the_table(by):
    expected = ("irregularities", "Choose the player who did it.")
    assert refusal(offended("revoke", by)) == expected


@pytest.mark.parametrize("times", [0, -1])
def test_an_irregularity_happened_at_least_once(times):
    expected = ("irregularities", '"revoke" must have happened at least once.')
    assert refusal(offended("revoke", CAT, times=times)) == expected


def test_what_happened_more_often_than_there_are_tricks_is_refused_unless_it_is_stored():
    often = offended("revoke", CAT, times=14)
    assert refusal(often)[0] == "irregularities"
    assert allowed(often, kept=True)


@pytest.mark.parametrize("by", [BEN, CAT])
def test_only_the_called_partner_can_give_themselves_away(by):
    expected = ("irregularities", "Only the called partner can give themselves away (law 20).")
    assert refusal(offended("intimation", by)) == expected
    assert allowed(offended("intimation", DAN))


# -- bids


def bid(number, tricks=3, maker=BEN, **facts):
    return Hand(maker=maker, bid=number, tricks=tricks, **facts)


def test_a_bid_is_refused_in_a_set_with_a_turned_card():
    for rules in [*FIXED, *ALONE, CALL_ACE]:
        expected = ("bid", f"There is no bidding in {rules.name}.")
        assert refusal(bid(3), rules=rules, seats=rules.players[0]) == expected


def test_a_bid_is_from_the_lowest_to_all_tricks():
    for rules in BIDDING:
        at, dealt = {"rules": rules, "seats": rules.players[0]}, rules.tricks_dealt
        ladder = range(rules.lowest_bid, dealt + 1)
        assert all(allowed(bid(number), **at) for number in ladder)
        for wrong in (rules.lowest_bid - 1, dealt + 1):
            words = f"A bid is {rules.lowest_bid} to {dealt} tricks, not {wrong}."
            assert refusal(bid(wrong), **at) == ("bid", words)
        assert refusal(bid(None), **at) == ("bid", "Enter the bid.")
        assert refusal(bid(dealt, tricks=None), **at)[0] == "tricks"


def test_a_player_bids_alone_only_if_the_rules_allow_it():
    for rules in BIDDING:
        at = {"rules": rules, "seats": rules.players[0]}
        if rules.bid_alone:
            assert allowed(bid("alone"), **at)
            assert allowed(bid("alone", alone=BEN), **at)
            expected = ("alone", "Only the bidder plays alone.")
            assert refusal(bid("alone", alone=DAN), **at) == expected
        else:
            assert refusal(bid("alone"), **at) == (
                "bid",
                f"There are no bids alone in {rules.name}.",
            )
        expected = ("alone", "A player who plays alone bids alone, not a number of tricks.")
        assert refusal(bid(rules.lowest_bid, alone=BEN), **at) == expected


@pytest.mark.parametrize(
    ("fact", "value", "why"),
    [
        ("turned", "H", "No card is turned"),
        ("made", "named", "The highest bidder names trump"),
        ("made", "ordered", "The highest bidder names trump"),
        ("special", "jambone", "There is no jambone or jamboree"),
        ("defender_alone", ANN, "No opponent may play alone"),
    ],
)
def test_facts_about_a_turned_card_are_refused_beside_a_bid(fact, value, why):
    for rules in BIDDING:
        hand = bid(3, **{fact: value})
        found = refusal(hand, rules=rules, seats=rules.players[0], dealer=hand.maker)
        assert found == (fact, f"{why} in {rules.name}.")


def test_no_trump_is_named_only_if_the_rules_have_it():
    for rules in [*BIDDING, *FIXED]:
        for trump in ("high", "low"):
            number = {"bid": rules.lowest_bid} if rules.bidding else {}
            hand = Hand(maker=BEN, tricks=3, trump=trump, **number)
            at = {"rules": rules, "seats": rules.players[0]}
            if rules.no_trump:
                assert allowed(hand, **at)
            else:
                expected = ("trump", f"Every hand has trumps in {rules.name}.")
                assert refusal(hand, **at) == expected


def test_the_partner_of_a_lone_bidder_has_no_cards():
    expected = ("irregularities", "The partner of a lone player holds no cards.")
    for rules in (one for one in BIDDING if one.bid_alone):
        for kind in ("revoke", "wrong-cards"):
            offence = (Irregularity(kind=kind, by=DAN),)
            hand = bid("alone", irregularities=offence)
            assert refusal(hand, rules=rules, seats=4) == expected
            assert allowed(bid(rules.lowest_bid, irregularities=offence), rules=rules, seats=4)
