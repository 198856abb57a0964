"""Charts as SVG, in whole numbers: lines over time, flows of places, bars, a dot, ranges, chairs.

A view gives its values to `lines`, `flow`, `bars`, `dot`, `spans` or `chairs`, and a
template draws the chart that they return:

    chart = lines(
        [Series(name="Ann", disc=0, initial="A", values=((0, 0), (1, 12), (2, 9)))],
        says="Points after each club night.",
        below=[(1, "Feb"), (2, "Mar")],
        table=Table(heads=("Player", "Feb", "Mar"), rows=(("Ann", "+12", "+9"),)),
    )
    {% include "charts/lines.html" with chart=page.chart %}

The page links `charts.css` in its head. `lines.html` draws both lines and flows.

- A drawing has no pixels. Places are thousandths of its width or height, and texts and discs have
  the sizes of the page. So it is legible on a phone, on a big screen, with large letters and on
  paper.
- A line with the number of a `disc` has the disc's colour, and dashes by its place among these
  lines, so that two of one colour differ. Another has an `ink`: "own" for the reader's line, "rest"
  for a thin grey line. They are CSS classes; the security policy of pages forbids styles.
- A `Table` has the same figures. A reader opens it below the chart, and so does a screen reader.
  Texts are written by the view, because only the view knows if they are points or money.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

from scoring.common.discs import COLOURS, colour_of, shape_of
from scoring.common.letters import letters_of

WHOLE = 1000
"""The width and the height of every drawing."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
LINE_HEIGHT = 17
"""Tenths of an em: how far apart two labels or two places are, at least."""
LONGEST_LABEL = 16
"""Letters of a name beside a line."""
NEAR_EDGE = 80
MARKS = 4
"""The most steps of a scale."""


def percent(part: int) -> str:
    """Return thousandths as an SVG length, such as "42.5%"."""
    sign, part = ("-" if part < 0 else ""), abs(part)
    return f"{sign}{part // 10}.{part % 10}%"


@dataclass(frozen=True, kw_only=True)
class Series:
    """The values of one line, by step."""

    name: str
    values: Sequence[tuple[int, int]]
    """Each step and its value; steps ascend."""
    disc: int | None = None
    """The number of the player's disc (scoring.common.discs)."""
    ink: str = "rest"
    """Of a line without a disc."""
    initial: str = ""
    """The letters on the disc where the line ends; no disc without."""
    label: str = ""
    """The name beside the end of the line, where there is room; none without."""
    key: str = ""
    """A link to "#line-" and this key makes the line stand out; unique on a page."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """The figures of a chart. The first cell of a row is its head."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = "Figures"


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A mark of a scale, with its place and its text."""

    at: int
    says: str = ""
    anchor: str = "middle"

    @property
    def place(self) -> str:
        return percent(self.at)


@dataclass(frozen=True, kw_only=True)
class DrawnLine:
    """A drawn line: its points, and the height at which its label is written."""

    ink: str
    """Its CSS classes."""
    shape: int | None
    """Of the disc at its end."""
    initial: str
    label: str
    points: tuple[tuple[int, int], ...]
    label_at: int
    key: str

    @property
    def path(self) -> str:
        """The `points` attribute of its polyline."""
        return " ".join(f"{x},{y}" for x, y in self.points)

    @property
    def dots(self) -> list[tuple[str, str]]:
        """Every point as two SVG lengths."""
        return [(percent(x), percent(y)) for x, y in self.points]

    @property
    def end(self) -> tuple[str, str]:
        x, y = self.points[-1]
        return percent(x), percent(y)

    @property
    def label_place(self) -> str:
        return percent(self.label_at)


@dataclass(frozen=True, kw_only=True)
class LineChart:
    """What templates/charts/lines.html draws."""

    kind: str
    """A CSS class: "lines", or "flow"."""
    says: str
    lines: tuple[DrawnLine, ...]
    """The grey ones first, so that they are below the others."""
    scale: tuple[Mark, ...] = ()
    below: tuple[Mark, ...] = ()
    rules: tuple[Mark, ...] = ()
    """Vertical lines."""
    zero: Mark | None = None
    """The height of zero, or of another line that matters; none without."""
    tall: str
    """The height of the drawing in em, as an attribute."""
    table: Table | None = None
    ends: str = ""
    """What is beside the end of a line, as a CSS class: "discs", or "names" too."""

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the lines that a link can highlight."""
        return frozenset(line.key for line in self.lines if line.key)


