import pytest

from scoring.euchre.books import find
from scoring.euchre.game import Game, Rubber, play
from scoring.euchre.hand import Hand, Irregularity
from scoring.euchre.wording import (
    describe,
    describe_game,
    describe_games,
    describe_rubber,
    facts,
    figure,
    gains,
    listed,
    scored,
    side_names,
    tricks,
)
from tests.euchre.cast import ANN, BEN, CAST, CAT, DAN, EVE

CALL_ACE, CLUB_LAWS, RAILROAD, KELLER = map(find, ("call-ace", "club-laws", "railroad", "keller"))
SETBACK = find("hoyle-three-setback")
FIVE, FOUR, THREE = CAST[:5], CAST[:4], CAST[:3]
PAIRS = ["Ann and Cat", "Ben and Dan"]


def revoked(*seats):
    return tuple(Irregularity(kind="revoke", by=seat) for seat in seats)


@pytest.mark.parametrize(
    ("names", "text"),
    [("A", "A"), ("AB", "A and B"), ("ABC", "A, B and C"), ("ABCD", "A, B, C and D")],
)
def test_names_are_listed_as_in_a_sentence(names, text):
    assert listed(names) == text


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ((0, 3, 0, 3, 0), "Ben and Dan +3 each"),
        ((0, 5, 0, 0, 0), "Ben +5"),
        ((2, 2, 2, 0, 2), "Everyone but Dan +2 each"),
        ((2, 0, 2, 0, 2), "Ann, Cat and Eve +2 each"),
        ((0, 0, 0, 0, 0), "No points"),
    ],
)
def test_a_score_is_written_in_few_words(points, text):
    assert gains(points, FIVE, CALL_ACE) == text


@pytest.mark.parametrize(
    ("points", "rules", "text"),
    [
        ((0, 2, 0, 2), KELLER, "Ben and Dan +2"),
        ((3, 2, 3, 2), CLUB_LAWS, "Ann and Cat +3, Ben and Dan +2"),
        ((0, 0, 0, 0), KELLER, "No points"),
        ((0, -2, 0), SETBACK, "Ben −2"),
        ((-2, -2, 0), SETBACK, "Ann and Ben −2 each"),
        ((0, 0, 1), SETBACK, "Cat +1"),
        ((0, -2, 1), SETBACK, "Cat +1, Ben −2"),
        ((1, -2, -2), SETBACK, "Ann +1, Ben and Cat −2 each"),
    ],
)
def test_partners_score_as_one_and_a_set_back_is_mentioned(points, rules, text):
    assert gains(points, CAST[: len(points)], rules) == text


def test_tricks_are_mentioned_after_a_revoke_where_they_count():
    hand = Hand(maker=CAT, tricks=3, irregularities=revoked(BEN))
    assert describe(hand, THREE, SETBACK) == "Cat, three tricks; Ben reneged"
    assert describe(hand, THREE, find("hoyle-three")) == "Cat; Ben reneged"


def test_a_side_is_called_by_its_players():
    assert (side_names(KELLER, FOUR), side_names(SETBACK, THREE)) == (PAIRS, ["Ann", "Ben", "Cat"])


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (Hand(maker=BEN, partner=DAN, tricks=5), "Ben with Dan, all five"),
        (Hand(maker=BEN, alone=BEN, tricks=2), "Ben alone, two tricks"),
        (Hand(maker=BEN, tricks=1), "Ben called and was alone, one trick"),
        (Hand(maker=BEN, call="H", tricks=3), "Ben called hearts and was alone, three tricks"),
        (Hand(maker=BEN, alone=BEN, call="H", tricks=0), "Ben alone, no trick"),
        (Hand(maker=BEN, partner=DAN, irregularities=revoked(CAT)), "Ben with Dan; Cat reneged"),
        (
            Hand(maker=BEN, irregularities=revoked(EVE, CAT)),
            "Ben called and was alone; Cat and Eve reneged",
        ),
        (Hand(void="passed-out"), "Passed out"),
        (Hand(void="imperfect-pack"), "Imperfect pack"),
    ],
)
def test_a_hand_is_described_without_its_score(hand, text):
    assert describe(hand, FIVE, CALL_ACE) == text


