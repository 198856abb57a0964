"""Who sits out: whoever did least, and nobody twice running while that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from scoring.movements.rotation.past import Past


def sitting_out(
    people: Sequence[int], *, rounds: int, past: Past, chance: Random
) -> Iterator[list[int]]:
    """Yield who sits out in each of so many rounds; chance decides between those who did equally
    often."""
    times, last = Counter({one: past.sit_outs[one] for one in people}), past.last_out
    for _ in range(rounds):
        order = sorted(people, key=lambda one: (one in last, times[one], chance.random()))
        out = order[: len(people) % 4]
        times.update(out)
        last = frozenset(out)
        yield out
