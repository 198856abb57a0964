"""A player's year on paper: nothing overlaps or is missing, for one evening and for fifty."""

import pytest

from scoring.club.sheets.player_year import PlayerYear, player_year_pdf
from scoring.common.pdf.listing import Heading, Part
from tests.sheets.reading import collisions, crossed, outside, pages, squeezed, whole


def a_year(evenings=26, name="Catherine Ashby-Cole-Featherstonehaugh"):
    head = (Heading(title="Evening", kind="name"), Heading(title="Hands", kind="figure"))
    met = tuple((f"Małgorzata Wiśniewska {no}", str(no)) for no in range(evenings))
    return PlayerYear(
        name=name,
        club="The Most Honourable Company of Bower Players of the West Country",
        about="2026",
        figures=(
            ("Evenings", str(evenings)),
            ("Hands", "1,234"),
            ("Net points", "−1,234"),
            ("Rating", "1712"),
        ),
        note="All club nights of 2026 are included. Season 2026 counts only the best 12.",
        levels=tuple((no * 37) % 91 - 60 for no in range(evenings)),
        parts=(
            Part(title="With whom", columns=head, rows=met, notes=("Hands together on one side.",)),
            Part(title="Against whom", columns=head, rows=()),
        ),
    )


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("evenings", [0, 1, 2, 26, 60])
def test_nothing_overlaps_and_no_row_is_missing_on_a_player_s_year(evenings, paper):
    year = a_year(evenings)
    found = pages(player_year_pdf(year, paper=paper))
    assert [(collisions(page), outside(page), crossed(page)) for page in found] == [
        ([], [], [])
    ] * len(found)
    said = "".join(page.text for page in found)
    wanted = [year.name, "−1,234", year.note, *(row[0] for part in year.parts for row in part.rows)]
    assert [words for words in wanted if squeezed(words) not in said] == []


def test_an_empty_table_and_the_curve_of_a_single_evening_are_left_out():
    said = whole(player_year_pdf(a_year(1)))
    assert [words in said for words in ("Againstwhom", "Netpointsovertheevenings")] == [
        False,
        False,
    ]


def test_the_same_year_gives_the_same_bytes():
    assert player_year_pdf(a_year()) == player_year_pdf(a_year())


def test_a_continued_table_repeats_its_title_and_column_titles():
    later = pages(player_year_pdf(a_year(60)))[1:]
    assert later
    assert ["WithwhomEveningHands" in page.text for page in later] == [True] * len(later)
