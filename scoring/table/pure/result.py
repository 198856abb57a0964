"""The result of an evening: who won which games at each table, and the order of all players.

It is computed from the hands alone, with or without a stake. Partners are one side. A tournament
has its standings instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scoring.euchre.game import Played
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.settlement import owed, settle
from scoring.euchre.statement import signed
from scoring.euchre.wording import counted, figure, listed, score_as_text, sentence

MOST_TIED = 3
"""How many sides may be first together and still be named."""


class PlayedAt(NamedTuple):
    """A sitting with its scored hands, at least one. People are their keys, as they sat."""

    table: str
    rules: RuleSet
    people: tuple[int, ...]
    names: tuple[str, ...]
    played: Sequence[Played]
    stake: int = 0

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return self.rules.sides(len(self.people))

    @property
    def games(self) -> list[tuple[int, tuple[int, ...]]]:
        """The winning side and the score of each game that is over."""
        standing = self.played[-1].standing
        return [(game.winner, game.score) for game in standing.games] if standing else []

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The score of the game in progress by side. It is empty before its first point."""
        last = self.played[-1]
        if last.standing is None or last.standing.opened > last.no:
            return ()
        return last.standing.score if any(last.standing.score) else ()


# -- The result of a table.


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """A side at a table, with the games it won and its points over all hands."""

    names: tuple[str, ...]
    won: int
    points: int

    @property
    def name(self) -> str:
        """ "Ann and Cat"."""
        return listed(self.names)


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """The result of the same sides at one table. All scores are in the order of the sides, the
    leader first."""

    table: str
    sides: tuple[Side, ...]
    for_games: bool
    games: tuple[tuple[int, ...], ...] = ()
    unfinished: tuple[tuple[int, ...], ...] = ()
    over: bool = False
    """Whether the evening is closed."""

    @property
    def headline(self) -> str:
        """The winner in a sentence, such as "Ann and Cat won by 2 games to 1"."""
        figures = [side.won if self.for_games else side.points for side in self.sides]
        if figures[0] <= 0:
            return "No game is finished" if self.for_games else "No one scored"
        first = [side for side, one in zip(self.sides, figures, strict=True) if one == figures[0]]
        unit = "game" if self.for_games else "point"
        if len(first) == len(self.sides):
            return f"Tied at {counted(figures[0], unit)} each"
        if len(first) > 1:
            return f"{self._named(first)} are tied at {counted(figures[0], unit)} each"
        verb = "won" if self.over else "leads" if len(first[0].names) == 1 else "lead"
        if len(figures) > 2:
            return f"{first[0].name} {verb} with {counted(figures[0], unit)}"
        return f"{first[0].name} {verb} by {counted(figures[0], unit)} to {figure(figures[1])}"

    @property
    def scores(self) -> str:
        """The games and the unfinished one, such as "10–8, 7–10. Unfinished: 6–3"."""
        said = ["; ".join(map(self._score, self.games)) if self._many else self._in_figures]
        if not self.for_games and self._many:
            said.append(self._score([side.points for side in self.sides]))
        said += [f"Unfinished: {self._unfinished(score)}" for score in self.unfinished]
        return ". ".join(filter(None, said))

    @property
    def as_text(self) -> str:
        """All of it without the table."""
        return ". ".join(filter(None, [self.headline, self.scores]))

    @property
    def _many(self) -> bool:
        return len(self.sides) > 2

    @property
    def _in_figures(self) -> str:
        return ", ".join(map(_against, self.games))

    def _score(self, score: Sequence[int]) -> str:
        """Return "Ann 5, Cat 2, Ben −1"."""
        best_first = sorted(zip(score, self.sides, strict=True), key=lambda one: -one[0])
        return ", ".join(f"{side.name} {figure(points)}" for points, side in best_first)

    def _unfinished(self, score: Sequence[int]) -> str:
        """Return "Ann and Cat lead 6–3", "tied at 4–4", or the points of each of several."""
        if self._many:
            return self._score(score)
        if score[0] == score[1]:
            return f"tied at {_against(score)}"
        ahead = self.sides[score[0] < score[1]]
        verb = "led" if self.over else "leads" if len(ahead.names) == 1 else "lead"
        return f"{ahead.name} {verb} {_against(sorted(score, reverse=True))}"

    def _named(self, sides: Sequence[Side]) -> str:
        return listed([side.name for side in sides])


