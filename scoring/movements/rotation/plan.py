"""A rotation for so many people and rounds: from a kept cycle where there is one, else by search."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scoring.movements.rotation.choose import chosen
from scoring.movements.rotation.designs import cycle, sitting_out
from scoring.movements.rotation.places import Sides, placed
from scoring.movements.rotation.search import Past, figures, past_of, search

LEAST, MOST = 4, 100
MOST_ROUNDS = 400


class NoRotation(ValueError):
    """A number of players or of rounds for which there is none."""


@dataclass(frozen=True, kw_only=True)
class PlannedRound:
    """One round: the sides of each table, the first table first, and who sits out."""

    no: int
    tables: tuple[Sides, ...]
    sitting_out: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A whole rotation."""

    people: tuple[int, ...]
    rounds: tuple[PlannedRound, ...]

    @property
    def summary(self) -> dict:
        """How often the most frequent partners and adversaries meet, and who sits out least and most."""
        return figures(((quads(one), one.sitting_out) for one in self.rounds), self.people)


def quads(round: PlannedRound) -> list[tuple[int, ...]]:
    """Return a round's games, partners first."""
    return [(*first, *second) for first, second in round.tables]


def full_cycle(number: int) -> int:
    """Return after how many rounds a rotation begins again: 4n - 1 for 4n players, else one a player."""
    return number - 1 if number % 4 == 0 else number


def plan(*, players: int | Sequence[int], rounds: int | None = None, seed: int = 0) -> Plan:
    """Return the rotation for these people (a number, or anything that numbers them); whole without `rounds`.

    More rounds than a cycle has go round again. The same people, rounds and seed give the same plan. Raises
    NoRotation for fewer than 4 or more than 100 people, or rounds that nobody plays in an evening.
    """
    people = tuple(range(1, players + 1)) if isinstance(players, int) else tuple(players)
    if not LEAST <= len(people) <= MOST:
        raise NoRotation(f"A rotation is for {LEAST} to {MOST} players, not {len(people)}.")
    wanted = full_cycle(len(people)) if rounds is None else rounds
    if not 1 <= wanted <= MOST_ROUNDS:
        raise NoRotation(f"A rotation has 1 to {MOST_ROUNDS} rounds, not {wanted}.")
    found = _from_cycle(people, wanted)
    found = found or search(people=people, rounds=wanted, past=past_of(()), seed=seed)
    return Plan(people=people, rounds=_rounds(found, first=1))


def replan(
    *,
    people: Sequence[int],
    rounds: int,
    past: Past,
    first: int,
    seed: int = 0,
    apart: Collection[frozenset[int]] = (),
    together: Collection[frozenset[int]] = (),
) -> tuple[PlannedRound, ...]:
    """Return the rounds still to come, from number `first` on, for those who are here now.

    What was played (`past`) is minded: no partner again while that is possible, adversaries spread, whoever
    sat out least sits out next.
    """
    wishes = {"apart": apart, "together": together}
    return _rounds(search(people=people, rounds=rounds, past=past, seed=seed, **wishes), first=first)


def _from_cycle(people: tuple[int, ...], wanted: int) -> list[tuple[list[list[int]], list[int]]]:
    """Return rounds of the kept cycle, again and again if it is too short; none where none fit."""
    whole = cycle(len(people))
    out = [sitting_out(games, len(people)) for games in whole]
    again, rest = divmod(wanted, len(whole)) if whole else (0, 0)
    order = chosen(out, len(whole), len(people)) if again else []
    part = chosen(out, rest, len(people)) if rest else []
    if not whole or order is None or part is None:
        return []
    places = order * again + part if again else part
    return [
        (
            [[people[no] for no in game] for game in whole[place]],
            [people[no] for no in sorted(out[place])],
        )
        for place in places
    ]


def _rounds(
    found: Iterable[tuple[list[list[int]], Sequence[int]]], *, first: int
) -> tuple[PlannedRound, ...]:
    found = list(found)
    tables = placed(games for games, _ in found)
    return tuple(
        PlannedRound(no=no, tables=tuple(sides), sitting_out=tuple(sorted(out)))
        for no, (sides, (_, out)) in enumerate(zip(tables, found, strict=True), start=first)
    )
