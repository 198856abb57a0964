"""What the score sheet says where games are played: games, laps, rubbers, and what they cost."""

from dataclasses import replace

import pytest

from scoring.common.amounts import Stake
from scoring.euchre.books import SHELF, find, find_house
from scoring.euchre.hand import Hand
from scoring.table.sheets.games import IN_A_ROW
from scoring.table.sheets.score_sheet import score_sheet_pdf
from tests import proof
from tests.sheets.cast import FIVE, LONG, SEVEN, games
from tests.sheets.reading import pages, squeezed, whole

MINUS = "\N{MINUS SIGN}"
FOUR, THREE, TWO = FIVE[:4], FIVE[:3], FIVE[:2]
NAMES = {6: SEVEN[:6], 4: FOUR, 3: THREE, 2: TWO}
CLUB_LAWS = find("club-laws")
GAME_SETS = [rules for rules in SHELF.values() if rules.target is not None]
# Leeds & Dwight 1890, law 7: ten points, the most a rubber can bring; four double games and two.
TEN_POINTS = ["Ann! 5", "Cat 3", "Cat! 5", "Ann 4", "Ann! 5", "Cat 5", "Ann! 5"]
# The same, the last of their cases: A plays alone and is euchred with the score at one to three.
CASE_IX = ["Ben! 5", "Ann 3", "Ben 3", "Ann 3", "Ben 5", "Dan 3", "-", "x", "Ann! 2"]
CASE_IX_ACROSS = ["Ann! 5", "Ben 3", "Ann 3", "Ben 3", "Ann 5", "Cat 3", "-", "x", "Ben! 2"]


def printed(sheet):
    """Return what a sheet says above its list of hands."""
    return whole(score_sheet_pdf([sheet])).partition("Hands")[0]


def says(sheet, *lines):
    """Return the lines that the sheet does not say in this order."""
    said, place, missing = printed(sheet), 0, []
    for line in map(squeezed, lines):
        found = said.find(line, place)
        place = max(place, found + len(line))
        missing += [line] * (found < 0)
    return missing


def test_a_ten_point_rubber_of_leeds_and_dwight_is_printed_in_full():
    sheet = games(CLUB_LAWS, hands=TEN_POINTS, stake=Stake("GBP", 25))
    assert (
        says(
            sheet,
            "Rubber 1 Game Ann and Cat Ben and Dan",
            "1 hands 1–2 4 1 5 0 To Ann and Cat. Worth 2: a love game, double.",
            "2 hands 3–4 4 1 5 0 To Ann and Cat. Worth 2: a love game, double.",
            "3 hands 5–6 4 2 6 0 To Ann and Cat. Worth 2: a love game, double. 1 carried "
            "to the next (lap).",
            "4 hand 7 lap 1 4 5 0 To Ann and Cat. Worth 2: a love game, double.",
            "4 0 games won",
            "8 0 game points",
            "2 for the rubber, Leeds & Dwight, law 7",
            "10 0 rubber points",
            "Rubber 1 to Ann and Cat, 10 points to 0.",
            "Ben pays Ann 10 game points, £2.50; Dan pays Cat 10 game points, £2.50.",
        )
        == []
    )
    assert sheet.games[0].sums[-1].figures == (10, 0)
    assert len(sheet.games) == 1


def test_a_lap_of_two_and_a_broken_off_rubber_are_printed():
    assert (
        says(
            games(CLUB_LAWS, hands=CASE_IX),
            "1 hands 1–3 1 1 4 1 5 To Ben and Dan. Worth 1.",
            "2 hands 4–9 1 1 2 1 4 7 To Ben and Dan. Worth 1. 2 carried to the next",
            "0 2 games won 0 2 rubber points",
            "Unfinished. Its finished games count, without the rubber bonus (a ruling).",
            "Ann pays Ben 2 game points; Cat pays Dan 2 game points.",
        )
        == []
    )


def test_a_lap_is_printed_at_the_head_of_the_game_that_it_opens():
    sheet = games(CLUB_LAWS, hands=[*CASE_IX, "Ben 3"], over=False)
    assert (
        says(
            sheet,
            "3 hand 10 0 lap 2 1 3 In progress.",
            "Not finished yet.",
        )
        == []
    )
    assert sheet.games[0].games[-1].laps == (0, 2)


