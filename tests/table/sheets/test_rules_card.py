"""The rules card: everything on one page or on its two sides, whatever the rules."""

import pytest

from scoring.euchre.books import SHELF, find, find_house
from scoring.euchre.rules_pages.page import rules_page
from scoring.table.sheets.rules_card import RulesCard, rules_card_pdf
from tests import proof
from tests.sheets.reading import collisions, crossed, outside, pages, squeezed, whole

LONGEST = "Wolfgang Amadeus Theophilus Mozart-Haydn’s Thursday laws, WWW"
CLUB = "The Most Honourable Company of Bower Players of the West Ctry"


def every_change(book):
    """House rules that change every provision that means something beside the others."""
    other = {
        "number": lambda name, one: one.most - (getattr(book, name) == one.most),
        "by players": lambda name, one: {str(seats): 90 + seats for seats in book.players},
        "yes or no": lambda name, one: not getattr(book, name),
        "choice": lambda name, one: next(
            value for value in one.values if value != getattr(book, name)
        ),
        "lone bids": lambda name, one: [{"key": "shoot", "name": "Shoot", "value": 12, "cards": 1}],
    }
    changes = {name: other[one.kind](name, one) for name, one in book.provisions.items()}
    for nothing in book.contradictions(changes):
        del changes[nothing]
    return find_house({"base": book.key, "name": LONGEST[:60], **changes})


def a_table_of_ours():
    ours = find_house({"base": "keller", "name": "Ours", "euchre": 3, "revoke": 0})
    return rules_page(ours.with_options(target=10, laps=True), unchosen=ours)


CHANGED = "house rules from "
CARDS = [*SHELF, *(CHANGED + key for key in SHELF), "a table"]


def a_card(name):
    if name == "a table":
        return RulesCard(page=a_table_of_ours(), about="Table 1, The Right Bower Club")
    if name in SHELF:
        return RulesCard(page=rules_page(SHELF[name]))
    changed = every_change(SHELF[name.removeprefix(CHANGED)])
    return RulesCard(page=rules_page(changed), about=f"Table 123, {CLUB[:60]}")


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        (name, paper)
        for no, name in proof.every(3, enumerate(CARDS))
        for paper in proof.share(no, ["A4", "Letter"])
    ],
)
def test_a_card_has_at_most_two_sides_without_overlaps_or_lost_text(name, paper):
    found = pages(rules_card_pdf(a_card(name), paper=paper))
    assert len(found) <= 2
    for page in found:
        assert (collisions(page), outside(page), crossed(page)) == ([], [], [])
        assert "…" not in page.text
        assert min(drawn.size for drawn in page.strings) >= 8


@pytest.mark.parametrize("rules", SHELF.values(), ids=list(SHELF))
def test_every_ruling_and_every_law_is_on_the_card(rules):
    said = whole(rules_card_pdf(a_card(rules.key)))
    for words in rules.rulings.values():
        assert squeezed(words) in said
    for law in rules.laws.values():
        assert squeezed("Our ruling" if law.ruling else law.place or law.source) in said
    assert squeezed(f"{rules.name}{rules.title}") in said


@pytest.mark.parametrize(
    ("key", "rows"),
    [
        (
            "call-ace",
            [
                "Made: three or four tricks maker and partner, each 1111 law 43",
                "All five tricks (march) maker and partner, each 2333 law 43",
                "Alone: all five tricks the maker 4567 law 44",
                "The called partner gives themselves away they score nothing –––– law 20",
            ],
        ),
        (
            "club-laws",
            [
                "Alone, euchred: fewer than three the opponents 4 law 3",
                "Renege (revoke) by an opponent the maker’s side; the hand’s own result counts "
                "too 3 "
                "law 63",
            ],
        ),
        ("hoyle-three-setback", ["Euchred: fewer than three the maker −2 p. 72"]),
        (
            "railroad",
            ["Jamboree, the five best trumps shown the maker’s side 16 Tradition"],
        ),
    ],
)
def test_the_card_says_what_scores_what(key, rows):
    said = whole(rules_card_pdf(a_card(key)))
    assert [row for row in rows if squeezed(row) not in said] == []


def test_changes_by_a_club_and_a_table_are_shown_beside_the_book():
    said = whole(rules_card_pdf(a_card("a table")))
    for words in (
        "Ours Keller’s game, changed as below. Table 1, The Right Bower Club · "
        "Four players in partners · Keller",
        "Differences from the book Euchre: 3 (else 2); Renege (revoke): 0 (else 2)",
        "Options of this table Game: 10 (else 5); Laps: yes (else no)",
        "Euchred: fewer than three the opponents 3 (2) house rule",
        "A game is won with 10 points. (This table’s choice)",
    ):
        assert squeezed(words) in said


def test_the_same_card_is_the_same_bytes():
    card = RulesCard(page=rules_page(find("american", target=11), unchosen=find("american")))
    assert rules_card_pdf(card) == rules_card_pdf(card)


def test_the_letters_are_large_enough_to_read():
    sizes = [
        min(drawn.box[3] - drawn.box[1] for drawn in pages(rules_card_pdf(card))[0].strings) / 0.94
        for card in map(a_card, CARDS)
    ]
    assert min(sizes) >= 5
