"""What the score sheet says, filled and blank."""

from dataclasses import replace
from io import BytesIO
from itertools import product

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from scoring.common.pdf.discs import COLOURS
from scoring.common.pdf.marks import RADIUS, SPREAD, STEP, counters_step, counters_width
from scoring.table.sheets.score_sheet import blank_score_sheet_pdf, score_sheet_pdf
from scoring.table.sheets.values import HandLine
from tests import proof
from tests.sheets.cast import FIVE, LONG, SEVEN, blank, sitting
from tests.sheets.reading import pages, squeezed, whole


def said_of(hand, names):
    """Return what the sheet says of a hand, in the order drawn: facts, reasons, points, totals."""
    number = "" if hand.no is None else hand.no
    dealer = hand.dealer[:1] if names is LONG else hand.dealer
    reasons = "".join(f"{award.why}, {award.law.place}" for award in hand.awards)
    points = "".join(f"+{points}" for points in hand.points if points)
    totals = "" if hand.struck else "".join(map(str, hand.totals))
    return squeezed(f"{number}{dealer}{hand.facts}{reasons}{hand.struck}{points}{totals}")


@pytest.mark.parametrize(
    ("paper", "names"),
    proof.every(3, product(["A4", "Letter"], [FIVE[:4], FIVE, SEVEN, LONG])),
    ids=lambda value: value if isinstance(value, str) else f"{value[0]} of {len(value)}",
)
def test_two_hundred_hands_are_printed_completely(names, paper):
    sheet = sitting(names, 200)
    body = "".join(rows(page, names) for page in pages(score_sheet_pdf([sheet], paper=paper)))
    place = 0
    for hand in sheet.hands:
        assert (found := body.find(said_of(hand, names), place)) == place, hand
        place = found + len(said_of(hand, names))
    assert place == len(body)


def rows(page, names):
    """Return what a page says between the head of the list and the foot of the page."""
    head = "(lawsofFoster1905)" + squeezed("".join(heads(names)))
    return page.text.partition(head)[2].partition("Bowerbookpage")[0]


def heads(names):
    """Return what stands above the columns: seven have no room for names, but for discs."""
    return names if len(names) < 7 else [name[0] for name in names]


@pytest.mark.parametrize("names", [FIVE, SEVEN, LONG])
def test_every_page_repeats_the_names_above_the_columns(names):
    found = pages(score_sheet_pdf([sitting(names, 200)]))
    assert len(found) > 5
    for page in found:
        body = page.text[page.text.index("DealerHand") :]
        assert squeezed("".join(heads(names))) in body


@pytest.mark.parametrize("names", [SEVEN, LONG])
def test_every_page_explains_the_discs_above_the_columns(names):
    for page in pages(score_sheet_pdf([sitting(names, 200)])):
        above = page.text.partition("DealerHand")[0]
        assert squeezed("".join(f"{name[0]}{name}" for name in names)) in above


@pytest.mark.parametrize("make", [sitting, blank])
def test_discs_have_the_colours_of_their_players_and_not_of_their_columns(make):
    own = (6, 4, 4, 6, 4, 6, 4)
    sheet = replace(make(LONG), colours=own)
    draw = score_sheet_pdf if make is sitting else blank_score_sheet_pdf
    assert discs_on(draw([sheet] if make is sitting else sheet)) == {*own}


def discs_on(pdf: bytes) -> set[int]:
    """Return the colours of players that something on a sheet is filled with."""
    filled = [
        tuple(round(float(part), 2) for part in operands)
        for page in PdfReader(BytesIO(pdf)).pages
        for operands, operator in ContentStream(page.get_contents(), page.pdf).operations
        if operator == b"rg"
    ]
    known = [tuple(round(part, 2) for part in colour.rgb()) for colour in COLOURS]
    return {known.index(colour) for colour in filled if colour in known}


def test_totals_are_at_the_foot_of_the_columns():
    sheet = sitting()
    assert "".join(map(str, sheet.totals)) + "white1red5blue25" in whole(score_sheet_pdf([sheet]))


def test_corrected_and_undone_hands_stay_with_time_and_reason():
    said = whole(score_sheet_pdf([sitting()]))
    assert squeezed("Corrected 21:14 by Ann: wrong partner") in said
    assert squeezed("Taken back 21:15 by Ben: twice") in said


def test_a_struck_hand_may_have_only_its_text():
    bare = HandLine(
        no=None,
        dealer="",
        facts="Ann alone, all five",
        points=(),
        totals=(),
        awards=(),
        struck="Taken back",
    )
    sheet = replace(sitting(number=3, struck=False), hands=(bare,))
    assert "Annalone,allfiveTakenbackBowerbook" in whole(score_sheet_pdf([sheet]))


def test_each_sitting_starts_a_page():
    found = pages(
        score_sheet_pdf([sitting(FIVE, 3, struck=False), sitting(SEVEN, 3, struck=False)])
    )
    assert ["Gwendolen" in page.text for page in found] == [False, True]


def test_a_sitting_without_a_hand_says_so():
    assert squeezed("No hands yet.") in whole(score_sheet_pdf([sitting(number=0, struck=False)]))


def test_thousands_of_points_become_counters_and_keep_their_figures():
    sheet = sitting(SEVEN, 200)
    said = whole(score_sheet_pdf([replace(sheet, totals=(123_456,) * 7)]))
    assert said.count("123456") == 7
    assert said.count("×4938") == 7


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("names", [FIVE[:4], FIVE, SEVEN, LONG])
def test_the_blank_sheet_is_one_page_with_the_names_and_thirty_lines(names, paper):
    (page,) = pages(blank_score_sheet_pdf(blank(names), paper=paper))
    assert [name for name in names if squeezed(name) not in page.text] == []
    numbers = [int(drawn.text) for drawn in page.strings if drawn.text.isdigit()]
    assert sorted(numbers) == list(range(1, 31))


def test_the_blank_sheet_names_the_dealers_in_turn():
    (page,) = pages(blank_score_sheet_pdf(blank(first_dealer=3)))
    texts = [drawn.text for drawn in page.strings]
    dealers = {
        int(one): other for one, other in zip(texts, texts[1:], strict=False) if one.isdigit()
    }
    assert [dealers[no] for no in (1, 2, 3, 4, 30)] == ["Dan", "Eveline", "Ann", "Ben", "Cat"]


def test_the_blank_sheet_says_what_scores_what():
    said = whole(blank_score_sheet_pdf(blank(SEVEN)))
    for line in (
        "All 5 tricks (march), with a partner: 3 each, Foster, law 43",
        "All 5 tricks (march), alone: 7, Foster, law 44",
    ):
        assert squeezed(line) in said


def test_a_longer_evening_gets_more_lines():
    found = pages(blank_score_sheet_pdf(blank(lines=75)))
    numbers = {int(drawn.text) for page in found for drawn in page.strings if drawn.text.isdigit()}
    assert numbers == set(range(1, 76))


def test_counters_lie_side_by_side_where_there_is_room_and_otherwise_overlap():
    assert counters_step((14, 4), 100.0) == SPREAD > 2 * RADIUS
    assert counters_step((14, 4), 40.0) == STEP < 2 * RADIUS
    assert counters_width(14, SPREAD) == pytest.approx(2 * RADIUS * 6 + 3 * 0.8 + 0.8 + 3.4)
