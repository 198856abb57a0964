"""docs/sheet-format.md and docs/rules.md: their examples run, their numbers are those of the
rules."""

import json
import re
from dataclasses import replace
from itertools import repeat

import pytest

from scoring.euchre import notation, score_out, wording
from scoring.euchre.books import SHELF
from scoring.euchre.game import Game, Rubber
from scoring.euchre.hand import PENALTY, VOIDS, Hand
from scoring.euchre.points import score
from scoring.euchre.rule_set import Law
from scoring.euchre.sheet import FACTS, KEPT, BadSheet, loads, read
from tests.euchre import shelf_tables
from tests.euchre.cast import CAST, a_sheet
from tests.euchre.sets import own_laws
from tests.euchre.shelf_tables import LOWEST, TABLES

SHEET_FORMAT = shelf_tables.text_of(shelf_tables.SHEET_FORMAT)
RULES = shelf_tables.text_of(shelf_tables.RULES)
DOCUMENTED = shelf_tables.documented()
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


def test_the_sheet_in_the_docs_is_scored():
    (sheet,) = (found for found in EXAMPLES if found.get("format") == "euchre-sheet/1")
    hands = score_out.document(score_out.score(read(sheet)))["hands"]
    assert [hand["outcome"] for hand in hands] == [
        *("march", "euchre", "point", "passed-out"),
        *("revoke", "misdeal"),
    ]


def test_the_score_in_the_docs_is_the_computed_one():
    (score,) = (found for found in EXAMPLES if found.get("format") == "euchre-score/1")
    sheet = a_sheet("Ben+Dan 5", "-", players=4, stake={"currency": "GBP", "point": "0.25"})
    assert score_out.document(score_out.score(read(sheet))) == score


def test_the_games_in_the_docs_are_the_computed_ones():
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
    # Why one comes first is for people: the document has the winner.
    assert {*Game._fields, *Rubber._fields} - {"no", "first"} <= named


def test_the_house_rules_in_the_docs_are_valid():
    houses = [found for found in EXAMPLES if "base" in found]
    assert [house["name"] for house in houses] == [
        "The Tuesday game",
        "American, in rounds",
        "Our double deck",
    ]
    for house in houses:
        assert read(a_sheet(rules=house, players=4)).rules.name == house["name"]


def test_the_refusal_in_the_docs_is_the_real_one():
    (line,) = re.findall(r'^    (\{"format".*)$', SHEET_FORMAT, flags=re.M)
    with pytest.raises(BadSheet) as caught:
        read(a_sheet(*["x"] * 6, {"maker": "Zed", "partner": None, "tricks": 3}))
    assert score_out.refusal(caught.value) == json.loads(line)
    assert f"    friday.json: {caught.value}\n" in SHEET_FORMAT


def test_the_other_refusals_in_the_docs_are_the_real_ones():
    with pytest.raises(BadSheet) as caught:
        read(a_sheet("x", "x", {"maker": "Ben", "partner": None, "tricks": 3.0}))
    assert f"    line 12: {caught.value}\n" in SHEET_FORMAT
    with pytest.raises(BadSheet) as caught:
        loads(b"rubbish")
    assert f"    many.jsonl: line 4: {caught.value}\n" in SHEET_FORMAT


def test_the_short_lines_in_the_docs_are_hands():
    hands = [
        notation.read(cells(row[0])[0], CAST)
        for row in rows(SHEET_FORMAT, "### The short notation")[1:]
    ]
    names = [CAST if hand.taken is None else CAST[:4] for hand in hands]
    said = map(wording.describe, hands, names, repeat(CALL_ACE))
    assert [*said] == [
        "Ben with Dan, all five",
        "Ben alone, four tricks",
        "Ben bid four, all five",
        "Ben called and was alone, three tricks",
        "Ben made trump: Ann 1, Ben 3, Cat out, Dan 1",
        *("Passed out", "Misdeal", "New deal"),
    ]


def test_the_page_has_every_key_of_a_hand():
    table = SHEET_FORMAT.split("\n### A hand\n\n")[1].split("\n\n")[0]
    named = {key for line in table.splitlines()[2:] for key in cells(line.split("|")[1])}
    assert named == {*FACTS, *KEPT, PENALTY}


def test_the_scores_in_the_docs_are_those_of_the_rules():
    table = {row[0]: row[1:5] for row in rows(RULES, "### What a hand scores")[1:]}
    each = {number: f"{points} each" for number, points in CALL_ACE.march.items()}
    assert table == {
        "three or four tricks, with a partner": [f"{CALL_ACE.point} each"] * 4,
        "all five (a march), with a partner": list(each.values()),
        "three or four tricks, alone": [str(CALL_ACE.lone_point)] * 4,
        "all five, alone": [str(points) for points in CALL_ACE.lone_march.values()],
        "fewer than three (a euchre), to each opponent": [str(CALL_ACE.euchre)] * 4,
    }


