"""A movement as data: where everyone goes after a round (docs/tournament-format.md).

A movement that seats more or fewer people at a table than it holds, whichever side wins, is found
before anyone sits down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.tournament.pure.seats import FOUR, SEATS, SIDES, seats_at, sides_at

WON, LOST = "won", "lost"
RESULTS = (WON, LOST)
WORDS = (*RESULTS, *SEATS, *SIDES)
"""The words of `who` at tables of four, besides the names of groups."""
HEAD, LAST = "head", "last"
CHECKED = 12
"""The tables up to which a movement is checked, however few enter."""

Place = int | str
"""A table by its number, "head" or "last"."""


@dataclass(frozen=True, kw_only=True)
class Move:
    """One line of a movement: who goes, from where, and how far or to which table."""

    who: tuple[str, ...] = ()
    """All of these words fit whoever goes. Without any, everyone goes."""
    at: Place | None = None
    """The only table that it is for, or None for all."""
    by: int | None = None
    """What is added to the table's number. None if `to` is given."""
    to: Place | None = None

    def fits(self, words: Collection[str], table: int, tables: int) -> bool:
        here = self.at is None or _number(self.at, tables) == table
        return here and all(word in words for word in self.who)


@dataclass(frozen=True, kw_only=True)
class Movement:
    """A movement, of which the first line that fits someone counts. Everyone else stays."""

    moves: tuple[Move, ...]
    ends: str = "stop"
    """"stop" if `by` ends at the first and the last table, "round" if it goes on at the other."""
    partners: str = ""
    """A key of formats.PARTNERS, or "seats" if all keep the letter of their seat, or "" for the
    setting."""

    @property
    def words(self) -> set[str]:
        return {word for move in self.moves for word in move.who}

    @property
    def by_results(self) -> bool:
        """Whether it needs a winner at every table."""
        return not self.words.isdisjoint(RESULTS)

    def groups(self, size: int = FOUR) -> set[str]:
        """Return the groups that it names, at tables of this many people."""
        return self.words.difference(words_at(size))

    def target(self, words: Collection[str], table: int, tables: int) -> int:
        """Return the next table of someone whom these words fit. It may be one that is not there.
        At a single table no one moves."""
        move = next((one for one in self.moves if one.fits(words, table, tables)), None)
        if move is None or tables == 1:
            return table
        if move.to is not None:
            return _number(move.to, tables)
        to = table + (move.by or 0)
        if self.ends == "round":
            return (to - 1) % tables + 1
        return min(max(to, 1), tables)

    @property
    def meaning(self) -> tuple:
        """The lines and ends in one spelling, to compare movements. Last lines of those who stay
        mean nothing."""
        lines = [
            (frozenset(move.who), _spelt(move.at), move.by, _spelt(move.to)) for move in self.moves
        ]
        while lines and lines[-1][2] == 0:
            lines.pop()
        return self.ends, tuple(lines)

    @property
    def reach(self) -> int:
        """The largest number in its lines. With more than twice as many tables, and some, nothing
        new can happen."""
        places = [place for move in self.moves for place in (move.at, move.to)]
        numbers = [place for place in places if isinstance(place, int)]
        return max([*numbers, *(abs(move.by or 0) for move in self.moves)], default=0)

    def stays_by_halves(self, tables: int, size: int = FOUR) -> bool:
        """Return whether half of each table stays there after a round, with so many tables."""
        return all(
            2 * sum(one.to == table for one in _ends(self, (), table, tables, size)[0].going)
            == size
            for table in range(1, tables + 1)
        )


def words_at(size: int) -> tuple[str, ...]:
    """Return the words of `who` at tables of this many people, besides the names of groups."""
    return (*RESULTS, *seats_at(size), *sides_at(size))


def _number(place: Place, tables: int) -> int:
    return place if isinstance(place, int) else {HEAD: 1, LAST: tables}[place]


def _spelt(place: Place | None) -> Place | None:
    return 1 if place == HEAD else place


PROGRESS = Movement(
    moves=(
        Move(who=(LOST,), at=1, to=LAST),
        Move(who=(WON,), by=-1),
        Move(who=(LOST,), by=0),
    )
)
BY_SEATS = Movement(
    moves=tuple(Move(who=(seat,), by=by) for seat, by in zip("NSEW", (0, -1, 1, 2), strict=True)),
    ends="round",
    partners="seats",
)
"""As on the published sheets: "down" is to the next lower number (S), "up" to the next higher."""
NAMED = {"progress": PROGRESS, "seats": BY_SEATS}


# -- Nobody collides: every table gets what it holds, whichever side wins at each.


class _Going(NamedTuple):
    """Someone who leaves a table: for which one, and from which seat, side and group."""

    to: int
    seat: str
    side: str
    group: str


