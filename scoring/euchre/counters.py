"""Points as objects on a table: coloured counters, and strokes in fives (Foster 1905, p. 18)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scoring.euchre.rule_set import RuleSet


class Counters(NamedTuple):
    """The fewest counters for a number of points. A blue one is 25, a red one 5, a white one 1."""

    blue: int
    red: int
    white: int


WORTH = Counters(25, 5, 1)
"""What a counter of each colour is worth."""
WORTH_IN_WORDS = f"white is {WORTH.white}, red is {WORTH.red} and blue is {WORTH.blue}"


def counters(points: int) -> Counters:
    """Return the fewest counters worth `points`. Below 0 there are none to hold."""
    blue, rest = divmod(max(points, 0), WORTH.blue)
    red, white = divmod(rest, WORTH.red)
    return Counters(blue, red, white)


POOL = 100
"""The value of a full pool, "about a hundred counters"."""


class Pool(NamedTuple):
    """A banker's pool in points, with the rest that should be left and the debt beyond it."""

    left: int
    short: int = 0
    whole: int = POOL

    @property
    def in_counters(self) -> str:
        """The rest of the pool in the fewest counters, such as "3 blue, 1 red, 3 white"."""
        fewest = counters(self.left)._asdict().items()
        return ", ".join(f"{number} {colour}" for colour, number in fewest if number)


def pool(totals: Iterable[int]) -> Pool:
    """Return what a pool should hold once these points were paid from it (Foster 1905, p. 18)."""
    left = POOL - sum(totals)
    return Pool(max(left, 0), max(-left, 0))


class Strokes(NamedTuple):
    """Strokes on paper, as bundles of five (the fifth across the four) and single strokes."""

    fives: int
    ones: int


def strokes(points: int) -> Strokes:
    """Return how `points` are written in strokes. Below 0 there are none."""
    return Strokes(*divmod(max(points, 0), 5))


MARKS = {
    "figures": "Figures",
    "three-four": "A three and a four",
    "two-three": "A two and a three",
    "chalk": "A chalked cross",
}
"""Ways to mark a game of five: in figures, with two spare cards, or with a cross in chalk."""


def may_be_marked(rules: RuleSet) -> bool:
    """Return whether each side has markers. It has in a game of five with partners, or of two or
    three players. There a cross is chalked "beside each player" (Hoffmann's Hoyle, p. 72). A game
    that must be won by two has none, because its score passes five."""
    return rules.target == 5 and rules.win_by == 1 and rules.partners != "called"


class Marker(NamedTuple):
    """A spare card that marks the score, with its pips and whether it lies face up."""

    pips: int
    up: bool


class Laid(NamedTuple):
    """Two markers: the one below, the one above, and how much the upper covers."""

    under: Marker
    over: Marker
    how: str
    """"on" it, over "half" of it, or "beside" it."""


def three_and_four(points: int) -> Laid:
    """Return how a three and a four show 0 to 4 points (Keller 1887, ch. 2; Hoffmann's Hoyle, p.
    72).

    The face below shows one and two, the face on top three and four, however many pips are visible.
    """
    low, high = (3, 4) if points in (1, 4) else (4, 3)
    return Laid(Marker(low, points > 0), Marker(high, points > 2), "on")


def two_and_three(points: int) -> Laid:
    """Return how a two and a three show 0 to 4 points by their visible pips (Keller 1887, ch.
    2)."""
    if points in (1, 4):
        return Laid(Marker(2, True), Marker(3, points == 4), "half")
    return Laid(Marker(2, points == 2), Marker(3, points == 3), "beside")


class Cross(NamedTuple):
    """A chalked cross: whether its centre is left, and how many of its four arms."""

    centre: bool
    arms: int


def chalk(points: int) -> Cross:
    """Return what is left of the cross at 0 to 4 points (Hoffmann's Hoyle, p. 72).

    The first point rubs out the centre, each further one an arm.
    """
    return Cross(points == 0, min(4, 5 - points))
