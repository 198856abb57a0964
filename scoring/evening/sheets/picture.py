"""A picture of a club night to share: ranking, curve, best hand and awards. It has 1080 by 1350
pixels, the tallest size that a chat on a phone shows whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.common.discs import colour_of
from scoring.common.names import in_short
from scoring.common.pdf.canvas import (
    BRASS,
    CARD,
    CREAM,
    DEEP,
    DISCS,
    GILT,
    INK,
    LINE,
    MUTED,
    Canvas,
)
from scoring.common.pdf.lettering import BOLD, ITALIC, SANS, SANS_BOLD, forget_words
from scoring.euchre.wording import listed

WIDTH, HEIGHT, MARGIN = 1080, 1350, 64
RIGHT = WIDTH - MARGIN
FOOT = HEIGHT - 44


@dataclass(frozen=True, kw_only=True, slots=True)
class Rank:
    """The line of a player or a pair."""

    place: str
    """ "1", and the same for equals."""
    names: tuple[str, ...]
    colours: tuple[int, ...]
    """Of the discs."""
    figure: str
    """The deciding figure: "+31", "£7.50", "212"; empty if it is hidden."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PictureLine:
    """The points of a player, or of a side, over the night."""

    colour: int
    values: tuple[int, ...]
    """From nothing on; as many parts of the evening as the longest has."""
    name: str
    first: int = 0
    """How many parts of the evening were over when they came."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EveningPicture:
    """Everything a picture says."""

    club: str
    title: str
    """What the evening is called: "The Autumn Progressive"; its day where it has no name."""
    about: str
    """ "Thursday 19 November 2026 · Call-Ace · 61 hands"."""
    won: str
    """The lead in words, "won the night, in games". It is empty where no one is ahead."""
    ranks: tuple[Rank, ...]
    lines: tuple[PictureLine, ...] = ()
    curve_of: str = "Points made, hand by hand"
    best: str = ""
    """The best hand in words."""
    titles: tuple[tuple[str, str], ...] = ()
    """The name, the players and the reason of each award."""


MOST_RANKS = 30
MOST_TITLES = 5
MOST_FIRST = 4
"""How many people the panel holds."""
HEAD, PANEL = 190, 216
TITLE, BEST = 44, 46
LEAST_CURVE, MOST_CURVE = 150, 330
APART = 38
"""Between the discs at the ends of lines."""
STRONG = 3
"""The leaders are drawn in colour, the others in grey."""


def picture_png(picture: EveningPicture) -> bytes:
    """Return the picture as PNG; the same values give the same bytes."""
    try:
        return _drawn(picture)
    finally:
        forget_words()


def _drawn(picture: EveningPicture) -> bytes:
    canvas = Canvas(WIDTH, HEIGHT)
    _head(canvas, picture)
    first = _first(picture)
    others = picture.ranks[len(first) : MOST_RANKS]
    y = HEAD
    if first:
        y = _panel(canvas, picture, first, y)
    said = _said(picture)
    below = sum(height for height, *_ in said) + (26 if said else 0)
    columns, step = _rows(len(others), FOOT - 40 - y - below)
    lines = -(-len(others) // columns)
    free = FOOT - 40 - y - below - lines * step - 22
    curve = min(MOST_CURVE, free) if picture.lines and free >= LEAST_CURVE else 0
    spare = max(0, free - curve)
    step = min(step + spare / max(1, lines) / 2, 84) if lines else step
    y = _ranks(canvas, others, y + 14, columns, step)
    left_out = len(picture.ranks) - len(first) - len(others)
    if left_out > 0:
        words = f"and {left_out} more"
        canvas.write(words, RIGHT, y + 4, face=ITALIC, size=22, colour=MUTED, align="right")
    if curve:
        _curve(canvas, picture, y + 18, min(curve, FOOT - 40 - y - below - 18))
    _say(canvas, said, FOOT - 26 - below)
    _foot(canvas, picture)
    return canvas.png()


def _first(picture: EveningPicture) -> list[Rank]:
    """Return who is first, for the panel. It is empty if no one is ahead, or too many are tied."""
    first = [rank for rank in picture.ranks if rank.place in ("1", "=1")] if picture.won else []
    return first if sum(len(rank.names) for rank in first) <= MOST_FIRST else []


def _head(canvas: Canvas, picture: EveningPicture) -> None:
    canvas.box(0, 0, WIDTH, 12, colour=DEEP)
    canvas.box(0, 12, WIDTH, 15, colour=BRASS)
    canvas.mark(MARGIN, 50, 96)
    left = MARGIN + 118
    room = RIGHT - left
    canvas.write(picture.title, left, 98, face=BOLD, size=54, width=room, least=0.55)
    canvas.write(picture.about, left, 142, face=ITALIC, size=27, width=room, colour=MUTED)


def _panel(canvas: Canvas, picture: EveningPicture, first: Sequence[Rank], y: float) -> float:
    """Draw the leader on green; return the line below."""
    canvas.box(MARGIN, y, RIGHT, y + PANEL - 16, colour=DEEP, round_=22)
    middle = y + (PANEL - 16) / 2
    x = MARGIN + 44
    people = [pair for rank in first for pair in zip(rank.colours, rank.names, strict=False)]
    side = 96 if len(people) == 1 else 72 if len(people) == 2 else 54
    for no, (colour, name) in enumerate(people):
        canvas.box(
            x + no * (side + 14) - 5,
            middle - side * 0.62,
            x + no * (side + 14) + side + 5,
            middle + side * 0.62,
            colour=CREAM,
            round_=side * 0.3,
        )
        canvas.disc(colour, name, x + no * (side + 14) + side / 2, middle, side * 0.86, framed=True)
    left = x + len(people) * (side + 14) + 22
    figure = first[0].figure
    wide = 0.0
    if figure:
        wide = (
            canvas.write(
                figure,
                RIGHT - 44,
                middle + 30,
                face=BOLD,
                size=84,
                width=330,
                colour=GILT,
                align="right",
            )
            + 30
        )
    room = RIGHT - 44 - wide - left
    names = _names(canvas, first, face=BOLD, size=60, width=room, least=0.6)
    canvas.write(names, left, middle + 6, face=BOLD, size=60, width=room, colour=CREAM, least=0.5)
    canvas.write(picture.won, left, middle + 52, face=ITALIC, size=30, width=room, colour=GILT)
    return y + PANEL


def _names(
    canvas: Canvas, ranks: Sequence[Rank], *, face: str, size: int, width: float, least: float
) -> str:
    """Return who it is, in full where that fits; else in short, as "Bartholomew F."."""
    names = [name for rank in ranks for name in rank.names]
    whole = listed(names)
    if canvas.width_of(whole, face, int(size * least)) <= width:
        return whole
    short = in_short(names, letters=9)
    return listed([short[name] for name in names])


def _rows(number: int, room: float) -> tuple[int, float]:
    """Return the number of columns, and their spacing, for this many ranks."""
    for columns, step in ((1, 58.0), (1, 50.0), (2, 54.0), (2, 46.0), (2, 40.0)):
        if -(-number // columns) * step <= room - (LEAST_CURVE + 30):
            return columns, step
    lines = max(1, -(-number // 2))
    return 2, max(30.0, min(40.0, (room - 10) / lines))


def _ranks(canvas: Canvas, ranks: Sequence[Rank], y: float, columns: int, step: float) -> float:
    """Draw the others, read down the left and then down the right; return the line below."""
    lines = -(-len(ranks) // columns)
    width = (RIGHT - MARGIN - 44 * (columns - 1)) / columns
    size = round(min(34, step * 0.62))
    for no, rank in enumerate(ranks):
        x = MARGIN + no // lines * (width + 44)
        top = y + no % lines * step
        base = top + step / 2 + size * 0.34
        canvas.write(
            rank.place, x + 34, base, face=SANS, size=size - 4, colour=MUTED, align="right"
        )
        side = size * 1.12
        at = x + 54
        for colour, name in zip(rank.colours, rank.names, strict=False):
            canvas.disc(colour, name, at + side / 2, top + step / 2, side)
            at += side + 6
        wide = canvas.write(
            rank.figure, x + width, base, face=SANS_BOLD, size=size, align="right", width=width / 2
        )
        room = x + width - wide - 16 - at - 6
        names = _names(canvas, [rank], face=SANS, size=size, width=room, least=0.8)
        canvas.write(names, at + 6, base, face=SANS, size=size, width=room, least=0.8)
        canvas.rule(x, x + width, top + step)
    return y + lines * step


def _curve(canvas: Canvas, picture: EveningPicture, y: float, height: float) -> None:
    """Draw everyone's points over the night, the leaders in colour."""
    canvas.box(MARGIN, y, RIGHT, y + height, colour=CARD, round_=18)
    canvas.write(picture.curve_of, MARGIN + 24, y + 36, face=ITALIC, size=23, colour=MUTED)
    left, right, top, bottom = MARGIN + 30, RIGHT - 70, y + 56, y + height - 26
    values = [value for line in picture.lines for value in line.values]
    low, high = min(0, *values), max(1, *values)
    most = max(line.first + len(line.values) for line in picture.lines) - 1

    def at(no: int, value: int) -> tuple[float, float]:
        return left + (right - left) * no / max(1, most), bottom - (bottom - top) * (
            value - low
        ) / (high - low)

    canvas.rule(left, right, at(0, 0)[1])
    strong = picture.lines[:STRONG]
    for line in reversed(picture.lines[STRONG:]):
        points = [at(no, value) for no, value in enumerate(line.values, line.first)]
        canvas.line(points, colour=LINE, weight=3)
    for line in reversed(strong):
        points = [at(no, value) for no, value in enumerate(line.values, line.first)]
        canvas.line(points, colour=DISCS[colour_of(line.colour)], weight=6)
    ends = [at(line.first + len(line.values) - 1, line.values[-1]) for line in strong]
    placed, last = {}, y - APART
    for no in sorted(range(len(strong)), key=lambda one: ends[one][1]):
        placed[no] = last = max(ends[no][1], last + APART)
    above = max(0.0, last - (y + height - 24))
    for no, down in placed.items():
        x = min(ends[no][0] + 34, right + 40)
        canvas.disc(strong[no].colour, strong[no].name, x, down - above, 32)


def _said(picture: EveningPicture) -> list[tuple[float, str, str]]:
    """Return the lines below: how high each is, what it is called, what it says."""
    said = [(float(BEST), "Best hand", picture.best)] if picture.best else []
    return said + [(float(TITLE), name, who) for name, who in picture.titles[:MOST_TITLES]]


CALLED = 250


def _say(canvas: Canvas, said: Sequence[tuple[float, str, str]], y: float) -> None:
    for height, name, words in said:
        base = y + height * 0.68
        canvas.write(name, MARGIN, base, face=ITALIC, size=25, width=CALLED - 16, colour=BRASS)
        room = RIGHT - MARGIN - CALLED
        canvas.write(words, MARGIN + CALLED, base, face=SANS, size=25, width=room, colour=INK)
        y += height


def _foot(canvas: Canvas, picture: EveningPicture) -> None:
    canvas.rule(MARGIN, RIGHT, FOOT - 24, colour=LINE)
    canvas.write(picture.club, MARGIN, FOOT + 8, face=ITALIC, size=23, width=700, colour=MUTED)
    canvas.write("Bowerbook", RIGHT, FOOT + 8, face=BOLD, size=23, colour=DEEP, align="right")
