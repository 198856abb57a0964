"""Receipts: four to a page, to be cut off and signed."""

from dataclasses import replace
from itertools import pairwise

import pytest

from scoring.money.sheets.receipts import Receipt, receipts_pdf
from tests.sheets.cast import LONG
from tests.sheets.reading import collisions, crossed, outside, pages, squeezed, whole

PAID_IN = Receipt(
    club="The Right Bower Club",
    number=17,
    date="21 November 2026",
    amount=300,
    currency="GBP",
    who="Ann",
    what="Door fee",
    evening="Friday 20 November 2026",
)
PAID_OUT = replace(PAID_IN, number=18, amount=-1200, what="Prize", note="most points")
WORDY = replace(
    PAID_OUT,
    club="The Most Honourable Company of Bower Players of the West Country and Isles",
    amount=-(10**9),
    evening="The evening of the great autumn rubber at the Red Lion, upstairs",
    note="all that was left in the box of the year before, " * 4,
)


def test_a_receipt_says_who_paid_how_much_for_what_and_who_signs():
    said = squeezed(
        "Receipt No. 17 The Right Bower Club Received from Ann Amount £3.00 For Door fee · "
        "Friday 20 November 2026 21 November 2026 for The Right Bower Club"
    )
    assert whole(receipts_pdf([PAID_IN])).startswith(said)


def test_a_person_who_is_paid_signs_the_receipt():
    said = whole(receipts_pdf([PAID_OUT]))
    assert (
        squeezed("Paid to Ann Amount £12.00 For Prize · Friday 20 November 2026 · most points")
        in said
    )
    assert squeezed("21 November 2026 Ann") in said


def test_a_receipt_without_a_name_leaves_a_line_for_it():
    named, unnamed = PAID_OUT, replace(PAID_OUT, who="")
    lines = [len(pages(receipts_pdf([receipt]))[0].lines) for receipt in (named, unnamed)]
    assert lines[1] == lines[0] + 1
    assert squeezed("21 November 2026 received") in whole(receipts_pdf([unnamed]))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("receipts", "number"), [(1, 1), (4, 1), (5, 2), (60, 15)])
def test_four_receipts_fit_on_a_page_each_in_its_own_strip(receipts, number, paper):
    found = pages(
        receipts_pdf([replace(PAID_IN, number=no) for no in range(receipts)], paper=paper)
    )
    assert len(found) == number
    for page in found:
        dashes = [one.box for one in page.strokes if one.weight < 0.5]
        cuts = sorted({round(y0, 1) for _, y0, _, y1 in dashes if y0 == y1})
        tops = [one.box[3] for one in page.strings if one.text.startswith("No. ")]
        cuts = [cut for cut in cuts if cut > 60]  # below stands the foot
        for lower, upper in pairwise([0.0, *cuts, page.size[1]]):
            assert sum(lower < top < upper for top in tops) <= 1
        for one in page.strings:
            assert not any(one.box[1] < cut < one.box[3] for cut in cuts)
        assert len(tops) <= 4


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("who", [*LONG, ""])
def test_long_receipts_never_overlap_or_leave_the_page(who, paper):
    long = replace(WORDY, who=who, copy=f"for {who}")
    (page,) = pages(receipts_pdf([long, replace(long, amount=10**9, currency="BHD")], paper=paper))
    assert (collisions(page), outside(page), crossed(page)) == ([], [], [])


@pytest.mark.parametrize(
    ("currency", "written"), [("JPY", "¥300"), ("BHD", "BHD0.300"), ("CHF", "CHF3.00")]
)
def test_amounts_are_written_in_their_currency(currency, written):
    assert f"Amount{written}For" in whole(receipts_pdf([replace(PAID_IN, currency=currency)]))


def test_the_same_receipts_give_the_same_bytes():
    assert receipts_pdf([PAID_IN, PAID_OUT]) == receipts_pdf([PAID_IN, PAID_OUT])