@pytest.mark.parametrize(
    ("hand", "rules", "text"),
    [
        (Hand(maker=BEN, tricks=3), KELLER, "Ben, three tricks"),
        (Hand(maker=BEN, alone=BEN, tricks=2), KELLER, "Ben alone, two tricks"),
        (Hand(maker=BEN, alone=DAN, tricks=5), KELLER, "Ben, Dan alone, all five"),
        (Hand(maker=BEN, irregularities=revoked(CAT)), KELLER, "Ben; Cat reneged"),
        (Hand(maker=BEN, tricks=3, irregularities=revoked(CAT)), KELLER, "Ben; Cat reneged"),
        (
            Hand(maker=BEN, tricks=3, irregularities=revoked(CAT)),
            CLUB_LAWS,
            "Ben, three tricks; Cat reneged",
        ),
        (
            Hand(maker=BEN, alone=BEN, irregularities=(Irregularity(kind="abandoned", by=CAT),)),
            CLUB_LAWS,
            "Ben alone; Cat abandoned their cards",
        ),
        (Hand(maker=BEN, special="jambone", tricks=5), RAILROAD, "Ben alone, a jambone, all five"),
        (Hand(maker=BEN, special="jamboree"), RAILROAD, "Ben alone, a jamboree"),
        (
            Hand(maker=BEN, alone=BEN, defender_alone=CAT, tricks=1),
            RAILROAD,
            "Ben alone against Cat alone, one trick",
        ),
        (Hand(maker=BEN, tricks=4), SETBACK, "Ben, four tricks"),
    ],
)
def test_a_hand_is_described_in_terms_of_its_rules(hand, rules, text):
    assert describe(hand, FOUR, rules) == text


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({}, "Game 2 to Ann and Cat, 5–3"),
        (
            {"score": (6, 0), "values": (0, 2), "lap": 1},
            "Game 2 to Ann and Cat, 6–0, counts 2, a lap of 1",
        ),
        ({"winner": 1, "score": (4, 5), "values": (1, 0)}, "Game 2 to Ben and Dan, 5–4"),
    ],
)
def test_a_game_is_described_in_a_line(more, text):
    game = {
        "no": 2,
        "winner": 0,
        "score": (5, 3),
        "values": (0, 1),
        "lap": 0,
        "hands": (4, 9),
    } | more
    assert describe_game(Game(**game), PAIRS) == text


@pytest.mark.parametrize(
    ("score", "values", "text"),
    [
        ((5, 2, -1), (0, 1, 1), "Game 1 to Ann, 5, Ben 2, Cat −1"),
        ((5, 2, 0), (0, 1, 2), "Game 1 to Ann, 5, Ben 2, Cat 0, counts 1 for Ben and 2 for Cat"),
        ((5, 0, 0), (0, 2, 2), "Game 1 to Ann, 5, Ben 0, Cat 0, counts 2"),
    ],
)
def test_a_game_with_several_losers_names_the_score_of_each(score, values, text):
    game = Game(no=1, winner=0, score=score, values=values, lap=0, hands=(1, 9))
    assert describe_game(game, list(THREE)) == text


@pytest.mark.parametrize(
    ("rubber", "text"),
    [
        (Rubber(1, (1, 2, 3, 4), (10, 0), 0, True), "Rubber 1 to Ann and Cat, 10 points to 0"),
        (Rubber(2, (5, 6, 7), (2, 3), 1, True), "Rubber 2 to Ben and Dan, 3 points to 2"),
        (
            Rubber(1, (1, 2, 3, 4), (4, 4), None, True),
            "Rubber 1 with games tied, Ann and Cat 4, Ben and Dan 4",
        ),
        (
            Rubber(1, (1,), (2, 0), None, False),
            "Rubber 1 not finished, Ann and Cat 2, Ben and Dan 0",
        ),
    ],
)
def test_a_rubber_is_described_in_a_line(rubber, text):
    assert describe_rubber(rubber, PAIRS) == text


