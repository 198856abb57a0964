"""What the ink in the boxes says, and what the cards of a table agree on."""

from dataclasses import replace

import pytest

from scoring.tournament.pure import card_marks
from scoring.tournament.pure.card_layout import CardCode
from scoring.tournament.pure.card_marks import BoxInk, RowMarks, agreement, marks_of, merged
from scoring.tournament.pure.values import RoundTable

CODE = CardCode(kind="N", number=1, first=1, boxed=(True,), pitch=90)
TABLE = RoundTable(no=3, seats={"N": 1, "E": 2, "S": 3, "W": 4})
CLEAR, FAINT = 400, 70


def row(**inks):
    """Return what a row says with this ink in boxes: points9=400, lones1=400, won1=70."""
    boxes = list(CODE.boxes(0))
    names = [f"{box.field}{box.value}" for box in boxes]
    return marks_of(
        1,
        [
            BoxInk(
                field=box.field,
                value=box.value,
                ink=inks.get(name, 5),
                near=tuple(
                    no
                    for no, other in enumerate(boxes)
                    if no != at and abs(other.x - box.x) < 550 and abs(other.y - box.y) < 550
                ),
            )
            for at, (name, box) in enumerate(zip(names, boxes, strict=True))
        ],
    )


def card(points, *, won=False, lones=0):
    return RowMarks(round=1, points=points, won=won, lones=lones, sure=90)


GAME = {1: card(9, won=True, lones=2), 3: card(9, won=True), 2: card(6), 4: card(6, lones=1)}


def test_clear_marks_are_read():
    found = row(points9=CLEAR, lones2=CLEAR, won1=CLEAR)
    assert (found.points, found.lones, found.won, found.doubts) == (9, 2, True, ())
    assert found.clear


def test_a_row_without_marks_is_blank_and_not_asked():
    assert row().blank
    assert not row().clear


@pytest.mark.parametrize(
    ("inks", "why"),
    [
        ({"points9": FAINT}, card_marks.FAINT),
        ({"points9": CLEAR, "points4": CLEAR}, card_marks.DOUBLE),
        ({"points9": CLEAR, "points3": FAINT}, card_marks.FAINT),
        ({"points9": CLEAR, "lones1": FAINT}, card_marks.FAINT),
        ({"points9": CLEAR, "lones1": CLEAR, "lones3": CLEAR}, card_marks.DOUBLE),
        ({"points9": CLEAR, "won1": FAINT}, card_marks.FAINT),
        ({"lones1": CLEAR}, card_marks.NO_POINTS),
        ({"won1": CLEAR}, card_marks.NO_POINTS),
    ],
)
def test_faint_double_and_missing_marks_are_asked_about(inks, why):
    found = row(**inks)
    assert not found.clear
    assert why in found.doubts


@pytest.mark.parametrize(
    ("inks", "settled"),
    [
        ({"points9": CLEAR, "lones2": FAINT}, ("points", "won")),
        ({"points9": CLEAR, "points4": CLEAR, "lones1": CLEAR}, ("lones", "won")),
        ({"lones1": CLEAR, "won1": CLEAR}, ("lones", "won")),
        ({"points9": CLEAR, "lones2": CLEAR}, ("points", "lones", "won")),
    ],
)
def test_boxes_are_clear_beside_others_that_are_not(inks, settled):
    assert row(**inks).settled == settled


