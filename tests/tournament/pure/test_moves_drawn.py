"""The drawing of a movement has an arrow for each sentence of the table cards."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.moves import NAMED
from scoring.tournament.pure.moves_drawn import drawing_of
from scoring.tournament.pure.moves_in_words import flows
from scoring.tournament.pure.presets import PRESETS, by_numbers, numbers_of, preset_of
from scoring.tournament.pure.settings import as_json, format_of

GROUPS = ("Red", "White")
EVERY = [*PRESETS, *NAMED]


def format_by(key, **settings):
    preset = PRESETS.get(key)
    movement = as_json(preset.made(GROUPS, settings.get("table_size", 4))) if preset else key
    return format_of("club", {"movement": movement, "groups": [*GROUPS]} | settings)


@given(st.sampled_from(EVERY), st.integers(2, 30))
def test_tables_1_and_2_and_the_last_are_drawn_with_an_arrow_for_everyone(key, tables):
    format = format_by(key)
    found = drawing_of(format, tables)
    ways = [
        (who, at, to)
        for at in sorted({1, 2, tables})
        for who, to in flows(format, table=at, tables=tables)
    ]
    assert len(found.arrows) == len(found.in_words) == len(ways)
    assert {1, 2, tables} <= {box.no for box in found.boxes}
    assert {to for *_, to in ways} <= {box.no for box in found.boxes}
    assert {*found.kinds} == {who for who, *_ in ways}
    for words, (who, at, to) in zip(found.in_words, ways, strict=True):
        assert words.startswith(f"{who} of table {at} ")
        assert ("stay" in words) == (at == to)


def test_a_seat_goes_and_winners_go():
    assert "South of table 2 goes to table 1" in drawing_of(format_by("seats"), 3).in_words
    assert "Winners of table 2 go to table 1" in drawing_of(format_by("progress"), 3).in_words


@given(st.sampled_from(EVERY), st.integers(2, 30))
def test_everything_is_inside_the_drawing(key, tables):
    found = drawing_of(format_by(key), tables)
    for arrow in found.arrows:
        numbers = [int(one) for one in re.findall(r"-?\d+", f"{arrow.line} {arrow.head}")]
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            assert 0 <= x <= found.width
            assert -found.height <= y <= 2 * found.height
    for box, following in zip(found.boxes, found.boxes[1:], strict=False):
        assert box.left + 34 < following.left


@pytest.mark.parametrize("movement", ["rotation", "draw", "swiss"])
def test_planned_rounds_have_no_drawing(movement):
    assert drawing_of(format_of("club", {"movement": movement}), 5) is None
    assert drawing_of(format_of("club", {}), 1) is None


def test_a_movement_by_four_numbers_is_known_again():
    numbers = {"N": 0, "E": 3, "S": -1, "W": 2}
    movement = by_numbers(numbers)
    assert numbers_of(movement) == numbers
    assert preset_of(movement, ()) == "seat-numbers"
    assert format_of("club", {"movement": as_json(movement)}).movement == movement


@given(st.tuples(*[st.integers(-20, 20)] * 4))
def test_no_four_numbers_collide(numbers):
    movement = by_numbers(dict(zip("NESW", numbers, strict=True)))
    assert format_of("club", {"movement": as_json(movement)})


@pytest.mark.parametrize("key", [key for key, one in PRESETS.items() if not one.by_groups])
def test_presets_without_groups_seat_tables_of_six(key):
    format = format_by(key, table_size=6)
    assert preset_of(format.movement, (), 6) == key
    assert drawing_of(format, 5)
