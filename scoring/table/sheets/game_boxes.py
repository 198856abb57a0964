"""The front of a blank sheet of games, with boxes for laps, strokes, scores, doubles and the
rubber."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from scoring.common.pdf.flow import Strip, space
from scoring.common.pdf.headings import paragraph
from scoring.common.pdf.lettering import BOLD, CAPITALS, ITALIC, SANS, SMALLEST, Text, text
from scoring.common.pdf.page import INK, MUTED, Paper, Pen
from scoring.table.sheets.values import BlankGames, BlankScoreSheet

LABEL, DEALER, APART = 52.0, 50.0, 10.0
"""The widths of the columns before the sides, and the space between two sides."""
LAP, SCORE, DOUBLE, WORTH = 25.0, 29.0, 31.0, 30.0
GATE, LINE = 24.0, 15.0
"""How much room a pencil needs for five strokes, across and down."""
LEAST, MOST, SUMS = 24.5, 46.0, 26.0
"""How high the row of a game is, and one of sums."""
BOX = 24.0
"""The most height of a box."""
AN_EVENING, FEWEST = 120, 12
"""How many points one side may score in an evening; and the fewest games that there is room for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """The place of a box of a side, with its purpose, and its left and right edge."""

    what: str
    x0: float
    x1: float
    boxed: bool = True


def game_boxes(sheet: BlankScoreSheet, paper: Paper, room: float) -> list[Strip]:
    """Return the boxes of the games, or rubbers, of an evening, as many as fit into this room."""
    games, sides = sheet.games, _sides(sheet, paper)
    head = _head(sheet, sides, paper)
    hints = [
        space(6),
        paragraph(" ".join(_hints(sheet)), paper.left, paper.right, face=ITALIC, size=8.5),
    ]
    foot = _sums("Total", ("game points",), sides, paper)
    dealer = _dealer(sheet.players[sheet.first_dealer])
    left = (
        room
        - sum(strip.height for strip in (head, foot, *hints))
        - max(0.0, dealer.height + 8 - LEAST)
    )
    number, height = _number_and_height(games, sides, left)
    strips = [
        strip
        for no in range(1, number + 1)
        for strip in _block(games, sides, paper, no, height, dealer if no == 1 else None)
    ]
    return [head, *strips, foot, *hints]


def _dealer(name: str) -> Text:
    """Return who deals first."""
    return text(name, face=SANS, size=9, width=DEALER - 6, lines=5, least=SMALLEST / 9)


