"""Improve a rotation step by step, for a part of a cycle or the rest of an evening.

The search first settles who sits out. Then people swap places within a round. The number of steps
is fixed, so the same seed finds the same rounds on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, chain, combinations, pairwise, product
from random import Random

# -- What was played before: whoever plans on, minds it.


def met_at(people: int) -> tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]]:
    """Return the places of partners and those of opponents at a table of so many, where the first
    half plays against the other."""
    first, other = range(people // 2), range(people // 2, people)
    partners = [two for side in (first, other) for two in combinations(side, 2)]
    return partners, [*product(first, other)]


@dataclass(frozen=True, kw_only=True)
class Past:
    """How often any two were partners or opponents, who sat out how often, at which table, in which
    seat."""

    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    opponents: Counter[frozenset[int]] = field(default_factory=Counter)
    sit_outs: Counter[int] = field(default_factory=Counter)
    tables: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By player and table, counted from 0."""
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By player and seat: 0 north, 1 south, 2 east, 3 west."""
    last_out: frozenset[int] = frozenset()
    """The people who must not sit out next."""
    last_partners: frozenset[frozenset[int]] = frozenset()
    """The partners of the last round."""


def past_of(rounds: Iterable[tuple[Iterable[Sequence[int]], Collection[int]]]) -> Past:
    """Return the past of these rounds, each (its tables as north, south, east and west, who sat
    out)."""
    past, last = Past(), frozenset()
    for quads, out in rounds:
        past.sit_outs.update(out)
        last = frozenset(out)
        for table, quad in enumerate(quads):
            partners, opponents = met_at(len(quad))
            past.partners.update(frozenset((quad[i], quad[j])) for i, j in partners)
            past.opponents.update(frozenset((quad[i], quad[j])) for i, j in opponents)
            past.tables.update((one, table) for one in quad)
            past.seats.update((one, seat) for seat, one in enumerate(quad))
    return replace(past, last_out=last)


def figures(past: Past, people: Sequence[int]) -> dict:
    """Return the summary of a plan as euchre-movement/1 has it."""
    outs = [past.sit_outs[one] for one in people]
    return {
        "partners": {"max": max(past.partners.values(), default=0)},
        "opponents": {"max": max(past.opponents.values(), default=0)},
        "sit_outs": {"min": min(outs), "max": max(outs)},
    }


# -- Who sits out: whoever did least, and nobody twice running while that is possible.


def sitting_out(
    people: Sequence[int], *, rounds: int, past: Past, chance: Random, number: int
) -> Iterator[list[int]]:
    """Yield the `number` of people who sit out in each of these rounds. Ties are drawn by lot."""
    times, last = Counter({one: past.sit_outs[one] for one in people}), past.last_out
    for _ in range(rounds):
        order = sorted(people, key=lambda one: (one in last, times[one], chance.random()))
        out = order[:number]
        times.update(out)
        last = frozenset(out)
        yield out


# -- How often any two met, and what once more would cost: what a search asks at every step.

Pair = tuple[int, int]


class Tally:
    """Meetings of one kind between people numbered from 0.

    `more[a][b]` is what one more meeting of two would cost, `less[a][b]` what one fewer would save.
    """

    def __init__(
        self,
        people: int,
        *,
        price: Sequence[int],
        wishes: Mapping[Pair, int],
        met: Mapping[Pair, int],
    ) -> None:
        """`price` has the cost of the first meeting of two people, of the second, and so on.
        `wishes` has extra costs of some pairs, and `met` how often some have met before."""
        self.price = price
        self.times = [[0] * people for _ in range(people)]
        self.wish = [[0] * people for _ in range(people)]
        self.more = [[price[0]] * people for _ in range(people)]
        for (one, other), cost in wishes.items():
            self.wish[one][other] = self.wish[other][one] = cost
            self.more[one][other] = self.more[other][one] = price[0] + cost
        self.less = [[0] * people for _ in range(people)]
        for (one, other), times in met.items():
            self.add(one, other, times)

    def add(self, one: int, other: int, by: int) -> None:
        """Add `by` meetings of two people, or take some off."""
        self.times[one][other] = self.times[other][one] = times = self.times[one][other] + by
        self.more[one][other] = self.more[other][one] = self.price[times] + self.wish[one][other]
        self.less[one][other] = self.less[other][one] = (
            self.price[times - 1] + self.wish[one][other]
        )

    def cost(self) -> int:
        """Return what all meetings cost together."""
        return sum(
            sum(self.price[:times]) + self.wish[one][other] * times
            for one, row in enumerate(self.times)
            for other, times in enumerate(row[:one])
            if times
        )

    def least(self, meetings: int) -> int:
        """Return the least cost of this number of further meetings, spread evenly and without
        wishes."""
        people = len(self.times)
        pairs = people * (people - 1) // 2
        each, over = divmod(meetings + sum(map(sum, self.times)) // 2, pairs)
        return pairs * sum(self.price[:each]) + over * self.price[each]


# -- Rounds that are made better by exchanging two people of a round, again and again.

LATE = 30
"""An exchange may raise the cost if the total is no worse than this many steps ago (Burke and
Bykov)."""


class Exchange:
    """Rounds and their cost. A round is a list of people, with the seats table by table, partners
    first, and then the people who sit out, who stay there. The partner of place p is at p ^ 1, and
    the opponents are at p ^ 2 and p ^ 3."""

    def __init__(
        self,
        rounds: list[list[int]],
        *,
        seats: int,
        partners: Tally,
        opponents: Tally,
        fixed: Sequence[Collection[int]] = (),
    ) -> None:
        """The tallies hold what was played before. Those who are `fixed` in a round keep their
        seats."""
        self.rounds, self.seats = rounds, seats
        self.fixed = fixed or [()] * len(rounds)
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
        """Try this number of exchanges, or until the cost is down to the goal. `kept` has the best
        rounds found."""
        late = [self.cost] * LATE
        for step in range(steps):
            if self.cost <= goal:
                break
            drawn = chance.getrandbits(48)
            at = drawn % len(self.rounds)
            round, fixed = self.rounds[at], self.fixed[at]
            one, other = (drawn >> 16) % self.seats, (drawn >> 32) % self.seats
            if fixed and (round[one] in fixed or round[other] in fixed):
                continue
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
        """Count the people that a person meets at a place. Two at one table are removed twice and
        added twice."""
        who = round[place]
        self.partners.add(who, round[place ^ 1], by)
        self.opponents.add(who, round[place ^ 2], by)
        self.opponents.add(who, round[place ^ 3], by)


class Hall:
    """The places of tables that are not all of four, where the first half of each plays against the
    other half."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.partners: list[tuple[int, ...]] = []
        self.opponents: list[tuple[int, ...]] = []
        for start, end in pairwise(accumulate(sizes, initial=0)):
            middle = (start + end) // 2
            sides = (range(start, middle), range(middle, end))
            for side, others in (sides, sides[::-1]):
                for place in side:
                    self.partners.append(tuple(at for at in side if at != place))
                    self.opponents.append(tuple(others))
        self.seats = len(self.partners)
        self.at_table = [a + b for a, b in zip(self.partners, self.opponents, strict=True)]


