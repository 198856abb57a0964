"""The sheet to write games on: boxes for laps, scores, doubles and the rubber, and lines for the
hands."""

from dataclasses import replace

import pytest

from scoring.euchre.books import SHELF, find
from scoring.table.sheets.score_sheet import blank_score_sheet_pdf
from tests import proof
from tests.sheets.cast import FIVE, LONG, SEVEN, blank_of_games
from tests.sheets.reading import pages, squeezed

GAME_SETS = [rules for rules in SHELF.values() if rules.target is not None]
BOXED = [rules for rules in GAME_SETS if not rules.bidding]
BIDDING = [rules for rules in GAME_SETS if rules.bidding]


def printed(rules, names=FIVE, **how):
    """Return the front and the back of a blank sheet."""
    return pages(blank_score_sheet_pdf(blank_of_games(rules, names[: rules.players[0]], **how)))


def names_for(rules, names=FIVE):
    """Return as many of these names as the rules need, others after them."""
    return (*names, *SEVEN[5:])[: rules.players[0]]


def texts(page):
    return [drawn.text for drawn in page.strings]


def test_a_rubber_has_four_games_a_bonus_and_its_points():
    front, _ = printed(find("club-laws"), first_dealer=1)
    said = texts(front)
    rubbers = [text for text in said if text.startswith("Rubber")]
    assert rubbers == [f"Rubber {no}" for no in range(1, len(rubbers) + 1)]
    assert len(rubbers) >= 4
    for label, times in (
        ("3", 1),
        ("4 after a lap", 1),
        ("bonus 2", 2),
        ("rubber points", 2),
    ):
        assert said.count(label) == times * len(rubbers)
    assert said[said.index("1") :][:2] == ["1", "Ben"]
    assert (
        squeezed("Ann and Cat lap strokes score double worth Ben and Dan lap strokes score")
        in front.text
    )
    hints = front.text[front.text.index("Dealer:the") : front.text.index("Bowerbook")]
    order = ("Dealer:", "Ben,Cat,Dan,Ann.", "Lap:", "Double:", "Worth:", "Bonus:2")
    places = [hints.find(what) for what in order]
    assert places == sorted(places)
    assert -1 not in places


def test_without_laps_doubles_and_rubbers_there_are_no_boxes_for_them():
    front, _ = printed(find("hoyle-two"))
    said = texts(front)
    assert [what for what in ("lap", "double", "strokes", "score", "worth") if what in said] == [
        "strokes",
        "score",
        "worth",
    ]
    assert "Rubber" not in front.text
    assert [int(text) for text in said if text.isdigit()] == list(range(1, 25))


def test_three_who_play_alone_have_a_column_each():
    front, _ = printed(find("hoyle-three", stakes="deficit"))
    columns = "Ann strokes score worth Ben strokes score worth Cat strokes score worth"
    assert squeezed(columns) in front.text
    assert squeezed("Worth: the points the loser still needed for each loser") in front.text


def test_a_long_game_has_fewer_and_higher_rows():
    heights = {}
    for target in (5, 21):
        front, _ = printed(find("keller", target=target))
        rows = [drawn.box[1] for drawn in front.strings if drawn.text in ("1", "2")]
        heights[target] = rows[0] - rows[1]
    assert heights[5] < 30 < heights[21]


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        pytest.param(rules, names, id=f"{rules.key}, {names[0]}")
        for no, rules in proof.every(3, enumerate(GAME_SETS))
        for names in proof.share(no, [FIVE, LONG])
    ],
)
def test_a_blank_sheet_is_a_front_and_a_back_with_names_and_key(rules, names):
    sheet = blank_of_games(rules, names_for(rules, names))
    front, back = pages(blank_score_sheet_pdf(sheet))
    assert [side for side in sheet.sides if squeezed(side) not in front.text] == []
    assert [line for line in sheet.key if squeezed(line) not in back.text] == []
    assert "…" not in front.text


@pytest.mark.parametrize(
    ("rules", "paper"),
    [
        pytest.param(rules, paper, id=f"{rules.key}, {paper}")
        for no, rules in proof.every(3, enumerate(BOXED))
        for paper in proof.share(no, ["A4", "Letter"])
    ],
)
def test_the_back_has_lines_for_an_evening_with_the_dealers_in_turn(rules, paper):
    names = FIVE[: rules.players[0]]
    _, back = pages(
        blank_score_sheet_pdf(blank_of_games(rules, names, first_dealer=1), paper=paper)
    )
    said = texts(back)
    dealers = {int(one): other for one, other in zip(said, said[1:], strict=False) if one.isdigit()}
    assert sorted(dealers) == list(range(1, len(dealers) + 1))
    assert len(dealers) >= 40
    assert [dealers[no] for no in sorted(dealers)] == [
        names[no % len(names)] for no in range(1, len(dealers) + 1)
    ]


def test_the_column_for_alone_is_printed_only_where_it_is_allowed():
    for key, asked in (("keller", ["Alone"]), ("hoyle-three", [])):
        _, back = printed(find(key))
        heads = texts(back)
        assert [what for what in ("Alone", "Partner") if what in heads] == asked


def test_a_sheet_of_bids_explains_a_only_where_a_bid_may_be_alone():
    explained = {}
    for rules in BIDDING:
        said = squeezed(" ".join(texts(printed(rules, names_for(rules))[0])))
        explained[rules.key] = ("Aforalone" in said, "Foreachplayer" in said)
    assert explained == {
        rules.key: (bool(rules.bids_for_all), rules.partners == "none") for rules in BIDDING
    }


def test_no_more_lines_are_printed_than_fit():
    sheet = blank_of_games(find("club-laws"))
    assert blank_score_sheet_pdf(replace(sheet, lines=500)) == blank_score_sheet_pdf(sheet)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("rules", BIDDING, ids=lambda rules: rules.key)
def test_with_bids_every_hand_has_a_line_across_the_page(rules, paper):
    names = names_for(rules)
    sheet = blank_of_games(rules, names, first_dealer=1)
    front, back = (texts(page) for page in pages(blank_score_sheet_pdf(sheet, paper=paper)))
    heads = ["Dealer", "Bidder", "Bid", "Trump", "Tricks", *["+ or −", "Score"] * 2]
    first = front.index("Dealer")
    assert front[first : first + 9] == back[back.index("Dealer") :][:9] == heads
    said = [*front, *back]
    dealt = [(one, other) for one, other in zip(said, said[1:], strict=False) if one.isdigit()]
    assert len(dealt) >= 50
    assert dealt == [(str(no), names[no % len(names)]) for no in range(1, len(dealt) + 1)]
    assert [line for line in sheet.key if squeezed(line) not in squeezed("".join(back))] == []
