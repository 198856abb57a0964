"""The pocket card: folded twice, its inside stands upright."""

from scoring.league.sheets.fixture_card import fixture_cards_pdf
from tests.sheets.every import EUROPE, fixture_card
from tests.sheets.reading import pages


def test_every_match_of_the_season_is_inside_the_card_with_the_cover_below():
    card = fixture_card(30, EUROPE)
    (page,) = pages(fixture_cards_pdf([card]))
    fold = page.size[1] / 2
    inside = [drawn for drawn in page.strings if drawn.box[1] > fold]
    said = "".join(drawn.text for drawn in inside).replace(" ", "")
    lost = [one.other for one in card.matches if not one.bye and one.other.split()[0] not in said]
    assert lost == []
    assert [drawn.text for drawn in inside].count("no match") == 1
    below = "".join(drawn.text for drawn in page.strings if drawn.box[1] < fold)
    assert "Wednesdaysat19:30" in below.replace(" ", "")
    first, last = (
        next(drawn.box for drawn in inside if drawn.text == day) for day in ("1 Dec", "15 Dec")
    )
    assert first[1] < last[1]  # upside down: the first night is nearest to the fold
    assert first[0] > page.size[0] / 2  # and on the left once it is folded over


def test_a_short_season_leaves_no_panel_blank():
    card = fixture_card(5, EUROPE[:4])
    (page,) = pages(fixture_cards_pdf([card]))
    wide, high = page.size
    said = {drawn.text: drawn.box for drawn in page.strings}
    agreed = said["League rules"]
    assert (agreed[0] > wide / 2, agreed[1] < high / 2) == (True, True)
    notes = [drawn.box for drawn in page.strings if drawn.text == "Notes"]
    assert sorted(box[1] > high / 2 for box in notes) == [False, True]


def test_matches_beyond_one_card_continue_on_another():
    assert len(pages(fixture_cards_pdf([fixture_card(40, EUROPE)]))) == 2
    assert len(pages(fixture_cards_pdf([fixture_card(5, EUROPE)] * 3))) == 3
