"""worked_examples.csv: expected scores from outside, each with its source and law.

A hand is written in short notation, then what else happened: "Ben+Dan 3; turned H; revoke by Cat
x2". A sitting is hands parted by " | ". Options are words: "joker", "target=10", "laps=no"; house
rules stand in full, as on a sheet. Ann deals first; the columns `next dealer` and `cites` say who
deals next and which laws the score must name.

A set that was made from another of the shelf by `replace` needs rows for what it decides otherwise,
and for what it rests on another law; whatever it leaves alone, the rows of its parent prove.
"""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.rules import rule_sets
from scoring.rules.counters import counters, strokes
from scoring.rules.game import ImpossibleSitting, play, rubbers
from scoring.rules.hand import Hand, ImpossibleHand, Irregularity
from scoring.rules.rule_set import PROVISIONS, RESTS_ON, RuleSet, UnknownRule
from scoring.rules.rule_sets import SHELF
from scoring.rules.settlement import differences, owed, settle
from tests.rules.cast import ANN, CAST, told_points
from tests.rules.shelf_tables import own_laws, parent

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
NOT_SCORES |= {"stick_the_dealer", "defend_alone", "set_back"}
GAMES = {"target", "laps", "love_double", "rubber", "rubber_bonus", "stakes", "elder_hand"}


def of_kind(*kinds):
    return [example for example in EXAMPLES if example["kind"] in kinds]


def differing(found, *kinds):
    """Return, of each example of these kinds by its name, what it expects and what is found where
    these differ."""
    expected = {"hand": HAND, "sitting": SITTING}.get(kinds[0], ("outcome",))
    told = {}
    for example in of_kind(*kinds):
        wanted = tuple(example[column] for column in expected)
        if (came := found(example)) != wanted:
            told[example["example"]] = {"expected": wanted, "found": came}
    return told


HAND, SITTING = ("outcome", "scores", "next dealer", "cites"), ("outcome", "scores")


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
    if isinstance(told, RuleSet):
        return told.with_options(**options)
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


def pack_of(example):
    rules, players = rules_of(example), int(example["players"])
    return (f"{rules.cards(players)} cards, lowest {rules.lowest[players]}",)


def pieces_of(example):
    shapes = {"counters": counters, "strokes": strokes}
    found = shapes[example["kind"]](int(example["given"]))._asdict()
    return (", ".join(f"{number} {thing}" for thing, number in found.items()),)


def nets_of(example):
    scores = [int(score) for score in example["given"].split(", ")]
    nets = settle(range(len(scores)), differences(dict(enumerate(scores)))).nets.values()
    return (", ".join(f"{net.points:+}" for net in nets),)


def test_every_hand_comes_to_what_the_book_says():
    assert differing(what_came_of, "hand") == {}


def test_every_sitting_comes_to_what_the_book_says():
    assert differing(what_a_sitting_came_to, "sitting") == {}


def test_every_pack_is_what_the_book_says():
    assert differing(pack_of, "pack") == {}


def test_points_lie_on_the_table_as_the_book_says():
    assert differing(pieces_of, "counters", "strokes") == {}


def test_scores_are_settled_as_the_book_says():
    assert differing(nets_of, "settlement") == {}


def test_every_example_has_a_name_of_its_own_and_a_kind():
    names = [example["example"] for example in EXAMPLES]
    assert sorted({name for name in names if names.count(name) > 1}) == []
    kinds = {"hand", "sitting", "pack", "counters", "strokes", "settlement"}
    assert {example["kind"] for example in EXAMPLES} == kinds


# -- which examples a set needs
# ------------------------------------------------------------------------


def every_set(missing):
    """Return what `missing` finds in a set, by the set's key, wherever it finds anything."""
    found = {key: missing(rules) for key, rules in SHELF.items()}
    return {key: told for key, told in found.items() if told}


def value_in(rules, name):
    value = getattr(rules, name)
    by_players = PROVISIONS()[name].kind == "by players"
    return {seats: value[seats] for seats in rules.players} if by_players else value


def decided_anew(rules):
    """Return the provisions that a set decides otherwise than its parent."""
    return {
        name for name in rules.provisions if value_in(rules, name) != value_in(parent(rules), name)
    }


def laws_to_prove(rules):
    """Return the laws, by what they are about, that a set needs rows of its own for: all without a
    parent; else those that are its own, or whose numbers it decides otherwise."""
    if parent(rules) is None:
        return rules.laws
    own, anew = own_laws(rules), decided_anew(rules)
    anew |= {"pack"} if dict(rules.lowest) != dict(parent(rules).lowest) else set()
    return {
        what: law
        for what, law in rules.laws.items()
        if what in own or anew.intersection(RESTS_ON.get(what, (what,)))
    }


def new_in(rules, found):
    """Return what a set has that its parent has not."""
    return found(rules) - (found(parent(rules)) if parent(rules) else set())


