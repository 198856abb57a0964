"""Facts that score nothing but are told and kept: new deals by name, a joker that the dealer picked
up, a partner's best card. And house rules of games without bidding."""

import pytest

from scoring.euchre.books import find, find_house
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.euchre.lone_hands import lone_table, who_may
from scoring.euchre.points import score
from scoring.euchre.refusals import refuse
from scoring.euchre.remedies import remedies, search
from scoring.euchre.reread import reread
from scoring.euchre.rule_set import UnknownRule
from scoring.euchre.rules_pages.page import rules_page
from scoring.euchre.sheet import BadSheet, document, read
from scoring.euchre.wording import describe, facts
from tests.euchre.cast import ANN, BEN, CAST, CAT, DAN, EVE, FAY, a_sheet, told_points

BRITISH, KELLER, SIX = find("british"), find("keller"), find("six-handed")


def ours(base, **changes):
    return find_house({"base": base, "name": "Ours", **changes})


def refusal(hand, rules, *, seats=4, dealer=ANN, kept=False):
    try:
        refuse(hand, rules=rules, seats=seats, dealer=dealer, kept=kept)
    except ImpossibleHand as wrong:
        return wrong.field, wrong.message
    return None


def missing(hand, *, of, under, seats=4):
    """What other rules lack of a hand that the first player dealt."""
    names = CAST[:seats]
    (one,) = reread([hand], of=of, under=under, seats=seats, first_dealer=ANN, names=names).readings
    return one.missing


# -- in a sheet


def test_the_facts_are_read_and_written_as_a_sheet_has_them():
    hands = [
        {"void": "new-deal", "redeal": "farmer"},
        {"maker": "Ann", "alone": "Ann", "tricks": 5, "turned": "joker"}
        | {"picked_up": True, "best_card": True},
    ]
    told = a_sheet(*hands, players=4, rules="british")
    assert document(read(told))["hands"] == hands
    left_out = read(a_sheet({"maker": "Ann", "tricks": 3, "picked_up": False}, players=4) | RULES)
    assert left_out.hands[0].hand.picked_up is None


RULES = {"rules": "british"}


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (
            {"void": "misdeal", "redeal": "farmer"},
            "Only a new deal can be for such a hand.",
        ),
        (
            {"void": "new-deal", "redeal": "two nines"},
            'A new deal is for one of farmer, ace-no-face, no-trump-hand, not "two nines".',
        ),
        (
            {"maker": "Ann", "tricks": 3, "redeal": "farmer"},
            "Only a new deal can be for such a hand.",
        ),
        ({"maker": "Ann", "tricks": 3, "best_card": "yes"}, "best_card must be true or false"),
    ],
)
def test_a_fact_that_cannot_be_is_refused_in_a_sentence(hand, message):
    with pytest.raises(BadSheet) as wrong:
        read(a_sheet(hand, players=4) | RULES)
    assert message.removesuffix(".") in wrong.value.message


def test_the_facts_are_described():
    names = CAST[:4]
    assert describe(Hand(void="new-deal", redeal="farmer"), names, KELLER) == (
        "New deal (farmer’s hand)"
    )
    lone = Hand(maker=ANN, alone=ANN, tricks=5, turned="joker", picked_up=True, best_card=True)
    assert facts(lone) == "joker turned, the dealer had to pick it up, took the partner’s best card"
    assert facts(Hand(maker=ANN, tricks=5, turned="H", trump="low")) == "♥ turned, no trump, low"


# -- what they rule out


def test_only_a_joker_that_was_turned_up_obliges_the_dealer():
    told = Hand(maker=ANN, tricks=3, picked_up=True)
    assert refusal(told, BRITISH) is None
    assert refusal(told, KELLER) == ("picked_up", "No joker can be turned up in Keller’s game.")
    hearts = Hand(maker=ANN, tricks=3, picked_up=True, turned="H")
    assert refusal(hearts, BRITISH) == ("picked_up", "This is for a joker that was turned up.")


def test_a_turned_joker_is_for_the_dealer_alone_where_it_obliges():
    obliges = ours("british", benny_obliges=True)
    for told in ({"turned": "joker"}, {"picked_up": True}):
        other = Hand(maker=BEN, tricks=3, **told)
        assert refusal(other, BRITISH) is None
        assert refusal(other, obliges)[0] == "maker"
        assert refusal(other, obliges, kept=True) is None
        assert refusal(other, obliges, dealer=BEN) is None


