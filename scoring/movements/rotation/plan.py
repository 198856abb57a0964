"""A rotation for so many people and rounds: a cycle that is kept, or part of one, made better by a
search."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from scoring.movements.rotation.designs import cycle, sitting_out
from scoring.movements.rotation.past import Past, figures, past_of
from scoring.movements.rotation.places import Sides, placed
from scoring.movements.rotation.search import Planned, search

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
        """How often the most frequent partners and opponents meet, and who sits out least and
        most."""
        return figures(past_of((quads(one), one.sitting_out) for one in self.rounds), self.people)


def quads(round: PlannedRound) -> list[tuple[int, ...]]:
    """Return a round's games, partners first."""
    return [(*first, *second) for first, second in round.tables]


def full_cycle(number: int) -> int:
    """Return after how many rounds a rotation begins again: 4n - 1 for 4n players, else one a
    player."""
    return number - 1 if number % 4 == 0 else number


def plan(
    *,
    players: int | Sequence[int],
    rounds: int | None = None,
    seed: int = 0,
    apart: Collection[frozenset[int]] = (),
    together: Collection[frozenset[int]] = (),
) -> Plan:
    """Return the rotation for these people (a number, or anything that numbers them); whole without
    `rounds`.

    More rounds than a cycle has begin it again. The same people, rounds and seed give the same
    plan. Raises NoRotation for fewer than 4 or more than 100 people, or rounds that nobody plays in
    an evening.
    """
    people = _checked(range(1, players + 1) if isinstance(players, int) else players)
    wanted = full_cycle(len(people)) if rounds is None else rounds
    if not 1 <= wanted <= MOST_ROUNDS:
        raise NoRotation(f"A rotation has 1 to {MOST_ROUNDS} rounds, not {wanted}.")
    start = _from_cycle(Random(seed).sample(people, len(people)), wanted)
    wishes = {"apart": apart, "together": together}
    found = search(people=people, rounds=wanted, past=Past(), seed=seed, start=start, **wishes)
    return Plan(people=people, rounds=tuple(_rounds(found, past=Past(), first=1)))


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

    What was played (`past`) is minded: no partner again while that is possible, opponents spread,
    whoever sat out least sits out next. Raises NoRotation for fewer than 4 or more than 100 people.
    """
    wishes = {"apart": apart, "together": together}
    found = (
        search(people=_checked(people), rounds=rounds, past=past, seed=seed, **wishes)
        if rounds
        else ()
    )
    return tuple(_rounds(found, past=past, first=first))


def _checked(players: Sequence[int]) -> tuple[int, ...]:
    if not LEAST <= len(players) <= MOST:
        raise NoRotation(f"A rotation is for {LEAST} to {MOST} players, not {len(players)}.")
    return tuple(players)


def _from_cycle(people: Sequence[int], wanted: int) -> list[Planned]:
    """Return the first rounds of the kept cycle, again and again if it is too short."""
    whole = cycle(len(people))
    rounds = (whole[no % len(whole)] for no in range(wanted))
    return [
        (
            [[people[no] for no in game] for game in games],
            [people[no] for no in sitting_out(games, len(people))],
        )
        for games in rounds
    ]


def _rounds(found: Sequence[Planned], *, past: Past, first: int) -> Iterator[PlannedRound]:
    tables = placed([games for games, _ in found], past=past)
    for no, (sides, (_, out)) in enumerate(zip(tables, found, strict=True), start=first):
        yield PlannedRound(no=no, tables=tuple(sides), sitting_out=tuple(sorted(out)))
