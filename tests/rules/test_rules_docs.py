"""docs/sheet-format.md and docs/rules.md: their examples run, their numbers are those of the
rules."""

import json
import re
from pathlib import Path

import pytest

from scoring.rules import notation, score_out, wording
from scoring.rules.game import Game, Rubber
from scoring.rules.hand import VOIDS, Hand, ImpossibleHand, Irregularity
from scoring.rules.points import score
from scoring.rules.rule_set import PROVISIONS
from scoring.rules.rule_sets import SHELF, find
from scoring.rules.sheet import BadSheet, loads, read
from scoring.rules.sheet_hand import FACTS, KEPT
from tests.rules.cast import CAST, a_sheet

DOCS = Path(__file__).resolve().parents[2] / "docs"
SHEET_FORMAT = (DOCS / "sheet-format.md").read_text(encoding="utf-8")
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
EXAMPLES = [
    json.loads(found)
    for found in re.findall(r"^```json\n(.*?)^```$", SHEET_FORMAT, flags=re.M | re.S)
]
CALL_ACE = SHELF["call-ace"]


def rows(text, heading):
    """Return the table under a heading, as lists of cells without the line of dashes."""
    section = text.split(f"\n{heading}\n")[1].split("\n#")[0]
    lines = [
        line
        for line in section.splitlines()
        if line.startswith("|") and not line.startswith("|---")
    ]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]


def cells(text):
    return re.findall("`([^`]+)`", text)


def test_the_sheet_of_the_page_is_scored():
    (sheet,) = (found for found in EXAMPLES if found.get("format") == "euchre-sheet/1")
    hands = score_out.document(score_out.score(read(sheet)))["hands"]
    assert [hand["outcome"] for hand in hands] == [
        *("march", "euchre", "point", "passed-out"),
        *("revoke", "misdeal"),
    ]


def test_the_score_of_the_page_is_what_comes_out():
    (score,) = (found for found in EXAMPLES if found.get("format") == "euchre-score/1")
    sheet = a_sheet("Ben+Dan 5", "-", players=4, stake={"currency": "GBP", "point": "0.25"})
    assert score_out.document(score_out.score(read(sheet))) == score


def test_the_games_of_the_page_are_what_comes_out():
    (games,) = (found for found in EXAMPLES if "sides" in found)
    sheet = a_sheet("Ann! 5", "Ann 5", "Ben 3", rules="club-laws", players=4)
    found = score_out.document(score_out.score(read(sheet)))
    assert {key: found[key] for key in games} == games
    assert list(found)[5:] == list(games)


def test_the_page_has_every_key_of_a_game_and_of_a_rubber():
    keys = re.findall(
        r"^\| (`.*?`) \|", SHEET_FORMAT.split("## The scores: euchre-score/1")[1], flags=re.M
    )
    named = {name for key in keys for name in cells(key)}
    assert {*Game._fields, *Rubber._fields} - {"no"} <= named


def test_the_house_rules_of_the_page_are_rules():
    houses = [found for found in EXAMPLES if "base" in found]
    assert [house["name"] for house in houses] == ["The Tuesday game", "American, in rounds"]
    for house in houses:
        assert read(a_sheet(rules=house, players=4)).rules.name == house["name"]


def test_the_irregularities_of_the_page_are_those_that_the_sets_know():
    kinds = {kind for rules in SHELF.values() for kind in rules.irregularities}
    section = SHEET_FORMAT.split("\n| irregularity |")[1].split("\n\n")[0]
    told = [[cell.strip() for cell in line[1:-1].split("|")] for line in section.splitlines()[2:]]
    assert {cells(row[0])[0]: row[1] for row in told} == {
        kind: sets_told(lambda rules, kind=kind: kind in rules.irregularities) for kind in kinds
    }


def test_the_refusal_of_the_page_is_what_comes_out():
    (line,) = re.findall(r'^    (\{"format".*)$', SHEET_FORMAT, flags=re.M)
    with pytest.raises(BadSheet) as caught:
        read(a_sheet(*["x"] * 6, {"maker": "Zed", "partner": None, "tricks": 3}))
    assert score_out.refusal(caught.value) == json.loads(line)
    assert f"    friday.json: {caught.value}\n" in SHEET_FORMAT


