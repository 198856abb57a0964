"""A tournament with its entrants, its rounds and the results of tables
(docs/tournament-format.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from scoring.tournament.pure.seats import OTHER, SIDES, clockwise, sides_at

if TYPE_CHECKING:
    from scoring.tournament.pure.fair_draw import FairDraw
    from scoring.tournament.pure.formats import Format

MOST_ENTRANTS = 999
"""Numbers have three digits at most, on screens and on paper."""
MOST_POINTS = 999
"""More than any round can bring. The rules know the limit of its own hands (decision 48)."""
LEAST_POINTS = -MOST_POINTS
"""A lost bid takes points, and so does a penalty by any rules."""


@dataclass(frozen=True, kw_only=True)
class Carried:
    """The figures that an entrant carries in from the tournament before this one."""

    points: int = 0
    won: int = 0
    lones: int = 0
    gold: int = 0
    rounds: int = 0
    """The number of rounds that they played there, for the average."""
    beside: int = 0
    """The points among these that are beside the cards, by handicap and adjustments. They are in no
    average."""

    def __bool__(self) -> bool:
        return self != Carried()

    @property
    def as_text(self) -> str:
        """Return the figures above zero, such as "61 points, 6 won, 2 lone hands"."""
        lone = "lone hand" if self.lones == 1 else "lone hands"
        said = ((self.points, points(self.points)), (self.won, "won"), (self.lones, lone))
        return ", ".join(f"{number} {what}" for number, what in said if number)


@dataclass(frozen=True, kw_only=True)
class Wish:
    """Another entrant, by number, to play with or not to meet."""

    no: int
    always: bool = False
    """Whether they are partners in every round, and not only in every second one."""


@dataclass(frozen=True, kw_only=True)
class Adjustment:
    """Points and games won that an entrant is given beside the cards, or below zero loses."""

    no: int
    """The entrant's number."""
    round: int | None = None
    """The round it is about, if it is about one."""
    points: int = 0
    won: int = 0
    why: str

    @property
    def as_text(self) -> str:
        """Return the figures with the reason, such as "−2 points in round 4: late"."""
        figures = (
            (self.points, points(self.points)),
            (self.won, "game won" if abs(self.won) == 1 else "games won"),
        )
        said = " and ".join(f"{signed(number)} {what}" for number, what in figures if number)
        return f"{said}{f' in round {self.round}' if self.round else ''}: {self.why}"


def signed(number: int) -> str:
    """Return a number with its sign, such as "+3" or "−2"."""
    sign = "\N{MINUS SIGN}" if number < 0 else "+"
    return f"{sign}{abs(number)}"


def points(number: int) -> str:
    return "point" if abs(number) == 1 else "points"


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """A single player or a fixed pair. Results and tally cards know them by their number."""

    no: int
    names: tuple[str, ...]
    group: str = ""
    ghost: bool = False
    """Whether they are a ghost, who fills an empty seat and has no score."""
    since: int = 1
    """The first round in which they could be seated."""
    left: int | None = None
    """The last round that they were here for, or None while they still play."""
    carried: Carried = Carried()
    together: tuple[Wish, ...] = ()
    """Who they ask to be partners with."""
    apart: tuple[Wish, ...] = ()
    """Who they ask not to meet at a table."""
    handicap: int = 0
    """The points they are given for each round they play, or below zero those they give."""
    paid: int = False
    """True if the entry fee is paid, for each person of a pair. Another amount that was paid is in
    minor units."""
    tickets: int = 0
    """The tickets that they hold for a pot that is drawn."""
    colours: tuple[int, ...] = field(default=(), compare=False)
    """The colour and shape of each person's disc in the club. Files have none."""

    @property
    def name(self) -> str:
        return " and ".join(self.names)

    def fee_paid(self, fee: int) -> int:
        """Return what they paid, in minor units, where this is the fee for each person."""
        return fee * len(self.names) if self.paid is True else self.paid

    def plays_in(self, round: int) -> bool:
        """Return whether they are there to be seated in a round, by its number."""
        return self.since <= round and (self.left is None or round <= self.left)


@dataclass(frozen=True, kw_only=True)
class Result:
    """The end of a table's round, with points by side ("NS", "EW"; at a table of six "NSE", "ABC"),
    or at a table of three by seat ("N", "E", "S")."""

    points: Mapping[str, int]
    lones: Mapping[int, int] = field(default_factory=dict)
    """Lone hands that took every trick, by the entrant's number."""
    euchres: Mapping[int, int] = field(default_factory=dict)
    """Hands in which they made trump and were euchred, by the entrant's number. They are for
    pots."""
    tried: Mapping[int, int] = field(default_factory=dict)
    """Hands that they played alone, by the entrant's number. They are for pots."""
    tie: str | None = None
    """The winner of a tie, if the format needs one. It is a side, or at a table of three a seat."""
    played: bool = True
    """False if the round was not played there. It has no scores, and `tie` is the side that moves
    as if it had won."""
    forfeit: str | None = None
    """The side that forfeits. It lost, and no hand of the round counts."""

    @property
    def scored(self) -> bool:
        """Whether its points were won with cards."""
        return self.played and self.forfeit is None


