"""The curve on a table's scoreboard, with everybody's points after each hand of the evening, even
of players who left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.functional import cached_property

from scoring.common.chart import LineChart, Series, lines, step_for
from scoring.common.letters import initial_of, letters_of
from scoring.common.names import in_short
from scoring.euchre.wording import figure, side_names
from scoring.table.models import Sitting
from scoring.table.models.play import colours_in_turn
from scoring.table.views.games import side_colours


@dataclass
class _Line:
    """A player's points after each hand that they were there for."""

    name: str
    colour: int
    values: list[tuple[int, int]] = field(default_factory=list)
    """The hand, counted over the evening, and the points after it."""


def adds_up(sitting: Sitting) -> bool:
    """Return whether points go on when players join or leave, as each plays for themselves and no
    games are played."""
    alone = sitting.rules.partners != "fixed" and sitting.standing is None
    return alone and sitting.round_table_id is None


def table_so_far(sitting: Sitting, earlier: Sequence[Sitting]) -> TableSoFar:
    """Return the results of this sitting and of `earlier` ones at its table, if they add up."""
    before = [one for one in earlier if one.played and one.rules == sitting.rules]
    return TableSoFar([*before, sitting] if adds_up(sitting) else [sitting])


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
        for sitting, in_colours in zip(self.sittings, self._colours(), strict=True):
            rules, names = sitting.rules, [self.names[one.pk] for one in sitting.players]
            sides = rules.sides(len(names))
            for seats, name in zip(sides, side_names(rules, names), strict=True):
                key = frozenset(sitting.players[seat].pk for seat in seats)
                line = found.setdefault(key, _Line(name, in_colours[seats[0]]))
                before = line.values[-1][1] if line.values else 0
                line.values.append((at, before))
                line.values += [
                    (at + played.no, before + played.totals[seats[0]]) for played in sitting.played
                ]
            at += len(sitting.played)
        yield from found.values()

    def _colours(self) -> Iterator[list[int]]:
        """Yield the colours of each sitting's seats; no query for earlier ones."""
        if len(self.sittings) == 1:
            yield side_colours(self.sittings[0])
            return
        people = [[player.pk for player in sitting.players] for sitting in self.sittings]
        for no in range(len(people)):
            yield colours_in_turn(people[: no + 1])

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


def _drawn(
    players: Sequence[_Line], numbers: list[tuple[int, int]], changes: list[int]
) -> LineChart | None:
    initials = initials_of([player.name for player in players])
    every = step_for(max(no for _, no in numbers), marks=10)
    return lines(
        [
            Series(
                name=player.name,
                ink=f"colour-{player.colour}",
                initial=initial,
                values=player.values,
            )
            for player, initial in zip(players, initials, strict=True)
        ],
        says="Points after each hand. The list has the totals.",
        below=[(at, str(no)) for at, no in numbers if no % every == 0],
        rules=changes,
        scale=figure,
    )


def initials_of(names: Sequence[str]) -> list[str]:
    """Return the first letter of each name; two where another begins alike."""
    first = Counter(map(initial_of, names))
    return [
        initial if first[initial] == 1 else "".join(letters_of(name)[:2]).capitalize()
        for name, initial in ((name, initial_of(name)) for name in names)
    ]