def _number_and_height(games: BlankGames, sides, left: float) -> tuple[int, float]:
    """Return how many rubbers, or games, an evening needs or the room holds, and how high a game
    may be."""
    rows, sums = (len(games.rubber), SUMS) if games.rubber else (1, 0.0)
    least = _least_height(games, sides)
    wanted = ceil(max(FEWEST, ceil(AN_EVENING / games.target)) / rows)
    number = max(1, min(wanted, int(left // (rows * least + sums))))
    return number, max(least, min(MOST, (left / number - sums) / rows))


def _sides(sheet: BlankScoreSheet, paper: Paper) -> list[list[Place]]:
    """Return the boxes of every side. Strokes take the room that the others leave."""
    number = len(sheet.sides)
    start = paper.left + LABEL + DEALER
    width = (paper.right - start - APART * (number - 1)) / number
    return [list(_places(sheet.games, start + no * (width + APART), width)) for no in range(number)]


def _places(games: BlankGames, x: float, width: float) -> Iterator[Place]:
    end = x + width
    lap = LAP if games.laps else 0.0
    boxes = [
        ("score", SCORE),
        *([("double", DOUBLE)] if games.doubles_below is not None else []),
        ("worth", WORTH),
    ]
    # Four sides are narrow, and strokes need room too.
    narrow = min(1.0, (width - GATE) / (lap + sum(room for _, room in boxes)))
    lap, boxes = lap * narrow, [(what, room * narrow) for what, room in boxes]
    if games.laps:
        yield Place(what="lap", x0=x, x1=x + lap)
        x += lap
    places = []
    for what, room in reversed(boxes):
        places.append(Place(what=what, x0=end - room, x1=end))
        end -= room
    yield Place(what="strokes", x0=x, x1=end, boxed=False)
    yield from reversed(places)


def _head(sheet: BlankScoreSheet, sides: Sequence[Sequence[Place]], paper: Paper) -> Strip:
    names = [
        text(name, face=BOLD, size=10.5, width=side[-1].x1 - side[0].x0, lines=8, least=0.8)
        for name, side in zip(sheet.sides, sides, strict=True)
    ]
    height = max(name.height for name in names) + 24

    def draw(pen: Pen, top: float) -> None:
        pen.rule(paper.left, paper.right, top, weight=1.1, colour=INK)
        for name, side in zip(names, sides, strict=True):
            pen.put(name, side[0].x0, top - 6 - name.size * CAPITALS)
            for place in side:
                words = text(
                    place.what, face=ITALIC, size=8.5, width=place.x1 - place.x0 + 2, least=0.9
                )
                pen.put(
                    words, (place.x0 + place.x1) / 2, top - height + 5, align="centre", colour=MUTED
                )
        for words, x in (("game", paper.left), ("dealer", paper.left + LABEL)):
            pen.put(text(words, face=ITALIC, size=8.5, width=40), x, top - height + 5, colour=MUTED)
        pen.rule(paper.left, paper.right, top - height, weight=0.6, colour=INK)

    return Strip(height=height, draw=draw, keep=True)


def _block(
    games: BlankGames,
    sides: Sequence[Sequence[Place]],
    paper: Paper,
    no: int,
    height: float,
    dealer,
) -> list[Strip]:
    """Return the boxes of one rubber, or of one game without rubbers."""
    labels = games.rubber or (str(no),)
    dealers = [dealer, *[None] * (len(labels) - 1)]
    rows = [
        _game(label, sides, paper, height, who) for label, who in zip(labels, dealers, strict=True)
    ]
    if not games.rubber:
        return rows
    return [*rows, _sums(f"Rubber {no}", (f"bonus {games.bonus}", "rubber points"), sides, paper)]


def _game(label: str, sides, paper: Paper, height: float, dealer: Text | None) -> Strip:
    name = text(label, face=SANS, size=8.5, width=LABEL - 4, lines=3)
    height = max(height, dealer.height + 8 if dealer else 0)

    def draw(pen: Pen, top: float) -> None:
        for words, x in ((name, paper.left), (dealer, paper.left + LABEL)):
            if words:
                first = top - height / 2 + words.height / 2 - words.size * CAPITALS
                pen.put(words, x, first, colour=MUTED)
        for place in (place for side in sides for place in side if place.boxed):
            high = min(BOX, height - 5)
            pen.box(place.x0 + 2, top - (height + high) / 2, place.x1 - place.x0 - 4, high)
        _between(pen, sides, top, height)
        pen.rule(paper.left, paper.right, top - height)

    return Strip(height=height, draw=draw)


def _between(pen: Pen, sides: Sequence[Sequence[Place]], top: float, height: float) -> None:
    for side in sides:
        x = side[0].x0 - APART / 2
        pen.line(x, top, x, top - height)


def _least_height(games: BlankGames, sides: Sequence[Sequence[Place]]) -> float:
    """Return how high a game must be for its strokes."""
    strokes = next(place for place in sides[0] if place.what == "strokes")
    in_a_line = max(1, int((strokes.x1 - strokes.x0) // GATE))
    return max(LEAST, LINE * ceil(ceil(games.target / 5) / in_a_line) + 6)


def _sums(
    label: str, boxes: Sequence[str], sides: Sequence[Sequence[Place]], paper: Paper
) -> Strip:
    """Return a row with the last boxes of every side, each with what it is for before it."""
    name, height = text(label, face=BOLD, size=9.5, width=LABEL + DEALER - 6), SUMS
    words = [text(what, face=ITALIC, size=8.5, width=70) for what in boxes]

    def draw(pen: Pen, top: float) -> None:
        pen.put(name, paper.left, top - height / 2 - 3)
        for side in sides:
            _boxes(pen, words, side[-1].x1, top, height)
        _between(pen, sides, top, height)
        pen.rule(paper.left, paper.right, top - height, weight=1.1, colour=INK)

    return Strip(height=height, draw=draw)


def _boxes(pen: Pen, words: Sequence[Text], right: float, top: float, height: float) -> None:
    for what in reversed(words):
        pen.box(right - WORTH + 2, top - height + 2.5, WORTH - 4, height - 5)
        right -= WORTH + 2
        pen.put(what, right, top - height / 2 - 2.5, align="right", colour=MUTED)
        right -= what.width + 8


def _hints(sheet: BlankScoreSheet) -> Iterator[str]:
    """Yield what each box is for, as far as these rules have it."""
    games = sheet.games
    order = [*sheet.players[sheet.first_dealer :], *sheet.players[: sheet.first_dealer]]
    yield f"Dealer: the first dealer of a game; the deal passes {', '.join(order)}."
    if games.laps:
        yield "Lap: points carried in from the last game."
    if games.ahead:
        yield f"A game is won by {games.ahead} points."
    if games.doubles_below is not None:
        few = f"fewer than {games.doubles_below}" if games.doubles_below > 1 else "0"
        yield f"Double: tick it when the loser has {few}."
    needed = (
        "the points the loser was behind" if games.ahead else "the points the loser still needed"
    )
    worth = needed if games.deficit else "what the game is worth"
    if len(sheet.sides) > 2:
        yield f"Worth: {worth} for each loser, with a minus; their sum for the winner."
    else:
        yield f"Worth: {worth}, in the winner’s box."
    if games.rubber:
        yield f"Bonus: {games.bonus} for winning more games; none if the rubber is unfinished."
