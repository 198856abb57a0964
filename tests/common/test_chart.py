"""Charts: every figure is in its place, in whole numbers, and no text covers another."""

import re

import pytest
from django.template.loader import render_to_string

from scoring.common.chart import (
    WHOLE,
    Chair,
    Series,
    Span,
    Table,
    bars,
    chairs,
    clipped,
    dot,
    flow,
    lines,
    percent,
    spans,
    spread,
    step_for,
)
from scoring.common.right_to_left import isolated

ANN = Series(name="Ann", disc=8, initial="A", values=((0, 0), (1, 30), (2, 10)))
BEN = Series(name="Ben", values=((0, 0), (2, -10)))


def test_lines_share_a_scale_that_includes_zero_and_the_grey_ones_are_below():
    chart = lines([ANN, BEN], says="Points")
    assert [(line.ink, line.path) for line in chart.lines] == [
        ("rest", "0,750 1000,1000"),
        ("colour-1 dashes-0", "0,750 500,0 1000,500"),
    ]
    assert [(mark.place, mark.says) for mark in chart.scale] == [
        *(("100.0%", "-10"), ("75.0%", "0"), ("50.0%", "10"), ("25.0%", "20"), ("0.0%", "30")),
    ]
    assert chart.zero.place == "75.0%"


def test_two_lines_of_one_colour_differ_in_their_dashes_and_in_the_discs_at_their_ends():
    fay = Series(name="Fay", disc=1, initial="F", values=ANN.values)
    drawn = lines([ANN, fay], says="Points").lines
    assert [(line.ink, line.shape) for line in drawn] == [
        ("colour-1 dashes-0", 2),
        ("colour-1 dashes-1", 1),
    ]


def test_the_scale_has_round_numbers_and_ends_where_the_lines_do():
    chart = lines([Series(name="Ann", values=((0, -102), (1, 235)))], says="Points")
    assert [(mark.place, mark.says) for mark in chart.scale] == [
        *(("99.4%", "-100"), ("69.7%", "0"), ("40.0%", "100"), ("10.3%", "200")),
    ]


def test_a_scale_may_begin_at_the_lowest_value():
    ann = Series(name="Ann", values=((0, 80), (1, 100)))
    chart = lines([ann], says="Points per hand", from_zero=False)
    assert (chart.lines[0].path, chart.zero) == ("0,1000 1000,0", None)
    assert [mark.says for mark in chart.scale] == ["80", "85", "90", "95", "100"]


def test_a_line_of_one_value_and_a_line_of_nothing_but_zero_are_drawn():
    one = lines([Series(name="Ann", values=((3, 0),))], says="Points")
    assert ([line.path for line in one.lines], one.zero.place) == (["0,1000"], "100.0%")


def test_ranges_share_a_scale_and_what_is_beyond_it_is_at_its_edge():
    rows = [
        Span(name="Ann", low=10, high=30, at=40, tick=20, says="40, par 20", own=True),
        Span(name="The club", low=0, high=50),
    ]
    chart = spans(rows, says="Points", low=10, high=40)
    assert [(one.low, one.high, one.at, one.tick) for one in chart.spans] == [
        ("0.0%", "66.6%", "100.0%", "33.3%"),
        ("0.0%", "100.0%", None, None),
    ]
    assert [(one.place, one.says, one.anchor) for one in chart.scale] == [
        *(("0.0%", "10", "start"), ("33.3%", "20", "middle")),
        *(("66.6%", "30", "middle"), ("100.0%", "40", "end")),
    ]
    assert ([one.line_at for one in chart.spans], chart.tall) == (["2.1em", "5.4em"], "6.6em")
    html = render_to_string("charts/spans.html", {"chart": chart})
    assert (html.count("<circle"), html.count('class="tick"'), "<table" in html) == (1, 1, False)


def test_four_chairs_go_round_the_table_clockwise_from_the_dealer_below():
    seats = [Chair(name=name, figure="0.9", says="40 hands", ink="gain") for name in "ABCD"]
    chart = chairs(seats, says="Seats", table=Table(heads=("Seat",), rows=(("A",),)))
    assert [(x, y, one.name) for x, y, one in chart.chairs] == [
        *(("35.0%", "9.8em", "A"), ("0.0%", "4.9em", "B")),
        *(("35.0%", "0.0em", "C"), ("70.0%", "4.9em", "D")),
    ]
    html = render_to_string("charts/chairs.html", {"chart": chart})
    assert (html.count('class="gain"'), "<table" in html) == (4, True)


@pytest.mark.parametrize("draw", [lines, lambda none, says: flow(none, places=4, says=says)])
def test_without_values_there_is_no_chart(draw):
    assert draw([Series(name="Ann", values=())], says="Nothing") is None


