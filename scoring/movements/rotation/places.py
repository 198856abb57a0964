"""Which table a game gets within its round, and who sits where: nobody keeps a table or a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from scoring.movements.rotation.past import Past

Sides = tuple[tuple[int, int], tuple[int, int]]
"""North and south against east and west."""
Game = tuple[int, int, int, int]
"""North, south, east and west: partners first."""
STEPS, A_GAME = 15_000, 100
"""Changes that are tried: so many for each game, and no more than take a fraction of a second."""


def placed(rounds: Sequence[Sequence[Sequence[int]]], *, past: Past) -> Iterator[list[Sides]]:
    """Return each round's games (partners first) by table, as the sides that sit there."""
    found = [[tuple(game) for game in games] for games in rounds]
    tables, seats = Counter(past.tables), Counter(past.seats)
    for games in found:
        tables.update(key for table, game in enumerate(games) for key in _at(game, table))
        seats.update(key for game in games for key in _in_seats(game))
    chance = Random(0)
    for _ in range(min(STEPS, A_GAME * sum(map(len, found)))):
        games, drawn = chance.choice(found), chance.getrandbits(24)
        _change_tables(games, drawn % len(games), (drawn >> 8) % len(games), tables)
        _change_seats(games, drawn % len(games), drawn >> 16, seats)
    return ([((a, b), (c, d)) for a, b, c, d in games] for games in found)


def _at(game: Game, table: int) -> list[tuple[int, int]]:
    return [(who, table) for who in game]


def _in_seats(game: Game) -> list[tuple[int, int]]:
    return [(who, seat) for seat, who in enumerate(game)]


def _change_tables(games: list[Game], one: int, other: int, tables: Counter) -> None:
    """Exchange the tables of two games, unless their people sat there more."""
    here, there = games[one], games[other]
    now, then = _at(here, one) + _at(there, other), _at(here, other) + _at(there, one)
    if one != other and _counted(tables, now, then):
        games[one], games[other] = there, here


def _change_seats(games: list[Game], no: int, turn: int, seats: Counter) -> None:
    """Seat two pairs in another of eight ways, unless they had those seats more."""
    a, b, c, d = games[no]
    one, other = (b, a) if turn & 1 else (a, b), (d, c) if turn & 2 else (c, d)
    way = (*one, *other) if turn & 4 else (*other, *one)
    if _counted(seats, _in_seats(games[no]), _in_seats(way)):
        games[no] = way


def _counted(worn: Counter, now: list[tuple[int, int]], then: list[tuple[int, int]]) -> bool:
    """Count other places instead of these, unless they are more worn; return whether they are
    counted."""
    for key in now:
        worn[key] -= 1
    better = sum(worn[key] ** 2 for key in then) <= sum(worn[key] ** 2 for key in now)
    for key in then if better else now:
        worn[key] += 1
    return better