class _End(NamedTuple):
    """One way that a round can end at a table."""

    won: str
    going: tuple[_Going, ...]


def collision(
    movement: Movement,
    *,
    partners: str,
    groups: Sequence[str],
    tables: Iterable[int],
    size: int = FOUR,
) -> str:
    """Return what goes wrong with one of these numbers of tables, as in "With 2 tables, table 1
    gets 6 (table 1: NS won, table 2: NS won)", or "" if nothing can.

    `partners` is a key of PARTNERS, `groups` has the two groups, if any, and `size` is the people
    at a table, of whom six move as whole sides. Tables don't depend on each other. So nothing
    collides if each sends the same to every table however it ends, and this fills them all.
    """
    named = tuple(groups) if movement.groups(size) else ()
    found = (_collision(movement, partners, named, no, size) for no in tables)
    return next(filter(None, found), "")


@lru_cache(maxsize=256)
def _collision(
    movement: Movement, partners: str, groups: tuple[str, ...], tables: int, size: int
) -> str:
    ends = [_ends(movement, groups, table, tables, size) for table in range(1, tables + 1)]
    first = [one[0] for one in ends]
    differ = [
        at for at, ways in enumerate(ends) if len({_bundle(one, partners) for one in ways}) > 1
    ]
    # One table after the other ends otherwise, the last first, as if all ways were gone through.
    ways = [(0, first[0]), *((at, one) for at in reversed(differ) for one in ends[at])]
    for at, other in ways:
        now = [*first[:at], other, *first[at + 1 :]]
        if fault := next(_faults(now, partners, groups, size), ""):
            won = ", ".join(f"table {no}: {end.won} won" for no, end in enumerate(now, 1))
            by_results = f" ({won})" if movement.by_results else ""
            return f"With {tables} table{'' if tables == 1 else 's'}, {fault}{by_results}"
    return ""


def _bundle(end: _End, partners: str) -> tuple:
    """Return what a table sends to which other one, as far as it matters."""
    parted = {"seats": lambda one: one.seat, "stay": lambda one: one.side}.get(partners)
    return tuple(sorted((one.to, parted(one) if parted else "", one.group) for one in end.going))


def _ends(
    movement: Movement, groups: tuple[str, ...], table: int, tables: int, size: int
) -> list[_End]:
    """Return every way that a table can end. With groups, each side has one of each."""
    sides = sides_at(size)
    mixed = [groups, groups[::-1]] if groups else [("",) * (size // 2)]
    first, other = sides
    found = []
    for won, ours, theirs in product(sides if movement.by_results else [first], mixed, mixed):
        seated = [
            (seat, side, group)
            for side, people in ((first, ours), (other, theirs))
            for seat, group in zip(sides[side], people, strict=True)
        ]
        going = (
            _Going(movement.target(words_of(*one, won=won), table, tables), *one) for one in seated
        )
        found.append(_End(won, tuple(going)))
    return found


def targets(
    movement: Movement, groups: Sequence[str], table: int, tables: int, size: int = FOUR
) -> set[int]:
    """Return the tables that someone can go to from this one."""
    named = tuple(groups) if movement.groups(size) else ()
    ends = _ends(movement, named, table, tables, size)
    return {one.to for end in ends for one in end.going}


def words_of(seat: str, side: str, group: str, *, won: str | None) -> set[str]:
    """Return the words of `who` that fit someone, where this side won, if any."""
    return {seat, side, group} | ({WON if side == won else LOST} if won else set())


def _faults(ends: Sequence[_End], partners: str, groups: Sequence[str], size: int) -> Iterator[str]:
    """Yield what is wrong if the tables ended like this."""
    there, going = range(1, len(ends) + 1), [one for end in ends for one in end.going]
    yield from (f"table {to} is not there" for to, *_ in going if to not in there)
    people = Counter(one.to for one in going)
    yield from (f"table {no} gets {people[no]}" for no in there if people[no] != size)
    if partners == "stay" or size > FOUR:
        for no, end in enumerate(ends, start=1):
            if len({(one.side, one.to) for one in end.going}) > len(SIDES):
                yield f"partners of table {no} part"
    if partners == "seats":
        letters = Counter((one.to, one.seat) for one in going)
        seats = [seat for side in sides_at(size).values() for seat in side]
        for no, seat in product(there, seats):
            if letters[no, seat] != 1:
                yield f"table {no} gets {letters[no, seat]} in seat {seat}"
    mixed = Counter((one.to, one.group) for one in going)
    for no, group in product(there, groups):
        if mixed[no, group] != size // 2:
            yield f"table {no} gets {mixed[no, group]} of {group}"