def lines(
    series: Iterable[Series],
    *,
    says: str,
    below: Iterable[tuple[int, str]] = (),
    rules: Iterable[int] = (),
    scale: Callable[[int], str] = str,
    tall: int = 16,
    from_zero: bool = True,
    table: Table | None = None,
) -> LineChart | None:
    """Return lines from their first step to their last, on one scale that includes zero unless
    `from_zero` is False. None if there is nothing to draw.

    `scale` writes a value at the side. `below` are texts under a step. `rules` are steps with a
    vertical line. `tall` is the height in em.
    """
    shown = [one for one in series if one.values]
    if not shown:
        return None
    across = _across(shown)
    values = [value for one in shown for _, value in one.values]
    values += [0] if from_zero else []
    bottom, top = min(values), max(max(values), min(values) + 1)
    step = step_for(top - bottom, marks=MARKS)

    def down(value: int) -> int:
        return WHOLE * (top - value) // (top - bottom)

    levels = range(step * -(-bottom // step), top + 1, step)
    return LineChart(
        kind="lines",
        says=says,
        lines=_drawn(shown, across, down, tall),
        scale=tuple(Mark(at=down(value), says=scale(value)) for value in levels),
        below=_below(below, across),
        rules=tuple(Mark(at=across(step)) for step in rules),
        zero=Mark(at=down(0)) if bottom <= 0 <= top else None,
        tall=f"{tall}em",
        table=table,
        ends=_ends(shown),
    )


def flow(
    series: Iterable[Series],
    *,
    places: int,
    says: str,
    below: Iterable[tuple[int, str]] = (),
    line_after: int = 0,
    tall: int = 0,
    table: Table | None = None,
) -> LineChart | None:
    """Return each one's place from step to step, the first at the top; None if there is nothing to
    draw. `line_after` is the last place above a line, such as that of a play-off. `tall` is the
    height in em; without it each place has room for a name."""
    shown = [one for one in series if one.values]
    if not shown:
        return None
    across, last = _across(shown), max(places - 1, 1)

    def down(place: int) -> int:
        return WHOLE * (place - 1) // last

    tall = tall or max(places * LINE_HEIGHT // 10, 6)
    return LineChart(
        kind="flow",
        says=says,
        lines=_drawn(shown, across, down, tall),
        below=_below(below, across),
        zero=Mark(at=WHOLE * (2 * line_after - 1) // (2 * last)) if line_after else None,
        tall=f"{tall}em",
        table=table,
        ends=_ends(shown),
    )


def _ends(series: Sequence[Series]) -> str:
    if any(one.label for one in series):
        return "names"
    return "discs" if any(one.initial for one in series) else ""


def _across(series: Sequence[Series]) -> Callable[[int], int]:
    steps = [step for one in series for step, _ in one.values]
    first, last = min(steps), max(steps)
    return lambda step: WHOLE * (step - first) // max(last - first, 1)


def _drawn(
    series: Sequence[Series], across: Callable[[int], int], down: Callable[[int], int], tall: int
) -> tuple[DrawnLine, ...]:
    points = [tuple((across(step), down(value)) for step, value in one.values) for one in series]
    named = [no for no, one in enumerate(series) if one.initial or one.label]
    ends = [points[no][-1][1] for no in named]
    # In a flow as many as places: each label stays beside its end.
    apart = min(WHOLE * LINE_HEIGHT // (10 * tall), WHOLE // max(len(ends) - 1, 1))
    labels = dict(zip(named, spread(ends, apart=apart, lowest=WHOLE), strict=True))
    inks = iter(range(len(series)))
    found = [
        DrawnLine(
            ink=one.ink if one.disc is None else _ink(one.disc, next(inks)),
            shape=None if one.disc is None else shape_of(one.disc),
            initial=one.initial,
            label=clipped(one.label),
            points=points[no],
            label_at=labels.get(no, points[no][-1][1]),
            key=one.key,
        )
        for no, one in enumerate(series)
    ]
    return tuple(sorted(found, key=lambda line: (line.ink != "rest", line.ink == "own")))


def _ink(disc: int, no: int) -> str:
    """Return the classes of the line that is number `no` of those with a disc."""
    return f"colour-{colour_of(disc)} dashes-{no % COLOURS}"


def _below(below: Iterable[tuple[int, str]], across: Callable[[int], int]) -> tuple[Mark, ...]:
    found = [(across(step), says) for step, says in below]
    return tuple(Mark(at=at, says=says, anchor=_anchor(at)) for at, says in found)


def _anchor(at: int) -> str:
    """Return on which side of its place a text is, so that it does not leave the drawing."""
    if at < NEAR_EDGE:
        return "start"
    return "end" if at > WHOLE - NEAR_EDGE else "middle"


def clipped(name: str, longest: int = LONGEST_LABEL) -> str:
    """Return a name of at most so many letters, cut with an ellipsis."""
    letters = letters_of(name)
    if len(letters) <= longest:
        return name
    return "".join(letters[: longest - 1]).rstrip() + "…"


def step_for(length: int, *, marks: int) -> int:
    """Return how far apart the marks of a scale of this length are, a round number."""
    tens = 1
    while True:
        for step in STEPS:
            if length <= tens * step * marks:
                return tens * step
        tens *= WHOLE


def spread(heights: Sequence[int], *, apart: int, lowest: int) -> list[int]:
    """Return the heights moved so that any two are `apart`, in the same order, none below
    `lowest`. Those that would collide are placed around their mean."""
    order = sorted(range(len(heights)), key=lambda no: heights[no])
    groups: list[tuple[int, int]] = []  # How many, and the sum of where the topmost would begin.
    for rank, no in enumerate(order):
        size, total = 1, heights[no] - rank * apart
        while groups and groups[-1][1] * size > total * groups[-1][0]:
            above = groups.pop()
            size, total = size + above[0], total + above[1]
        groups.append((size, total))
    starts = [total // size for size, total in groups for _ in range(size)]
    last = max(lowest - (len(heights) - 1) * apart, 0)
    placed = [0] * len(heights)
    for rank, (no, start) in enumerate(zip(order, starts, strict=True)):
        placed[no] = min(max(start, 0), last) + rank * apart
    return placed


# -- Bars.


class Bar(NamedTuple):
    """A column: its place, its size, and whether it is a gain, a loss or nothing."""

    x: int
    y: int
    height: int
    ink: str


@dataclass(frozen=True, kw_only=True)
class BarChart:
    """Columns of 10 in a drawing 40 high, without an axis."""

    says: str
    bars: tuple[Bar, ...]
    width: int


BAR, GAP, BARS_TALL = 7, 3, 40


def bars(values: Sequence[int | None], *, says: str, low: int, high: int) -> BarChart:
    """Return columns up and down from zero. None is a moment without a value, a dot on the line.
    `low` and `high` are the least and greatest value of all charts beside each other, which have
    one scale."""
    low, high = min(low, 0), max(high, 0)
    span = max(high - low, 1)
    zero = BARS_TALL * high // span
    return BarChart(
        says=says,
        bars=tuple(_bar(no, value, zero, span) for no, value in enumerate(values)),
        width=(BAR + GAP) * len(values) - GAP if values else 0,
    )


def _bar(no: int, value: int | None, zero: int, span: int) -> Bar:
    x = (BAR + GAP) * no
    if not value:
        thin = 2 if value is None else 4
        y = min(max(zero - thin // 2, 0), BARS_TALL - thin)
        return Bar(x=x, y=y, height=thin, ink="none" if value is None else "level")
    height = max(BARS_TALL * abs(value) // span, 3)
    if value > 0:
        return Bar(x=x, y=max(zero - height, 0), height=height, ink="gain")
    return Bar(x=x, y=min(zero, BARS_TALL - height), height=height, ink="loss")


# -- Dots.


@dataclass(frozen=True, kw_only=True)
class Dot:
    """A dot in the cell of a matrix, in a drawing of 40 by 40. The cell says the figures."""

    radius: int
    ink: str


LEAST_DOT, LARGEST_DOT = 4, 18


def dot(size: int, largest: int, *, ink: str) -> Dot:
    """Return a dot whose area is to the size as that of others in the matrix. `ink` is "gain",
    "loss", "level", or "few" for too little to say."""
    radius = isqrt(LARGEST_DOT * LARGEST_DOT * size // max(largest, 1))
    return Dot(radius=max(radius, LEAST_DOT), ink=ink)


# -- Ranges.


def em(tenths: int) -> str:
    """Return tenths of an em as an SVG length, such as "1.5em"."""
    return f"{tenths // 10}.{tenths % 10}em"


@dataclass(frozen=True, kw_only=True)
class Span:
    """A range of values, with a dot and a tick at values of their own."""

    name: str
    low: int
    high: int
    at: int | None = None
    """The value of the dot; None for no dot."""
    tick: int | None = None
    """A value that is marked in the range."""
    says: str = ""
    """What is written at the end of its row."""
    own: bool = False
    """Whether it is the player's, rather than others'."""


@dataclass(frozen=True, kw_only=True)
class DrawnSpan:
    """A row of a chart of ranges, with SVG lengths."""

    name: str
    says: str
    own: bool
    low: str
    high: str
    at: str | None
    tick: str | None
    text_at: str
    line_at: str


@dataclass(frozen=True, kw_only=True)
class SpanChart:
    """What templates/charts/spans.html draws."""

    says: str
    spans: tuple[DrawnSpan, ...]
    scale: tuple[Mark, ...]
    tall: str
    table: Table | None = None


SPAN_TALL, SPAN_TEXT, SPAN_LINE = 33, 10, 21
"""Tenths of an em: the height of a row, and how far down its text and its line are."""


def spans(
    rows: Sequence[Span],
    *,
    says: str,
    low: int,
    high: int,
    scale: Callable[[int], str] = str,
    table: Table | None = None,
) -> SpanChart:
    """Return ranges on one scale from `low` to `high`, a row each."""
    length = max(high - low, 1)

    def across(value: int) -> int:
        return WHOLE * (min(max(value, low), high) - low) // length

    step = step_for(length, marks=MARKS)
    levels = range(step * -(-low // step), high + 1, step)
    return SpanChart(
        says=says,
        spans=tuple(
            DrawnSpan(
                name=one.name,
                says=one.says,
                own=one.own,
                low=percent(across(one.low)),
                high=percent(across(one.high)),
                at=None if one.at is None else percent(across(one.at)),
                tick=None if one.tick is None else percent(across(one.tick)),
                text_at=em(SPAN_TALL * no + SPAN_TEXT),
                line_at=em(SPAN_TALL * no + SPAN_LINE),
            )
            for no, one in enumerate(rows)
        ),
        scale=tuple(
            Mark(at=across(value), says=scale(value), anchor=_anchor(across(value)))
            for value in levels
        ),
        tall=em(SPAN_TALL * len(rows)),
        table=table,
    )


# -- Four chairs.


@dataclass(frozen=True, kw_only=True)
class Chair:
    """A seat at the table, with its figure and what is below it."""

    name: str
    figure: str
    says: str
    ink: str
    """As of a `dot`."""


@dataclass(frozen=True, kw_only=True)
class ChairChart:
    """What templates/charts/chairs.html draws."""

    says: str
    chairs: tuple[tuple[str, str, Chair], ...]
    """The left edge and the top of each, as SVG lengths, from the dealer on, clockwise."""
    table: Table | None = None


ROUND_THE_TABLE = ((350, 98), (0, 49), (350, 0), (700, 49))
"""Where a chair is: thousandths of the width, and tenths of an em."""


def chairs(seats: Sequence[Chair], *, says: str, table: Table | None = None) -> ChairChart:
    """Return four chairs around a table, the dealer's first, then clockwise."""
    places = zip(ROUND_THE_TABLE, seats, strict=True)
    return ChairChart(
        says=says,
        chairs=tuple((percent(x), em(y), seat) for (x, y), seat in places),
        table=table,
    )
