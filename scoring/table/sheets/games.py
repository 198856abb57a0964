"""Games on paper, with a column for a side, and a row for a game with every point as it was
scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.common.pdf.flow import Strip, space
from scoring.common.pdf.headings import paragraph, section
from scoring.common.pdf.lettering import (
    BOLD,
    CAPITALS,
    ITALIC,
    SANS,
    SMALLEST,
    Text,
    fitting_width,
    text,
)
from scoring.common.pdf.page import INK, MUTED, RED, Paper, Pen
from scoring.common.pdf.table import GAP, INSET, Cell, Column, Words, row, side_by_side
from scoring.euchre.wording import figure
from scoring.table.sheets.values import GameBlock, GameLine, SumLine

MARK, STEP, LINE, RING = 9.5, 6.5, 15.5, 7.4
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
        self.hands = text(hands, face=SANS, size=SMALLEST, width=column.width, lines=2, least=1)
        self.x = column.x
        self.height = 12.0 + self.hands.leading * len(self.hands.lines)

    def draw(self, pen: Pen, top: float, height: float) -> None:
        first = top - height / 2 + self.height / 2 - 8
        pen.put(self.no, self.x, first)
        pen.put(self.hands, self.x, first - 10, colour=MUTED)


class Marks:
    """A lap carried in, then what every hand brought a side; a set-back is ringed."""

    def __init__(self, lap: int, points: Sequence[int], column: Column) -> None:
        self.lines: list[list[tuple[Text, float, bool]]] = [[]]
        self.x, self._place, self._width = column.x, 0.0, column.width
        if lap:
            self._add(text(f"lap {lap}", face=ITALIC, size=8.5, width=60), ringed=False)
        for number in points:
            size = MARK if number > 0 else SMALLEST
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


SCORE = 28.0
"""Width of the score at the end of a side's column."""
IN_A_ROW = 48
"""The most points of a side in one row, so that no row is higher than a page."""
LEGEND = "Each figure is the points of one hand, in order. The score of the game follows."
SET_BACK = "Ringed points were lost."


@dataclass(frozen=True, kw_only=True, slots=True)
class GameColumns:
    """The columns of a game, with its number, every side's points and score, and the words about
    it."""

    game: Column
    marks: Sequence[Column]
    scores: Sequence[Column]
    words: Column

    @property
    def ruled(self) -> Sequence[Column]:
        """What has an upright line before it."""
        return (*self.marks, self.words)


def game_tables(sides: Sequence[str], blocks: Sequence[GameBlock], paper: Paper) -> list[Strip]:
    """Return every block of games under its title; the names are repeated on every page."""
    scores = [points for block in blocks for game in block.games for points in game.score]
    sums = [n for block in blocks for line in block.sums for n in line.figures if n is not None]
    columns = game_columns(len(sides), paper, [*scores, *sums])
    strips = [strip for block in blocks for strip in _block(block, sides, columns, paper)]
    marks = (
        mark for block in blocks for game in block.games for side in game.marks for mark in side
    )
    legend = f"{LEGEND} {SET_BACK}" if any(mark < 0 for mark in marks) else LEGEND
    return [*strips, paragraph(legend, paper.left, paper.right, face=ITALIC, size=8.5), space(12)]


WIDTHS = {2: 142.0, 3: 106.0, 4: 80.0}
"""The width of a side's points and score, by the number of sides."""


def game_columns(sides: int, paper: Paper, scores: Sequence[int]) -> GameColumns:
    """Return the columns, in which the sides share most of the width alike."""
    width = WIDTHS[sides]
    score = fitting_width(map(figure, scores), BOLD, 12, least=SCORE - GAP + 2)
    places = [Column(width=48, size=SMALLEST, lines=2)]
    for _ in range(sides):
        places.append(Column(width=width - score - GAP))
        places.append(Column(width=score, align="right", face=BOLD, size=12))
    taken = sum(column.width for column in places) + GAP * len(places)
    words = Column(width=paper.measure - taken - INSET, size=8.5, lines=40, least=0.95)
    game, *rest = side_by_side([*places, words], paper.left)
    return GameColumns(game=game, marks=rest[:-1:2], scores=rest[1:-1:2], words=rest[-1])