class ExchangeInHall(Exchange):
    """The same for a hall with tables of six, or of six and of four."""

    def __init__(
        self,
        rounds: list[list[int]],
        *,
        hall: Hall,
        partners: Tally,
        opponents: Tally,
        fixed: Sequence[Collection[int]] = (),
    ) -> None:
        self.hall, self.rounds, self.seats = hall, rounds, hall.seats
        self.fixed = fixed or [()] * len(rounds)
        self.partners, self.opponents = partners, opponents
        for round in rounds:
            for tally, met in ((partners, hall.partners), (opponents, hall.opponents)):
                pairs = {frozenset((place, at)) for place, of in enumerate(met) for at in of}
                self._met(tally, *((round[one], round[other]) for one, other in pairs))
        self.cost = partners.cost() + opponents.cost()
        self._keep()

    def settle(self, chance: Random, *, steps: int, goal: int) -> None:
        late = [self.cost] * LATE
        partners = self.hall.partners
        for step in range(steps):
            if self.cost <= goal:
                break
            drawn = chance.getrandbits(48)
            at = drawn % len(self.rounds)
            round, fixed = self.rounds[at], self.fixed[at]
            one, other = (drawn >> 16) % self.seats, (drawn >> 32) % self.seats
            if one == other or other in partners[one]:
                continue
            if fixed and (round[one] in fixed or round[other] in fixed):
                continue
            change = self._change(round, one, other)
            if change <= 0 or self.cost + change <= late[step % LATE]:
                self._exchange(round, one, other, change)
            if self.cost < late[step % LATE]:
                late[step % LATE] = self.cost
        if self.cost < self.best:
            self._keep()

    def _change(self, round: list[int], one: int, other: int) -> int:
        hall, a, b = self.hall, round[one], round[other]
        cost = self._swapped(self.partners, round, a, b, hall.partners[one], hall.partners[other])
        if other in hall.opponents[one]:
            # They stay opponents, and each plays against those who were partners.
            return cost + self._swapped(
                self.opponents, round, a, b, hall.partners[other], hall.partners[one]
            )
        return cost + self._swapped(
            self.opponents, round, a, b, hall.opponents[one], hall.opponents[other]
        )

    @staticmethod
    def _swapped(
        tally: Tally, round: list[int], a: int, b: int, of_a: Sequence[int], of_b: Sequence[int]
    ) -> int:
        """Return what it costs if a meets those at the places of b, and b those of a."""
        more_a, more_b, less_a, less_b = tally.more[a], tally.more[b], tally.less[a], tally.less[b]
        cost = 0
        for place in of_a:
            who = round[place]
            cost += more_b[who] - less_a[who]
        for place in of_b:
            who = round[place]
            cost += more_a[who] - less_b[who]
        return cost

    def _count(self, round: list[int], place: int, by: int) -> None:
        who = round[place]
        for at in self.hall.partners[place]:
            self.partners.add(who, round[at], by)
        for at in self.hall.opponents[place]:
            self.opponents.add(who, round[at], by)