def test_a_lap_in_the_last_game_of_a_rubber_is_lost_and_the_next_starts_at_zero():
    hands = ["Ann! 5", "Ann 5", *["Ann! 5"] * 4, "Ben 3"]
    sheet = games(CLUB_LAWS, hands=hands)
    assert [[game.laps for game in block.games] for block in sheet.games] == [
        [(0, 0), (1, 0), (0, 0), (3, 0)],
        [(0, 0)],
        [],
    ]
    assert (
        says(
            sheet,
            "4 hand 6 lap 3 4 7 0 To Ann and Cat. Worth 2: a love game, double.",
            "Its lap is lost",
        )
        == says(sheet, "Rubber 1 to Ann and Cat", "Rubber 2", "All rubbers")
        == []
    )


def test_several_rubbers_follow_each_other_and_are_added_up():
    sheet = games(CLUB_LAWS, hands=[*TEN_POINTS, *CASE_IX_ACROSS])
    assert [block.title for block in sheet.games] == ["Rubber 1", "Rubber 2", "All rubbers"]
    assert (
        says(
            sheet,
            "Rubber 1 to Ann and Cat, 10 points to 0.",
            "Ben pays Ann 10 game points; Dan pays Cat 10 game points.",
            "Rubber 2 Game Ann and Cat Ben and Dan 5 hands 8–10 4 1 5 1 1 To Ann and Cat. Worth 1.",
            "All rubbers Game Ann and Cat Ben and Dan 12 0 rubber points in total",
            "Ben pays Ann 12 game points; Dan pays Cat 12 game points.",
        )
        == []
    )


def test_without_a_rubber_games_are_listed_with_their_values():
    hands = ["Ann! 5", "Ann 3", "Ben! 5", "Cat 5", "Ben 4", "Dan 3"]
    sheet = games(find("keller", love_double=True), hands=hands, stake=Stake("EUR", 100))
    assert (
        says(
            sheet,
            "Games Game Ann and Cat Ben and Dan",
            "1 hands 1–2 4 1 5 0 To Ann and Cat. Worth 2: a love game, double.",
            "2 hands 3–5 2 2 4 1 5 To Ben and Dan. Worth 1.",
            "3 hand 6 0 1 1 Not finished, so it doesn’t count.",
            "1 1 games won 2 1 game points",
            "Ben pays Ann 1 game point, €1.00; Dan pays Cat 1 game point, €1.00.",
        )
        == []
    )


def test_a_deficit_game_shows_the_points_wanted():
    rules = find("britannica-two", stakes="deficit", love_double=True)
    sheet = games(rules, TWO, ["Ann 5", "Ben 3", "Ann 5", "Ann 5", *["Ben 5"] * 3])
    assert (
        says(
            sheet,
            "1 hands 1–4 2 2 2 6 1 1 To Ann. Worth 4: 4 short of game.",
            "2 hands 5–7 0 2 2 2 6 To Ben. Worth 10: 5 short of game doubled for a love game.",
            "1 1 games won 4 10 game points Ann pays Ben 6 game points.",
        )
        == []
    )


def test_a_skunk_is_named_where_a_game_counts_double():
    rules = find_house({"base": "american", "name": "Ours", "skunk": 5})
    hands = ["Ben! 5", "Ann! 5", "Ann! 5", "Ann 5", *["Ann 5"] * 2, "Ben! 5", "Ben 3"]
    assert (
        says(
            games(rules, hands=[*hands, "Ann! 5", "Ann 5"]),
            "To Ann and Cat. Worth 2: a skunk, double.",
            "To Ann and Cat. Worth 1.",
        )
        == []
    )
    dear = find_house({"base": "keller", "name": "Ours", "skunk": 2, "stakes": "deficit"})
    short = "To Ann and Cat. Worth 8: 4 short of game doubled for a skunk."
    assert says(games(dear, hands=["Ben 3", "Ann! 5", "Ann 3"]), short) == []


def test_a_game_won_by_two_says_how_far_its_losers_were_behind():
    rules = find_house({"base": "keller", "name": "Ours", "win_by": 2, "stakes": "deficit"})
    hands = ["Ben 5", "Ben 5", "Ann! 5", "Ann 3", "Ann 3"]
    assert says(games(rules, hands=hands), "To Ann and Cat. Worth 2: 2 behind.") == []


