"""Read the cards in pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from scoring.tournament.photos.inking import rows_of
from scoring.tournament.photos.pictures import BadPicture, Picture, codes_in, pictures_in
from scoring.tournament.photos.placing import Pixels, place
from scoring.tournament.pure.card_layout import CardCode
from scoring.tournament.pure.card_marks import RowMarks


@dataclass(frozen=True, kw_only=True)
class SeenCard:
    """A card in a picture with the marks of its rows."""

    picture: str
    page: int
    code: CardCode
    rows: tuple[RowMarks | None, ...] = ()
    """None for a row without boxes. Empty if the marks of the card are not found."""
    outline: tuple[tuple[int, int], ...] = ()
    """The corners of its boxes in the picture, clockwise from the top left, for a clipping."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a file shows, or why it could not be read."""

    file: str
    cards: tuple[SeenCard, ...] = ()
    wrong: str = ""


def read_file(path: Path) -> Seen:
    """Return the cards in a picture or in the pages of a PDF."""
    try:
        cards = chain.from_iterable(map(read_picture, pictures_in(path)))
        return Seen(file=path.name, cards=tuple(cards))
    except OSError as cause:
        return Seen(file=path.name, wrong=f"{path.name}: {cause.strerror or 'cannot be read'}.")
    except BadPicture as cause:
        return Seen(file=path.name, wrong=str(cause))


def read_picture(picture: Picture) -> Iterable[SeenCard]:
    """Yield the cards in a picture, from the top down."""
    codes = codes_in(picture.image)
    if not codes:
        return
    pixels = Pixels(np.asarray(picture.image))
    for found in sorted(codes, key=lambda one: tuple(one.corners.mean(axis=0)[::-1])):
        placed = place(pixels, found)
        about = {"picture": picture.name, "page": picture.page, "code": found.code}
        if placed is None:
            yield SeenCard(**about)
        else:
            yield SeenCard(**about, rows=tuple(rows_of(placed)), outline=tuple(placed.outline()))
