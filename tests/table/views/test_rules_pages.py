"""Game rules, and the pages of sets and of tables: what stands there is what is scored."""

import re
from html import unescape

import pytest

from scoring.euchre.books import SHELF, find
from scoring.euchre.hand import Hand
from scoring.euchre.points import score
from scoring.table.actions.house_rules import make_house_rules
from tests.cast import a_club, a_phone, a_table, address, an_evening
from tests.euchre.rows import hand
from tests.html import said, shown, text

pytestmark = pytest.mark.django_db

every_set = pytest.mark.parametrize("rules", SHELF.values(), ids=list(SHELF))
FOUR = ["Ann", "Ben", "Cat", "Dan"]


def page_of(rules):
    return a_phone().get(f"/rules/{rules.key}/")


def numbers(answer):
    """The figures on a rules page by the row they stand in, as text."""
    found = {}
    for key, inside in re.findall(
        r'<tr data-row="(\w+)">(.*?)</tr>', answer.content.decode(), flags=re.DOTALL
    ):
        found[key] = re.findall(r"<b>(.*?)</b>", inside)
    return found


@pytest.mark.parametrize("key", ["american", "railroad", "british"])
def test_the_sources_of_current_rules_are_links(key):
    page = page_of(find(key)).content.decode()
    for sheet in find(key).sheets:
        assert f'<a href="{sheet.address}" rel="noreferrer">{sheet.name}</a>' in page


def told(answer):
    return text(unescape(answer.content.decode()))


@every_set
def test_every_number_on_a_rules_page_is_what_the_hand_scores(rules):
    page = numbers(page_of(rules))
    usual = {"made", "set"} if rules.bidding else {"point", "march", "euchre"}
    assert ({"trick", "euchre", "buck_set"} if rules.each_scores else usual) <= set(page)
    for key, figures in page.items():
        if figures:
            assert figures == scored(key, rules)


def scored(key, rules):
    """What the hand brings by each number of players: one figure where it is the same
    everywhere."""
    counts = rules.players if rules.key == "call-ace" else rules.players[:1]
    awards = [score(hand(key, rules), rules=rules, seats=seats).awards for seats in counts]
    if rules.bidding:
        other = key.endswith("_others")
        awards = [[one for one in each if one.points] for each in awards]
        awards = [
            [one for one in each if (0 in dict(one.points)) == other] or each for each in awards
        ]
    if key == "trick":  # that for a single one comes last
        awards = [each[::-1] for each in awards]
    firsts = [next(award for award in each if award.points) for each in awards]
    return [str(award.points[0][1]).replace("-", "−") for award in firsts]


@every_set
def test_every_law_and_every_ruling_is_on_the_rules_page(rules):
    page = told(page_of(rules))
    for law in rules.laws.values():
        for words in ("Our ruling",) if law.ruling else (law.source, law.place):
            assert words in page
    for words in rules.rulings.values():
        assert f": {' '.join(words.split())}" in page


@every_set
def test_game_rules_list_every_rule_set_with_its_players_and_source(rules):
    cards = shown(a_phone().get("/rules/"), r'<li>\s*<a href="/(?:clubs/\d+/)?rules/.*?</li>')
    card = next(card for card in cards if card.startswith(f"{rules.name} {rules.title}"))
    assert card.endswith(f"Source: {rules.source}")
    assert len(cards) == len(SHELF)


@pytest.mark.parametrize("path", ["/rules/bridge/", "/rules/bridge.pdf"])
def test_an_unknown_rule_set_is_not_found(path):
    answer = a_phone().get(path)
    assert (answer.status_code, said(answer)) == (
        404,
        "There are no such rules. See Game rules for all of them.",
    )


@every_set
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_rules_card_can_be_printed_for_every_rule_set(rules, paper):
    answer = a_phone().get(f"/rules/{rules.key}.pdf?paper={paper}")
    assert (answer["Content-Type"], answer.content[:5]) == ("application/pdf", b"%PDF-")


# -- a table
# -------------------------------------------------------------------------------------------


def a_table_by(key, **what):
    return a_table(names=FOUR, rules_key=key, **what)


def test_a_table_shows_its_rules_with_its_chosen_options():
    table = a_table_by("keller", options={"target": 10, "laps": True})
    page = a_phone().get(address(table, "rules"))
    assert shown(page, r'<p class="sub">(.*?)</p>') == ["This table: to 10, laps on."]
    assert "A game is won with 10 points. This table’s choice" in told(page)
    assert shown(page, r'<table class="differences">.*?</table>') == [
        "Options of this table Rule Here Usually Game Points that win a game. 10 5 "
        "Laps Points over game carry over to the winners’ next game. yes no"
    ]


def test_a_table_without_options_shows_the_book():
    page = a_phone().get(address(a_table_by("keller"), "rules"))
    assert shown(page, r'<p class="sub">(.*?)</p>') == [find("keller").title]
    assert numbers(page) == numbers(page_of(find("keller")))


def test_house_rules_show_each_changed_number_beside_the_books():
    house = make_house_rules(club=a_club(), base="keller", name="Ours", changes={"euchre": 3})
    table = a_table(session=an_evening(house.club), names=FOUR, house=house, options={"laps": True})
    page = a_phone().get(address(table, "rules"))
    assert shown(page, "<h1>(.*?)</h1>") == ["Ours"]
    assert shown(page, r'<p class="sub">(.*?)</p>') == [
        "Keller’s game, changed: euchre 3. This table: laps on."
    ]
    assert shown(page, r'<td class="number moved">(.*?)</td>') == ["3 instead of 2"]
    result = score(Hand(maker=0, tricks=2), rules=table.rules, seats=4)
    assert numbers(page)["euchre"] == [str(max(result.points))]


def test_the_column_for_the_current_number_of_players_is_marked():
    page = a_phone().get(address(a_table(), "rules"))
    assert shown(page, r'<th scope="col" class="number here">(.*?)</th>') == ["with 5 players"] * 2


def test_the_pad_links_to_the_rules_of_its_table():
    table = a_table()
    assert f'href="{address(table, "rules")}"' in a_phone().get(address(table)).content.decode()


@pytest.mark.parametrize("right", ["write", "watch"])
def test_the_rules_card_of_a_table_can_be_printed_with_all_its_links(right):
    answer = a_phone().get(address(a_table(), "rules.pdf", right=right))
    assert (answer.status_code, answer["Content-Disposition"]) == (
        200,
        'inline; filename="rules-call-ace.pdf"',
    )
