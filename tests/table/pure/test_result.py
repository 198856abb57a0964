"""The result of an evening, from its hands alone."""

import pytest

from scoring.euchre.books import find, find_house
from scoring.euchre.game import play
from scoring.euchre.hand import Hand
from scoring.euchre.notation import read
from scoring.table.pure.result import PlayedAt, leaders, result_of
from tests.cast import FIVE

CALL_ACE, KELLER = find("call-ace"), find("keller")
IN_POINTS = find_house({"base": "american", "name": "In rounds", "target": None})
FOUR = FIVE[:4]


def sat(*told, rules=KELLER, names=FOUR, table="Table 1", stake=0):
    """A sitting with these hands, "" for one passed out. A player's key is their first letter."""
    hands = [read(hand, tuple(names)) if hand else Hand(void="passed-out") for hand in told]
    played = play(hands, rules=rules, seats=len(names), first_dealer=0)
    people = tuple(ord(name[0]) for name in names)
    return PlayedAt(table, rules, people, tuple(names), played, stake)


def said(*sittings, over=True):
    """The lines of the result, and who came first with which figure."""
    result = result_of(sittings, over=over)
    first = [("".join(one.ranked.names), one.figure) for one in leaders(result.order)]
    return result.lines, first


ONE_GAME = ["Ann! 5", "Cat 5"]


@pytest.mark.parametrize(
    ("hands", "line", "first"),
    [
        (["Ann! 5"], "No game is finished. Unfinished: Ann and Cat led 4–0.", [("AnnCat", "4–0")]),
        (ONE_GAME, "Ann and Cat won by 1 game to 0. 6–0.", [("AnnCat", "1–0")]),
        (
            [*ONE_GAME, "Ben 5", "Ben! 5", "Ann 4", "Ben! 5", "Ben 3"],
            "Ben and Dan won by 2 games to 1. 0–6, 6–0, 5–1.",
            [("BenDan", "2–1")],
        ),
        (
            [*ONE_GAME, "Ben 5", "Ben! 5"],
            "Tied at 1 game each. 6–0, 0–6.",
            [("AnnCat", "1–1"), ("BenDan", "1–1")],
        ),
        ([""], "No game is finished.", []),
    ],
)
def test_partners_are_one_side_with_their_games_and_scores(hands, line, first):
    assert said(sat(*hands)) == ([line], first)


def test_the_result_says_lead_while_the_evening_is_open():
    assert said(sat(*ONE_GAME), over=False)[0] == ["Ann and Cat lead by 1 game to 0. 6–0."]


def test_a_winner_without_a_partner_is_named_with_everyones_points():
    lines, first = said(sat("Eve! 5", "Ben+Dan 3", rules=CALL_ACE, names=FIVE))
    assert lines == ["Eve won with 5 points. Eve 5, Ben 1, Dan 1, Ann 0, Cat 0."]
    assert first == [("Eve", "+18")]
    assert said(sat("", rules=CALL_ACE, names=FIVE)) == (
        ["No one scored. Ann 0, Ben 0, Cat 0, Dan 0, Eve 0."],
        [],
    )


def test_the_same_sides_in_other_seats_continue_their_score():
    turned = sat("Ben! 5", "Ben 5", names=["Ben", "Ann", "Dan", "Cat"])
    assert said(sat(*ONE_GAME), turned)[0] == ["Tied at 1 game each. 6–0, 0–6."]


def test_players_with_several_partners_are_ranked_alone_and_lasting_pairs_together():
    changed = sat("Ann! 5", "Eve 5", names=["Ann", "Ben", "Eve", "Dan"])
    result = result_of([sat(*ONE_GAME), changed], over=True)
    assert [(one.place, one.ranked.names, one.figure) for one in result.order] == [
        (1, ("Ann",), "2–0"),
        (2, ("Cat",), "1–0"),
        (2, ("Eve",), "1–0"),
        (4, ("Ben", "Dan"), "0–2"),
    ]
    assert result.lines[0] == "Most games: Ann, 2 won and 0 lost."


def test_several_tables_are_named_with_the_best_of_all():
    others = ["Fay", "Gus", "Hal", "Ida"]
    other = sat("Fay! 5", "Hal 5", "Hal! 5", "Fay 5", names=others, table="Table 2")
    assert said(sat(*ONE_GAME), other)[0] == [
        "Most games: Fay and Hal, 2 won and 0 lost.",
        "Table 1: Ann and Cat won by 1 game to 0. 6–0.",
        "Table 2: Fay and Hal won by 2 games to 0. 6–0, 6–0.",
    ]


def test_partners_have_their_own_money():
    result = result_of([sat(*ONE_GAME, stake=100)], over=True)
    assert [(one.ranked.names, one.ranked.minor) for one in leaders(result.by_money)] == [
        (("Ann", "Cat"), 100)
    ]


def test_partners_who_play_for_points_alone_have_one_score():
    assert said(sat(*["Ann! 5"] * 6, "Ben 3", rules=IN_POINTS)) == (
        ["Ann and Cat won by 24 points to 1."],
        [("AnnCat", "24–1")],
    )


def test_three_who_play_games_alone_have_separate_scores():
    three = sat("Ann 5", "Ben 3", rules=find("hoyle-three"), names=FIVE[:3])
    assert said(three) == (
        ["No game is finished. Unfinished: Ann 2, Ben 1, Cat 0."],
        [("Ann", "2–1")],
    )