def test_the_other_refusals_of_the_page_are_what_comes_out():
    with pytest.raises(BadSheet) as caught:
        read(a_sheet("x", "x", {"maker": "Ben", "partner": None, "tricks": 3.0}))
    assert f"    line 12: {caught.value}\n" in SHEET_FORMAT
    with pytest.raises(BadSheet) as caught:
        loads(b"rubbish")
    assert f"    many.jsonl: line 4: {caught.value}\n" in SHEET_FORMAT


def test_the_short_lines_of_the_page_are_hands():
    hands = [
        notation.read(cells(row[0])[0], CAST)
        for row in rows(SHEET_FORMAT, "### The short notation")[1:]
    ]
    assert [wording.told(hand, CAST, CALL_ACE) for hand in hands] == [
        "Ben with Dan, all five",
        "Ben alone, four tricks",
        "Ben alone, three tricks",
        *("Passed out", "Misdeal", "New deal"),
    ]


def test_the_page_has_every_key_of_a_hand():
    table = SHEET_FORMAT.split("\n### A hand\n\n")[1].split("\n\n")[0]
    named = {key for line in table.splitlines()[2:] for key in cells(line.split("|")[1])}
    assert named == {*FACTS, *KEPT}


def test_the_scores_on_the_page_are_those_of_the_rules():
    table = {row[0]: row[1:5] for row in rows(RULES, "### What a hand scores")[1:]}
    each = {number: f"{points} each" for number, points in CALL_ACE.march.items()}
    assert table == {
        "three or four tricks, with a partner": [f"{CALL_ACE.point} each"] * 4,
        "all five (a march), with a partner": list(each.values()),
        "three or four tricks, alone": [str(CALL_ACE.lone_point)] * 4,
        "all five, alone": [str(points) for points in CALL_ACE.lone_march.values()],
        "fewer than three (a euchre), to every adversary": [str(CALL_ACE.euchre)] * 4,
    }


def test_the_packs_on_the_page_are_those_of_the_rules():
    expected = [
        [str(n), str(cards), LOWEST[CALL_ACE.lowest[n]]] for n, cards in CALL_ACE.pack.items()
    ]
    table = [row for row in rows(RULES, "### The pack and the deal")[1:] if row[0].isdigit()]
    assert table == expected


# -- every set
# ----------------------------------------------------------------------------------------


LOWEST = {"9": "nine", "8": "eight", "7": "seven", "6": "six"}
ANN, BEN = 0, 1


def chapters():
    """Return the text of every chapter that a set has, by its key, and of those that all share, by
    ""."""
    found = {"": ""}
    for part in re.split("^## ", RULES, flags=re.M):
        key = re.match(r".*\(`([\w-]+)`\)$", part.splitlines()[0])
        found[key[1] if key else ""] = found.get(key[1] if key else "", "") + part
    return {key: " ".join(text.split()) for key, text in found.items()}


def scored(rules, seat, *offences, **facts):
    """Return what a seat scores for a hand of Ann's, in figures; a dash where nothing is or it
    cannot be."""
    told = tuple(Irregularity(kind=kind, by=by) for kind, by in offences)
    hand = Hand(**{"maker": ANN, "tricks": 5, "irregularities": told} | facts)
    try:
        points = score(hand, rules=rules, seats=rules.players[0]).points[seat]
    except ImpossibleHand:
        return "-"
    return wording.figure(points) if points else "-"


def by_a_lone_defender(rules):
    facts = {"tricks": 0, "alone": ANN, "defender_alone": BEN}
    if "defend_alone" in rules.options and not rules.defend_alone:
        return f"by choice: {scored(find(rules.key, defend_alone=True), BEN, **facts)}"
    return scored(rules, BEN, **facts)


def yes_or_no(name):
    return lambda rules: "yes" if getattr(rules, name) else "no"