def test_a_turned_joker_is_not_passed_out_where_it_obliges():
    obliges = ours("british", benny_obliges=True)
    passed = Hand(void="passed-out", turned="joker")
    expected = "A joker was turned up, so the dealer must pick it up and make trump."
    assert refusal(passed, obliges) == ("void", expected)
    assert refusal(passed, obliges, kept=True) is None
    for other in (Hand(void="passed-out", turned="H"), Hand(void="misdeal", turned="joker")):
        assert refusal(other, obliges) is None
    assert refusal(passed, BRITISH) is None
    assert missing(passed, of=BRITISH, under=obliges) == (
        "what trump Ann would have made, who must pick up a joker"
    )


def test_only_a_lone_player_with_a_partner_takes_the_best_card():
    expected = ("best_card", "Only a lone player can take the partner’s best card.")
    assert refusal(Hand(maker=BEN, tricks=3, best_card=True), KELLER) == expected
    assert refusal(Hand(maker=BEN, alone=BEN, tricks=3, best_card=True), KELLER) is None
    three = ours("hoyle-three", lone_march=4)
    lone = Hand(maker=BEN, alone=BEN, tricks=3, best_card=True)
    assert refusal(lone, three, seats=3) == expected


def test_a_player_who_assists_plays_alone_among_canadian_loners():
    canadian = ours("britannica-four", assist_alone=True)
    assisted = {"maker": CAT, "made": "assisted", "tricks": 5}
    expected = ("alone", "A player who assists plays alone in Ours.")
    assert refusal(Hand(**assisted), canadian) == expected
    assert refusal(Hand(alone=CAT, **assisted), canadian) is None
    assert who_may(canadian, maker=CAT, dealer=ANN, made="assisted") == (CAT,)
    assert missing(Hand(**assisted), of=KELLER, under=canadian) == (
        "whether Cat would have played alone to assist"
    )


@pytest.mark.parametrize("base", ["keller", "britannica-four", "hoyle-four", "american"])
def test_a_dealer_who_is_assisted_alone_learns_why_they_may_not_play_alone(base):
    canadian, why = ours(base, assist_alone=True), "A player who assists plays alone in Ours."
    told = Hand(maker=CAT, made="assisted", alone=ANN, tricks=5)
    if base != "american":
        assert refusal(told, canadian) == ("alone", why)
    table = lone_table(canadian)
    assert table["rows"][table["of"]["assisted"][CAT]] == {"who": [0], "why": why}


def test_where_an_assist_is_alone_only_its_maker_may_be_if_nothing_else_is_known():
    canadian = ours("britannica-four", assist_alone=True)
    assert refusal(Hand(maker=CAT, alone=ANN, tricks=5), canadian) == (
        "alone",
        "Only the player who made trump can play alone (p. 655).",
    )


def test_a_jambone_of_a_player_who_assists_is_alone():
    railroad = ours("railroad", assist_alone=True)
    told = {"maker": CAT, "made": "assisted", "tricks": 5, "special": "jambone"}
    for said in ({}, {"alone": CAT}):
        hand = Hand(**told, **said)
        assert refusal(hand, railroad) is None
        assert score(hand, rules=railroad, seats=4).points == (8, 0, 8, 0)
        assert missing(hand, of=find("railroad"), under=railroad) == ""
        assert missing(hand, of=find("railroad"), under=ours("keller", assist_alone=True)) == (
            "the tricks of a lone hand with its cards unseen: Cat played a jambone"
        )


def test_other_rules_ask_what_the_dealer_would_have_made_of_a_joker():
    obliges = ours("british", benny_obliges=True)
    assert missing(Hand(maker=BEN, tricks=3, turned="joker"), of=BRITISH, under=obliges) == (
        "what trump Ann would have made, who must pick up a joker"
    )


def test_the_laws_say_what_to_do():
    obliges, canadian = ours("british", benny_obliges=True), ours("american", assist_alone=True)
    asked = {
        "farmer's hand": KELLER,
        "benny turned": obliges,
        "canadian loner": canadian,
        "best card": find("railroad"),
    }
    found = {
        words: [one.key for one in search(remedies(rules), words)] for words, rules in asked.items()
    }
    expected = ("agreed-redeal", "joker-turned", "assists-alone", "best-card")
    assert [key in keys for key, keys in zip(expected, found.values(), strict=True)] == [True] * 4


