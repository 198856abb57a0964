"""A Swiss, where entrants play others with a like score, and as few as possible again
(docs/tournament-format.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, pairwise, product
from operator import itemgetter

from scoring.tournament.pure.here import here, partnerships, sit_outs, table_sizes
from scoring.tournament.pure.seats import SEATS
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.values import Round, Tournament, round_of

STEPS = 200_000
"""How many opponents are looked at. In fields of usual size the best is found before that."""

WINDOW = 15
"""How many of the next players are looked at for a table of four."""

STEPS_OF_FOURS = 100_000
"""The same for tables of four, where each table that is weighed is a step too."""

Score = int | Fraction
Two = tuple[int, int]


def swiss_round(tournament: Tournament) -> Round:
    """Return the next round, with the highest scores at table 1. Raise NotYet if there are too few
    people."""
    no = tournament.rounds[-1].no + 1
    people = here(tournament, no)
    sizes = table_sizes(tournament, people)
    first = tournament.format.ranking[0]
    rows = [row for row in standings(tournament) if row.no in people]
    scores: dict[int, Score] = {row.no: getattr(row, first) for row in rows}
    order = [row.no for row in rows]
    out = _byes(tournament, order, len(people) - sum(sizes))
    order = [one for one in order if one not in out]
    ghosts = [one for one in people if one not in scores]
    scores |= dict.fromkeys(ghosts, min(scores.values(), default=0))
    order += ghosts
    if tournament.format.pairs:
        met = Counter(
            frozenset(table.entrants) for round in tournament.rounds for table in round.tables
        )
        return round_of(no, [{"NS": a, "EW": b} for a, b in paired(order, scores, met)], out)
    tables = fours(order, sizes, scores, partnerships(tournament.rounds))
    return round_of(no, [_seats(table) for table in tables], out)


def _byes(tournament: Tournament, order: Sequence[int], number: int) -> tuple[int, ...]:
    """Return the lowest of those who had the fewest byes."""
    had = sit_outs(tournament)
    place = {no: place for place, no in enumerate(order)}
    return tuple(sorted(order, key=lambda no: (had[no], -place[no]))[:number])


# -- Pairs: the fewest meetings again, and of those the smallest differences of scores.


@dataclass(kw_only=True)
class _Search:
    """The best pairing so far: meetings again, then the sum of differences."""

    scores: Mapping[int, Score]
    met: Counter[frozenset[int]]
    steps: int = STEPS
    seen: dict[tuple[int, ...], tuple[int, Score]] = field(default_factory=dict)
    """By who is left: the best way so far to pair the others."""
    best: tuple[int, Score] | None = None
    pairs: list[Two] = field(default_factory=list)

    def apart(self, one: int, other: int) -> Score:
        difference = self.scores[one] - self.scores[other]
        return difference if difference > 0 else -difference

    def cost(self, two: Two) -> tuple[int, Score]:
        return self.met[frozenset(two)], self.apart(*two)

    def look(self, left: Sequence[int], chosen: list[Two], again: int, apart: Score) -> None:
        """Pair the first who is left with each other, the nearest first, as long as the pairing can
        become better than the best."""
        if not left:
            self.best, self.pairs = (again, apart), chosen
            return
        first, *others = left
        for other in sorted(others, key=lambda no: self.cost((first, no))):
            if self.best and self.steps < 1:
                return
            self.steps -= len(left)
            more, further = self.cost((first, other))
            rest = [no for no in others if no != other]
            if self.best and (again + more, apart + further + self.least(rest)) >= self.best:
                continue
            so_far, before = (again + more, apart + further), self.seen.get(tuple(rest))
            if before is not None and before <= so_far:
                continue
            self.seen[tuple(rest)] = so_far
            self.look(rest, [*chosen, (first, other)], again + more, apart + further)

    def least(self, left: Sequence[int]) -> Score:
        """Return the smallest sum of differences, if everyone could meet everyone."""
        neighbours = zip(left[::2], left[1::2], strict=True)
        return sum(self.apart(one, other) for one, other in neighbours)


def paired(
    order: Sequence[int], scores: Mapping[int, Score], met: Counter[frozenset[int]]
) -> list[Two]:
    """Return who meets whom, from this order by score."""
    search = _Search(scores=scores, met=met)
    search.look(order, [], 0, 0)
    return _improved(search, order)


def _improved(search: _Search, order: Sequence[int]) -> list[Two]:
    """Return the pairs after exchanges of two that make it better. Large fields need them."""
    pairs, better = search.pairs, True
    while better and search.steps < 1:
        better = False
        for one, other in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[one], pairs[other]
            ways = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
            best = min(ways, key=lambda way: _sum(search.cost(two) for two in way))
            if best != ways[0]:
                pairs[one], pairs[other] = best
                better = True
    place = {no: place for place, no in enumerate(order)}
    found = [(a, b) if place[a] < place[b] else (b, a) for a, b in pairs]
    return sorted(found, key=lambda two: place[two[0]])


def _sum(costs: Iterable[tuple[int, Score]]) -> tuple[int, Score]:
    again, apart = zip(*costs, strict=True)
    return sum(again), sum(apart)


# -- Singles: four by rank, 1 and 4 against 2 and 3.


@dataclass(kw_only=True)
class _Fours:
    """The best tables so far: partners again, then the sum of differences within a table."""

    scores: Mapping[int, Score]
    partnered: Counter[frozenset[int]]
    steps: int = STEPS_OF_FOURS
    seen: dict[tuple[int, ...], tuple[int, Score]] = field(default_factory=dict)
    """By who is left: the best way so far to seat the others."""
    best: tuple[int, Score] | None = None
    tables: list[list[int]] = field(default_factory=list)

    def cost(self, table: Sequence[int]) -> tuple[int, Score]:
        again = sum(self.partnered.get(two, 0) for two in _partners(table))
        return again, self.scores[table[0]] - self.scores[table[-1]]

    def look(self, left: Sequence[int], chosen: list[list[int]], so_far: tuple[int, Score]) -> None:
        """Seat the first who is left with three others, the nearest first, as long as that can
        become better than the best."""
        if not left:
            self.best, self.tables = so_far, chosen
            return
        first, *others = left
        ways = [[first, *three] for three in combinations(others[:WINDOW], 3)]
        self.steps -= len(ways)
        nearest = so_far[0], so_far[1] + self.least(left)
        costs = zip(map(self.cost, ways), ways, strict=True)
        for (more, further), table in sorted(costs, key=itemgetter(0)):
            if self.best and (self.steps < 1 or nearest >= self.best):
                return
            self.steps -= len(left)
            rest = [no for no in others if no not in table]
            again, apart = so_far[0] + more, so_far[1] + further
            if self.best and (again, apart + self.least(rest)) >= self.best:
                continue
            before = self.seen.get(tuple(rest))
            if before is not None and before <= (again, apart):
                continue
            self.seen[tuple(rest)] = again, apart
            self.look(rest, [*chosen, table], (again, apart))

    def least(self, left: Sequence[int]) -> Score:
        """Return the smallest sum of differences, if anyone could be partners."""
        ends = zip(left[::4], left[3::4], strict=True)
        return sum(self.scores[one] - self.scores[four] for one, four in ends)


def fours(
    order: Sequence[int],
    sizes: Sequence[int],
    scores: Mapping[int, Score],
    partnered: Counter[frozenset[int]],
) -> list[list[int]]:
    """Return the tables by rank. As few as possible are partners again, and then the scores at a
    table differ as little as possible. Tables of three have the lowest ranks."""
    place = {no: place for place, no in enumerate(order)}
    number = 4 * sizes.count(4)
    search = _Fours(scores=scores, partnered=partnered)
    search.look(order[:number], [], (0, 0))
    ends = [
        number + sum(sizes[sizes.count(4) : at]) for at in range(sizes.count(4), len(sizes) + 1)
    ]
    tables = search.tables + [list(order[one:end]) for one, end in pairwise(ends)]
    return _with_exchanges(tables, search, place)


def _with_exchanges(
    tables: list[list[int]], search: _Fours, place: Mapping[int, int]
) -> list[list[int]]:
    """Return the tables after exchanges of two players, as long as fewer are partners again. Large
    fields need them, and tables of three."""

    def cost(*found: Sequence[int]) -> tuple[int, Score, int]:
        again, apart = _sum(search.cost(table) for table in found)
        return again, apart, sum(place[table[-1]] - place[table[0]] for table in found)

    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            before = cost(tables[one], tables[other])
            if not before[0]:
                continue
            found = min(
                (
                    _exchanged(tables[one], tables[other], two, place)
                    for two in product(tables[one], tables[other])
                ),
                key=lambda both: cost(*both),
            )
            if cost(*found)[0] < before[0]:
                tables[one], tables[other] = found
                better = True
    return tables


def _exchanged(
    one: Sequence[int], other: Sequence[int], two: Two, place: Mapping[int, int]
) -> tuple[list[int], list[int]]:
    to = {two[0]: two[1], two[1]: two[0]}
    found = [[to.get(no, no) for no in table] for table in (one, other)]
    first, second = (sorted(table, key=place.__getitem__) for table in found)
    return first, second


def _partners(table: Sequence[int]) -> list[frozenset[int]]:
    if len(table) < len(SEATS):
        return []
    return [frozenset((table[0], table[3])), frozenset((table[1], table[2]))]


def _seats(table: Sequence[int]) -> dict[str, int]:
    if len(table) < len(SEATS):
        return dict(zip(SEATS, table, strict=False))
    first, second, third, fourth = table
    return {"N": first, "E": second, "S": fourth, "W": third}