STEPS, A_PLACE = 160_000, 400
"""The most steps in all, and for each place in each round before a restart. They take well under a
second."""
MET, TOO_OFTEN, UNMIXED, TWICE, APART = 10**4, 10**7, 10**9, 10**10, 10**15
"""Weights, each more than the sum of all before it that can differ. They are for opponents by the
square of their meetings, for opponents who meet too often, for partners of one group, for partners
who meet again, and for people at one table who ask to be apart."""
Due = Callable[[Collection[int], Collection[frozenset[int]]], Collection[frozenset[int]]]
"""Returns who must be partners in a round, from those who play in it and the partners of the round
before."""
Planned = tuple[list[list[int]], list[int]]
"""A round: its tables, partners first, and who sits out."""


def search(  # noqa: PLR0913
    *,
    people: Sequence[int],
    rounds: int,
    past: Past,
    seed: int,
    start: Sequence[Planned] = (),
    apart: Collection[frozenset[int]] = (),
    together: Due | None = None,
    unmixed: Collection[frozenset[int]] = (),
    sizes: Sequence[int] = (),
    spread: bool = True,
) -> list[Planned]:
    """Return the best rounds found, from `start` if it is given, and from others made by lot.
    `sizes` has the people at each table, if they are not all of four. Their partners are found
    before opponents are spread, which is left out without `spread`.

    Couples are kept `apart` while that is possible, and `together` has those who must be partners.
    The pairs in `unmixed` are not made partners, unless others would be partners again.
    """
    if sizes and spread:
        what = {"apart": apart, "together": together, "unmixed": unmixed, "sizes": sizes}
        what |= {"people": people, "rounds": rounds, "past": past, "seed": seed}
        start = search(start=start, spread=False, **what)
    wishes = dict.fromkeys(apart, APART)
    about = {"rounds": rounds, "past": past, "wishes": wishes, "unmixed": unmixed}
    task = _Task(people, together=together, sizes=sizes, spread=spread, **about)
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
    """The task of a search. People are numbered from 0, in the order of `people`."""

    def __init__(
        self,
        people: Sequence[int],
        *,
        rounds: int,
        past: Past,
        wishes: Mapping[frozenset[int], int],
        unmixed: Collection[frozenset[int]],
        together: Due | None,
        sizes: Sequence[int],
        spread: bool,
    ) -> None:
        self.spread = spread
        self.together, self.sizes = together, sizes or (4,) * (len(people) // 4)
        self.hall = Hall(sizes) if sizes else None
        self.people, self.rounds, self.past = people, rounds, past
        self.number = {one: no for no, one in enumerate(people)}
        self.seats = sum(self.sizes)
        self.met = self._of_those_here(past.partners), self._of_those_here(past.opponents)
        self.wishes = self._of_those_here(wishes)
        self.apart = {tuple(sorted(two)) for two in self.wishes}
        self.unmixed = self._of_those_here(dict.fromkeys(unmixed, UNMIXED))
        self.tallies = self._tallies()
        partners, opponents = self.tallies
        each = [met_at(size) for size in self.sizes]
        self.goal = partners.least(rounds * sum(len(two) for two, _ in each))
        self.goal += opponents.least(rounds * sum(len(two) for _, two in each))

    def _of_those_here(self, pairs: Mapping[frozenset[int], int]) -> dict[Pair, int]:
        here = {pair: value for pair, value in pairs.items() if pair <= self.number.keys()}
        return {tuple(self.number[one] for one in pair): value for pair, value in here.items()}

    def _tallies(self) -> tuple[Tally, Tally]:
        """Return partners and opponents as they were before, with what more meetings cost."""
        partners, opponents = self.met
        pairs = len(self.people) * (len(self.people) - 1) // 2
        more = self.rounds * sum((size // 2) ** 2 for size in self.sizes)
        enough = max(2, -(-(sum(opponents.values()) + more) // pairs))
        most = range(
            2 * self.rounds + max([*partners.values(), *opponents.values()], default=0) + 2
        )
        again = [TWICE * times for times in most]
        square = [MET * (2 * times + 1) + TOO_OFTEN * max(0, times - enough + 1) for times in most]
        square = square if self.spread else [0] * len(square)
        unwished = self.unmixed | self.wishes
        return (
            Tally(len(self.people), price=again, wishes=unwished, met=partners),
            Tally(len(self.people), price=square, wishes=self.wishes, met=opponents),
        )

    def exchange(self, first: list[list[int]]) -> Exchange:
        partners, opponents = self.tallies or self._tallies()
        self.tallies = None
        tallies = {"partners": partners, "opponents": opponents}
        if self.hall:
            fixed = self._joined_in(self.hall, first)
            return ExchangeInHall(first, hall=self.hall, fixed=fixed, **tallies)
        return Exchange(first, seats=self.seats, fixed=self._joined(first), **tallies)

    def _joined(self, rounds: list[list[int]]) -> list[set[int]]:
        """Make partners of those who must be in each round, and return them."""
        found, last = list[set[int]](), self.past.last_partners
        for round in rounds if self.together else ():
            playing = [self.people[no] for no in round[: self.seats]]
            due = [[self.number[one] for one in two] for two in self.together(playing, last)]
            for one, other in due:
                there, to = round.index(other), round.index(one) ^ 1
                round[there], round[to] = round[to], round[there]
            found.append({no for two in due for no in two})
            self._spread(round, due, found[-1])
            last = frozenset(
                frozenset((self.people[round[at]], self.people[round[at + 1]]))
                for at in range(0, self.seats, 2)
            ) & {frozenset(self.people[no] for no in two) for two in due}
        return found

    def _joined_in(self, hall: Hall, rounds: list[list[int]]) -> list[set[int]]:
        """Make partners of those who must be in each round of a hall, and return them."""
        found, last = list[set[int]](), self.past.last_partners
        for round in rounds if self.together else ():
            playing = [self.people[no] for no in round[: self.seats]]
            due = self.together(playing, last)
            fixed = set[int]()
            for two in due:
                couple = [self.number[no] for no in sorted(two)]
                crowd = partial(self._crowd, hall, round, fixed, couple)
                free = [
                    place
                    for place in range(self.seats)
                    if fixed.isdisjoint((round[place], round[hall.partners[place][0]]))
                ]
                if not free:
                    continue
                place = min(free, key=crowd)
                for no, to in zip(couple, (place, hall.partners[place][0]), strict=True):
                    there = round.index(no)
                    round[there], round[to] = round[to], round[there]
                fixed |= {*couple}
            found.append(fixed)
            last = frozenset(due)
        return found

    def _crowd(
        self, hall: Hall, round: list[int], fixed: set[int], couple: list[int], place: int
    ) -> tuple[int, int]:
        """Return how many a couple would meet at the table of a place who ask to be apart from
        them, and how many of other couples."""
        near = [round[at] for at in hall.at_table[place] if round[at] in fixed]
        apart = sum(tuple(sorted((no, who))) in self.apart for no in near for who in couple)
        return apart, len(near)

    def _spread(self, round: list[int], due: list[list[int]], fixed: set[int]) -> None:
        """Seat couples at tables of their own as far as possible, because they stay there."""
        for one, other in due:
            here = round.index(one) & ~1

            def crowd(at: int, couple: Pair = (one, other), here: int = here) -> tuple[int, ...]:
                table = [no for no in round[at & ~3 : (at & ~3) + 4] if no not in couple]
                near = [no for no in table if no in fixed]
                apart = sum(tuple(sorted((no, who))) in self.apart for no in near for who in couple)
                return apart, len(near), at != here

            free = [at for at in range(0, self.seats, 2) if fixed.isdisjoint(round[at : at + 2])]
            to = min([here, *free], key=crowd)
            if to != here:
                round[here : here + 2], round[to : to + 2] = (
                    round[to : to + 2],
                    round[here : here + 2],
                )

    def starts(self, start: Sequence[Planned], chance: Random) -> Iterator[list[list[int]]]:
        """Yield starts of the search, with seats table by table and then the people who sit out."""
        if start:
            yield [[self.number[one] for one in chain(*tables, out)] for tables, out in start]
        while True:
            yield [self._by_lot(out, chance) for out in self._sit_outs(chance)]

    def _sit_outs(self, chance: Random) -> Iterator[list[int]]:
        number = len(self.people) - self.seats
        about = {"rounds": self.rounds, "past": self.past, "number": number}
        return sitting_out(self.people, chance=chance, **about)

    def _by_lot(self, out: list[int], chance: Random) -> list[int]:
        playing = [one for one in self.people if one not in out]
        return [self.number[one] for one in (*chance.sample(playing, len(playing)), *out)]

    def planned(self, round: list[int]) -> Planned:
        people = [self.people[no] for no in round]
        ends = list(accumulate(self.sizes, initial=0))
        return [people[at:end] for at, end in pairwise(ends)], people[self.seats :]
