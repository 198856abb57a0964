"""Sheets that fill their page: as large letters as it holds, and nothing on a page of its own."""

import pytest

from scoring.common.pdf import listing
from scoring.common.pdf.lettering import BOLD
from scoring.common.pdf.listing import listing_pdf
from scoring.league.sheets.report import ReportSheet, report_pdf
from scoring.money.sheets.settlement import settlement_pdf
from tests.sheets.cast import LONG, SEVEN, evening_of_sittings
from tests.sheets.every import KINDS, many, seats_by_name, seats_by_table
from tests.sheets.reading import pages

on_both = pytest.mark.parametrize("paper", ["A4", "Letter"])


def names_on(page, names):
    """Return the sizes of the letters of these names."""
    return {
        round(drawn.size, 1)
        for drawn in page.strings
        if drawn.face == BOLD and any(drawn.text in name for name in names)
    }


def lowest(page):
    """Return how much of the page is used, from 0 to 1."""
    low = min(drawn.box[1] for drawn in page.strings if drawn.box[1] > 67)
    return 1 - low / page.size[1]


@on_both
def test_seats_of_seven_fill_the_page_with_letters_for_a_wall(paper):
    (page,) = pages(listing_pdf(seats_by_name(SEVEN), paper=paper))
    assert min(names_on(page, SEVEN)) >= 28
    assert lowest(page) > 0.7


@on_both
@pytest.mark.parametrize("people", [1, 20, 48, 100])
def test_seats_are_on_one_page_in_letters_that_shrink_with_the_number_of_people(paper, people):
    names = [f"{name} Smith" for name in many(people, ("Ann", "Catherine", "Jo", "Ødegård"))]
    for seats in (seats_by_name, seats_by_table):
        (page,) = pages(listing_pdf(seats(names), paper=paper))
        (size,) = names_on(page, names)
        assert size >= {1: 36, 20: 18, 48: 10, 100: 8}[people]


def test_long_names_on_a_wall_are_whole():
    (page,) = pages(listing_pdf(seats_by_name(LONG)))
    assert "…" not in page.text


def test_a_list_that_no_page_holds_is_laid_out_only_once(monkeypatch):
    tried = []
    letters = listing._letters
    monkeypatch.setattr(listing, "_letters", lambda *what: tried.append(1) or letters(*what))
    assert len(pages(listing_pdf(seats_by_name(many(300, ("Ann",)))))) > 1
    assert tried == []


@on_both
@pytest.mark.parametrize("lines", [1, 6, 25])
def test_a_report_fills_its_sheet(paper, lines):
    said = tuple(f"Trolls beat Juda {no}–4 (172 points to 160)." for no in range(lines))
    report = ReportSheet(title="Sugar River", about="Today", paragraphs=(("Results", said),))
    (page,) = pages(report_pdf(report, paper=paper))
    sizes = {round(drawn.size, 1) for drawn in page.strings if "beat" in drawn.text}
    assert min(sizes) > 11


@on_both
def test_a_settlement_with_sittings_is_on_one_page(paper):
    assert len(pages(settlement_pdf(evening_of_sittings(), paper=paper))) == 1


@on_both
def test_a_player_s_year_is_on_one_page(paper):
    assert len(pages(KINDS["player’s year"].draw(paper=paper))) == 1
