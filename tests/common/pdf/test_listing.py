"""Listings and table cards: nothing overlaps and no name is missing, for any names and number of
them."""

from itertools import product

import pytest

from scoring.common.pdf.listing import BOX, TICKED, Heading, Listing, listing_pdf
from scoring.evening.sheets.table_cards import TableCard, table_cards_pdf
from tests import proof
from tests.sheets.reading import collisions, crossed, outside, pages, squeezed, whole

NAMES = [
    "Ann",
    "Catherine Ashby-Cole-Featherstonehaugh",
    "Małgorzata",
    "Ōe Kenzaburō",
    "Zoë",
    "Wolfeschlegelsteinhausenbergerdorff",
]


def a_listing(people, **what):
    fields = {
        "title": "Who came",
        "club": "The Most Honourable Company of Bower Players of the West Country",
        "about": "Wednesday 30 September 2026, 75 people",
        "columns": (
            Heading(title="No.", kind="figure"),
            Heading(title="Name", kind="name"),
            Heading(title="Arrived"),
            Heading(title="Door fee", kind="figure"),
            Heading(title="Paid", kind="tick"),
            Heading(title="Signed", kind="write"),
        ),
        "rows": tuple(
            (
                str(no),
                f"{NAMES[no % len(NAMES)][:37]} {no}",
                "19:02",
                "£1,003.00",
                TICKED if no % 2 else BOX,
                "",
            )
            for no in range(people)
        ),
        "totals": ("", "All", "", "£75,225.00", "", ""),
        "notes": ("Whoever left before the end has the hour at which they went home.",),
    }
    return Listing(**(fields | what))


@pytest.mark.parametrize(
    ("people", "scale", "paper"),
    proof.every(3, product([0, 1, 31, 200], [1.0, 1.45], ["A4", "Letter"])),
)
def test_nothing_overlaps_and_no_person_is_missing_in_a_listing(people, scale, paper):
    listing = a_listing(people, scale=scale)
    found = pages(listing_pdf(listing, paper=paper))
    assert [(collisions(page), outside(page), crossed(page)) for page in found] == [
        ([], [], [])
    ] * len(found)
    said = "".join(page.text for page in found)
    assert [row[1] for row in listing.rows if squeezed(row[1]) not in said] == []


def test_every_page_of_a_listing_repeats_its_column_titles():
    found = pages(listing_pdf(a_listing(100)))
    head = squeezed("Name Arrived Door fee Paid Signed")
    assert len(found) > 2
    assert all(head in page.text for page in found)


def test_each_of_two_listings_begins_on_a_new_page():
    found = pages(listing_pdf(a_listing(3), a_listing(3, title="Who went")))
    assert ["Whocame" in page.text for page in found] == [True, False]
    assert ["Whowent" in page.text for page in found] == [False, True]


def test_the_same_listing_gives_the_same_bytes():
    assert listing_pdf(a_listing(40)) == listing_pdf(a_listing(40))


def a_card(no=1, people=NAMES):
    return TableCard(
        table=f"Table {no}",
        about="The Most Honourable Company of Bower Players, Wednesday 30 September 2026",
        rules="The club laws of Leeds and Dwight, by the rubber of three games, £1.25 a point",
        people=tuple(people),
        writes="https://bowerbook.example.org/t/AbCdEfGhIjKlMnOp/",
        watches="https://bowerbook.example.org/t/ZbCdEfGhIjKlMnOp/",
    )


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(
    "people", [[], NAMES[:4], [*NAMES, "Gus"]], ids=["nobody yet", "four", "seven"]
)
def test_nothing_overlaps_on_table_cards_and_both_sides_name_the_table(people, paper):
    found = pages(table_cards_pdf(tuple(a_card(no, people) for no in (1, 2, 13)), paper=paper))
    assert [(collisions(page), outside(page), crossed(page)) for page in found] == [
        ([], [], [])
    ] * 2
    assert (found[0].text.count("Table1"), found[1].text.count("Table13")) == (2, 2)
    assert [name for name in people if squeezed(name) not in found[0].text] == []


def test_a_table_card_shows_the_addresses_of_both_codes():
    said = whole(table_cards_pdf((a_card(),)))
    assert (a_card().writes in said, a_card().watches in said) == (True, True)
