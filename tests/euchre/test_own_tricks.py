"""Buck Euchre: each player scores the tricks they took. Two scorers that share no line agree."""

import json

import pytest
from hypothesis import given, settings

from scoring.euchre import notation, score_out
from scoring.euchre.books import SHELF, find_house
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.euchre.sheet import BadSheet, document, loads, read
from scoring.euchre.wording import describe
from tests import proof
from tests.euchre.cast import BEN, a_sheet
from tests.euchre.own_reference import reckoned
from tests.euchre.strategies import evenings

NAMES = ("Ann", "Ben", "Cat", "Dan")
ROW = {"Ann": 1, "Ben": 3, "Dan": 1}


def buck(*hands, rules="buck", **more):
    return a_sheet(*hands, players=4, rules=rules, **more)


def scored(*hands, **more):
    return score_out.document(score_out.score(read(buck(*hands, **more))))


def as_the_reference_has_it(sheet):
    """Return the engine's score of a sheet in the form of `reckoned`."""
    found = score_out.document(score_out.score(sheet))
    names = sheet.players
    return {
        "hands": [[hand["points"].get(name, 0) for name in names] for hand in found["hands"]],
        "games": [
            (game["winner"], tuple(game["score"]), tuple(game["values"]), game["lap"])
            for game in found.get("games", [])
        ],
        "score": found["score"] if "score" in found else [found["totals"][one] for one in names],
        "net": [found["net"][name]["points"] for name in names],
    }


@settings(max_examples=proof.examples(200))
@given(evenings(60, keys=("buck",), house=0.5))
def test_the_engine_and_the_reference_agree_on_hands_games_and_nets(sheet):
    assert as_the_reference_has_it(sheet) == reckoned(document(sheet))


def test_the_reference_notices_another_score():
    sheet = read(buck({"maker": "Ben", "taken": ROW}))
    assert as_the_reference_has_it(sheet) == reckoned(document(sheet))
    other = document(sheet) | {"rules": {"base": "buck", "name": "Two", "trick": 2}}
    assert as_the_reference_has_it(sheet) != reckoned(other)


def test_a_hand_has_the_tricks_of_each_player_and_a_player_left_out_dropped_out():
    hand = read(buck({"maker": "Ben", "taken": ROW})).hands[0].hand
    assert (hand.maker, hand.tricks, hand.taken) == (BEN, 3, (1, 3, None, 1))
    assert scored({"maker": "Ben", "taken": ROW})["hands"][0]["points"] == ROW


def test_the_short_form_has_them_by_seat_with_a_dash_for_a_player_who_dropped_out():
    assert notation.read("b 1,3,-,1", NAMES) == Hand(maker=BEN, taken=(1, 3, None, 1))
    assert notation.read("2,1,1,1", NAMES) == Hand(taken=(2, 1, 1, 1))
    for text in ("Ben 1,3,-,1", "2,1,1,1"):
        assert notation.written(notation.read(text, NAMES), NAMES) == text


def test_a_sheet_comes_back_as_it_was_written():
    sheet = read(buck({"maker": "Ben", "taken": ROW}, "1,2,1,1", "-"))
    again = loads(json.dumps(document(sheet)).encode())
    assert [one.hand for one in again.hands] == [one.hand for one in sheet.hands]
    assert document(sheet)["hands"][0] == {"maker": "Ben", "taken": ROW}


@pytest.mark.parametrize(
    ("hand", "field"),
    [
        ({"maker": "Ben", "tricks": 3}, "taken"),
        ({"maker": "Ben", "taken": ROW, "tricks": 4}, "tricks"),
        ({"maker": "Ben", "taken": ROW | {"Cat": 1}}, "taken"),
        ({"maker": "Cat", "taken": ROW}, "taken"),
        ({"taken": ROW}, "taken"),
        ({"maker": "Ben", "taken": ROW | {"Zed": 0}}, "taken"),
        ({"maker": "Ben", "taken": {"Ben": 3.0, "Ann": 2}}, "taken"),
        ({"maker": "Ben", "taken": [1, 3, 0, 1]}, "taken"),
        ({"maker": "Ben", "taken": ROW, "alone": "Ben"}, "alone"),
        ({"maker": "Ben", "taken": ROW, "bid": 3}, "bid"),
        ({"taken": dict.fromkeys(NAMES, 1) | {"Ann": 2}, "turned": "H", "trump": "C"}, "trump"),
        ("Ben 1,3,x,1", "taken"),
        ("Ben 1,3", "taken"),
    ],
)
def test_tricks_that_cannot_be_are_refused_by_their_key(hand, field):
    with pytest.raises(BadSheet) as refused:
        score_out.score(read(buck(hand)))
    assert (refused.value.hand, refused.value.field) == (1, field)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ({"maker": "Ben", "taken": ROW, "tricks": 4}, "the maker took 3, not 4"),
        ({"taken": {**ROW, "Cat": 0}, "tricks": 3}, "No one made trump"),
    ],
)
def test_other_tricks_of_the_maker_than_each_players_are_refused_in_words(hand, said):
    with pytest.raises(BadSheet, match=said):
        read(buck(hand))


