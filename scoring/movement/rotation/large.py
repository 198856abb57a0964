"""Construct rounds on a circle, for more people than cycles are stored for.

The places on the circle are an odd number. Two people at equal distances to the left and right of
the round's own place are partners (the patterned starter). That place moves on by one each round,
so no one has a partner twice. With an even number of people, one more sits in the middle, and is
the partner of the person at the round's place.

The pairs that play each other are the same in every round, seen from its place. Pairs at distances
a and b from it make opponents of people who are a - b and a + b apart. So these should differ
between all pairs, as far as possible. Later a search spreads the opponents of the rounds that are
played (scoring.movement.rotation.search).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from random import Random

MIDDLE = 0
"""The pair of the round's own place with the middle; the others are called by their distance."""
STEPS = 40_000
"""The number of changes to try. They take some hundredths of a second."""
Two = tuple[int, int]


def rounds_of(players: int) -> Iterator[list[tuple[int, int, int, int]]]:
    """Yield rounds without end for this number of players, counted from 0. A round is a list of
    games, partners first.

    No one has a partner twice in the first `players` - 2 rounds. All sit out equally often, within
    one, and never twice in a row.
    """
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
    """Return the pairs that play each other, as distances from the round's own place.

    It begins with none. Again and again a free pair is matched with another, unless that would part
    two games. At last the remaining pairs play each other. The number of steps is fixed.
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
    """Return the distances between the opponents of a game. The player in the middle has no
    place."""
    if MIDDLE in (one, other):
        return {max(one, other)}
    return {abs(one - other), min(one + other, circle - one - other)}
