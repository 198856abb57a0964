"""Plan a rotation for a number of people and rounds, from a stored cycle or a part of one that a
search improves."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from scoring.movement.rotation import large
from scoring.movement.rotation.search import Due, Past, Planned, figures, met_at, past_of, search

# -- Cycles of rounds that were found once and are kept: who plays with and against whom, counted
# from 0.
#
# Whist tournaments for 4n and 4n+1 players: in the whole cycle everybody partners everybody once
# and opposes everybody twice. For the other numbers cycles of as many rounds as there are players,
# in which nobody partners anybody twice. At any time of a cycle everybody has sat out equally
# often, within one, and nobody sits out twice running, also when it goes round again.
# tests/movement/rotation/test_designs.py checks each of them from its definition.

Game = tuple[int, ...]
"""Partners first: the first half plays against the other half."""
FOLDER = Path(__file__).parent


@cache
def cycle(players: int) -> tuple[tuple[Game, ...], ...]:
    """Return the rounds of the cycle for this number of players, 4 to 100. Raise KeyError for
    others."""
    if str(players) in _kept("starters.json"):
        return _developed(players, **_kept("starters.json")[str(players)])
    return tuple(tuple(map(tuple, games)) for games in _kept("whist_rounds.json")[str(players)])


@cache
def _kept(name: str) -> Mapping[str, list | dict]:
    return json.loads(FOLDER.joinpath(name).read_text("utf-8"))


def _developed(players: int, *, block: int, rounds: list) -> tuple[tuple[Game, ...], ...]:
    """Return what comes of starters when every number goes up by one, again and again, within its
    block.

    Several starters take turns. A last player who is not in a block stays.
    """
    stays = players // block * block

    def add(by: int, no: int) -> int:
        return no // block * block + (no + by) % block if no < stays else no

    return tuple(
        tuple(tuple(add(by, no) for no in game) for game in rounds[(lap + by) % len(rounds)])
        for lap in range(len(rounds))
        for by in range(block)
    )


def sitting_out(games: tuple[Game, ...], players: int) -> frozenset[int]:
    """Return who does not play in a round."""
    return frozenset(range(players)).difference(*games)


# -- Which table a game gets within its round, and who sits where: nobody keeps a table or a seat.

Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""North and south against east and west, or three against three."""
Worn = defaultdict[tuple[int, int], int]
"""How often a person had a table, or a seat."""
STEPS, A_GAME = 15_000, 100
"""The most changes to try, in all and for each game. They take a fraction of a second."""