def test_a_comma_at_the_end_of_a_hand_of_sides_is_refused_with_an_example_of_sides():
    with pytest.raises(BadSheet, match="number of tricks"):
        read(a_sheet("Ben 3,", players=4, rules="keller"))


def test_a_player_who_is_named_in_two_spellings_is_refused():
    names = ["Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Ben", "Cat", "Dan"]
    taken = {names[0]: 2, "Zoe\N{COMBINING DIAERESIS}": 1, "Ben": 3}
    told = buck({"maker": "Ben", "taken": taken}) | {"players": names, "dealer": names[0]}
    with pytest.raises(BadSheet) as refused:
        read(told)
    assert (refused.value.hand, refused.value.field) == (1, "taken")


def test_a_dealer_who_is_stuck_leaves_a_hand_without_a_maker_only_for_clubs():
    stuck = {"base": "buck", "name": "Stuck", "stick_the_dealer": True}
    assert scored("1,2,1,1", rules=stuck)["hands"][0]["outcome"] == "no-maker"
    asked = stuck | {"clubs_trump": False}
    turned = {"taken": dict.fromkeys(NAMES, 1) | {"Ann": 2}, "turned": "H"}
    for hand, rules in (("1,2,1,1", asked), (turned, stuck)):
        with pytest.raises(BadSheet) as refused:
            scored(hand, rules=rules)
        assert (refused.value.hand, refused.value.field) == (1, "maker")


def test_no_other_set_takes_the_tricks_of_each_player():
    told = {}
    for key, rules in SHELF.items():
        names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"][: rules.players[0]]
        taken = dict.fromkeys(names[1:], 0) | {"Ann": rules.tricks_dealt}
        hand = {"maker": "Ann", "taken": taken} | ({"bid": 4} if rules.bidding else {})
        hand |= {"partner": None} if rules.partners == "called" else {}
        try:
            score_out.score(read(a_sheet(hand, players=len(names), rules=key)))
        except BadSheet as refused:
            told[key] = refused.field
    assert told == dict.fromkeys([key for key in SHELF if key != "buck"], "taken")


def test_the_words_of_a_hand_say_who_took_what():
    rules = SHELF["buck"]
    hand = Hand(maker=BEN, taken=(1, 3, None, 1))
    assert describe(hand, NAMES, rules) == "Ben made trump: Ann 1, Ben 3, Cat out, Dan 1"
    assert describe(Hand(taken=(2, 1, 1, 1)), NAMES, rules).startswith("No maker: Ann 2")


def test_a_penalty_counts_before_the_tricks_and_can_end_the_game():
    talk = {"kind": "penalty", "by": "Ann", "points": 2, "to": "other"}
    hand = {"maker": "Ann", "taken": {"Ann": 5}, "irregularities": [talk]}
    found = scored(hand, options={"target": 2})
    assert (found["games"][0]["winner"], found["games"][0]["score"]) == (BEN, [0, 2, 2, 2])


def test_a_penalty_comes_after_a_revoke_that_costs_nothing():
    talk = {"kind": "penalty", "by": "Ann", "points": 2, "to": "other"}
    revoke = {"kind": "revoke", "by": "Cat"}
    hand = {"maker": "Ann", "taken": {"Ann": 5, "Cat": 0}, "irregularities": [revoke, talk]}
    found = scored(hand, rules={"base": "buck", "name": "Mild", "revoke": 0, "target": 2})
    assert found["games"][0]["score"] == [0, 2, 2, 2]


def test_a_hand_without_a_maker_needs_no_partner_and_nobody_is_euchred():
    found = scored("0,3,1,1")["hands"][0]
    assert (found["outcome"], found["points"]) == (
        "no-maker",
        {"Ann": -5, "Ben": 3, "Cat": 1, "Dan": 1},
    )


def test_tricks_of_each_beside_a_deal_that_was_not_played_are_refused():
    with pytest.raises(ImpossibleHand) as refused:
        Hand(void="passed-out", taken=(1, 2, 1, 1))
    assert refused.value.field == "taken"


def test_values_of_the_table_are_its_own():
    house = find_house({"base": "buck", "name": "Dirty Clubs", "buck_set": 3, "drop_out": False})
    assert (house.buck_set, house.drop_out, house.trick) == (3, False, 1)
    assert {"buck_set", "trick", "drop_out", "clubs_trump"} <= set(house.provisions)
    assert not {"buck_set", "trick", "drop_out", "clubs_trump"} & set(SHELF["keller"].provisions)
