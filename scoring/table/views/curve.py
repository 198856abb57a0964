"""Curves of points after each hand: on a table's scoreboard, even of players who left, and of an
evening at all its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.functional import cached_property

from scoring.common.chart import LineChart, Series, Table, lines, step_for
from scoring.common.discs import COLOURS, own_disc
from scoring.common.letters import initial_of, letters_of
from scoring.common.names import in_short
from scoring.euchre.wording import figure, listed, side_names
from scoring.table.models import Sitting
from scoring.table.pure.result import Placed
from scoring.table.views.games import side_colours


@dataclass
class _Line:
    """A player's points after each hand that they were there for."""

    name: str
    disc: int
    values: list[tuple[int, int]] = field(default_factory=list)
    """The hand, counted over the evening, and the points after it."""


def table_so_far(sitting: Sitting, earlier: Sequence[Sitting]) -> TableSoFar:
    """Return the results of this sitting and of `earlier` ones at its table, if they add up."""
    if not sitting.adds_up:
        return TableSoFar([sitting])
    before = [one for one in earlier if one.played and one.rules == sitting.rules]
    return TableSoFar([*before, sitting])


@dataclass(frozen=True)
class TableSoFar:
    """The sittings at a table so far, the latest last."""

    sittings: Sequence[Sitting]

    @cached_property
    def names(self) -> dict[int, str]:
        """How everybody's name is written, by the player's key."""
        people = {player.pk: player.called for one in self.sittings for player in one.players}
        short = in_short(people.values())
        return {pk: short[name] for pk, name in people.items()}

    @cached_property
    def totals(self) -> Counter:
        """Points over all sittings, by the player's key."""
        found = Counter()
        for sitting in self.sittings:
            for player, points in zip(sitting.players, sitting.totals, strict=True):
                found[player.pk] += points
        return found

    @property
    def gone(self) -> list[tuple[str, int]]:
        """The players who left, with their points, the most first."""
        here = {player.pk for player in self.sittings[-1].players}
        gone = [(name, self.totals[pk]) for pk, name in self.names.items() if pk not in here]
        return sorted(gone, key=lambda one: (-one[1], one[0]))

    @property
    def curve(self) -> LineChart | None:
        """The evening's curve; None while no hand is played."""
        players = [line for line in self._lines() if len(line.values) > 1]
        return _drawn(players, list(self._numbers()), list(self._changes())) if players else None

    def _lines(self) -> Iterator[_Line]:
        """Yield a line for partners or a player, who score as one."""
        found: dict[object, _Line] = {}
        at = 0
        for sitting in self.sittings:
            discs = side_colours(sitting)
            rules, names = sitting.rules, [self.names[one.pk] for one in sitting.players]
            sides = rules.sides(len(names))
            for seats, name in zip(sides, side_names(rules, names), strict=True):
                key = frozenset(sitting.players[seat].pk for seat in seats)
                line = found.setdefault(key, _Line(name, discs[seats[0]]))
                before = line.values[-1][1] if line.values else 0
                line.values.append((at, before))
                line.values += [
                    (at + played.no, before + played.totals[seats[0]]) for played in sitting.played
                ]
            at += len(sitting.played)
        yield from found.values()

    def _numbers(self) -> Iterator[tuple[int, int]]:
        """Yield every hand as it is counted over the evening, and its number in its sitting."""
        at = 0
        for sitting in self.sittings:
            yield from ((at + played.no, played.no) for played in sitting.played)
            at += len(sitting.played)

    def _changes(self) -> Iterator[int]:
        at = 0
        for sitting in self.sittings[:-1]:
            at += len(sitting.played)
            yield at


BOARD_TALL = 12
"""The height of a table's curve in em, which leaves room for the last hands below it."""


def _drawn(
    players: Sequence[_Line], numbers: list[tuple[int, int]], changes: list[int]
) -> LineChart | None:
    initials = initials_of([player.name for player in players])
    every = step_for(max(no for _, no in numbers), marks=10)
    return lines(
        [
            Series(
                name=player.name,
                disc=player.disc,
                initial=initial,
                values=player.values,
            )
            for player, initial in zip(players, initials, strict=True)
        ],
        says="Points after each hand. The list has the totals.",
        below=[(at, str(no)) for at, no in numbers if no % every == 0],
        rules=changes,
        scale=figure,
        tall=BOARD_TALL,
    )