REVOKE, WRONG = ("revoke", BEN), ("wrong-cards", BEN)
WON, LONE = {"tricks": 0}, {"alone": ANN}
FOUR_HANDED = {
    "cards": lambda rules: str(rules.cards(4)),
    "lowest card": lambda rules: LOWEST[rules.lowest[4]],
    "game": lambda rules: str(rules.target),
    "three or four tricks": lambda rules: scored(rules, ANN, tricks=3),
    "all five, a march": lambda rules: scored(rules, ANN),
    "fewer than three, to the adversaries": lambda rules: scored(rules, BEN, tricks=2),
    "alone: three or four": lambda rules: scored(rules, ANN, tricks=4, alone=ANN),
    "alone: all five": lambda rules: scored(rules, ANN, alone=ANN),
    "alone: fewer than three, to the adversaries": lambda rules: scored(
        rules, BEN, tricks=2, alone=ANN
    ),
    "the same, by an adversary who plays alone": by_a_lone_defender,
    "a jambone: all five": lambda rules: scored(rules, ANN, special="jambone"),
    "a jamboree, at once": lambda rules: scored(rules, ANN, special="jamboree"),
    # Ann is euchred besides, so that what she scores is for the offence alone.
    "a revoke, to the other side": lambda rules: scored(rules, ANN, REVOKE, **WON),
    "a revoke in a lone hand": lambda rules: scored(rules, ANN, REVOKE, **WON, **LONE),
    "wrong cards, to the other side": lambda rules: scored(rules, ANN, WRONG, **WON),
    "wrong cards in a lone hand": lambda rules: scored(rules, ANN, WRONG, **WON, **LONE),
    "who may play alone": lambda rules: {"maker": "maker", "either": "maker or partner"}[
        rules.alone
    ],
    "laps": yes_or_no("laps"),
    "a love game counts double": yes_or_no("love_double"),
    "rubber": lambda rules: rules.rubber or "none",
}
FOR_HIMSELF = {
    "cards": lambda rules: str(rules.cards(rules.players[0])),
    "game": lambda rules: str(rules.target),
    "three or four tricks": lambda rules: scored(rules, ANN, tricks=3),
    "all five, a march": lambda rules: scored(rules, ANN),
    "a euchre, to each other player": lambda rules: scored(rules, BEN, tricks=2),
    "a euchre, to the maker": lambda rules: scored(rules, ANN, tricks=2),
    "the maker revokes, to each other player": lambda rules: scored(rules, BEN, ("revoke", ANN)),
    "the maker revokes, to him": lambda rules: scored(rules, ANN, ("revoke", ANN)),
    "another revokes, to the maker": lambda rules: scored(rules, ANN, REVOKE),
    "another revokes, to him": lambda rules: scored(rules, BEN, REVOKE),
}


@pytest.mark.parametrize(
    ("heading", "partners", "expected"),
    [
        ("## Four in partners", "fixed", FOUR_HANDED),
        ("## Two, or three, each for himself", "none", FOR_HIMSELF),
    ],
)
def test_every_number_of_a_table_is_what_the_engine_gives(heading, partners, expected):
    head, *table = rows(RULES, heading)
    sets = [rules for rules in SHELF.values() if rules.partners == partners]
    assert [cells(cell)[0] for cell in head[1:]] == [rules.key for rules in sets]
    assert {row[0]: row[1:] for row in table} == {
        what: [told(rules) for rules in sets] for what, told in expected.items()
    }


def test_the_shelf_on_the_page_is_the_shelf():
    def players(rules):
        few, many = min(rules.players), max(rules.players)
        return str(few) if few == many else f"{few} to {many}"

    assert rows(RULES, "## The shelf")[1:] == [
        [
            f"{rules.name}: `{key}`",
            players(rules),
            str(rules.target or "none").lower(),
            rules.source,
        ]
        for key, rules in SHELF.items()
    ]


@pytest.mark.parametrize("rules", SHELF.values(), ids=list(SHELF))
def test_after_a_deal_that_came_to_nothing_the_page_has_the_right_player_deal(rules):
    table = {row[1].strip("`"): row[2] for row in rows(RULES, "## What all of them share")[1:]}
    seats = rules.players[0]
    for void in VOIDS:
        again = score(Hand(void=void), rules=rules, seats=seats).deals_again
        assert table[void] == ("the same player" if again else "the next player on the left")


