"""Tally cards, certificates, result slips: nothing overlaps, everybody has their card, whatever the
names."""

import pytest

from scoring.tournament.sheets.certificates import certificates_pdf
from scoring.tournament.sheets.slips import slips_pdf
from scoring.tournament.sheets.tally_cards import tally_cards_pdf
from scoring.tournament.sheets.values import Certificate, Slip, TallyCard
from tests import proof
from tests.sheets.cast import tally_lines
from tests.sheets.every import slip_lines
from tests.sheets.reading import collisions, crossed, outside, pages, squeezed

NAMES = [
    "Ann",
    "Catherine Ashby-Cole-Featherstonehaugh",
    "Małgorzata",
    "Ōe Kenzaburō",
    "Zoë",
    "Wolfeschlegelsteinhausenbergerdorff",
]


def cards(number, rounds=8, *, planned=False, **what):
    return [
        TallyCard(
            no=no,
            name=f"{NAMES[no % len(NAMES)][:37]}",
            group=what.get("group", ""),
            about="The Most Honourable Company of Bower Players · Friday 20 November 2026 · "
            "Rotation",
            lines=tally_lines(rounds, NAMES, planned=planned, filled=what.get("filled", False)),
            planned=planned,
            stars=what.get("stars", False),
            address=f"http://192.168.1.20:8000/e/AbCdEfGhIjKlMnOp/{no}",
        )
        for no in range(1, number + 1)
    ]


def sound(content, margin=45):
    found = pages(content)
    assert [(collisions(page), outside(page, margin=margin), crossed(page)) for page in found] == [
        ([], [], [])
    ] * len(found)
    return found


FILLED = (
    (1, {}),
    (8, {"planned": True, "group": "Gentlemen of the committee"}),
    (10, {"stars": True, "group": "Ladies"}),
    (8, {"stars": True, "filled": True}),
    (25, {"planned": True, "filled": True}),
)


@pytest.mark.parametrize(
    ("rounds", "what", "paper"),
    [
        (*filled, paper)
        for no, filled in proof.every(1, enumerate(FILLED))
        for paper in proof.share(no, ["A4", "Letter"])
    ],
)
def test_nothing_overlaps_on_tally_cards(rounds, what, paper):
    found = sound(tally_cards_pdf(cards(9, rounds, **what), paper=paper))
    assert len(found) == (3 if rounds <= 10 else 5)


def test_every_entrant_has_a_card_with_number_partners_and_opponents():
    number = proof.size(9, thorough=61)
    found = "".join(page.text for page in sound(tally_cards_pdf(cards(number, planned=True))))
    said = squeezed(found)
    assert all(squeezed(f"{no}{NAMES[no % len(NAMES)][:8]}") in said for no in range(1, number + 1))
    assert said.count(squeezed("sits out")) == number
    assert squeezed("52, 49") in said


def test_more_rounds_make_a_card_higher_and_then_continue_on_another():
    assert len(pages(tally_cards_pdf(cards(8, 8)))) == 2
    assert len(pages(tally_cards_pdf(cards(8, 20)))) == 4
    (long,) = pages(tally_cards_pdf(cards(1, 50)))
    numbers = [one.text for one in long.strings if one.text.isdigit()]
    assert [no for no in range(3, 51) if str(no) not in numbers] == []
    assert long.text.count("Total") == 2


def test_a_blank_card_has_room_for_number_and_name():
    blank = [TallyCard(no=0, name="", about="Club", lines=tally_lines(8, NAMES), stars=True)] * 4
    (page,) = sound(tally_cards_pdf(blank))
    assert page.text.count("No.") == 4


@pytest.mark.parametrize("name", NAMES)
def test_a_certificate_says_who_won_what_and_how(name):
    one = Certificate(
        prize="Most lone hands",
        name=name,
        about="312 points in 8 rounds, 5 lone hands",
        club="The Most Honourable Company of Bower Players of the West Country",
        evening="The Spring Progressive",
        day="Friday 20 November 2026",
    )
    (page,) = sound(certificates_pdf([one, one]), margin=26)
    said = squeezed(page.text)
    assert said.count(squeezed("Most lone hands")) == 2
    assert said.count(squeezed("5 lone hands")) == 2


def test_result_slips_name_the_table_sides_and_round_or_leave_room_for_them():
    slips = [
        Slip(round="Round 3", table=f"Table {no}", lines=slip_lines(NAMES), about="Club")
        for no in range(1, 10)
    ]
    blank = Slip(round="", table="", lines=slip_lines(()), about="Club")
    found = sound(slips_pdf([*slips, *[blank] * 7]))
    said = squeezed("".join(page.text for page in found))
    assert [said.count(squeezed(f"Table {no}")) for no in range(1, 10)] == [1] * 9
    assert len(found) == 2
