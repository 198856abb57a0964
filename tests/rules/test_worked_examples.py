"""worked_examples.csv: expected scores from outside, each with its source and law.

A hand is written in short notation, then what else happened: "Ben+Dan 3; turned H; revoke by Cat".
Ann deals; the columns `next dealer` and `cites` say who deals next and which laws the score must name.
"""

import csv
import re
from pathlib import Path

import pytest

from scoring.rules import rule_sets
from scoring.rules.counters import counters, strokes
from scoring.rules.game import ImpossibleSitting, play
from scoring.rules.hand import Hand, ImpossibleHand, Irregularity
from scoring.rules.rule_sets import SHELF
from scoring.rules.settlement import settle
from tests.rules.cast import ANN, CAST, told_points

with open(Path(__file__).parent / "worked_examples.csv", newline="") as file:
    EXAMPLES = list(csv.DictReader(file))

VOIDS = {"-": "passed-out", "x": "misdeal", "=": "new-deal", "imperfect-pack": "imperfect-pack"}
PLAYED = re.compile(r"(\w+)(?:\+(\w+)|(!))?(?: (\d))?")
# The laws of Foster 1905 that decide a score, a deal or a settlement.
LAWS = "2, 5, 6-7, 9, 17, 19, 20, 22, 24, 27, 36, 37, 38, 42, 43, 44, 45, 46, 50, p. 18, p. 29".split(", ")


def of_kind(*kinds):
    found = [example for example in EXAMPLES if example["kind"] in kinds]
    return pytest.mark.parametrize("example", found, ids=[example["example"] for example in found])


def rules_of(example):
    return rule_sets.find(example["rules"], **dict.fromkeys(example["options"].split(), True))


def seat(name):
    return CAST.index(name)


def hand_of(given):
    """Return the Hand that an example gives."""
    who, *more = given.split("; ")
    offences = [fact.split(" by ") for fact in more if " by " in fact]
    facts = dict(fact.split(" ") for fact in more if " by " not in fact)
    if "alone" in facts:
        facts["alone"] = seat(facts["alone"])
    if who in VOIDS:
        return Hand(void=VOIDS[who], **facts)
    maker, partner, alone, tricks = PLAYED.fullmatch(who).groups()
    facts |= {"alone": seat(maker)} if alone else {}
    return Hand(
        maker=seat(maker),
        partner=seat(partner) if partner else None,
        tricks=int(tricks) if tricks else None,
        irregularities=tuple(Irregularity(kind=kind, by=seat(name)) for kind, name in offences),
        **facts,
    )


def what_came_of(example):
    """Return the row's outcome, scores, next dealer and cited laws as the engine has them."""
    try:
        hand = hand_of(example["given"])
        (played,) = play([hand], rules=rules_of(example), seats=int(example["players"]), first_dealer=ANN)
    except (ImpossibleHand, ImpossibleSitting) as refusal:
        return f"refused: {refusal.field}", "", "", ""
    score = played.score
    cites = "; ".join(award.law.number for award in score.awards)
    return score.outcome, told_points(score.points), CAST[played.next_dealer], cites


@of_kind("hand")
def test_a_hand_comes_to_what_the_book_says(example):
    expected = tuple(example[column] for column in ("outcome", "scores", "next dealer", "cites"))
    assert what_came_of(example) == expected


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
    nets = settle(dict(enumerate(scores))).nets.values()
    assert ", ".join(f"{net.points:+}" for net in nets) == example["outcome"]


def test_every_rule_set_has_worked_examples():
    assert {example["rules"] for example in EXAMPLES if example["kind"] == "hand"} == set(SHELF)


def test_every_law_that_decides_a_score_has_a_worked_example():
    found = {law for example in EXAMPLES for law in re.split("[,;] ", example["law"])}
    assert [law for law in LAWS if law not in found] == []


def test_every_reason_to_score_is_cited_by_a_worked_example():
    cited = {law for example in EXAMPLES for law in example["cites"].split("; ")}
    not_scores = {"pack", "joker", "alone", "settlement"}
    reasons = {law.number for what, law in SHELF["call-ace"].laws.items() if what not in not_scores}
    assert cited - {""} == reasons
