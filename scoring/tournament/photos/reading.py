"""Read the cards in pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scoring.tournament.photos.clippings import clipping
from scoring.tournament.photos.inking import rows_of
from scoring.tournament.photos.pictures import (
    BadPicture,
    FoundCode,
    Picture,
    codes_in,
    pictures_in,
)
from scoring.tournament.photos.placing import Pixels, Placed, place
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
    clippings: tuple[bytes, ...] = ()
    """A JPEG for each row, and b"" for one without marks. Empty unless they are asked for."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a file shows, and why it could not be read, or not to its end."""

    file: str
    cards: tuple[SeenCard, ...] = ()
    players: frozenset[str] = frozenset()
    """Whose large code is there, as "token/number". The small code of a card may be hidden beside
    it."""
    wrong: str = ""


def read_file(path: Path, *, clipped: bool = False) -> Seen:
    """Return the cards in a picture, or in the pages of a PDF or a TIFF up to one that is wrong.
    `clipped` asks for the clippings of their rows."""
    cards: list[SeenCard] = []
    players: set[str] = set()
    wrong = ""
    try:
        for picture in pictures_in(path):
            found, there = codes_in(picture.image)
            cards += read_picture(picture, found, clipped=clipped)
            players |= there
    except OSError as cause:
        wrong = f"{path.name}: {cause.strerror or 'cannot be read'}."
    except BadPicture as cause:
        wrong = str(cause)
    return Seen(file=path.name, cards=tuple(cards), players=frozenset(players), wrong=wrong)


def read_picture(
    picture: Picture, codes: Sequence[FoundCode], *, clipped: bool = False
) -> Iterator[SeenCard]:
    """Yield the cards with these codes in a picture, from the top down."""
    if not codes:
        return
    pixels = Pixels(np.asarray(picture.image))
    for found in sorted(codes, key=lambda one: tuple(one.corners.mean(axis=0)[::-1])):
        placed = place(pixels, found)
        about = {"picture": picture.name, "page": picture.page, "code": found.code}
        if placed is None:
            yield SeenCard(**about)
        else:
            outline = ((x * picture.scale, y * picture.scale) for x, y in placed.outline())
            rows = tuple(rows_of(placed))
            yield SeenCard(
                **about,
                rows=rows,
                outline=tuple(outline),
                clippings=tuple(_clippings(placed, rows)) if clipped else (),
            )


def _clippings(placed: Placed, rows: Sequence[RowMarks | None]) -> Iterator[bytes]:
    marked = any(row is not None and not row.blank for row in rows)
    for at, row in enumerate(rows):
        # A row of a slip without a mark has no lone hands, which is to be seen as well.
        wanted = row is not None and (marked if placed.code.slip else not row.blank)
        yield clipping(placed, at) if wanted else b""