@pytest.mark.parametrize("kind", ["pack", "hand", "sitting"])
def test_every_rule_set_without_a_parent_has_worked_examples(kind):
    alone = [key for key, rules in SHELF.items() if parent(rules) is None]
    assert [key for key in alone if not of_rules(key, kind)] == []


def test_the_later_rule_sets_have_many_worked_examples():
    assert len([example for example in EXAMPLES if example["rules"] != "call-ace"]) >= 150


def test_every_irregularity_that_a_rule_set_scores_has_a_worked_example():
    def missing(rules):
        rows = accepted(rules.key, "hand")
        seen = {kind for example in rows for kind, _, _ in OFFENCE.findall(example["given"])}
        return new_in(rules, lambda one: set(one.irregularities)) - seen

    assert every_set(missing) == {}


def test_every_option_of_a_rule_set_has_a_worked_example():
    def missing(rules):
        rows = accepted(rules.key, "pack", "hand", "sitting")
        seen = {option for example in rows for option in options_of(example)}
        return new_in(rules, lambda one: set(one.options)) - seen

    assert every_set(missing) == {}


def test_every_law_that_decides_a_call_ace_score_has_a_worked_example():
    found = {law for example in EXAMPLES for law in re.split("[,;] ", example["law"])}
    assert [law for law in LAWS if law not in found] == []


def test_every_reason_to_score_is_cited_by_a_worked_example():
    def missing(rules):
        rows = of_rules(rules.key, "hand")
        cited = {law for example in rows for law in example["cites"].split("; ")}
        wanted = laws_to_prove(rules)
        return {
            f"{what}: {law}"
            for what, law in wanted.items()
            if what not in NOT_SCORES | GAMES and law.number not in cited | {""}
        }

    assert every_set(missing) == {}


def test_every_law_of_games_has_a_worked_sitting():
    def missing(rules):
        rows = of_rules(rules.key, "sitting")
        named = {law for example in rows for law in example["law"].split(", ")}
        laws = {law for what, law in laws_to_prove(rules).items() if what in GAMES}
        return {f"{law}" for law in laws if law.number not in named | {""}}

    assert every_set(missing) == {}


def test_whatever_a_set_decides_otherwise_than_its_parent_has_a_row_of_that_source_and_law():
    def missing(rules):
        if parent(rules) is None:
            return set()
        rows = of_rules(rules.key, "pack", "hand", "sitting")
        named = {(row["source"], law) for row in rows for law in re.split("[,;] ", row["law"])}
        laws = laws_to_prove(rules).items()
        return {
            f"{what}: {law}"
            for what, law in laws
            if not law.ruling and (law.source, law.number) not in named
        }

    assert every_set(missing) == {}


def test_whatever_a_set_decides_otherwise_than_its_parent_rests_on_a_law_of_its_own():
    def missing(rules):
        before = parent(rules)
        if before is None or before.source == rules.source:
            return set()
        own = {one for what in own_laws(rules) for one in RESTS_ON.get(what, (what,))}
        return {
            f'{name}: say in `laws` where its source has it; "{before.key}" has another value'
            for name in decided_anew(rules) - own
        }

    assert every_set(missing) == {}


def test_the_rows_of_a_set_s_parents_hold_for_whatever_it_leaves_alone():
    def differences_from_parents(rules):
        return {
            example["example"]: found
            for example in inherited(rules)
            if (found := unlike_the_parent(example, rules))
        }

    assert every_set(differences_from_parents) == {}
    assert {key for key, rules in SHELF.items() if inherited(rules)} == {
        key for key, rules in SHELF.items() if parent(rules)
    }


def inherited(rules):
    """Return the rows of the set's parent, and of that one's, that speak of options it has too."""
    before = parent(rules)
    if before is None:
        return []
    rows = [*of_rules(before.key, "pack", "hand", "sitting"), *inherited(before)]
    return [row for row in rows if set(options_of(row)) <= {*rules.options}]


def unlike_the_parent(example, rules):
    """Return what a row of the parent comes to in this set, where nothing that the set decides
    otherwise makes a difference to it, and yet another thing comes of it than the row says."""
    columns = SITTING if example["kind"] == "sitting" else HAND[:3]
    expected = tuple(example[column] for column in columns)
    anew = {name: getattr(rules, name) for name in ("pack", "lowest", *decided_anew(rules))}
    changed = replace(parent(rules), laws={**rules.laws, **parent(rules).laws}, **anew)
    if what_comes_of(example, changed) != expected:
        return None
    found = what_comes_of(example, rules)
    return None if found == expected else {"expected": expected, "found": found}


def what_comes_of(example, rules):
    """Return what a row comes to by these rules, with the options that the row has."""
    own = example | {"rules": rules}
    if example["kind"] == "pack":
        return (*pack_of(own), "", "")
    return what_a_sitting_came_to(own) if example["kind"] == "sitting" else what_came_of(own)[:3]
