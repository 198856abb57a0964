"""docs/sheet-format.md and docs/rules.md: their examples run, their numbers are those of the rules."""

import json
import re
from pathlib import Path

import pytest

from scoring.rules import notation, score_out, wording
from scoring.rules.rule_sets import SHELF
from scoring.rules.sheet import BadSheet, loads, read
from scoring.rules.sheet_hand import FACTS, KEPT
from tests.rules.cast import CAST, a_sheet

DOCS = Path(__file__).resolve().parents[2] / "docs"
SHEET_FORMAT = (DOCS / "sheet-format.md").read_text(encoding="utf-8")
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
EXAMPLES = [
    json.loads(found) for found in re.findall(r"^```json\n(.*?)^```$", SHEET_FORMAT, flags=re.M | re.S)
]
CALL_ACE = SHELF["call-ace"]


def rows(text, heading):
    """Return the table under a heading, as lists of cells without the line of dashes."""
    section = text.split(f"\n{heading}\n")[1].split("\n#")[0]
    found = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return [row for row in found if not row[0].startswith("---") and "|---" not in row[0]]


def cells(text):
    return re.findall("`([^`]+)`", text)


def test_the_sheet_of_the_page_is_scored():
    (sheet,) = (found for found in EXAMPLES if found["format"] == "euchre-sheet/1")
    hands = score_out.document(score_out.score(read(sheet)))["hands"]
    assert [hand["outcome"] for hand in hands] == [
        *("march", "euchre", "point", "passed-out"),
        *("revoke", "misdeal"),
    ]


def test_the_score_of_the_page_is_what_comes_out():
    (score,) = (found for found in EXAMPLES if found["format"] == "euchre-score/1")
    sheet = a_sheet("Ben+Dan 5", "-", players=4, stake={"currency": "GBP", "point": "0.25"})
    assert score_out.document(score_out.score(read(sheet))) == score


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
        notation.read(cells(row[0])[0], CAST) for row in rows(SHEET_FORMAT, "### The short notation")[1:]
    ]
    assert [wording.told(hand, CAST, CALL_ACE) for hand in hands] == [
        "Ben with Dan, all five",
        "Ben alone, four tricks",
        "Ben alone, three tricks",
        *("Passed out", "Misdeal", "New deal"),
    ]


def test_the_page_has_every_key_of_a_hand():
    named = {key for row in rows(SHEET_FORMAT, "### A hand")[1:] for key in cells(row[0])}
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
    lowest = {"9": "nine", "8": "eight", "7": "seven", "6": "six"}
    expected = [[str(n), str(cards), lowest[CALL_ACE.lowest[n]]] for n, cards in CALL_ACE.pack.items()]
    table = [row for row in rows(RULES, "### The pack and the deal")[1:] if row[0].isdigit()]
    assert table == expected


@pytest.mark.parametrize("key", SHELF)
def test_the_page_names_every_rule_set_and_every_law(key):
    assert f"(`{key}`)" in RULES
    numbers = {law.number for law in SHELF[key].laws.values()}
    assert {number for number in numbers if not re.search(rf"\b{re.escape(number)}\b", RULES)} == set()


def test_every_ruling_is_marked_as_ours():
    assert RULES.count("**Ruling**: ") >= len(CALL_ACE.rulings)
    assert {"lone_march", "wrong-cards"} == set(CALL_ACE.rulings)
