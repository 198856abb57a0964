"""The players' colours as colour-blind people see them. Colour alone must never carry
information."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHEETS = ("site.css", "table/board.css")
# Machado, Oliveira and Fernandes (2009), "A Physiologically-based Model for Simulation of Color
# Vision Deficiency", severity 1.0; on linear light.
SEEN_WITHOUT = {
    "red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
SAME = 10
"""So little apart in CIELAB that two discs side by side pass for one colour."""


def times(matrix, vector):
    return tuple(
        sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix
    )


def linear(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )


def seen(colour, without=None):
    light = linear(colour)
    if without is None:
        return light
    return tuple(min(1, max(0, part)) for part in times(SEEN_WITHOUT[without], light))


def lab(light):
    parts = [part / white for part, white in zip(times(TO_XYZ, light), WHITE, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one, other):
    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5


def contrast(one, other):
    low, high = sorted(times(TO_XYZ, light)[1] for light in (one, other))
    return (high + 0.05) / (low + 0.05)


def colours_of(sheet):
    """The seven colours of the players, as a style sheet has them by day."""
    text = (ROOT / "static" / sheet).read_text()
    return re.findall(r"--colour-\d: (#[0-9a-f]{6})", text)


def test_by_night_discs_have_the_colours_of_the_board():
    """They are named a second time: for day and night, by browsers that know how."""
    site = (ROOT / "static" / "site.css").read_text()
    both = re.findall(r"--colour-\d: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", site)
    assert list(zip(*both, strict=True)) == [
        tuple(colours_of("site.css")),
        tuple(colours_of("table/board.css")),
    ]


def shapes():
    """What is drawn for each of the seven, by its number."""
    sprite = (ROOT / "templates" / "_sprite.html").read_text()
    return dict(re.findall(r'<symbol id="shape-(\d)"[^>]*>(.*?)</symbol>', sprite, re.DOTALL))


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_of_seven_seats_has_its_own_colour_and_shape(sheet):
    assert len(set(colours_of(sheet))) == len(set(shapes().values())) == 7


@pytest.mark.parametrize("without", [None, *SEEN_WITHOUT])
@pytest.mark.parametrize("sheet", SHEETS)
def test_neighbours_and_the_two_sides_differ_in_colour_for_every_kind_of_eyesight(sheet, without):
    lights = [seen(colour, without) for colour in colours_of(sheet)]
    pairs = [(seat, (seat + 1) % 7) for seat in range(7)]
    assert [(one, other) for one, other in pairs if apart(lights[one], lights[other]) < SAME] == []


def test_each_line_of_a_chart_has_its_own_dashes():
    dashes = re.findall(
        r"polyline\.dashes-(\d) \{[^}]*stroke-dasharray: (.*?);\s*\}",
        (ROOT / "static" / "charts.css").read_text(),
    )
    assert [number for number, _ in dashes] == list("123456")
    assert len({pattern for _, pattern in dashes}) == 6


@pytest.mark.parametrize("without", [None, *SEEN_WITHOUT])
def test_the_initial_on_a_disc_is_legible_for_every_kind_of_eyesight(without):
    letters = {"site.css": "#ffffff", "table/board.css": "#10241b"}
    low = [
        (sheet, colour)
        for sheet, letter in letters.items()
        for colour in colours_of(sheet)
        if contrast(seen(colour, without), seen(letter, without)) < 4.5
    ]
    assert low == []


def test_the_three_stars_have_three_colours_in_light_and_in_dark():
    site = (ROOT / "static" / "site.css").read_text()
    tournament = (ROOT / "static" / "tournament" / "tournament.css").read_text()
    stars = re.findall(r"\.star\.\w+ \{\s*color: var\((--\w+)\)", tournament)
    by_scheme = {star: re.findall(rf"{star}: (#\w+);", site)[:2] for star in stars}
    assert [len(set(colours)) for colours in zip(*by_scheme.values(), strict=True)] == [3, 3]
