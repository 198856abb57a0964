"""Rounds for more people than a cycle is kept for, constructed: partners go round a circle.

Around a circle of an odd number of places, two who stand as far to the left as to the right of the
round's own place are partners (the patterned starter). When that place goes on by one each round,
nobody partners anybody twice. With an even number of people one more stands in the middle, and is
the partner of whoever has the round's place. Which pairs meet is the same in every round, seen from
its place: pairs at distances a and b from it make opponents of people who are a - b and a + b
apart, so that these are to be different for all pairs, as far as can be found. A search spreads
the opponents of the rounds that are played afterwards (scoring.movement.rotation.search).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from random import Random

MIDDLE = 0
"""The pair of the round's own place with the middle; the others are called by their distance."""
STEPS = 40_000
"""Changes that are tried: some hundredths of a second."""
Two = tuple[int, int]


def rounds_of(players: int) -> Iterator[list[tuple[int, int, int, int]]]:
    """Yield rounds without end for so many players, counted from 0, each a list of games, partners
    first. Nobody partners anybody twice in as many rounds as there are players, but two; all sit
    out equally often, within one, and nobody twice running."""
    circle = players - 1 + players % 2
    meetings = _meetings(players)
    # Two of 4n + 2 sit out, and whoever is in the middle does so with the round's own place.
    far = circle // 4
    rests = [_other_rest(meetings, far) if at is None else meetings for at in _order(players)]
    order = [3 * far if at is None else at for at in _order(players)]
    for turn in count():
        at, meet = order[turn % len(order)], rests[turn % len(rests)]
        yield [(*_pair(one, at, circle), *_pair(other, at, circle)) for one, other in meet]


def _order(players: int) -> list[int | None]:
    """Return the places that rounds have; None for the round in which the middle sits out."""
    if players % 4 != 2:
        return list(range(players - 1 + players % 2))
    # By then all others have sat out once, but who has place 3n.
    n = players // 4
    return [*range(2 * n), None, *range(2 * n + 1, 3 * n), 2 * n, *range(3 * n + 1, 4 * n)]


def _pair(distance: int, at: int, circle: int) -> Two:
    if distance == MIDDLE:
        return at, circle
    return (at + distance) % circle, (at - distance) % circle


def _other_rest(meetings: tuple[Two, ...], far: int) -> tuple[Two, ...]:
    """Let the middle sit out in the place of the pair at distance `far`."""
    return tuple((far, max(two)) if MIDDLE in two else two for two in meetings)


@lru_cache(maxsize=16)
def _meetings(players: int) -> tuple[Two, ...]:
    """Return which pairs play each other, called by their distances from the round's own place.

    It begins with none; again and again one that plays nobody yet is let play another, unless that
    would part two games, and at last those that are over play each other. A fixed number of steps.
    """
    circle = players - 1 + players % 2
    # Three of 4n + 3 sit out, as far from each other as can be.
    resting = {2: circle // 4, 3: (players + 1) // 3}.get(players % 4)
    pairs = [no for no in range(MIDDLE, circle // 2 + 1) if no != resting]
    if players % 2:
        pairs.remove(MIDDLE)
    chance, plays, made_by, alone = Random(players), {}, {}, list(pairs)
    for _ in range(STEPS):
        if not alone:
            break
        one, other = chance.choice(alone), chance.choice(pairs)
        apart = _apart(one, other, circle)
        parted = {made_by[value] for value in apart if value in made_by}
        if other in plays:
            parted.add(frozenset((other, plays[other])))
        if one == other or len(parted) > 1:
            continue
        for game in parted:
            for no in game:
                del plays[no]
                alone.append(no)
            for value in _apart(*game, circle):
                del made_by[value]
        plays[one], plays[other] = other, one
        alone = [no for no in alone if no not in (one, other)]
        made_by.update(dict.fromkeys(apart, frozenset((one, other))))
    games = [(one, other) for one, other in plays.items() if one < other]
    return tuple(games + list(zip(alone[::2], alone[1::2], strict=True)))


def _apart(one: int, other: int, circle: int) -> set[int]:
    """Return how far apart the opponents of a game stand; who is in the middle has no place."""
    if MIDDLE in (one, other):
        return {max(one, other)}
    return {abs(one - other), min(one + other, circle - one - other)}