def _against(score: Sequence[int]) -> str:
    """Return "6–3"."""
    return score_as_text(score)


# -- The order of all players, with partners of the whole evening as one.


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranked:
    """Players who were partners all evening, or a single player."""

    people: tuple[int, ...]
    names: tuple[str, ...]
    won: int = 0
    lost: int = 0
    """Games."""
    net: int = 0
    """What each of them won or lost, in points or game points."""
    minor: int = 0
    """The same in money."""
    unfinished: tuple[int, int] = (0, 0)
    """Their points in unfinished games, and the points of their best opponents."""
    points: tuple[int, int] = (0, 0)
    """The same over all hands."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    """A place in the order."""

    place: int
    ranked: Ranked
    value: tuple[int, ...]
    figure: str


@dataclass(frozen=True, kw_only=True)
class Result:
    """The result of an evening."""

    tables: tuple[TableResult, ...]
    ranked: tuple[Ranked, ...]
    games: bool
    """Whether games were played at all its tables."""
    points: bool
    """Whether points alone were played for at all of them."""
    over: bool = False

    @cached_property
    def by_money(self) -> tuple[Placed, ...]:
        """Everyone by the money they won, with an empty figure."""
        return _placed((one, (one.minor,), "") for one in self.ranked)

    @cached_property
    def order(self) -> tuple[Placed, ...]:
        """Everyone in order. Games won decide it, then games lost; if no game is finished, the
        lead in the unfinished ones. Points decide it where points are played for."""
        return _placed(self._valued())

    def _valued(self) -> Iterator[tuple[Ranked, tuple[int, ...], str]]:
        for one in self.ranked:
            if self.games and self.any_game:
                yield one, (one.won, -one.lost), _against((one.won, one.lost))
            elif self.games:
                own, other = one.unfinished
                yield one, (own - other,), _against((own, other))
            elif self.points and self.of_two_sides:
                yield one, (one.net,), _against(one.points)
            else:
                yield one, (one.net,), signed(one.net)

    @property
    def any_game(self) -> bool:
        """Whether a game was finished."""
        return any(one.won for one in self.ranked)

    @property
    def of_two_sides(self) -> bool:
        """Whether the same two sides played all evening."""
        return len(self.tables) == 1 and len(self.tables[0].sides) == 2

    @property
    def counted_in(self) -> str:
        """What decides the order, such as "in games"."""
        if self.games:
            return "in games" if self.any_game else "in the unfinished game"
        return "in points" if self.points and self.of_two_sides else "in points won and lost"

    @property
    def headline(self) -> str:
        """The best of several tables in a sentence. It is empty for one table, and if no one, or
        too many, came first."""
        first = leaders(self.order)
        if len(self.tables) < 2 or not first or not (self.points or self.games and self.any_game):
            return ""
        who = listed([listed(one.ranked.names) for one in first])
        each = " each" if len(first) > 1 else ""
        if self.points:
            return f"Best result: {who}, {first[0].figure}{each} {self.counted_in}"
        best = first[0].ranked
        return f"Most games: {who}, {best.won} won and {best.lost} lost{each}"

    @property
    def of_several_tables(self) -> bool:
        return len({one.table for one in self.tables}) > 1

    @property
    def lines(self) -> list[str]:
        """All of it in sentences, a line a table."""
        where = [f"{one.table}: " if self.of_several_tables else "" for one in self.tables]
        lines = [f"{at}{one.as_text}" for at, one in zip(where, self.tables, strict=True)]
        return [sentence(line) for line in (self.headline, *lines) if line]


def leaders(order: Sequence[Placed]) -> list[Placed]:
    """Return who came first. No one did if they won nothing, or if too many are tied."""
    first = [one for one in order if one.place == 1 and one.value[0] > 0]
    return first if len(first) <= MOST_TIED else []


def _placed(found: Iterable[tuple[Ranked, tuple[int, ...], str]]) -> tuple[Placed, ...]:
    best_first = sorted(found, key=lambda one: one[1], reverse=True)
    values = [value for _, value, _ in best_first]
    return tuple(
        Placed(place=values.index(value) + 1, ranked=one, value=value, figure=words)
        for one, value, words in best_first
    )


# -- From the hands to the result.


def result_of(sittings: Sequence[PlayedAt], *, over: bool = False) -> Result:
    """Return the Result of these sittings, in the order of tables and of time."""
    together: dict[tuple, list[PlayedAt]] = defaultdict(list)
    for one in sittings:
        sides = frozenset(frozenset(one.people[seat] for seat in seats) for seats in one.sides)
        together[one.table, sides, one.rules.target is None].append(one)
    games = [one.rules.target is not None for one in sittings]
    return Result(
        tables=tuple(_of_table(same, over=over) for same in together.values()),
        ranked=tuple(_ranked(sittings)),
        games=all(games) and bool(games),
        points=not any(games),
        over=over,
    )


def _of_table(sittings: Sequence[PlayedAt], *, over: bool) -> TableResult:
    """Return the result of sittings of the same sides, whoever sat in which seat."""
    first = sittings[0]
    people = [frozenset(first.people[seat] for seat in seats) for seats in first.sides]
    games, won, unfinished, points = [], [], [], [0] * len(people)
    for one in sittings:
        at = _places_of(people, one)
        games += [[score[side] for side in at] for _, score in one.games]
        won += [at.index(winner) for winner, _ in one.games]
        unfinished += [[one.unfinished[side] for side in at]] if one.unfinished else []
        totals = _by_side(one)
        points = [before + totals[side] for before, side in zip(points, at, strict=True)]
    sides = [
        Side(
            names=tuple(first.names[seat] for seat in seats),
            won=won.count(no),
            points=points[no],
        )
        for no, seats in enumerate(first.sides)
    ]
    ahead = unfinished[-1] if unfinished else [0] * len(sides)
    order = sorted(
        range(len(sides)), key=lambda no: (sides[no].won, ahead[no], sides[no].points), reverse=True
    )
    return TableResult(
        table=first.table,
        sides=tuple(sides[no] for no in order),
        for_games=first.rules.target is not None,
        games=tuple(tuple(score[no] for no in order) for score in games),
        unfinished=tuple(tuple(score[no] for no in order) for score in unfinished),
        over=over,
    )


def _places_of(people: Sequence[frozenset], one: PlayedAt) -> list[int]:
    """Return the number of each of these sides in another sitting."""
    there = [frozenset(one.people[seat] for seat in seats) for seats in one.sides]
    return [there.index(side) for side in people]


def _ranked(sittings: Sequence[PlayedAt]) -> Iterator[Ranked]:
    """Yield everyone once, partners together if they never sat apart."""
    sat: dict[int, list[tuple[int, int]]] = defaultdict(list)
    names: dict[int, str] = {}
    for no, one in enumerate(sittings):
        for side, seats in enumerate(one.sides):
            for seat in seats:
                sat[one.people[seat]].append((no, side))
                names[one.people[seat]] = one.names[seat]
    together: dict[tuple, list[int]] = defaultdict(list)
    for person, sides in sat.items():
        together[tuple(sides)].append(person)
    nets = [_nets(one) for one in sittings]
    for places, people in together.items():
        scores = [(sittings[no], side) for no, side in places]
        won = [side == winner for one, side in scores for winner, _ in one.games]
        mine = [nets[no][people[0]] for no, _ in places]
        yield Ranked(
            people=tuple(people),
            names=tuple(names[person] for person in people),
            won=won.count(True),
            lost=won.count(False),
            net=sum(net.points for net in mine),
            minor=sum(net.minor for net in mine),
            unfinished=_sums(_own_and_best(one.unfinished, side) for one, side in scores),
            points=_sums(_own_and_best(_by_side(one), side) for one, side in scores),
        )


def _nets(one: PlayedAt) -> dict:
    seats = len(one.people)
    debts = owed(one.played, rules=one.rules, seats=seats)
    nets = settle(range(seats), debts, stake=one.stake).nets
    return {person: nets[seat] for seat, person in enumerate(one.people)}


def _by_side(one: PlayedAt) -> tuple[int, ...]:
    return tuple(one.played[-1].totals[seats[0]] for seats in one.sides)


def _own_and_best(score: Sequence[int], side: int) -> tuple[int, int]:
    """Return the points of a side, and of the best other one."""
    if not score:
        return 0, 0
    return score[side], max(points for no, points in enumerate(score) if no != side)


def _sums(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    own, others = zip(*pairs, strict=True)
    return sum(own), sum(others)
