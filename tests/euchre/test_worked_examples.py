"""worked_examples.csv: expected scores from outside, each with its source and law.

A hand is written in short notation, then what else happened: "Ben+Dan 3; turned H; revoke by Cat
x2". Where each scores their own tricks, it has those of all by seat: "Ben 1,3,-,1". A sitting is
hands parted by " | ". Options are words: "joker", "target=10", "laps=no"; house rules are given in
full, as on a sheet. Ann deals first; the columns `next dealer` and `cites` say who deals next and
which laws the score must name.

A set that was made from another of the shelf by `replace` needs rows for what it decides otherwise,
and for what it rests on another law; whatever it leaves alone, the rows of its parent prove.
"""

import csv
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from scoring.euchre import books
from scoring.euchre.books import SHELF
from scoring.euchre.counters import counters, strokes
from scoring.euchre.game import ImpossibleSitting, play, rubbers
from scoring.euchre.hand import Hand, ImpossibleHand, Irregularity
from scoring.euchre.rule_set import RESTS_ON, Law, RuleSet, UnknownRule
from scoring.euchre.settlement import differences, owed, settle
from tests.euchre.cast import ANN, CAST, told_points
from tests.euchre.sets import own_laws, parent, sets_where

FILE = Path(__file__).parent / "worked_examples.csv"
with open(FILE, newline="") as file:
    EXAMPLES = list(csv.DictReader(file))

ROLES = ("alone", "defender_alone", "dealer")
REFUSALS = (ImpossibleHand, ImpossibleSitting, UnknownRule)
VOIDS = {"-": "passed-out", "x": "misdeal", "=": "new-deal", "imperfect-pack": "imperfect-pack"}
PLAYED = re.compile(r"(\w+)(?:\+(\w+)|(!))?(?: (?:(\d+|!|[a-z-]+)/)?(\d+))?")
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
NOT_SCORES = {"bank", "pack", "joker", "alone", "declared", "settlement", "bridge"}
NOT_SCORES |= {"stick_the_dealer", "defend_alone", "set_back"}
CUTTING = {"partners_cut", "first_deal", "cut_again"}
"""Before any hand."""
NOT_SCORES |= {*CUTTING, "across", "best_card"}
NOT_SCORES |= {"turned_joker", "bid", "lowest_bid", "no_trump"}
GAMES = {"target", "laps", "love_double", "rubber", "rubber_bonus", "stakes", "elder_hand"}
GAMES |= {"both_over", "win_on_bid"}
NOT_SCORES |= {"clubs_trump", "drop_out"}


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
    return books.find_house(house, **options) if house else books.find(told, **options)


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
    if "," in who:
        maker, _, each = who.rpartition(" ")
        facts["taken"] = tuple(None if took == "-" else int(took) for took in each.split(","))
        return Hand(maker=seat(maker) if maker else None, irregularities=_told(offences), **facts)
    maker, partner, alone, bid, tricks = PLAYED.fullmatch(who).groups()
    facts |= {"alone": seat(maker)} if alone else {}
    if bid:
        facts["bid"] = int(bid) if bid.isdigit() else bid.replace("!", "alone")
    facts |= {"forced": True} if "forced" in facts else {}
    return Hand(
        maker=seat(maker),
        partner=seat(partner) if partner else None,
        tricks=int(tricks) if tricks else None,
        irregularities=_told(offences),
        **facts,
    )