def test_texts_below_a_chart_do_not_leave_it():
    chart = lines([ANN], says="Points", below=[(0, "Feb"), (1, "Mar"), (2, "Apr")])
    assert [(mark.place, mark.says, mark.anchor) for mark in chart.below] == [
        ("0.0%", "Feb", "start"),
        ("50.0%", "Mar", "middle"),
        ("100.0%", "Apr", "end"),
    ]


def test_a_flow_has_the_first_place_at_the_top_and_a_line_between_two_places():
    ann = Series(name="Ann", label="Ann", values=((1, 3), (2, 1)))
    chart = flow([ann], places=5, says="Places", line_after=2)
    assert (chart.lines[0].path, chart.lines[0].label_place) == ("0,500 1000,0", "0.0%")
    assert chart.zero.place == "37.5%"


def test_a_flow_of_a_single_place_is_drawn():
    chart = flow([Series(name="Ann", values=((1, 1),))], places=1, says="Places")
    assert chart.lines[0].path == "0,0"


@pytest.mark.parametrize("heights", [[0, 0, 0], [1000] * 7, [60, 75, 80, 600], [1000, 0, 500]])
def test_labels_do_not_collide_and_keep_their_order(heights):
    placed = spread(heights, apart=110, lowest=WHOLE)
    ordered = sorted(placed)
    assert all(high - low >= 110 for low, high in zip(ordered, ordered[1:], strict=False))
    assert max(placed) <= WHOLE
    assert sorted(range(len(heights)), key=lambda no: placed[no]) == sorted(
        range(len(heights)), key=lambda no: heights[no]
    )


@pytest.mark.parametrize(
    ("heights", "placed"),
    [
        ([500], [500]),
        ([500, 500], [450, 550]),
        ([500, 480, 520], [500, 400, 600]),
        ([300, 300, 420], [240, 340, 440]),
        ([100, 900, 900], [100, 850, 950]),
        ([1000, 1000], [900, 1000]),
        ([0, 0, 10], [0, 100, 200]),
    ],
)
def test_labels_that_would_collide_are_around_the_mean_of_their_ends(heights, placed):
    assert spread(heights, apart=100, lowest=WHOLE) == placed


def test_more_labels_than_there_is_room_for_stay_inside():
    many = [Series(name="A", label="A", values=((0, 0), (1, no))) for no in range(40)]
    chart = lines(many, says="Points", tall=10)
    assert all(0 <= line.label_at <= WHOLE for line in chart.lines)


def test_a_name_from_right_to_left_stays_in_its_drawing():
    """No drawing is within another: the first end would be taken for that of both."""
    david = Series(name="דוד", label="דוד", initial="ד", disc=1, values=((0, 0), (1, 2)))
    page = render_to_string("charts/lines.html", {"chart": lines([david], says="Points")})
    drawings = re.findall(r"<svg\b.*?</svg>", isolated(page), re.DOTALL)
    assert [drawing.count("<svg") for drawing in drawings] == [1, 1]
    assert ["bdi" in drawing for drawing in drawings] == [False, False]


def test_bars_go_up_and_down_from_zero_and_a_missing_one_is_a_dot():
    chart = bars([20, -10, 0, None], says="Form", low=-20, high=20)
    assert [(bar.x, bar.y, bar.height, bar.ink) for bar in chart.bars] == [
        (0, 0, 20, "gain"),
        (10, 20, 10, "loss"),
        (20, 18, 4, "level"),
        (30, 19, 2, "none"),
    ]


@pytest.mark.parametrize(
    ("values", "low", "high"), [([9], 9, 9), ([-9], -9, -9), ([0], 0, 0), ([1, -999], -999, 1)]
)
def test_no_bar_leaves_its_drawing(values, low, high):
    found = bars(values, says="Form", low=low, high=high).bars
    assert all(bar.y >= 0 and bar.y + bar.height <= 40 and bar.height for bar in found)


def test_a_long_name_is_cut_between_two_letters():
    assert clipped("Maximiliano Featherstonehaugh") == "Maximiliano Fea…"
    assert clipped("Zoë") == "Zoë"


@pytest.mark.parametrize(
    ("length", "step"),
    [(1, 1), (4, 1), (5, 2), (41, 20), (401, 200), (4001, 2000), (10**7, 5 * 10**6)],
)
def test_the_marks_of_a_scale_are_round_numbers(length, step):
    assert step_for(length, marks=4) == step


def test_a_part_below_zero_keeps_its_sign():
    assert [percent(5), percent(1000), percent(-25)] == ["0.5%", "100.0%", "-2.5%"]


def test_the_area_of_a_dot_follows_its_size_and_none_is_too_small_to_see():
    sizes = [dot(size, 100, ink="gain").radius for size in (100, 25, 1, 0)]
    assert sizes == [18, 9, 4, 4]
    assert dot(0, 0, ink="few").radius == 4
