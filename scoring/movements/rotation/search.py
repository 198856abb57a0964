"""A rotation found by search: for numbers without a cycle, and for the rest of an evening planned anew.

Sit-outs are dealt out first, evenly and never twice running; then people change places within a round, a
fixed number of times, and a change stays if it makes the whole better: the same seed finds the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

Quad = list[int]
"""Partners first: the first two play against the other two."""
STEPS, A_PLACE = 45_000, 400
"""Changes that are tried: so many for each place in each round, and no more than take about a second."""
TWICE, MET, COUPLE = 400, 3, 60
"""What a partner met again costs; meeting adversaries, squared; a couple's wish that is not met."""
PAIRS = ((0, 1), (2, 3))
CROSS = ((0, 2), (0, 3), (1, 2), (1, 3))


@dataclass(frozen=True, kw_only=True)
class Past:
    """What was played before: how often any two were partners or adversaries, who sat out how often."""

    partners: Counter
    opponents: Counter
    sit_outs: Counter
    last_out: frozenset[int] = frozenset()


def search(
    *,
    people: Sequence[int],
    rounds: int,
    past: Past,
    seed: int,
    apart: Collection[frozenset[int]] = (),
    together: Collection[frozenset[int]] = (),
) -> list[tuple[list[Quad], list[int]]]:
    """Return rounds as (tables, who sits out). Couples who ask are kept `apart` or `together` as partners."""
    chance = Random(seed)
    found = _Found(past, apart, together)
    for out in _sit_outs(people, rounds, past, chance):
        playing = [one for one in people if one not in out]
        chance.shuffle(playing)
        found.add([playing[at : at + 4] for at in range(0, len(playing), 4)], out)
    found.improve(chance)
    return list(zip(found.rounds, found.out, strict=True))


def _sit_outs(people: Sequence[int], rounds: int, past: Past, chance: Random) -> Iterable[list[int]]:
    """Yield who sits out in each round: whoever did least, and not in the round before."""
    times, last = Counter({one: past.sit_outs[one] for one in people}), past.last_out
    for _ in range(rounds):
        order = sorted(people, key=lambda one: (one in last, times[one], chance.random()))
        out = order[: len(people) % 4]
        times.update(out)
        last = frozenset(out)
        yield out


class _Found:
    """Rounds with what they cost, brought down change by change."""

    def __init__(self, past: Past, apart: Collection, together: Collection) -> None:
        self.partners, self.opponents = Counter(past.partners), Counter(past.opponents)
        self.apart, self.together = frozenset(apart), frozenset(together)
        self.rounds: list[list[Quad]] = []
        self.out: list[list[int]] = []

    def add(self, tables: list[Quad], out: list[int]) -> None:
        """Put a round at the end."""
        self.rounds.append(tables)
        self.out.append(out)
        for quad in tables:
            self._count(quad, 1)

    def improve(self, chance: Random) -> None:
        """Try changes; at first also some that cost a little, so as not to stay in the first valley."""
        places = [(no, at) for no, tables in enumerate(self.rounds) for at in range(4 * len(tables))]
        if not places:
            return
        steps = min(STEPS, A_PLACE * len(places))
        for step in range(steps):
            no, one = chance.choice(places)
            tables = self.rounds[no]
            other = chance.randrange(4 * len(tables))
            if one != other:
                self._try(tables, one, other, allowed=_allowed(step, steps, chance))

    def _try(self, tables: list[Quad], one: int, other: int, *, allowed: int) -> None:
        (first, a), (second, b) = divmod(one, 4), divmod(other, 4)
        touched = {first, second}
        before = sum(self._count(tables[at], -1) for at in touched)
        self._change(tables, first, a, second, b)
        after = sum(self._count(tables[at], 1) for at in touched)
        if after - before > allowed:
            for at in touched:
                self._count(tables[at], -1)
            self._change(tables, first, a, second, b)
            for at in touched:
                self._count(tables[at], 1)

    @staticmethod
    def _change(tables: list[Quad], first: int, a: int, second: int, b: int) -> None:
        tables[first][a], tables[second][b] = tables[second][b], tables[first][a]

    def _count(self, quad: Quad, by: int) -> int:
        """Count a table in (1) or out (-1), and return what it adds to the cost, or added."""
        cost = 0
        for pairs, met, weight in ((PAIRS, self.partners, TWICE), (CROSS, self.opponents, MET)):
            for i, j in pairs:
                pair = frozenset((quad[i], quad[j]))
                times = met[pair] if by > 0 else met[pair] - 1
                cost += weight * (2 * times + 1) if weight == MET else weight * times
                met[pair] += by
                if weight == TWICE and pair in self.apart:
                    cost += COUPLE
                if weight == TWICE and pair in self.together:
                    cost -= COUPLE
        return cost


def _allowed(step: int, steps: int, chance: Random) -> int:
    """Return how much worse a change may be: less and less, and nothing in the last third."""
    left = steps * 2 // 3 - step
    return chance.randrange(12) * left // steps if left > 0 else 0


def past_of(rounds: Iterable[tuple[Iterable[Sequence[int]], Collection[int]]]) -> Past:
    """Return what rounds come to, each (tables with partners first, who sat out)."""
    partners, opponents, sit_outs, last = Counter(), Counter(), Counter(), frozenset()
    for tables, out in rounds:
        sit_outs.update(out)
        last = frozenset(out)
        for quad in tables:
            partners.update(frozenset((quad[i], quad[j])) for i, j in PAIRS)
            opponents.update(frozenset((quad[i], quad[j])) for i, j in CROSS)
    return Past(partners=partners, opponents=opponents, sit_outs=sit_outs, last_out=last)


def figures(rounds: Iterable[tuple[Iterable[Sequence[int]], Collection[int]]], people: Sequence[int]) -> dict:
    """Return the summary of a plan as euchre-movement/1 has it."""
    past = past_of(rounds)
    outs = [past.sit_outs[one] for one in people]
    return {
        "partners": {"max": max(past.partners.values(), default=0)},
        "opponents": {"max": max(past.opponents.values(), default=0)},
        "sit_outs": {"min": min(outs), "max": max(outs)},
    }
