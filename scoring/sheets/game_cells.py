"""What stands in the row of a game: its number, every point as it was scored, and the lines
between."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.rules.wording import figure
from scoring.sheets.lettering import BOLD, CAPITALS, ITALIC, SANS, Text, text
from scoring.sheets.page import INK, MUTED, RED, Pen
from scoring.sheets.table import TINY, Column

MARK, STEP, LINE, RING = 9.0, 6.5, 15.5, 7.4
"""Size of a point that was scored, from one to the next, from line to line, and around a
set-back."""


class Rulings:
    """Upright lines between the columns."""

    height = 0.0

    def __init__(self, places: Sequence[float]) -> None:
        self.places = places

    def draw(self, pen: Pen, top: float, height: float) -> None:
        for x in self.places:
            pen.line(x, top, x, top - height)


class GameNumber:
    """The number of a game, and below it its hands."""

    def __init__(self, no: str, hands: str, column: Column) -> None:
        self.no = text(no, face=BOLD, size=10, width=column.width)
        self.hands = text(hands, face=SANS, size=6.5, width=column.width, least=TINY)
        self.x = column.x
        self.height = 18.0

    def draw(self, pen: Pen, top: float, height: float) -> None:
        pen.put(self.no, self.x, top - height / 2 + 0.5)
        pen.put(self.hands, self.x, top - height / 2 - 8, colour=MUTED)


class Marks:
    """A lap carried in, then what every hand brought a side; a set-back is ringed."""

    def __init__(self, lap: int, points: Sequence[int], column: Column) -> None:
        self.lines: list[list[tuple[Text, float, bool]]] = [[]]
        self.x, self._place, self._width = column.x, 0.0, column.width
        if lap:
            self._add(text(f"lap {lap}", face=ITALIC, size=8, width=60), ringed=False)
        for number in points:
            size = MARK if number > 0 else MARK * 0.83
            self._add(text(figure(number), face=SANS, size=size, width=40), ringed=number < 0)
        self._high = LINE * (len(self.lines) - 1) + MARK * CAPITALS
        self.height = self._high + (5 if len(self.lines) > 1 else 0)

    def _add(self, words: Text, *, ringed: bool) -> None:
        width = words.width + (4 if ringed else 0)
        if self.lines[-1] and self._place + width > self._width:
            self.lines.append([])
            self._place = 0.0
        self.lines[-1].append((words, self.x + self._place + (2 if ringed else 0), ringed))
        self._place += width + STEP

    def draw(self, pen: Pen, top: float, height: float) -> None:
        y = top - height / 2 + self._high / 2 - MARK * CAPITALS
        for line in self.lines:
            for words, x, ringed in line:
                pen.put(
                    words, x, y, colour=RED if ringed else MUTED if words.face == ITALIC else INK
                )
                if ringed:
                    pen.ring(x + words.width / 2, y + words.size * CAPITALS / 2, RING)
            y -= LINE