def test_the_packs_in_the_docs_are_those_of_the_rules():
    expected = [
        [str(n), str(cards), LOWEST[CALL_ACE.lowest[n]]] for n, cards in CALL_ACE.pack.items()
    ]
    table = [row for row in rows(RULES, "### The pack and the deal")[1:] if row[0].isdigit()]
    assert table == expected


# -- every set
# ----------------------------------------------------------------------------------------


def chapters():
    """Return the text of every chapter that a set has, by its key, and of those that all share, by
    ""."""
    found = {"": ""}
    for part in re.split("^## ", RULES, flags=re.M):
        key = re.match(r".*\(`([\w-]+)`\)$", part.splitlines()[0])
        found[key[1] if key else ""] = found.get(key[1] if key else "", "") + part
    return {key: " ".join(text.split()) for key, text in found.items()}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_the_shelf_agrees_with_the_sets(name):
    text = shelf_tables.text_of(TABLES[name].page)
    assert TABLES[name].rows(text) == TABLES[name].made(text, DOCUMENTED), (
        f"This writes it anew: {shelf_tables.COMMAND}"
    )


def test_an_undocumented_set_gets_its_rows_and_a_chapter():
    laws = SHELF["keller"].laws | {"joker": Law(source="The inn's sheet", number="7")}
    ours = {"key": "inn", "name": "The inn", "source": "The inn's sheet", "joker": True}
    inn = replace(SHELF["keller"], **ours, laws=laws, rulings={"joker": "It beats both bowers."})
    sets = [*DOCUMENTED, inn]
    found = TABLES["the shelf"].written(RULES, sets)
    assert TABLES["the shelf"].rows(found)[-1] == ["The inn: `inn`", "4", "5", "The inn's sheet"]
    written = shelf_tables.with_chapters(RULES, sets)
    assert written.replace(f"{shelf_tables.first_chapter(inn, RULES)}\n\n", "") == RULES
    assert shelf_tables.first_chapter(inn, RULES) == (
        "## The inn (`inn`)\n\n"
        "The inn's sheet: Five points a game. The plain game of 1887. From The inn's sheet: joker "
        "(law 7). Everything else is as\nin the chapter Keller’s game.\n\n"
        "**Ruling**: It beats both bowers."
    )


def test_after_a_void_deal_the_docs_name_the_right_dealer():
    table = {row[1].strip("`"): row[2] for row in rows(RULES, "## What all of them share")[1:]}
    dealers = {True: "the same player", False: "the next player on the left"}
    differences = [
        (key, void)
        for key, rules in SHELF.items()
        for void in VOIDS
        if (void, rules.stick_the_dealer) != ("passed-out", True)
        and table[void]
        != dealers[score(Hand(void=void), rules=rules, seats=rules.players[0]).deals_again]
    ]
    assert differences == []


def test_the_chapters_follow_the_shelf_with_the_names_of_their_sets():
    headings = [line for line in RULES.splitlines() if re.match(r"## .*\(`", line)]
    assert headings == [shelf_tables.heading_of(rules) for rules in DOCUMENTED]


def test_a_set_has_a_chapter_that_names_its_sources_and_every_law():
    for key in (rules.key for rules in DOCUMENTED):
        chapter = chapters()[key]
        laws = {law for law in own_laws(SHELF[key]).values() if not law.ruling}
        assert {law.source for law in laws if law.source not in chapter} == set()
        numbers = {law.number for law in laws}
        assert {
            number for number in numbers if not re.search(rf"(?<!\w){re.escape(number)}\b", chapter)
        } <= {""}


def test_every_ruling_of_ours_is_in_the_docs_in_its_words_and_marked():
    page = " ".join(RULES.split())
    assert [
        (rules.key, words)
        for rules in DOCUMENTED
        for words in rules.rulings.values()
        if f"**Ruling**: {words}" not in page
    ] == []


def test_only_our_rulings_are_marked_as_rulings():
    page = " ".join(RULES.split())
    for rules in SHELF.values():
        for words in rules.rulings.values():
            page = page.replace(f"**Ruling**: {words}", "")
    assert page.count("**Ruling**:") == 0


def test_every_irregularity_and_void_deal_is_on_both_pages():
    kinds = {kind for rules in DOCUMENTED for kind in rules.irregularities}
    lacking = [
        f"{name} does not name `{word}`"
        for name, page in ((shelf_tables.RULES, RULES), (shelf_tables.SHEET_FORMAT, SHEET_FORMAT))
        for word in (*kinds, *VOIDS)
        if f"`{word}`" not in page
    ]
    assert lacking == []