def test_a_set_back_below_zero_is_ringed_and_has_its_sign():
    hands = ["Ann 2", "Ben 5", "Ann 1", "Ben 5", "Cat 3", "Ben 3"]
    sheet = games(find("hoyle-three-setback"), THREE, hands, stake=Stake("GBP", 50))
    assert (
        says(
            sheet,
            f"1 hands 1–6 {MINUS}2 {MINUS}2 {MINUS}4 2 2 1 5 1 1 To Ben. Ann pays 1. Cat pays 1.",
            "Ann pays Ben 1 game point, £0.50; Cat pays Ben 1 game point, £0.50.",
            "Ringed points were lost.",
        )
        == []
    )
    rings = [len(read.lines) for read in (page_of(sheet), page_of(without_set_backs(sheet)))]
    assert rings[0] - rings[1] == 2 * RING


RING = 4 * 3
"""A circle is four curves, each of three pieces."""


def page_of(sheet):
    return pages(score_sheet_pdf([sheet]))[0]


def without_set_backs(sheet):
    """Return the sheet with every set-back told as a gain."""
    (block,) = sheet.games
    (game,) = block.games
    game = replace(game, marks=tuple(tuple(map(abs, side)) for side in game.marks))
    return replace(sheet, games=(replace(block, games=(game,)),))


def test_if_several_go_out_together_one_wins_and_both_others_pay():
    hands = ["Ben 5", "Cat 5", "Ben 5", "Cat 5", "Ann 2"]
    sheet = games(find("hoyle-three", love_double=True), THREE, hands)
    assert (
        says(
            sheet,
            "1 hands 1–5 0 2 2 2 6 2 2 2 6 To Cat. Ann pays 2: a love game, double. Ben pays 1.",
            "Ann pays Cat 2 game points; Ben pays Cat 1 game point.",
        )
        == []
    )


def test_a_jamboree_that_wins_several_games_at_once_shows_each():
    rules = find("railroad", target=5)
    sheet = games(rules, hands=["Ben 3", Hand(maker=0, special="jamboree")])
    assert (
        says(
            sheet,
            "1 hands 1–2 16 16 1 1 To Ann and Cat. Worth 1. 11 carried to the next",
            "2 hand 2 lap 11 11 0 To Ann and Cat, by the lap alone. Worth 2: a love game, double.",
            "3 hand 2 lap 6 6 0 To Ann and Cat, by the lap alone. Worth 2: a love game, double.",
            "3 0 games won 5 0 game points",
        )
        == []
    )


def test_the_list_of_hands_has_a_column_per_side_and_marks_the_end_of_a_game():
    said = whole(score_sheet_pdf([games(CLUB_LAWS, hands=TEN_POINTS)])).partition("Hands")[2]
    assert said.partition("Bowerbook")[0] == squeezed(
        "Dealer Hand and reason (laws of Leeds & Dwight 1890) Ann and Cat Ben and Dan"
        "1 Ann Ann alone, all five Lone march: 4, law 3 +4 4 0"
        "2 Ben Cat, three tricks Point: 1, law 2 Game 1 to Ann and Cat, 5–0, counts 2. +1 5 0"
        "3 Cat Cat alone, all five Lone march: 4, law 3 +4 4 0"
        "4 Dan Ann, four tricks Point: 1, law 2 Game 2 to Ann and Cat, 5–0, counts 2. +1 5 0"
        "5 Ann Ann alone, all five Lone march: 4, law 3 +4 4 0"
        "6 Ben Cat, all five March: 2, law 2 Game 3 to Ann and Cat, 6–0, counts 2, a lap of 1. +2 "
        "6 0"
        "7 Cat Ann alone, all five Lone march: 4, law 3 Game 4 to Ann and Cat, 5–0, counts 2."
        "Rubber 1 to Ann and Cat, 10 points to 0. +4 5 0"
    )


def test_bids_and_tricks_have_columns_of_their_own():
    sheet = games(find("bid"), hands=["Ann 4/5", "Ben 5/3", "Cat !/6", "-"])
    assert [(hand.facts, hand.bid, hand.tricks, hand.points) for hand in sheet.hands] == [
        ("Ann", "4", "5", (5, 1)),
        ("Ben", "5", "3", (3, -5)),
        ("Cat", "alone", "6", (12, 0)),
        ("Passed out", "", "", (0, 0)),
    ]
    said = whole(score_sheet_pdf([sheet])).partition("Hands")[2]
    assert squeezed("Bid Tricks Ann and Cat Ben and Dan") in said
    assert squeezed(f"2 Ben Ben Bid five, set with three: {MINUS}5") in said
    assert squeezed(f"5 3 +3 {MINUS}5 8 {MINUS}4") in said