@pytest.mark.parametrize("key", SHELF)
def test_a_set_has_a_chapter_that_names_its_sources_and_every_law(key):
    chapter = chapters()[key]
    laws = {law for law in SHELF[key].laws.values() if not law.ruling}
    assert {law.source for law in laws if law.source not in chapter} == set()
    numbers = {law.number for law in laws}
    assert {
        number for number in numbers if not re.search(rf"(?<!\w){re.escape(number)}\b", chapter)
    } <= {""}


@pytest.mark.parametrize("key", SHELF)
def test_a_chapter_is_called_as_the_set_is(key):
    assert f"\n## {SHELF[key].name} (`{key}`)\n" in RULES


@pytest.mark.parametrize("key", SHELF)
def test_every_ruling_of_ours_stands_on_the_page_in_its_words_and_is_marked(key):
    page = " ".join(RULES.split())
    assert [
        words for words in SHELF[key].rulings.values() if f"**Ruling**: {words}" not in page
    ] == []


def test_nothing_is_marked_as_a_ruling_that_is_none():
    page = " ".join(RULES.split())
    for rules in SHELF.values():
        for words in rules.rulings.values():
            page = page.replace(f"**Ruling**: {words}", "")
    assert page.count("**Ruling**:") == 0


def test_every_kind_of_irregularity_and_every_void_is_on_both_pages():
    kinds = {kind for rules in SHELF.values() for kind in rules.irregularities}
    for page in (RULES, SHEET_FORMAT):
        assert [word for word in (*kinds, *VOIDS) if f"`{word}`" not in page] == []


# -- options and house rules
# --------------------------------------------------------------------------


def in_json(values):
    return ", ".join(f"`{json.dumps(value)}`" for value in values)


def values_of(name, *, option=False):
    """Return the values of a provision as the page writes them; an option of a table is never
    empty."""
    provision = PROVISIONS()[name]
    if provision.kind == "yes or no":
        return "`true`, `false`"
    if provision.kind == "choice":
        return in_json(provision.values)
    number = f"{provision.least} to 99"
    if provision.optional and not option:
        number += f", or `null`: {provision.empty}"
    return f"{number}, or an object" if provision.kind == "by players" else number


def sets_told(has):
    """Return the keys of the sets that have something, or in a word that most of them do."""
    found = [key for key, rules in SHELF.items() if has(rules)]
    for words, keys in WORDS.items():
        if found == keys:
            return words
    return ", ".join(f"`{key}`" for key in found)


WORDS = {
    "every set": list(SHELF),
    "where games are played": [key for key, rules in SHELF.items() if rules.target is not None],
    "fixed partners": [key for key, rules in SHELF.items() if rules.partners == "fixed"],
    "two sides": [key for key, rules in SHELF.items() if "rubber" in rules.provisions],
    "lone hands": [key for key, rules in SHELF.items() if rules.partners != "none"],
    "three players": [key for key, rules in SHELF.items() if 3 in rules.players],
}


def test_the_page_has_every_option_its_values_and_the_sets_that_offer_it():
    limits = {
        name: in_json(numbers) for rules in SHELF.values() for name, numbers in rules.limits.items()
    }
    offered = [
        name for name in PROVISIONS() if any(name in rules.options for rules in SHELF.values())
    ]
    assert [row[:3] for row in rows(SHEET_FORMAT, "### Options")[1:]] == [
        [
            f"`{name}`",
            limits.get(name) or values_of(name, option=True),
            sets_told(lambda rules, name=name: name in rules.options),
        ]
        for name in offered
    ]


def test_the_page_has_every_provision_its_meaning_its_values_and_where_it_means_something():
    assert rows(SHEET_FORMAT, "### House rules")[1:] == [
        [
            f"`{name}`",
            provision.meaning,
            values_of(name),
            sets_told(lambda rules, name=name: name in rules.provisions),
        ]
        for name, provision in PROVISIONS().items()
    ]