@pytest.mark.parametrize("noise", [0, 8])
def test_a_stroke_is_as_faint_as_the_card_allows(noise):
    """A box for a lone hand is held against the boxes with the same figure."""
    boxes = list(CODE.boxes(0))
    rows = [
        [
            BoxInk(field=box.field, value=box.value, ink=10 + noise * ((at + no) % 3 - 1) // 2)
            for at, box in enumerate(boxes)
        ]
        for no in range(6)
    ]
    for at, box in enumerate(boxes):
        marked = [list(one) for one in rows]
        marked[2][at] = replace(rows[2][at], ink=rows[2][at].ink + 9 + 5 * noise // 2)
        strokes = {
            (no, at)
            for no, found in enumerate(card_marks.with_strokes(marked))
            for at, one in enumerate(found)
            if one.stroke
        }
        assert strokes == ({(2, at)} if box.field == "lones" else set())


def test_a_stroke_that_runs_into_the_next_box_for_points_is_no_second_mark():
    assert row(points9=600, points10=FAINT).points == 9
    assert not row(points9=600, points12=FAINT).clear
    assert not row(points9=CLEAR, lones1=600, lones2=FAINT).clear


def test_a_covered_box_hides_its_row():
    boxes = [BoxInk(field=box.field, value=box.value, ink=0, seen=1000) for box in CODE.boxes(0)]
    assert marks_of(1, boxes).blank
    covered = [*boxes[:-2], replace(boxes[-2], seen=100), boxes[-1]]
    assert marks_of(1, covered).doubts == (card_marks.HIDDEN,)


def test_ink_beside_the_boxes_is_asked_about():
    boxes = [BoxInk(field=box.field, value=box.value, ink=0) for box in CODE.boxes(0)]
    blotted = [replace(boxes[0], ink=CLEAR), *boxes[1:-1], replace(boxes[-1], beside=200)]
    assert marks_of(1, blotted).doubts == (card_marks.BLOTTED,)


def test_a_stroke_that_leads_into_a_box_for_lone_hands_is_asked_about():
    boxes = [BoxInk(field=box.field, value=box.value, ink=0) for box in CODE.boxes(0)]
    boxes[9] = replace(boxes[9], ink=CLEAR)
    for ink, doubts in ((0, ()), (CLEAR, (card_marks.ENTERED,))):
        boxes[-2] = replace(boxes[-2], ink=ink, entered=True)
        assert marks_of(1, boxes).doubts == doubts


def test_four_cards_that_agree_make_a_result():
    found = agreement(TABLE, GAME)
    assert found.points == {"NS": 9, "EW": 6}
    assert found.lones == {1: 2, 2: 0, 3: 0, 4: 1}
    assert found.asked == ()


@pytest.mark.parametrize("owner", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "wrong", [None, card(8, won=True), card(8), replace(card(9), doubts=("faint",)), card(None)]
)
def test_one_card_that_is_missing_differs_or_is_not_clear_leaves_the_table_open(owner, wrong):
    found = agreement(TABLE, GAME | {owner: wrong})
    assert found.asked
    assert (found.points, found.lones) == ({}, {})


def test_losers_who_say_that_they_won_are_asked():
    found = agreement(TABLE, GAME | {2: card(6, won=True)})
    assert [(one.owner, one.why) for one in found.asked] == [(2, card_marks.WINNERS)]


def test_winners_may_forget_to_say_so():
    assert agreement(TABLE, GAME | {1: card(9)}).points == {"NS": 9, "EW": 6}


def test_a_table_that_nobody_marked_is_not_asked():
    blank = RowMarks(round=1)
    found = agreement(TABLE, dict.fromkeys((1, 2, 3, 4), blank) | {4: None})
    assert (found.agreed, found.asked) == (False, ())


LEVEL = {1: card(8, won=True), 3: card(8, won=True), 2: card(8), 4: card(8)}


def test_a_tie_is_won_by_the_side_of_which_both_cards_say_so():
    assert agreement(TABLE, LEVEL).tie == "NS"


@pytest.mark.parametrize(
    ("cards", "asked", "why"),
    [
        ({3: card(8)}, [1, 3], card_marks.ONE_WON),
        ({2: card(8, won=True)}, [1, 3, 2, 4], card_marks.BOTH_WON),
    ],
)
def test_a_tie_that_partners_or_both_sides_claim_differently_is_asked(cards, asked, why):
    found = agreement(TABLE, LEVEL | cards)
    assert [(one.owner, one.why) for one in found.asked] == [(no, why) for no in asked]


def test_the_points_of_a_tie_are_known_before_its_winner_is():
    found = agreement(TABLE, dict.fromkeys((1, 2, 3, 4), card(8)))
    assert (found.points, found.tie, found.asked) == ({"NS": 8, "EW": 8}, None, ())


def test_a_ghost_needs_no_card():
    found = agreement(TABLE, GAME | {4: None}, ghosts=frozenset({4}))
    assert found.points == {"NS": 9, "EW": 6}
    asked = agreement(TABLE, GAME, ghosts=frozenset({2, 4})).asked
    assert [(one.owner, one.why) for one in asked] == [
        (1, card_marks.ALONE),
        (3, card_marks.ALONE),
    ]


def test_a_second_picture_clears_up_a_doubt_but_not_a_contradiction():
    faint = RowMarks(round=1, doubts=("a mark is faint",))
    assert merged([faint, card(9)]) == card(9)
    assert merged([RowMarks(round=1), card(9)]) == card(9)
    assert merged([card(9), card(8)]).doubts == (card_marks.UNLIKE,)
    assert merged([faint, RowMarks(round=1)]) == faint


@pytest.mark.parametrize(
    "later",
    [
        {"points9": CLEAR, "points10": CLEAR},
        {"points9": FAINT, "points10": CLEAR},
        {"points9": CLEAR, "lones1": FAINT},
    ],
)
def test_a_correction_in_one_picture_is_not_settled_by_a_clear_one_from_before(later):
    before = row(points9=CLEAR)
    assert merged([before, row(points9=FAINT)]) == before
    assert merged([before, row(**later)]).doubts == (card_marks.UNLIKE,)


def test_a_clear_mark_beside_a_scribbled_one_is_no_spill():
    """On a pair's card no partner's card would differ."""
    assert not row(points9=800, points10=150).clear
