"""worked_examples.csv: expected scores from outside, each with its source and law.

A hand is written in short notation, then what else happened: "Ben+Dan 3; turned H; revoke by Cat
x2". A sitting is hands parted by " | ". Options are words: "joker", "target=10", "laps=no"; house
rules stand in full, as on a sheet. Ann deals first; the columns `next dealer` and `cites` say who
deals next and which laws the score must name.
"""

import csv
import json
import re
from pathlib import Path

import pytest

from scoring.rules import rule_sets
from scoring.rules.counters import counters, strokes
from scoring.rules.game import ImpossibleSitting, play, rubbers
from scoring.rules.hand import Hand, ImpossibleHand, Irregularity
from scoring.rules.owed import differences, owed
from scoring.rules.rule_set import UnknownRule
from scoring.rules.rule_sets import SHELF
from scoring.rules.settlement import settle
from tests.rules.cast import ANN, CAST, told_points

with open(Path(__file__).parent / "worked_examples.csv", newline="") as file:
    EXAMPLES = list(csv.DictReader(file))

ROLES = ("alone", "defender_alone", "dealer")
REFUSALS = (ImpossibleHand, ImpossibleSitting, UnknownRule)
VOIDS = {"-": "passed-out", "x": "misdeal", "=": "new-deal", "imperfect-pack": "imperfect-pack"}
PLAYED = re.compile(r"(\w+)(?:\+(\w+)|(!))?(?: (\d))?")
OFFENCE = re.compile(r"([\w-]+) by (\w+)(?: x(\d))?")
CHOICES = {"": True, "yes": True, "no": False, "none": None}
# The laws of Foster 1905 that decide a score, a deal or a settlement.
LAWS = (
    "2, 5, 6-7, 9, 17, 19, 20, 22, 24, 27, 36, 37, 38, 42, 43, 44, 45, 46, 50, p. 18, p. 29".split(
        ", "
    )
)
# What a law can be about without bringing points on a hand; and what decides games and their
# payment.
NOT_SCORES = {"pack", "joker", "alone", "declared", "settlement", "bridge"}
GAMES = {"target", "laps", "love_double", "rubber", "rubber_bonus", "stakes", "elder_hand"}


def of_kind(*kinds):
    found = [example for example in EXAMPLES if example["kind"] in kinds]
    return pytest.mark.parametrize("example", found, ids=[example["example"] for example in found])


def of_rules(key, *kinds):
    return [example for example in EXAMPLES if example["rules"] == key and example["kind"] in kinds]


def accepted(key, *kinds):
    return [
        example for example in of_rules(key, *kinds) if not example["outcome"].startswith("refused")
    ]


def value_of(word):
    return int(word) if word.isdigit() else CHOICES.get(word, word)


def options_of(example):
    words = [word.partition("=") for word in example["options"].split()]
    return {option: value_of(value) for option, _, value in words}


def rules_of(example):
    told, options = example["rules"], options_of(example)
    house = told.startswith("{") and json.loads(told)
    return rule_sets.find_house(house, **options) if house else rule_sets.find(told, **options)


def seat(name):
    return CAST.index(name)


def hand_of(given):
    """Return the Hand that an example gives."""
    who, *more = given.split("; ")
    offences = [OFFENCE.fullmatch(fact).groups(default="1") for fact in more if " by " in fact]
    facts = dict(fact.split(" ") for fact in more if " by " not in fact)
    facts |= {role: seat(facts[role]) for role in ROLES if role in facts}
    if who in VOIDS:
        return Hand(void=VOIDS[who], **facts)
    maker, partner, alone, tricks = PLAYED.fullmatch(who).groups()
    facts |= {"alone": seat(maker)} if alone else {}
    return Hand(
        maker=seat(maker),
        partner=seat(partner) if partner else None,
        tricks=int(tricks) if tricks else None,
        irregularities=tuple(
            Irregularity(kind=kind, by=seat(name), times=int(times))
            for kind, name, times in offences
        ),
        **facts,
    )


def played_of(example):
    hands = [hand_of(given) for given in example["given"].split(" | ")]
    return play(hands, rules=rules_of(example), seats=int(example["players"]), first_dealer=ANN)


def what_came_of(example):
    """Return the row's outcome, scores, next dealer and cited laws as the engine has them."""
    try:
        (played,) = played_of(example)
    except REFUSALS as refusal:
        return f"refused: {refusal.field}", "", "", ""
    score = played.score
    cites = "; ".join(award.law.number for award in score.awards)
    return score.outcome, told_points(score.points), CAST[played.next_dealer], cites


def told_score(score):
    """Return a score by side: "6-3", or "0-(-2)-0" when somebody was set back below nothing."""
    return "-".join(f"({points})" if points < 0 else f"{points}" for points in score)