def _told(offences):
    return tuple(
        Irregularity(kind=kind, by=seat(name), times=int(times)) for kind, name, times in offences
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
    """Return a score by side: "6-3", or "0-(-2)-0" after a set back below zero."""
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
    """Return the result of a sitting, games first; the totals if points are paid for."""
    standing = played[-1].standing
    totals = f"totals {told_score(played[-1].totals)}"
    if standing is None:
        return totals
    names = ["+".join(CAST[seat] for seat in side) for side in rules.sides(seats)]
    games = ", ".join(told_game(game, names) for game in standing.games)
    of_rubbers = [told_rubber(rubber, names) for rubber in rubbers(standing, rules)]
    told = [f"games: {games}" if games else "", f"score {told_score(standing.score)}", *of_rubbers]
    told += [] if rules.pays_games else [totals]
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


def test_every_hand_scores_as_in_the_book():
    assert differing(what_came_of, "hand") == {}


def test_every_sitting_scores_as_in_the_book():
    assert differing(what_a_sitting_came_to, "sitting") == {}


def test_every_pack_is_as_in_the_book():
    assert differing(pack_of, "pack") == {}


def test_counters_on_the_table_are_as_in_the_book():
    assert differing(pieces_of, "counters", "strokes") == {}


def test_scores_are_settled_as_in_the_book():
    assert differing(nets_of, "settlement") == {}


def test_every_example_has_its_own_name_and_a_known_kind():
    names = [example["example"] for example in EXAMPLES]
    assert sorted({name for name in names if names.count(name) > 1}) == []
    kinds = {"hand", "sitting", "pack", "counters", "strokes", "settlement"}
    assert {example["kind"] for example in EXAMPLES} == kinds


# -- which examples a set needs


SHOWN = {
    "hand": {
        "march": "Ben 5",
        "euchre": "Ben 2",
        "alone": "Ben! 3",
        "lone_point": "Ben! 3",
        "lone_march": "Ben! 5",
        "lone_euchre": "Ben! 2",
        "defend_alone": "Ben! 2; defender_alone Cat",
        "lone_defence": "Ben! 2; defender_alone Cat",
        "jambone": "Ben! 5; special jambone",
        "jamboree": "Ben! 5; special jamboree",
        "exposed": "Ben! 5; exposed by Dan",
        "exposed_march": "Ben! 5; exposed by Dan",
        "abandoned": "Ben!; abandoned by Cat",
        "both-revoked": "Ben 3; revoke by Ben; revoke by Cat",
        "stick_the_dealer": "-",
        "passed-out": "-",
        "misdeal": "x",
        "partners_deal": "x; dealer Cat",
        "new-deal": "=",
        "imperfect-pack": "imperfect-pack",
    },
    "sitting": {},
    "pack": {"pack": "", "lowest": "", "joker": ""},
}
"""What is given in a row about something; otherwise a point, or a game of a few hands."""


def row_to_write(rules, what, law=None, *, kind=None, options=""):
    """Return the row that the author is to write: the known parts, and the rest in capitals."""
    kind = kind or ("sitting" if what in GAMES else "pack" if what in SHOWN["pack"] else "hand")
    law = law or rules.laws.get(what) or Law(source=rules.source, number="")
    played = "Ben 3/3" if rules.bidding else "Ben 3"
    offence = f"{played}; {what} by Cat" if what in rules.irregularities else played
    usual = {"hand": offence, "sitting": a_game_of(rules, what), "pack": ""}[kind]
    row = {
        "kind": kind,
        "example": f"{rules.name}: WHAT IT SHOWS",
        "rules": rules.key,
        "options": options,
        "players": rules.players[0],
        "given": SHOWN[kind].get(what, usual),
        "outcome": "OUTCOME",
        "scores": "" if kind == "pack" else "SCORES",
        "next dealer": "NEXT DEALER" if kind == "hand" else "",
        "cites": law.number if kind == "hand" else "",
        "source": law.source,
        "law": law.number,
    }
    line = StringIO()
    csv.DictWriter(line, EXAMPLES[0], lineterminator="").writerow(row)
    return line.getvalue()


def a_game_of(rules, what):
    """Return a few hands; about how far a game goes those that end it in the set or in its parent,
    whichever goes less far, and not in the other."""
    ends = [one.target for one in (rules, parent(rules)) if one and one.target]
    if what != "target" or rules.partners != "fixed" or not ends:
        return "Ann! 5 | Ann 5 | Ben 3"
    return " | ".join(["Ann! 5"] * (min(ends) // 4) + ["Ann 3"] * (min(ends) % 4))


def value_in(rules, name):
    value = getattr(rules, name)
    return {n: value[n] for n in rules.players} if isinstance(value, Mapping) else value


def decided_anew(rules):
    """Return what a set decides otherwise than its parent: its provisions, and its pack."""
    return [
        name
        for name in ("pack", "lowest", *rules.provisions)
        if value_in(rules, name) != value_in(parent(rules), name)
    ]


def laws_to_prove(rules):
    """Return the laws, by what they are about, that a set needs rows of its own for: all without a
    parent; else those that are its own, or whose numbers it decides otherwise."""
    if parent(rules) is None:
        return rules.laws
    own, anew = own_laws(rules), set(decided_anew(rules))
    anew |= {"pack"} if "lowest" in anew else set()
    return {
        what: law
        for what, law in rules.laws.items()
        if what in own or anew.intersection(RESTS_ON.get(what, (what,)))
    }


def new_in(rules, found):
    """Return what a set has that its parent has not."""
    return sorted(found(rules) - (found(parent(rules)) if parent(rules) else set()))


def kinds_missing(rules):
    """A set without a parent is proven by rows of every kind."""
    for kind in ("pack", "hand", "sitting") if parent(rules) is None else ():
        if not of_rules(rules.key, kind):
            yield f"no {kind} shows it", row_to_write(rules, "point", kind=kind)


def irregularities_missing(rules):
    rows = accepted(rules.key, "hand")
    seen = {kind for example in rows for kind, _, _ in OFFENCE.findall(example["given"])}
    for kind in new_in(rules, lambda one: set(one.irregularities)):
        if kind not in seen:
            yield f'no hand has the irregularity "{kind}"', row_to_write(rules, kind)


def options_missing(rules):
    rows = accepted(rules.key, "pack", "hand", "sitting")
    seen = {option for example in rows for option in options_of(example)}
    for option in new_in(rules, lambda one: set(one.options)):
        if option not in seen:
            row = row_to_write(rules, option, options=f"{option}=VALUE")
            yield f'no row has the option "{option}"', row


def decisions_missing(rules):
    """Whatever a set decides otherwise makes a difference to one of its rows."""
    if parent(rules) is None:
        return
    rows = of_rules(rules.key, "pack", "hand", "sitting")
    for name in decided_anew(rules):
        otherwise = replace(rules, **{name: getattr(parent(rules), name)})
        if not any(unlike(row, rules, otherwise) for row in rows):
            told = f'no row shows that it has another "{name}" than {parent(rules).key}'
            yield told, row_to_write(rules, name)


def unlike(row, rules, otherwise):
    """Return whether a row has another result by the other rules, with its options."""
    chosen = options_of(row)
    try:
        one, two = rules.with_options(**chosen), otherwise.with_options(**chosen)
    except UnknownRule:
        return False
    plain = row | {"options": ""}
    return what_comes_of(plain, one) != what_comes_of(plain, two)


def laws_missing(rules):
    """Every law that is to prove is cited by a hand; those of games are named by a sitting, or by
    any row where the parent has proven the games."""
    rows = of_rules(rules.key, "pack", "hand", "sitting")
    cited = {law for example in rows for law in example["cites"].split("; ")}
    named = {(row["source"], law) for row in rows for law in re.split("[,;] ", row["law"])}
    sittings = [row for row in rows if row["kind"] == "sitting"]
    of_games = {law for example in sittings for law in example["law"].split(", ")}
    proven = set()
    for what, law in laws_to_prove(rules).items():
        if what in GAMES:
            missing = parent(rules) is None and law.number not in of_games | {""}
        else:
            missing = what not in NOT_SCORES and law.number not in cited | {""}
        unnamed = parent(rules) and not law.ruling and (law.source, law.number) not in named
        unnamed = unnamed and what not in CUTTING
        if (missing or unnamed) and (law, what in GAMES) not in proven:
            proven.add((law, what in GAMES))
            yield f'none proves "{what}" by {law}', row_to_write(rules, what, law)


NEEDS = (
    *(kinds_missing, irregularities_missing, options_missing),
    *(decisions_missing, laws_missing),
)


def sentences(rules):
    """Return what is missing, each with the row to write; one row may do for several."""
    rows = {}
    for need in NEEDS:
        for told, row in need(rules):
            rows.setdefault(row, []).append(told)
    if not rows and not of_rules(rules.key, "pack", "hand", "sitting"):
        rows[row_to_write(rules, "point")] = ["no row shows it"]
    return [
        f"{rules.key}: {'; '.join(told)}. Write into tests/euchre/{FILE.name}:\n{row}"
        for row, told in rows.items()
    ]


def test_every_set_has_the_rows_it_needs():
    missing = [sentence for rules in SHELF.values() for sentence in sentences(rules)]
    if missing:
        pytest.fail("\n".join(missing), pytrace=False)


def test_a_set_without_rows_gets_a_list_of_rows_to_write(monkeypatch):
    sheet = partial(Law, source="The inn's sheet")
    american = SHELF["american"]
    inn = replace(
        american,
        key="inn",
        name="The inn",
        target=7,
        joker=True,
        stick_the_dealer=True,
        laws=american.laws
        | {
            "joker": sheet(number="1"),
            "target": sheet(number="2"),
            "stick_the_dealer": sheet(number="3"),
        },
    )
    monkeypatch.setitem(SHELF, "inn", inn)
    assert "\n".join(sentences(inn)) == INN
    rows = [{**dict.fromkeys(EXAMPLES[0], ""), **row} for row in INN_ROWS]
    monkeypatch.setattr(sys.modules[__name__], "EXAMPLES", [*EXAMPLES, *rows])
    assert sentences(inn) == []


INN = """\
inn: no row shows that it has another "joker" than american; \
none proves "joker" by The inn's sheet, law 1. \
Write into tests/euchre/worked_examples.csv:
pack,The inn: WHAT IT SHOWS,inn,,4,,OUTCOME,,,,The inn's sheet,1
inn: no row shows that it has another "stick_the_dealer" than american; \
none proves "stick_the_dealer" by The inn's sheet, law 3. \
Write into tests/euchre/worked_examples.csv:
hand,The inn: WHAT IT SHOWS,inn,,4,-,OUTCOME,SCORES,NEXT DEALER,3,The inn's sheet,3
inn: no row shows that it has another "target" than american; \
none proves "target" by The inn's sheet, law 2. \
Write into tests/euchre/worked_examples.csv:
sitting,The inn: WHAT IT SHOWS,inn,,4,\
Ann! 5 | Ann 3 | Ann 3 | Ann 3,OUTCOME,SCORES,,,The inn's sheet,2"""
INN_ROWS = [
    {"kind": "pack", "rules": "inn", "players": "4", "source": "The inn's sheet", "law": "1"},
    {"kind": "sitting", "rules": "inn", "players": "4", "source": "The inn's sheet", "law": "2"}
    | {"given": "Ann! 5 | Ann 3 | Ann 3 | Ann 3"},
    {"kind": "hand", "rules": "inn", "players": "4", "source": "The inn's sheet", "law": "3"}
    | {"given": "-", "outcome": "refused: void"},
]


def test_call_ace_and_the_later_sets_have_many_worked_examples():
    later = [example for example in EXAMPLES if example["rules"] != "call-ace"]
    assert len(later) >= 150
    found = {law for example in EXAMPLES for law in re.split("[,;] ", example["law"])}
    assert [law for law in LAWS if law not in found] == []


def test_every_difference_of_a_set_from_its_parent_has_its_own_law():
    def missing(rules):
        before = parent(rules)
        if before is None or before.source == rules.source:
            return []
        own = {one for what in own_laws(rules) for one in RESTS_ON.get(what, (what,))}
        own |= {"lowest"} if "pack" in own else set()
        rulings = {what for what, said in rules.rulings.items() if before.rulings.get(what) != said}
        own |= {one for what in rulings for one in RESTS_ON.get(what, (what,))}
        return [
            f'{rules.key} has another "{name}" than {before.key}: say in `laws` where '
            f"{rules.source} has it"
            for name in decided_anew(rules)
            if name not in own
        ]

    if told := [sentence for rules in SHELF.values() for sentence in missing(rules)]:
        pytest.fail("\n".join(told), pytrace=False)


def test_the_rows_of_a_set_s_parents_hold_for_everything_it_keeps():
    def differences_from_parents(rules):
        return {
            example["example"]: found
            for example in inherited(rules)
            if (found := unlike_the_parent(example, rules))
        }

    assert sets_where(differences_from_parents) == {}
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
    anew = {name: getattr(rules, name) for name in decided_anew(rules)}
    changed = replace(parent(rules), laws={**rules.laws, **parent(rules).laws}, **anew)
    if what_comes_of(example, changed) != expected:
        return None
    found = what_comes_of(example, rules)
    return None if found == expected else {"expected": expected, "found": found}


def what_comes_of(example, rules):
    """Return the result of a row by these rules, with the options that the row has."""
    own = example | {"rules": rules}
    if example["kind"] == "pack":
        return (*pack_of(own), "", "")
    return what_a_sitting_came_to(own) if example["kind"] == "sitting" else what_came_of(own)[:3]
