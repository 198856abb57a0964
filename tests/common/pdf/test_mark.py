"""The mark on paper is the drawing of the screens."""

import re
from pathlib import Path

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

from scoring.common.pdf import mark

SCREEN = Path(__file__).parents[3] / "static" / "mark.svg"
STEPS = {"moveTo": "move", "lineTo": "line", "curveTo": "curve", "closePath": "close"}


def paths(file):
    """Return the paths of a drawing as steps of a pen, to a hundredth."""
    found = []
    for path in re.findall(r'\bd="([^"]+)"', file.read_text()):
        pen = RecordingPen()
        parse_path(path, pen)
        found.append(
            tuple(
                (STEPS[step], *(round(one, 2) for point in points for one in point))
                for step, points in pen.value
                if step in STEPS
            )
        )
    return found


@pytest.mark.parametrize("part", ["HEAD", "FEATHER", "BAND", "HAIR", "CLUB", "SPADE"])
def test_each_part_is_drawn_on_paper_as_on_screens(part):
    drawn = [tuple(map(tuple, path)) for path in paths(SCREEN)]
    assert close(getattr(mark, part), drawn)


def close(path, drawn):
    """Return whether a drawing has this path, to a hundredth."""
    return any(
        len(path) == len(other)
        and all(
            one[0] == two[0] and one[1:] == pytest.approx(two[1:], abs=0.011)
            for one, two in zip(path, other, strict=True)
        )
        for other in drawn
    )


def test_the_eye_is_where_it_is_on_screens():
    x, y, radius = mark.EYE
    assert re.search(rf'<circle[^>]*cx="{x}" cy="{y}" r="{radius}"', SCREEN.read_text())