def placed(rounds: Sequence[Sequence[Sequence[int]]], *, past: Past) -> Iterator[list[Sides]]:
    """Return each round's games (partners first) by table, as the sides that sit there."""
    found = [[tuple(game) for game in games] for games in rounds]
    tables, seats = defaultdict(int, past.tables), defaultdict(int, past.seats)
    for games in found:
        for table, game in enumerate(games):
            for key in _at(game, table):
                tables[key] += 1
            for key in _in_seats(game):
                seats[key] += 1
    chance = Random(0)
    for _ in range(min(STEPS, A_GAME * sum(map(len, found)))):
        games, drawn = chance.choice(found), chance.getrandbits(24)
        _change_tables(games, drawn % len(games), (drawn >> 8) % len(games), tables)
        _change_seats(games, drawn % len(games), drawn >> 16, seats)
    return ([(game[: len(game) // 2], game[len(game) // 2 :]) for game in games] for games in found)


def _at(game: Game, table: int) -> list[tuple[int, int]]:
    return [(who, table) for who in game]


def _in_seats(game: Game) -> list[tuple[int, int]]:
    return [(who, seat) for seat, who in enumerate(game)]


def _change_tables(games: list[Game], one: int, other: int, tables: Worn) -> None:
    """Exchange the tables of two games, unless their people sat there more."""
    here, there = games[one], games[other]
    if one == other or len(here) != len(there):
        return
    now, then = _at(here, one) + _at(there, other), _at(here, other) + _at(there, one)
    if _counted(tables, now, then):
        games[one], games[other] = there, here


def _change_seats(games: list[Game], no: int, turn: int, seats: Worn) -> None:
    """Seat two sides in another of eight ways, unless they had those seats more."""
    if len(games[no]) > 4:
        _change_threes(games, no, turn, seats)
        return
    a, b, c, d = games[no]
    one, other = (b, a) if turn & 1 else (a, b), (d, c) if turn & 2 else (c, d)
    way = (*one, *other) if turn & 4 else (*other, *one)
    if _counted(seats, _in_seats(games[no]), _in_seats(way)):
        games[no] = way


def _change_threes(games: list[Game], no: int, turn: int, seats: Worn) -> None:
    """The same at a table of six, where three change places in a circle."""
    ours, theirs = games[no][:3], games[no][3:]
    step, more = turn % 3, turn // 3 % 3
    ours, theirs = ours[step:] + ours[:step], theirs[more:] + theirs[:more]
    way = theirs + ours if turn & 128 else ours + theirs
    if _counted(seats, _in_seats(games[no]), _in_seats(way)):
        games[no] = way


def _counted(worn: Worn, now: list[tuple[int, int]], then: list[tuple[int, int]]) -> bool:
    """Count other places instead of these, unless they are more worn; return whether they are
    counted."""
    for key in now:
        worn[key] -= 1
    # Comprehensions, not generators: a hall of 500 asks this thirty thousand times.
    better = sum([worn[key] ** 2 for key in then]) <= sum([worn[key] ** 2 for key in now])
    for key in then if better else now:
        worn[key] += 1
    return better


LEAST, KEPT, MOST = 4, 100, 999
"""People of a rotation, at least and at most, and for how many of them cycles are kept."""
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
    """Return a round's games, partners first, also of tables of six."""
    return [(*first, *second) for first, second in round.tables]


def full_cycle(number: int) -> int:
    """Return after how many rounds a rotation begins again: 4n - 1 for 4n players, else one a
    player."""
    return number - 1 if number % 4 == 0 else number


def most_rounds(sizes: Sequence[int], people: int) -> int:
    """Return for how many rounds at tables of these sizes no one need have a partner twice, as far
    as numbers go. With a single table of six it can't be helped."""
    partnerships = sum(len(met_at(size)[0]) for size in sizes)
    return max(1, people * (people - 1) // 2 // partnerships)


def plan(
    *,
    players: int | Sequence[int],
    rounds: int | None = None,
    seed: int = 0,
    apart: Collection[frozenset[int]] = (),
    together: Due | None = None,
    sizes: Sequence[int] = (),
) -> Plan:
    """Return the rotation for these people (a number, or anything that numbers them), whole without
    `rounds`. `sizes` has the people at each table, if they are not all of four.

    A cycle that is too short is repeated. The same people, rounds and seed give the same plan.
    Raise NoRotation for fewer than 4 or more than 999 people, or for more rounds than an evening
    has.
    """
    people = _checked(range(1, players + 1) if isinstance(players, int) else players)
    whole = most_rounds(sizes, len(people)) if sizes else full_cycle(len(people))
    wanted = whole if rounds is None else rounds
    if not 1 <= wanted <= MOST_ROUNDS:
        raise NoRotation(f"A rotation has 1 to {MOST_ROUNDS} rounds, not {wanted}.")
    start = [] if sizes else _from_cycle(Random(seed).sample(people, len(people)), wanted)
    wishes = {"apart": apart, "together": together, "sizes": sizes}
    found = search(people=people, rounds=wanted, past=Past(), seed=seed, start=start, **wishes)
    return Plan(people=people, rounds=tuple(_rounds(found, past=Past(), first=1)))


def replan(  # noqa: PLR0913
    *,
    people: Sequence[int],
    rounds: int,
    past: Past,
    first: int,
    seed: int = 0,
    apart: Collection[frozenset[int]] = (),
    together: Due | None = None,
    unmixed: Collection[frozenset[int]] = (),
    sizes: Sequence[int] = (),
) -> tuple[PlannedRound, ...]:
    """Return the remaining rounds, from number `first` on, for the people who are here now.

    Past rounds (`past`) are taken into account. Partners are not repeated while possible, opponents
    are spread, and the people who sat out least sit out next. `sizes` are as for `plan`. The pairs
    in `unmixed` are partners only where others would be partners again. Raise NoRotation for fewer
    than 4 or more than 999 people.
    """
    wishes = {"apart": apart, "together": together, "unmixed": unmixed, "sizes": sizes}
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
    """Return the first rounds of the stored cycle, repeated if it is too short. If none is stored
    for this number of people, the rounds are constructed."""
    if len(people) <= KEPT:
        whole = cycle(len(people))
        rounds = (whole[no % len(whole)] for no in range(wanted))
    else:
        rounds = islice(large.rounds_of(len(people)), wanted)
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
