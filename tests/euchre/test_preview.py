from dataclasses import replace
from itertools import product

from hypothesis import given, settings

from scoring.euchre import books, score_out
from scoring.euchre.ahead import ends_table, score_table, side_table
from scoring.euchre.books import SHELF
from scoring.euchre.game import play
from scoring.euchre.hand import Hand
from scoring.euchre.points import score
from scoring.euchre.wording import gains
from tests import proof
from tests.euchre.cast import CAST
from tests.euchre.strategies import evenings_of_games

CALL_ACE = books.find("call-ace")


SET_BACK = books.find_house({"base": "call-ace", "name": "Ours", "set_back": 1})


def test_a_row_shows_points_reason_and_law():
    assert score_table(CALL_ACE, 5)["with"][5] == {
        "maker": 3,
        "partner": 3,
        "others": 0,
        "why": "March with a partner, five players · Foster, law 43",
    }
    assert score_table(CALL_ACE, 7)["alone"][2] == {
        "maker": 0,
        "partner": 2,
        "others": 2,
        "why": "Lone hand euchred · Foster, law 46",
    }


def hand_of(told, rules):
    """Return the hand that a row's key names: "2 alone 5"; with bidding "2 4 5", "2 shoot 6", or
    "2 5! 5" for a number that is played alone."""
    maker, how, tricks = told.split()
    facts = {"maker": int(maker), "tricks": int(tricks)}
    if rules.bidding:
        number = how.removesuffix("!")
        lone = int(maker) if how != number else None
        return Hand(**facts, bid=int(number) if number.isdecimal() else number, alone=lone)
    return Hand(**facts, alone=int(maker) if how == "alone" else None)


WITH_GAMES = [
    key for key, rules in SHELF.items() if rules.target is not None and not rules.each_scores
]
"""The sets whose usual hands a page knows. Own tricks can fall in too many ways."""


def test_a_row_shows_what_is_lost_beside_what_is_scored():
    assert score_table(SET_BACK, 5)["with"][2] == {
        "maker": -1,
        "partner": -1,
        "others": 2,
        "why": "Set back for a euchre · Ours, house rule; "
        "Maker and partner euchred · Foster, law 46",
    }


def test_the_preview_equals_the_score_of_the_hand():
    sets = product((CALL_ACE, SET_BACK), CALL_ACE.players, range(6))
    for rules, seats, tricks in sets:
        table = score_table(rules, seats)
        for how, facts in (("with", {"partner": 1}), ("alone", {"alone": 0})):
            row = table[how][tricks]
            hand = Hand(maker=0, tricks=tricks, **facts)
            expected = score(hand, rules=rules, seats=seats).points
            assert (row["maker"], row["partner"], *[row["others"]] * (seats - 2)) == expected


def test_in_games_the_preview_shows_the_score_of_every_usual_hand():
    for key in WITH_GAMES:
        rules = SHELF[key]
        names = CAST[: rules.players[0]]
        table = side_table(rules, names)
        for told, which in table["of"].items():
            row, hand = table["rows"][which], hand_of(told, rules)
            assert row["gains"] == gains(
                score(hand, rules=rules, seats=len(names)).points, names, rules
            )


@settings(max_examples=proof.examples(30))
@given(evenings_of_games(10, keys=tuple(WITH_GAMES)))
def test_the_preview_names_a_game_exactly_when_the_hand_would_end_it(sheet):
    rules, hands = sheet.rules, score_out.score(sheet).hands
    seats, standing = len(sheet.players), hands[-1].standing
    at = {
        "rules": rules,
        "names": sheet.players,
        "standing": standing,
        "dealer": hands[-1].next_dealer,
    }
    ends = ends_table(**at)
    for told in side_table(rules, sheet.players)["of"]:
        hand = replace(hand_of(told, rules), dealer=at["dealer"])
        played = play(
            [*(one.hand for one in hands), hand],
            rules=rules,
            seats=seats,
            first_dealer=sheet.dealer,
        )
        assert (told in ends) == bool(played[-1].ended)