def forfeited(side: str, points: tuple[int, int]) -> Result:
    """Return the result of a table that this side forfeits, with the points won and lost."""
    won, lost = points
    points_of = {side: lost, OTHER[side]: won}
    sides = sorted(points_of, reverse=True)
    return Result(points={one: points_of[one] for one in sides}, forfeit=side)


@dataclass(frozen=True, kw_only=True)
class RoundTable:
    """One table in one round, with its players (numbers of entrants by seat) and its result.

    A pair sits in both seats of its side. At a table of three the west is empty.
    """

    no: int
    seats: Mapping[str, int]
    result: Result | None = None
    alone: bool = False
    """Whether each plays for themselves, as at any table of three."""

    @property
    def singly(self) -> bool:
        """Whether each player is a side, also because they are three."""
        return self.alone or len(self.seats) == 3

    @cached_property
    def by_side(self) -> dict[str, tuple[int, ...]]:
        """The entrants of each side that scores together. These are partners, or single players who
        each play for themselves."""
        if self.singly:
            return {seat: (no,) for seat, no in self.seats.items()}
        return {
            side: tuple(dict.fromkeys(self.seats[seat] for seat in seats))
            for side, seats in sides_at(len(self.seats)).items()
        }

    @property
    def first_seats(self) -> dict[str, int]:
        """The entrant in each seat. A pair is in the first seat of its side only."""
        return {self.seats_of(no)[0]: no for no in self.entrants}

    def by_place(self, *, sides: bool) -> dict[int, str]:
        """Return the seat of each entrant, or the side with `sides`."""
        if not sides:
            return {no: seat for seat, no in [*self.seats.items()][::-1]}
        return {no: side for side, entrants in self.by_side.items() for no in entrants}

    def seats_of(self, entrant: int) -> list[str]:
        """Return the seats of an entrant, which are two for a pair."""
        return [seat for seat, no in self.seats.items() if no == entrant]

    @cached_property
    def entrants(self) -> tuple[int, ...]:
        """All entrants at the table, each once."""
        return tuple(dict.fromkeys(self.seats.values()))

    def side_of(self, entrant: int) -> str:
        """Return the side of an entrant. Raise KeyError if they do not sit here."""
        for side, entrants in self.by_side.items():
            if entrant in entrants:
                return side
        raise KeyError(entrant)


@dataclass(frozen=True, kw_only=True)
class Round:
    """One round, with the players of each table, and the entrants who sat out."""

    no: int
    tables: tuple[RoundTable, ...]
    sitting_out: tuple[int, ...] = ()

    @cached_property
    def everybody(self) -> frozenset[int]:
        """All entrants, at a table or sitting out."""
        return frozenset(no for one in self.tables for no in one.entrants).union(self.sitting_out)

    @cached_property
    def partnerships(self) -> tuple[frozenset[int], ...]:
        """Each two entrants who are partners."""
        sides = (side for table in self.tables for side in table.by_side.values())
        return tuple(frozenset(two) for side in sides for two in combinations(side, 2))

    def table_of(self, entrant: int) -> RoundTable | None:
        """Return the table of an entrant, or None if they sit out or are not here."""
        return next((table for table in self.tables if entrant in table.entrants), None)


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """A tournament, with all the data of its file."""

    format: Format
    seed: int = 0
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    plan: tuple[Round, ...] = ()
    """The remaining rounds if all were planned ahead. They are on the tally cards."""
    adjustments: tuple[Adjustment, ...] = ()
    draw: FairDraw | None = None
    """What the seed was made from, if the draw can be checked."""

    def entrant(self, no: int) -> Entrant:
        """Return the entrant with this number. Raise KeyError if there is none."""
        return self._by_no[no]

    @cached_property
    def _by_no(self) -> dict[int, Entrant]:
        return {entrant.no: entrant for entrant in self.entrants}

    @property
    def players(self) -> Iterator[Entrant]:
        """All entrants except ghosts."""
        return (entrant for entrant in self.entrants if not entrant.ghost)


# -- A table of a round, from its entrants by place.


def seated(no: int, places: Mapping[str, int]) -> RoundTable:
    """Return a table with these entrants by seat, or by side if they are pairs."""
    by_seat = {
        seat: places[side] for side, seats in SIDES.items() if side in places for seat in seats
    }
    by_seat = by_seat or dict(places)
    return RoundTable(no=no, seats={seat: by_seat[seat] for seat in clockwise(by_seat)})


def round_of(no: int, tables: Iterable[Mapping[str, int]], sitting_out: Iterable[int]) -> Round:
    """Return a round with these tables, numbered from 1."""
    numbered = tuple(seated(table, places) for table, places in enumerate(tables, start=1))
    return Round(no=no, tables=numbered, sitting_out=tuple(sorted(sitting_out)))