# -- tricks and no trump


def test_seven_tricks_come_from_thirty_two_cards():
    seven = ours("american", tricks_dealt=7)
    assert (seven.cards(4), seven.lowest[4], seven.made_at) == (32, "7", 4)
    found = {row.what: row.numbers for row in rules_page(seven).results}
    assert found["Made: four to six tricks"] == (1,)
    assert found["All seven tricks (march)"] == (2,)
    assert found["Euchred: fewer than four"] == (2,)
    for base in ("call-ace", "six-handed"):
        with pytest.raises(UnknownRule, match="tricks_dealt"):
            ours(base, tricks_dealt=7)


def test_other_rules_do_not_guess_how_another_number_of_tricks_would_have_gone():
    seven = ours("american", tricks_dealt=7)
    assert missing(Hand(maker=BEN, tricks=4), of=seven, under=KELLER) == (
        "how five tricks would have gone: seven were dealt"
    )


def test_a_hand_cannot_need_every_trick_to_be_made():
    with pytest.raises(UnknownRule, match='"Made from" is at most 4'):
        ours("keller", made_from=5)
    assert ours("keller", made_from=6, tricks_dealt=7).made_at == 6


# -- lone hands of three, and sides of three


def test_three_players_have_lone_hands_if_those_have_points():
    three = ours("hoyle-three", lone_euchre=4)
    points = {
        tricks: told_points(
            score(Hand(maker=ANN, alone=ANN, tricks=tricks), rules=three, seats=3).points
        )
        for tricks in (2, 3, 5)
    }
    assert points == {2: "Ben 4, Cat 4", 3: "Ann 1", 5: "Ann 2"}
    assert lone_table(three)["rows"] == [{"who": [0], "why": ""}]
    assert lone_table(find("hoyle-three"))["rows"] == [{"who": [], "why": ""}]
    said = "The maker may go alone. Such a lone hand has its own points."
    assert [line.text for line in rules_page(three).alone] == [said]


def test_other_rules_for_three_leave_out_that_the_maker_went_alone():
    three, plain = ours("hoyle-three", lone_march=4), find("hoyle-three")
    lone = Hand(maker=ANN, alone=ANN, tricks=5)
    assert missing(lone, of=three, under=plain, seats=3) == ""
    assert missing(Hand(maker=ANN, tricks=5), of=plain, under=three, seats=3) == ""


@pytest.mark.parametrize(
    ("alone", "made", "maker", "may"),
    [
        ("maker", None, BEN, (BEN,)),
        ("either", None, BEN, (BEN, DAN, FAY)),
        ("not-passed", None, BEN, (BEN, DAN, FAY)),
        ("not-passed", None, DAN, (DAN, FAY)),
        ("not-passed", None, CAT, (CAT, EVE, ANN)),
        ("not-passed", None, EVE, (EVE, ANN)),
        ("not-passed", None, FAY, (FAY,)),
        ("not-passed", None, ANN, (ANN,)),
        ("as-made", "ordered", BEN, (BEN, DAN, FAY)),
        ("as-made", "assisted", EVE, (ANN,)),
        ("as-made", "named", EVE, (EVE,)),
        ("as-made", None, EVE, (EVE, ANN)),
        ("as-made", None, ANN, (ANN,)),
    ],
)
def test_of_a_side_of_three_those_may_play_alone_who_have_not_passed(alone, made, maker, may):
    rules = ours("six-handed", alone=alone)
    assert who_may(rules, maker=maker, dealer=ANN, made=made) == may


def test_partners_of_a_side_of_three_are_the_other_two():
    assert [SIX.partners_of(seat) for seat in (ANN, EVE, FAY)] == [
        (CAT, EVE),
        (ANN, CAT),
        (BEN, DAN),
    ]
    assert KELLER.partners_of(DAN) == (BEN,)
    assert find("call-ace").partners_of(ANN) == find("hoyle-three").partners_of(ANN) == ()


def test_a_called_partner_of_six_leaves_the_third_player_s_tricks_open():
    side = "the tricks of Ann, Cat and Eve: Ann’s partner was Cat"
    for tricks, lacking in ((3, side), (5, "")):
        hand = Hand(maker=ANN, partner=CAT, tricks=tricks)
        assert missing(hand, of=find("call-ace"), under=SIX, seats=6) == lacking
