"""The picture of an evening as it is drawn: its size, the same bytes, whatever stands on it."""

from io import BytesIO

import pytest
from PIL import Image

from scoring.common.pdf.canvas import Canvas
from scoring.common.pdf.lettering import BOLD, SANS
from scoring.evening.sheets.picture import EveningPicture, PictureLine, Rank, picture_png
from tests.sheets.every import EAST_ASIAN, EUROPE, LONG, OTHER_SCRIPTS, many

PAPER = (245, 239, 225)


def a_picture(names, **what):
    """Return a picture with a rank and a line for each of these."""
    fields = {
        "club": "The Right Bower Club",
        "title": "The Great Autumn Rubber at the Red Lion",
        "about": "Friday 20 November 2026 · Call-Ace · 61 hands",
        "won": "won the evening",
        "ranks": tuple(
            Rank(place=str(no), names=(name,), colours=(no % 7,), figure=f"+{99 - no}")
            for no, name in enumerate(names, start=1)
        ),
        "lines": tuple(
            PictureLine(colour=no % 7, values=tuple(range(0, 20 + no)), name=name)
            for no, name in enumerate(names, start=1)
        ),
        "best": f"{LONG[0]} alone, all five: 5 points, hand 7 at table 2",
        "titles": (("Most lone hands", f"{LONG[1]}: four that took every trick"),) * 5,
    }
    return EveningPicture(**fields | what)


@pytest.mark.parametrize(
    "picture",
    [
        a_picture(["Ann", "Ben"]),
        a_picture(LONG),
        a_picture(many(30, EUROPE)),
        a_picture(many(60)),
        a_picture(OTHER_SCRIPTS),
        a_picture(EAST_ASIAN, lines=(), titles=(), best=""),
        a_picture(["Ann"], lines=(PictureLine(colour=0, values=(0, -3, -5), name="Ann"),)),
    ],
)
def test_the_edge_of_a_picture_stays_empty(picture):
    png = picture_png(picture)
    image = Image.open(BytesIO(png)).convert("RGB")
    width, height = image.size
    edges = [image.crop((0, 20, 40, height)), image.crop((width - 40, 20, width, height))]
    edges.append(image.crop((0, height - 30, width, height)))
    assert (width, height) == (1080, 1350)
    assert [edge.getcolors() for edge in edges] == [
        [(edge.width * edge.height, PAPER)] for edge in edges
    ]
    assert png == picture_png(picture)


def test_a_text_is_made_smaller_before_it_is_shortened():
    canvas = Canvas(400, 100)
    assert canvas.fitted("Eveline", BOLD, 40, 400) == ("Eveline", 40)
    whole, smaller = canvas.fitted("Bartholomew", BOLD, 40, 200)
    assert (whole, smaller < 40) == ("Bartholomew", True)
    cut, least = canvas.fitted("Bartholomew Fitzgerald", SANS, 40, 200)
    assert (cut[-1], least) == ("…", 28)
