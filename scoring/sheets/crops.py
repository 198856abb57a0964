"""Small papers cut out of a page: a grid of cards with marks where to cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring.sheets.flow import Strip
from scoring.sheets.page import MUTED, Paper, Pen

MARK = 9.0
INSIDE = 10.0
"""Between where a card is cut and what stands on it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """The room of a card: nothing is drawn outside."""

    left: float
    right: float
    top: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left


Draw = Callable[[Pen, Frame], None]


def cut_out(cards: Sequence[Draw], paper: Paper, *, across: int, down: int) -> Iterator[Strip]:
    """Yield the rows of cards, `across` in each and `down` of them on a page."""
    height = (paper.top - paper.bottom) / down
    for first in range(0, len(cards), across):
        yield Strip(height=height, draw=_row(cards[first : first + across], paper, across, height))


def _row(cards: Sequence[Draw], paper: Paper, across: int, height: float):
    width = paper.measure / across

    def draw(pen: Pen, top: float) -> None:
        for no, card in enumerate(cards):
            left = paper.left + no * width
            _marks(pen, left, left + width, top, top - height)
            card(
                pen,
                Frame(
                    left=left + INSIDE,
                    right=left + width - INSIDE,
                    top=top - INSIDE,
                    bottom=top - height + INSIDE,
                ),
            )

    return draw


def _marks(pen: Pen, left: float, right: float, top: float, bottom: float) -> None:
    """Draw the four corners to cut along."""
    for x, inwards in ((left, MARK), (right, -MARK)):
        for y, up in ((top, -MARK), (bottom, MARK)):
            pen.line(x, y, x + inwards, y, weight=0.7, colour=MUTED)
            pen.line(x, y, x, y + up, weight=0.7, colour=MUTED)