def game_rows(game):
    """Return what the sheet says of a game, row by row, in the order drawn."""
    starts = range(0, max(1, *map(len, game.marks)), IN_A_ROW)
    for first in starts:
        last = first == starts[-1]
        said = "" if first else f"{game.no}{game.hands}"
        for lap, marks, score in zip(game.laps, game.marks, game.score, strict=True):
            said += f"lap{lap}" if lap and not first else ""
            said += "".join(map(str, marks[first : first + IN_A_ROW])) + str(score) * last
        yield squeezed(said + game.words * last)


def hand_row(hand):
    reasons = "".join(award.why for award in hand.awards)
    points = "".join(f"{points:+d}" for points in hand.points if points)
    figures = f"{hand.bid}{hand.tricks}{points}{''.join(map(str, hand.totals))}"
    return [squeezed(hand.facts), squeezed(reasons), figures]


@pytest.mark.parametrize(
    ("rules", "paper"),
    proof.every(
        4,
        [
            *((rules, "A4") for rules in GAME_SETS),
            (CLUB_LAWS, "Letter"),
            (find("britannica-three"), "Letter"),
        ],
    ),
    ids=lambda value: getattr(value, "key", value),
)
def test_every_game_and_every_point_of_two_hundred_hands_is_on_the_sheet(rules, paper):
    sheet = games(rules, NAMES[rules.players[0]], 200, seed=5)
    said = whole(score_sheet_pdf([sheet], paper=paper)).replace(MINUS, "-")
    games_said, _, hands_said = said.partition("Hands")
    lines = [game for block in sheet.games for game in block.games]
    assert [game.no for game in lines] == list(range(1, len(lines) + 1))
    assert [row for game in lines for row in game_rows(game) if row not in games_said] == []
    place = 0
    for hand in sheet.hands:
        facts, _, figures = hand_row(hand)
        assert (found := hands_said.find(facts, place)) >= 0, hand
        assert (place := hands_said.find(figures, found)) >= 0, hand


@pytest.mark.parametrize("rules", GAME_SETS, ids=lambda rules: rules.key)
def test_the_points_of_a_game_with_its_lap_add_up_to_its_score(rules):
    sheet = games(rules, NAMES[rules.players[0]], 200, seed=7)
    lines = [game for block in sheet.games for game in block.games]
    assert [
        tuple(lap + sum(marks) for lap, marks in zip(line.laps, line.marks, strict=True))
        for line in lines
    ] == [line.score for line in lines]
    assert sum(sum(map(sum, line.marks)) for line in lines) == sum(
        sum(hand.points) for hand in sheet.hands
    )


def test_a_game_longer_than_a_page_continues_on_the_next():
    rules = find("hoyle-three-setback")
    sheet = games(rules, THREE, ["Ann 3", "Ann 2", "Ben 3", "Ben 2"] * 70)
    (line,) = sheet.games[0].games
    assert line.score == (-70, -70, 0)
    assert printed(sheet).count(f"{MINUS}2") == 140


@pytest.mark.parametrize("names", [FOUR, SEVEN[:4], LONG[:4]], ids=["short", "middle", "long"])
def test_every_page_of_games_repeats_the_sides(names):
    sheet = games(CLUB_LAWS, names, 150, seed=3)
    found = pages(score_sheet_pdf([sheet]))
    above = found[: next(no for no, page in enumerate(found) if "Hands" in page.text)]
    assert len(above) > 1
    for page in above:
        assert [side for side in sheet.sides if squeezed(side) not in page.text] == []


def test_rules_without_numbered_laws_are_named_once_without_a_comma():
    said = whole(score_sheet_pdf([games(find("american"), hands=["Ann 3", "Ben 2"])])).partition(
        "Hands"
    )[2]
    assert said.partition("Bowerbook")[0] == squeezed(
        "Dealer Hand and reason (after Usual printed rules) Ann and Cat Ben and Dan"
        "1 Ann Ann, three tricks Point: 1 +1 1 0"
        "2 Ben Ben, two tricks Euchre: 2 +2 3 0"
    )