def test_games_and_rubbers_are_described_with_the_game_in_progress():
    hands = [
        Hand(maker=ANN, alone=ANN, tricks=5),
        Hand(maker=ANN, tricks=5),
        Hand(maker=BEN, tricks=3),
    ]
    standing = play(hands, rules=CLUB_LAWS, seats=4, first_dealer=ANN)[-1].standing
    assert describe_games(standing, CLUB_LAWS, PAIRS) == [
        "Game 1 to Ann and Cat, 6–0, counts 2, a lap of 1",
        "Rubber 1 not finished, Ann and Cat 2, Ben and Dan 0",
        "Game 2 so far: Ann and Cat 1, Ben and Dan 1",
    ]


def test_a_negative_score_has_a_real_minus_sign():
    assert [figure(points) for points in (2, 0, -2)] == ["2", "0", "−2"]


def test_tricks_are_counted_in_words():
    expected = ["no trick", "one trick", "two tricks", "three tricks", "four tricks", "all five"]
    assert [tricks(number) for number in range(6)] == expected


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        (Hand(maker=BEN, turned="H", made="ordered", call="S"), "♥ turned, ordered, called ♠"),
        (Hand(maker=BEN, turned="H", made="named", trump="C"), "♥ turned, named, ♣ trumps"),
        (Hand(maker=BEN, turned="H", made="took", trump="H"), "♥ turned, took"),
        (Hand(maker=BEN, trump="D"), "♦ trumps"),
        (Hand(void="passed-out", turned="joker"), "joker turned"),
        (Hand(maker=BEN, tricks=3), ""),
    ],
)
def test_only_recorded_facts_are_described(hand, text):
    assert facts(hand) == text


def test_offenders_are_named():
    hand = Hand(
        maker=0,
        tricks=2,
        irregularities=(
            Irregularity(kind="wrong-cards", by=1),
            Irregularity(kind="revoke", by=2, times=2),
            Irregularity(kind="revoke", by=3),
        ),
    )
    told_so = "Ann, two tricks; Cat reneged twice; Dan reneged; Ben had wrong cards"
    assert describe(hand, ["Ann", "Ben", "Cat", "Dan"], find("club-laws")) == told_so


@pytest.mark.parametrize(
    ("rules", "points", "words"),
    [
        ("call-ace", (2, 2, 0, 0, 2), "+2 Ann, Ben, Eve"),
        ("call-ace", (2, 2, 2, 0, 2), "+2 all but Dan"),
        ("call-ace", (0, 0, 5, 0, 0), "+5 Cat"),
        ("call-ace", (0, 0, 0, 0, 0), "No points"),
        ("call-ace", (1, 3, 0, 0, 1), "+3 Ben · +1 Ann, Eve"),
        ("american", (2, 0, 2, 0), "+2 Ann and Cat"),
        ("bid", (3, 3, 3, 3), "+3 Ann and Cat · +3 Ben and Dan"),
        ("bid", (1, -12, 1, -12), "+1 Ann and Cat · −12 Ben and Dan"),
        ("bid", (-5, 3, -5, 3), "+3 Ben and Dan · −5 Ann and Cat"),
        ("hoyle-three-setback", (-2, 0, 0), "−2 Ann"),
        ("hoyle-three", (0, 2, 2), "+2 Ben, Cat"),
    ],
)
def test_the_figure_comes_before_the_names_if_the_score_comes_first(rules, points, words):
    assert scored(points, FIVE[: len(points)], find(rules)) == words