def told_game(game, names):
    """Return a game: "1 Ann+Cat 6-0 worth 2 lap 1"; what losers pay for it is parted where it
    differs."""
    values = dict.fromkeys(value for side, value in enumerate(game.values) if side != game.winner)
    lap = f" lap {game.lap}" if game.lap else ""
    return (
        f"{game.no} {names[game.winner]} {told_score(game.score)} worth "
        f"{'/'.join(map(str, values))}{lap}"
    )


def told_rubber(rubber, names):
    """Return a rubber: "rubber 1: 10-0 to Ann+Cat", "… tied" or "… broken off"."""
    ended = "broken off" if not rubber.finished else "tied" if rubber.winner is None else None
    return (
        f"rubber {rubber.no}: {told_score(rubber.points)} {ended or f'to {names[rubber.winner]}'}"
    )


def told_sitting(played, rules, seats):
    """Return what a sitting came to, games first; where points alone are counted, the totals."""
    standing = played[-1].standing
    if standing is None:
        return f"totals {told_score(played[-1].totals)}"
    names = ["+".join(CAST[seat] for seat in side) for side in rules.sides(seats)]
    games = ", ".join(told_game(game, names) for game in standing.games)
    of_rubbers = [told_rubber(rubber, names) for rubber in rubbers(standing, rules)]
    told = [f"games: {games}" if games else "", f"score {told_score(standing.score)}", *of_rubbers]
    return "; ".join(part for part in told if part)


def what_a_sitting_came_to(example):
    """Return the row's outcome and what each player wins or loses, in points or game points."""
    rules, seats = rules_of(example), int(example["players"])
    try:
        played = played_of(example)
    except REFUSALS as refusal:
        return f"refused: {refusal.field}", ""
    nets = settle(range(seats), owed(played, rules=rules, seats=seats)).nets
    told_nets = ", ".join(f"{CAST[seat]} {nets[seat].points:+}" for seat in range(seats))
    return told_sitting(played, rules, seats), told_nets


@of_kind("hand")
def test_a_hand_comes_to_what_the_book_says(example):
    expected = tuple(example[column] for column in ("outcome", "scores", "next dealer", "cites"))
    assert what_came_of(example) == expected


@of_kind("sitting")
def test_a_sitting_comes_to_what_the_book_says(example):
    assert what_a_sitting_came_to(example) == (example["outcome"], example["scores"])


@of_kind("pack")
def test_the_pack_is_what_the_book_says(example):
    rules, players = rules_of(example), int(example["players"])
    assert f"{rules.cards(players)} cards, lowest {rules.lowest[players]}" == example["outcome"]


@of_kind("counters", "strokes")
def test_points_lie_on_the_table_as_the_book_says(example):
    shapes = {"counters": counters, "strokes": strokes}
    found = shapes[example["kind"]](int(example["given"]))._asdict()
    assert ", ".join(f"{number} {thing}" for thing, number in found.items()) == example["outcome"]


@of_kind("settlement")
def test_scores_are_settled_as_the_book_says(example):
    scores = [int(score) for score in example["given"].split(", ")]
    nets = settle(range(len(scores)), differences(dict(enumerate(scores)))).nets.values()
    assert ", ".join(f"{net.points:+}" for net in nets) == example["outcome"]


@pytest.mark.parametrize("kind", ["pack", "hand", "sitting"])
def test_every_rule_set_has_worked_examples(kind):
    assert [key for key in SHELF if not of_rules(key, kind)] == []


def test_the_later_rule_sets_have_many_worked_examples():
    assert len([example for example in EXAMPLES if example["rules"] != "call-ace"]) >= 150


@pytest.mark.parametrize("key", SHELF)
def test_every_irregularity_that_a_rule_set_scores_has_a_worked_example(key):
    scored = accepted(key, "hand")
    offences = {kind for example in scored for kind, _, _ in OFFENCE.findall(example["given"])}
    assert offences == SHELF[key].irregularities


@pytest.mark.parametrize("key", SHELF)
def test_every_option_of_a_rule_set_has_a_worked_example(key):
    rows = accepted(key, "pack", "hand", "sitting")
    assert {option for example in rows for option in options_of(example)} == set(SHELF[key].options)


def test_every_law_that_decides_a_call_ace_score_has_a_worked_example():
    found = {law for example in EXAMPLES for law in re.split("[,;] ", example["law"])}
    assert [law for law in LAWS if law not in found] == []


@pytest.mark.parametrize("key", SHELF)
def test_every_reason_to_score_is_cited_by_a_worked_example(key):
    cited = {law for example in of_rules(key, "hand") for law in example["cites"].split("; ")}
    reasons = {
        law.number for what, law in SHELF[key].laws.items() if what not in NOT_SCORES | GAMES
    }
    assert cited - {""} == reasons - {""}


@pytest.mark.parametrize("key", SHELF)
def test_every_law_of_games_has_a_worked_sitting(key):
    named = {law for example in of_rules(key, "sitting") for law in example["law"].split(", ")}
    laws = {law.number for what, law in SHELF[key].laws.items() if what in GAMES}
    assert sorted(laws - named - {""}) == []