def _block(
    block: GameBlock, sides: Sequence[str], columns: GameColumns, paper: Paper
) -> list[Strip]:
    head = sides_head(sides, columns, paper)
    strips = [section(block.title, paper.left, paper.right), head]
    rows = [cells for game in block.games for cells in _rows(game, columns)]
    for no, cells in enumerate(rows, start=1):
        last = {"weight": 1.1, "colour": INK, "keep": bool(block.sums)} if no == len(rows) else {}
        strips.append(row(cells, paper.left, paper.right, least=24, head=head, **last))
    strips += (
        [space(3, keep=True), *(_sum(line, columns) for line in block.sums)] if block.sums else []
    )
    if not block.words:
        return [*strips, space(16)]
    words = paragraph(" ".join(block.words), paper.left, paper.right, colour=INK)
    return [*strips, space(4, keep=True), words, space(16)]


def sides_head(sides: Sequence[str], columns: GameColumns, paper: Paper) -> Strip:
    """Return the names of the sides above their columns."""
    places = zip(columns.marks, columns.scores, strict=True)
    widths = [score.x + score.width - marks.x for marks, score in places]
    names = [
        text(name, face=BOLD, size=9.5, width=width, lines=8, least=0.9)
        for name, width in zip(sides, widths, strict=True)
    ]
    height = 10 + max(name.height for name in names)

    def draw(pen: Pen, top: float) -> None:
        pen.put(
            text("Game", face=ITALIC, size=8.5, width=50), columns.game.x, top - 12, colour=MUTED
        )
        for column, name in zip(columns.marks, names, strict=True):
            pen.put(name, column.x, top - 5 - name.size * CAPITALS)
        pen.rule(paper.left, paper.right, top - height, weight=0.6, colour=INK)

    return Strip(height=height, draw=draw, keep=True)


def _rows(game: GameLine, columns: GameColumns) -> Iterator[list[Cell]]:
    """Yield the cells of a game, usually one row. A very long game has more, with its score in the
    last."""
    rulings = Rulings([column.x - GAP / 2 - 1 for column in columns.ruled])
    starts = range(0, max(1, *map(len, game.marks)), IN_A_ROW)
    for first in starts:
        cells: list[Cell] = [] if first else [GameNumber(str(game.no), game.hands, columns.game)]
        for side, column in enumerate(columns.marks):
            lap = 0 if first else game.laps[side]
            cells.append(Marks(lap, game.marks[side][first : first + IN_A_ROW], column))
            if first == starts[-1]:
                cells.append(_score(game, side, columns.scores[side]))
        if first == starts[-1]:
            cells.append(columns.words.cell(game.words))
        yield [*cells, rulings]


def _score(game: GameLine, side: int, column: Column) -> Words:
    points, won = game.score[side], side == game.winner
    colour = RED if points < 0 else INK if won or game.winner is None else MUTED
    words = text(figure(points), face=BOLD if won else SANS, size=12, width=column.width)
    return Words(words, column.anchor, "right", colour)


def _sum(line: SumLine, columns: GameColumns) -> Strip:
    """Return a line of sums, with a figure below every side's scores and its words at the right."""
    face, size = (BOLD, 11.0) if line.strong else (SANS, 9.0)
    cells = [
        Words(text(figure(number), face=face, size=size, width=40), column.anchor, "right")
        for number, column in zip(line.figures, columns.scores, strict=True)
        if number is not None
    ]
    words = text(line.words, face=ITALIC, size=8.5, width=columns.words.width, lines=3)
    cells.append(Words(words, columns.words.x, "left", INK if line.strong else MUTED))
    height = max(13.0, words.height + 7)

    def draw(pen: Pen, top: float) -> None:
        for cell in cells:
            cell.draw(pen, top, height)

    return Strip(height=height, draw=draw, keep=True)
