"""Rounds that are made better by exchanging two people of a round, again and again."""

from __future__ import annotations

from random import Random

from scoring.movements.rotation.tally import Pair, Tally

LATE = 30
"""An exchange may cost something if the whole is no worse than so many steps ago (Burke and
Bykov)."""


class Exchange:
    """Rounds and what they cost. Each is a list of people: the seats table by table, partners
    first, then who sits out: he stays there. The partner of place p is at p ^ 1, the opponents are
    at p ^ 2 and p ^ 3.
    """

    def __init__(
        self, rounds: list[list[int]], *, seats: int, partners: Tally, opponents: Tally
    ) -> None:
        """The tallies hold what was played before."""
        self.rounds, self.seats = rounds, seats
        self.partners, self.opponents = partners, opponents
        for round in rounds:
            for at in range(0, seats, 4):
                a, b, c, d = round[at : at + 4]
                self._met(partners, (a, b), (c, d))
                self._met(opponents, (a, c), (a, d), (b, c), (b, d))
        self.cost = partners.cost() + opponents.cost()
        self._keep()

    @staticmethod
    def _met(tally: Tally, *pairs: Pair) -> None:
        for one, other in pairs:
            tally.add(one, other, 1)

    def _keep(self) -> None:
        self.best, self.kept = self.cost, [round[:] for round in self.rounds]

    def settle(self, chance: Random, *, steps: int, goal: int) -> None:
        """Try so many exchanges, or until the cost is down to the goal; `kept` are the best rounds
        found."""
        late = [self.cost] * LATE
        for step in range(steps):
            if self.cost <= goal:
                break
            drawn = chance.getrandbits(48)
            round = self.rounds[drawn % len(self.rounds)]
            one, other = (drawn >> 16) % self.seats, (drawn >> 32) % self.seats
            if one >> 1 != other >> 1:
                change = self._change(round, one, other)
                if change <= 0 or self.cost + change <= late[step % LATE]:
                    self._exchange(round, one, other, change)
            if self.cost < late[step % LATE]:
                late[step % LATE] = self.cost
        if self.cost < self.best:
            self._keep()

    def _change(self, round: list[int], one: int, other: int) -> int:
        """Return what it would cost if those in two places, no partners, changed seats."""
        a, b, a_with, b_with = round[one], round[other], round[one ^ 1], round[other ^ 1]
        more, less = self.partners.more, self.partners.less
        cost = more[a][b_with] + more[b][a_with] - less[a][a_with] - less[b][b_with]
        more, less = self.opponents.more, self.opponents.less
        if one >> 2 == other >> 2:
            return cost + more[a][a_with] + more[b][b_with] - less[a][b_with] - less[b][a_with]
        more_a, more_b, less_a, less_b = more[a], more[b], less[a], less[b]
        c, d, e, f = round[one ^ 2], round[one ^ 3], round[other ^ 2], round[other ^ 3]
        cost += more_a[e] + more_a[f] - less_a[c] - less_a[d]
        return cost + more_b[c] + more_b[d] - less_b[e] - less_b[f]

    def _exchange(self, round: list[int], one: int, other: int, change: int) -> None:
        if change > 0 and self.cost < self.best:
            self._keep()
        self._count(round, one, -1)
        self._count(round, other, -1)
        round[one], round[other] = round[other], round[one]
        self._count(round, one, 1)
        self._count(round, other, 1)
        self.cost += change

    def _count(self, round: list[int], place: int, by: int) -> None:
        """Count whom somebody meets in a place. Two at one table are taken out twice, and put in
        twice."""
        who = round[place]
        self.partners.add(who, round[place ^ 1], by)
        self.opponents.add(who, round[place ^ 2], by)
        self.opponents.add(who, round[place ^ 3], by)