def initials_of(names: Sequence[str]) -> list[str]:
    """Return the first letter of each name; two where another begins alike."""
    first = Counter(map(initial_of, names))
    return [
        initial if first[initial] == 1 else "".join(letters_of(name)[:2]).capitalize()
        for name, initial in ((name, initial_of(name)) for name in names)
    ]


# -- An evening at all its tables.


@dataclass(frozen=True, kw_only=True)
class EveningLine:
    """A player's points after each hand since they came."""

    player: int
    name: str
    values: tuple[int, ...]
    """From nothing on."""
    first: int
    """How many hands of the evening were over when they came."""


def evening_lines(sittings: Sequence[Sitting], order: Iterable[int]) -> list[EveningLine]:
    """Return these players' points after each hand since they came, in the order of time. Tables
    play side by side, so a sitting begins when its table and all its players are free."""
    names: dict[int, str] = {}
    first: dict[int, int] = {}
    found: dict[int, list[int]] = {}
    over: Counter[int] = Counter()
    for sitting in sorted(sittings, key=lambda one: (one.started_at, one.pk)):
        people = [player.pk for player in sitting.players]
        lasted = [first[who] + len(found[who]) - 1 for who in people if who in found]
        begins = max([over[sitting.table_id], *lasted])
        over[sitting.table_id] = begins + len(sitting.played)
        for seat, player in enumerate(sitting.players):
            names[player.pk] = player.name
            line = found.setdefault(player.pk, [0])
            missed = begins - first.setdefault(player.pk, begins) - len(line) + 1
            line += [line[-1]] * missed
            line += [line[-1] + played.totals[seat] for played in sitting.played]
    return [
        EveningLine(player=who, name=names[who], values=tuple(found[who]), first=first[who])
        for who in order
        if who in found
    ]


MOST_COLOURED, MOST_LINES, COLUMNS = 5, 40, 10
"""How many lines of a large evening are in colour, how many are drawn, and the columns of the table
behind."""


def evening_curve(sittings: Sequence[Sitting], order: Sequence[Placed]) -> LineChart | None:
    """Return the points of each side after each hand of the evening, the best side first. None for
    fewer than two hands."""
    sides = {one.ranked.people[0]: listed(one.ranked.names) for one in order}
    drawn = evening_lines(sittings, sides)[:MOST_LINES]
    last = max((line.first + len(line.values) - 1 for line in drawn), default=0)
    if last < 2:
        return None
    coloured = len(drawn) if len(drawn) <= COLOURS else MOST_COLOURED
    initials = initials_of([sides[line.player] for line in drawn[:coloured]])
    series = []
    for no, line in enumerate(drawn):
        values = [(line.first + at, points) for at, points in enumerate(line.values)]
        if values[-1][0] < last:
            values.append((last, line.values[-1]))
        name = sides[line.player]
        if no < coloured:
            disc, initial = own_disc(line.player), initials[no]
            series.append(Series(name=name, values=values, disc=disc, initial=initial, label=name))
        else:
            series.append(Series(name=name, values=values))
    every = step_for(last, marks=COLUMNS)
    marks = [*range(every, last, every), last]
    leader = series[0]
    return lines(
        series,
        says=f"Points after each hand of the evening. {leader.name} ended with "
        f"{figure(leader.values[-1][1])}.",
        below=[(no, str(no)) for no in range(every, last + 1, every)],
        scale=figure,
        table=Table(
            title="Hand by hand as a table",
            heads=("After hand", *map(str, marks)),
            rows=tuple(
                (one.name, *(_points_after(one.values, mark) for mark in marks)) for one in series
            ),
        ),
    )


def _points_after(values: Sequence[tuple[int, int]], hand: int) -> str:
    so_far = [points for at, points in values if at <= hand]
    return figure(so_far[-1]) if so_far else "–"
