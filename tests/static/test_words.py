"""What the pad says of the hand on its keys."""

import pytest

from scoring.euchre.books import find_house
from scoring.euchre.lone_hands import lone_table
from tests.euchre.cast import CAST
from tests.javascript import Module

WORDS = Module("table/pad/words.js")
FIVE, FOUR = CAST[:5], CAST[:4]
EMPTY = {"maker": None, "partner": "", "alone": None, "tricks": None, "call": ""}
EMPTY |= {"dealt": 5, "revoked": False, "decided": False, "happened": []}


def hand(**keys):
    return EMPTY | keys


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({}, "Who made trump?"),
        ({"maker": 1}, "Ben made it. Tap the partner or Alone."),
        ({"maker": 1, "call": "diamonds"}, "Ben calls diamonds. Tap the partner or Alone."),
        ({"maker": 1, "partner": "3"}, "Ben made it, with Dan. Tricks?"),
        ({"maker": 1, "partner": "3", "tricks": 3}, "Ben made it, with Dan."),
        ({"maker": 1, "partner": "alone"}, "Ben alone. How many tricks?"),
        ({"maker": 1, "partner": "nobody"}, "Ben called, no one had it. Tricks?"),
        ({"maker": 1, "partner": "nobody", "tricks": 5}, "Ben called, no one had it."),
    ],
)
def test_the_prompt_asks_for_what_is_missing_where_partners_are_called(keys, words):
    assert WORDS.prompt(hand(**keys), {"names": FIVE, "partners": "called"}) == words


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"maker": 1}, "Ben made it, with Dan. Tricks?"),
        ({"maker": 1, "alone": 1}, "Ben alone. How many tricks?"),
        ({"maker": 1, "alone": 3, "tricks": 5}, "Ben made it, Dan alone."),
        ({"maker": 1, "decided": True}, "Ben made it, with Dan."),
    ],
)
def test_the_prompt_names_the_partner_where_partners_are_fixed(keys, words):
    page = {"names": FOUR, "partners": "fixed", "ahead": {"sides": [[0, 2], [1, 3]]}}
    assert WORDS.prompt(hand(**keys), page) == words


def test_the_prompt_names_both_partners_of_a_side_of_three():
    page = {"names": CAST[:6], "partners": "fixed", "ahead": {"sides": [[0, 2, 4], [1, 3, 5]]}}
    said = WORDS.prompt(hand(maker=1, tricks=3), page)
    assert said == f"{CAST[1]} made it, with {CAST[3]} and {CAST[5]}."


REVOKED = {"role": "reneged", "seat": "2"}
SHOWED = {"role": "showed a card", "seat": "3"}
SPECIAL = {"role": "", "seat": ""}


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"maker": 1, "partner": "3", "tricks": 5}, "Ben with Dan, all five"),
        ({"maker": 1, "partner": "alone", "tricks": 0}, "Ben alone, no trick"),
        ({"maker": 1, "partner": "nobody", "tricks": 0}, "Ben called and was alone, no trick"),
        (
            {"maker": 1, "partner": "alone", "call": "hearts", "tricks": 3},
            "Ben called hearts and was alone, three tricks",
        ),
        ({"maker": 1, "alone": 3, "tricks": 1}, "Ben, Dan alone, one trick"),
        (
            {"maker": 1, "partner": "3", "tricks": 3, "happened": [REVOKED]},
            "Ben with Dan, three tricks; Cat: reneged",
        ),
        (
            {"maker": 1, "partner": "3", "tricks": 3, "happened": [SHOWED]},
            "Ben with Dan, three tricks; Dan: showed a card",
        ),
        (
            {"maker": 1, "alone": 1, "tricks": 3, "happened": [SHOWED, SPECIAL]},
            "Ben alone, three tricks; Dan: showed a card",
        ),
        (
            {"maker": 1, "decided": True, "tricks": 3, "happened": [REVOKED, SPECIAL]},
            "Ben; Cat: reneged",
        ),
    ],
)
def test_a_hand_is_described_in_one_line(keys, words):
    assert WORDS.line(hand(**keys), FOUR) == words


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([0, 0, 0, 0, 0], "No points"),
        ([0, 2, 0, 0, 0], "Ben +2"),
        ([0, 1, 0, 1, 0], "Ben and Dan +1 each"),
        ([2, 0, 2, 2, 2], "Everyone but Ben +2 each"),
        ([2, -1, 2, -1, 2], "Ann, Cat and Eve +2 each, Ben and Dan −1 each"),
        ([4, -2, 4, 4, 4], "Everyone but Ben +4 each, Ben −2"),
        ([0, 0, -1, 0, 0], "Cat −1"),
    ],
)
def test_gains_are_described_with_the_fewest_names(points, words):
    assert WORDS.gains(points, FIVE) == words


def test_waiting_entries_are_counted_in_words():
    told = ["hand", "take-back", "hand", "put-back"]
    assert WORDS.counted([{"do": verb} for verb in told]) == "2 hands, 1 undo, 1 restore"
    assert [WORDS.title({"do": "hand", "no": no}) for no in (7, None)] == ["Hand 7", "A hand"]


def test_alone_is_not_offered_to_a_side_with_too_many_points():
    told = {"base": "keller", "name": "Ours", "no_lone_from": 4}
    page = {"lone": lone_table(find_house(told))}
    at = {"dealer": 0, "score": [3, 4], "hanging": []}
    may = lambda maker, **more: WORDS.loneOf(page, hand(maker=maker), at | more)  # noqa: E731
    barred = {"seats": [], "why": "A side with 4 or more points can’t play alone in Ours."}
    assert (may(2)["seats"], may(1), may(3)) == ([2, 0], barred, barred)
    assert may(0, score=[4, 0]) == barred
    assert may(1, unsure=True)["seats"] == may(1, hanging=["one"])["seats"] == [1, 3]
    plain = {"lone": lone_table(find_house(told | {"no_lone_from": None, "point": 2}))}
    assert WORDS.loneOf(plain, hand(maker=1), at)["seats"] == [1, 3]
