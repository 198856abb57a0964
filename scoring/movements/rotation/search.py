"""A rotation made better step by step: for a part of a cycle, and for the rest of an evening
planned anew.

Who sits out is settled first; then people change places within a round. The number of steps is
fixed, so the same seed finds the same rounds on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from random import Random

from scoring.movements.rotation.exchange import Exchange
from scoring.movements.rotation.past import Past
from scoring.movements.rotation.sit_outs import sitting_out
from scoring.movements.rotation.tally import Pair, Tally

STEPS, A_PLACE = 160_000, 400
"""Steps in all, and for each place in each round before another start: well under a second."""
WISH, MET, TOO_OFTEN, TWICE = 1, 10**4, 10**7, 10**10
"""What counts, each more than the one before it can come to: a couple's wish; opponents, by the
square of how often they meet; opponents who meet more often than need be; partners who meet
again."""
Planned = tuple[list[list[int]], list[int]]
"""A round: its tables, partners first, and who sits out."""


def search(
    *,
    people: Sequence[int],
    rounds: int,
    past: Past,
    seed: int,
    start: Sequence[Planned] = (),
    apart: Collection[frozenset[int]] = (),
    together: Collection[frozenset[int]] = (),
) -> list[Planned]:
    """Return the best rounds found: from `start`, where that is given, and from others made by lot.

    Couples are kept `apart`, or `together`: rather as partners than as opponents.
    """
    wishes = dict.fromkeys(apart, WISH) | dict.fromkeys(together, -WISH)
    task = _Task(people, rounds=rounds, past=past, wishes=wishes)
    chance = Random(seed)
    each = A_PLACE * task.seats * rounds
    best = None
    for steps, first in zip(range(STEPS, 0, -each), task.starts(start, chance), strict=False):
        found = task.exchange(first)
        found.settle(chance, steps=min(steps, each), goal=task.goal)
        best = found if best is None or found.best < best.best else best
        if best.best <= task.goal:
            break
    return [task.planned(round) for round in best.kept]


class _Task:
    """What is searched for; people are numbered from 0, as they stand in `people`."""

    def __init__(
        self,
        people: Sequence[int],
        *,
        rounds: int,
        past: Past,
        wishes: Mapping[frozenset[int], int],
    ) -> None:
        self.people, self.rounds, self.past = people, rounds, past
        self.number = {one: no for no, one in enumerate(people)}
        self.seats = len(people) // 4 * 4
        self.met = self._of_those_here(past.partners), self._of_those_here(past.opponents)
        self.wishes = self._of_those_here(wishes)
        partners, opponents = self._tallies()
        hoped = sum(3 * rounds * min(0, wish) for wish in self.wishes.values())
        self.goal = (
            partners.least(self.seats // 2 * rounds) + opponents.least(self.seats * rounds) + hoped
        )

    def _of_those_here(self, pairs: Mapping[frozenset[int], int]) -> dict[Pair, int]:
        here = {pair: value for pair, value in pairs.items() if pair <= self.number.keys()}
        return {tuple(self.number[one] for one in pair): value for pair, value in here.items()}

    def _tallies(self) -> tuple[Tally, Tally]:
        """Return partners and opponents as they were before, with what more meetings cost."""
        partners, opponents = self.met
        pairs = len(self.people) * (len(self.people) - 1) // 2
        enough = max(2, -(-(sum(opponents.values()) + self.seats * self.rounds) // pairs))
        most = range(
            2 * self.rounds + max([*partners.values(), *opponents.values()], default=0) + 2
        )
        again = [TWICE * times for times in most]
        square = [MET * (2 * times + 1) + TOO_OFTEN * max(0, times - enough + 1) for times in most]
        twofold = {pair: 2 * wish for pair, wish in self.wishes.items()}
        return (
            Tally(len(self.people), price=again, wishes=twofold, met=partners),
            Tally(len(self.people), price=square, wishes=self.wishes, met=opponents),
        )

    def exchange(self, first: list[list[int]]) -> Exchange:
        partners, opponents = self._tallies()
        return Exchange(first, seats=self.seats, partners=partners, opponents=opponents)

    def starts(self, start: Sequence[Planned], chance: Random) -> Iterator[list[list[int]]]:
        """Yield what to begin with: seats table by table, then who sits out."""
        if start:
            yield [[self.number[one] for one in chain(*tables, out)] for tables, out in start]
        while True:
            yield [self._by_lot(out, chance) for out in self._sit_outs(chance)]

    def _sit_outs(self, chance: Random) -> Iterator[list[int]]:
        return sitting_out(self.people, rounds=self.rounds, past=self.past, chance=chance)

    def _by_lot(self, out: list[int], chance: Random) -> list[int]:
        playing = [one for one in self.people if one not in out]
        return [self.number[one] for one in (*chance.sample(playing, len(playing)), *out)]

    def planned(self, round: list[int]) -> Planned:
        people = [self.people[no] for no in round]
        return [people[at : at + 4] for at in range(0, self.seats, 4)], people[self.seats :]
