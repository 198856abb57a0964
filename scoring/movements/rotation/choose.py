"""Which rounds of a cycle are played, and in which order: people sit out evenly and never twice running."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

TRIES = 400


def chosen(out: Sequence[frozenset[int]], rounds: int, players: int) -> list[int] | None:
    """Return the places of so many rounds of a cycle, given who sits out in each; None when none fit.

    The first ones in their order, if that will do.
    """
    for no in range(TRIES):
        order = list(range(len(out)))
        if no:
            Random(no).shuffle(order)
        found = _greedy(out, order, rounds)
        if found is not None and _even(out, found, players):
            return found
    return None


def _greedy(out: Sequence[frozenset[int]], order: list[int], rounds: int) -> list[int] | None:
    """Take round after round: of those in which nobody sits out twice running, the one that is most even."""
    times: Counter[int] = Counter()
    found: list[int] = []
    left = list(order)
    while len(found) < rounds:
        last = out[found[-1]] if found else frozenset()
        fit = [no for no in left if not out[no] & last]
        if not fit:
            return None
        best = min(fit, key=lambda no: sorted((times[one] for one in out[no]), reverse=True))
        found.append(best)
        left.remove(best)
        times.update(out[best])
    return found


def _even(out: Sequence[frozenset[int]], found: Sequence[int], players: int) -> bool:
    times = Counter(one for no in found for one in out[no])
    counts = [times[one] for one in range(players)]
    return max(counts) - min(counts) <= 1
