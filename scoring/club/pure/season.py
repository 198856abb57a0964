"""The standings of a season, and the rule that decided each tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from scoring.club.pure.career import hundredths
from scoring.club.pure.rating import Strength
from scoring.euchre.statement import signed
from scoring.euchre.wording import figure, place_as_text
from scoring.table.pure.tally import SUMS

# -- By what a season is decided: each criterion with its meaning, its exact value and how it is
# written.
# ----------------------------------------------------------------------------------------------


Value = int | Fraction | None
"""More is better; None, where there is nothing to divide by, is less than anything."""


class SeasonRow(NamedTuple):
    """A player's result over the evenings of a season that count. A year has thousands for a page,
    and a tuple is made in a fraction of a dataclass's time."""

    player: int
    name: str
    evenings: int
    """All they played."""
    counted: int
    """Evenings that count. It differs from all only if just the best count."""
    # What is added up, in the order of SUMS.
    hands: int = 0
    """Recorded hands. A round of a tournament may have only a total."""
    points_of_hands: int = 0
    points: int = 0
    games_won: int = 0
    games_lost: int = 0
    rubbers_won: int = 0
    rubbers_lost: int = 0
    net_points: int = 0
    net_minor: int = 0
    place_points: Value = 0
    """For the places they took, and what they carried in, where places bring points."""
    carried: int = 0
    """Points that were carried into the season; they are among the others."""
    elsewhere: int = 0
    """How many of their evenings were brought from elsewhere."""
    strength: Strength | None = None
    """Their last rating, or None if they were never rated."""

    @property
    def games(self) -> int:
        return self.games_won + self.games_lost


def of_all(evenings: int, best_of: int | None) -> str:
    """Return how many of their evenings count, "12 of 20"; "9" if all do."""
    return f"{best_of} of {evenings}" if best_of and best_of < evenings else str(evenings)


@dataclass(frozen=True, kw_only=True)
class Criterion:
    """One thing that may decide."""

    key: str
    title: str
    """As a column's head."""
    meaning: str
    value: Callable[[SeasonRow], Value]
    of_an_evening: bool = True
    """Whether a single evening has it. Only then can it choose a player's best evenings."""
    of_games: bool = False
    money: bool = False
    of_places: bool = False
    of_lists: bool = False
    """Whether an imported evening has it, as its list has points and perhaps places."""
    against_others: bool = False
    """Whether one player's win is another's loss. It is then written with its sign."""
    quotient: Callable[[SeasonRow], tuple[int, int]] | None = None
    """What is divided by what, if it is one figure divided by another."""
    behind: str = "fewer"
    """What a player with less of it has: "fewer points", "a lower rating"."""

    def written(self, row: SeasonRow) -> str:
        """Return the value for display, whole or with two decimals. Money stays in minor units."""
        if self.quotient:
            return hundredths(*self.quotient(row))
        value = self.value(row)
        if isinstance(value, Fraction):
            return hundredths(value.numerator, value.denominator)
        if value is None:
            return "–"
        return signed(value) if self.against_others else figure(value)


def _points_a_hand(row: SeasonRow) -> tuple[int, int]:
    return row.points_of_hands, row.hands


def _points_an_evening(row: SeasonRow) -> tuple[int, int]:
    return row.points, row.counted


def _games_a_game(row: SeasonRow) -> tuple[int, int]:
    return row.games_won, row.games


def _divided(parts: Callable[[SeasonRow], tuple[int, int]]) -> Callable[[SeasonRow], Value]:
    def value(row: SeasonRow) -> Value:
        above, below = parts(row)
        return Fraction(above, below) if below else None

    return value


def _plain(value: Value) -> Value:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _rating(row: SeasonRow) -> Value:
    return row.strength.rating if row.strength else None


CRITERIA = {
    one.key: one
    for one in (
        Criterion(
            key="points_a_hand",
            title="Points per hand",
            meaning="points in hands played, divided by the number of hands",
            value=_divided(_points_a_hand),
            quotient=_points_a_hand,
        ),
        Criterion(
            key="points_an_evening",
            title="Points per night",
            meaning="points divided by the club nights that count",
            value=_divided(_points_an_evening),
            quotient=_points_an_evening,
            of_lists=True,
        ),
        Criterion(
            key="points",
            title="Points",
            meaning="all points from hands and tournament rounds",
            value=lambda row: row.points,
            of_lists=True,
        ),
        Criterion(
            key="games_won",
            title="Games won",
            meaning="games won, with a partner or alone",
            value=lambda row: row.games_won,
            of_games=True,
        ),
        Criterion(
            key="games_a_game",
            title="Share of games won",
            meaning="games won divided by games finished",
            value=_divided(_games_a_game),
            quotient=_games_a_game,
            behind="smaller",
            of_games=True,
        ),
        Criterion(
            key="rubbers_won",
            title="Rubbers won",
            meaning="rubbers won, without those broken off or tied",
            value=lambda row: row.rubbers_won,
            of_games=True,
        ),
        Criterion(
            key="net_points",
            title="Net points",
            meaning="points won less points lost, as settled (game points where games are played)",
            value=lambda row: row.net_points,
            against_others=True,
        ),
        Criterion(
            key="net_minor",
            title="Net money",
            meaning="money won less money lost, as settled",
            value=lambda row: row.net_minor,
            behind="less",
            money=True,
        ),
        Criterion(
            key="place_points",
            title="Season points",
            meaning="points for places at each club night, from this season’s list",
            value=lambda row: _plain(row.place_points),
            of_places=True,
            of_lists=True,
        ),
        Criterion(
            key="evenings",
            title="Club nights",
            meaning="club nights played",
            value=lambda row: row.evenings,
            of_an_evening=False,
            of_lists=True,
        ),
        Criterion(
            key="rating",
            title="Rating",
            meaning="the rating after their last club night of the season",
            value=_rating,
            behind="lower",
            of_an_evening=False,
        ),
    )
}


# -- From evenings to a season, and from places to points.
# ----------------------------------------------------------------------------------------------


class Night(NamedTuple):
    """An evening of a season; `no` distinguishes those of a day. Nights sort by time."""

    played_on: date
    no: tuple


Evenings = Mapping[Night, Sequence[SeasonRow]]
"""The results of a season's evenings, each with a row for every player, in the order of time."""


SUMMED = (*SUMS, "place_points", "elsewhere")


def added_up(evenings: Evenings, *, by: str, best_of: int | None = None) -> list[SeasonRow]:
    """Return a row for each player, over all their evenings, or over this number of their best by
    this criterion, where a tie goes to the earlier."""
    of_each: dict[int, list[SeasonRow]] = {}
    for rows in evenings.values():
        for row in rows:
            of_each.setdefault(row.player, []).append(row)
    return [_sum(_best(those, by, best_of), len(those)) for those in of_each.values()]


def _best(evenings: list[SeasonRow], by: str, best_of: int | None) -> list[SeasonRow]:
    if best_of is None or len(evenings) <= best_of:
        return evenings
    value = CRITERIA[by].value
    return sorted(evenings, key=lambda row: _rank(value(row)), reverse=True)[:best_of]


def _sum(rows: Sequence[SeasonRow], evenings: int) -> SeasonRow:
    columns = zip(SeasonRow._fields, zip(*rows, strict=True), strict=True)
    sums = {name: sum(figures) for name, figures in columns if name in SUMMED}
    return rows[0]._replace(evenings=evenings, counted=len(rows), **sums)


@dataclass(frozen=True, kw_only=True)
class PlacePoints:
    """What places bring."""

    points: tuple[int, ...]
    """For the first, the second, ...; nothing where places bring none."""
    others: int = 0
    """Points for everyone else."""
    each: bool = False
    """Whether tied players each get the points of their place. Otherwise they share the points of
    all the places between them."""

    def of(self, places: Mapping[Hashable, int]) -> dict[Hashable, Value]:
        """Return what everybody takes, by their place: 1, 2, 2, 4."""
        level = Counter(places.values())
        return {who: self._of(place, level[place]) for who, place in places.items()}

    def _of(self, place: int, number: int) -> Value:
        all = [
            self.points[no] if no < len(self.points) else self.others
            for no in range(place - 1, place - 1 + number)
        ]
        return all[0] if self.each else Fraction(sum(all), number)


def places_by(rows: Iterable[SeasonRow], key: str) -> dict[int, int]:
    """Return the place of each player in an evening by a criterion: 1, 2, 2, 4."""
    ranks = {row.player: _rank(CRITERIA[key].value(row)) for row in rows}
    in_order = sorted(ranks.values(), reverse=True)
    return {player: in_order.index(rank) + 1 for player, rank in ranks.items()}


# -- Who stands where.
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A player's place."""

    row: SeasonRow
    place: int | None
    """None: not enough evenings yet."""
    shared: bool = False
    """Whether another player has the same place."""
    tied_with: str = ""
    """The name above theirs, when both are tied on the first criterion."""
    decided_by: Criterion | None = None
    """What set them below that name; None when nothing did, or they are not tied."""

    @property
    def reason(self) -> str:
        """Why they are below the name above when both are tied, in a few words."""
        if not self.tied_with or self.place is None:
            return ""
        if self.decided_by is None:
            return "tied on everything"
        return f"tied, {self.decided_by.behind} {self.decided_by.title.lower()}"

    @property
    def as_text(self) -> str:
        """ "3", "=3" for a place that is shared, nothing for no place."""
        return place_as_text(self.place, shared=self.shared)


@dataclass(frozen=True, kw_only=True)
class Standings:
    """The ranked players, and those who have not yet played enough evenings."""

    placed: tuple[Standing, ...]
    waiting: tuple[Standing, ...]


def standings(
    rows: Iterable[SeasonRow], *, order: Sequence[str], least_evenings: int = 0
) -> Standings:
    """Return the standings by these criteria. The first ranks, and each next one decides ties.
    Players who are tied on all share their place.

    Exact values are compared, not rounded ones. Raise KeyError for an unknown key.
    """
    criteria = [CRITERIA[key] for key in order]
    found = [(row, [one.value(row) for one in criteria]) for row in rows]
    found.sort(key=lambda one: (one[0].name.casefold(), one[0].player))
    found.sort(key=lambda one: [_rank(value) for value in one[1]], reverse=True)
    enough = [one for one in found if one[0].evenings >= least_evenings]
    return Standings(
        placed=tuple(_placed(enough, criteria)),
        waiting=tuple(
            Standing(row=row, place=None) for row, _ in found if row.evenings < least_evenings
        ),
    )


def sorted_by(found: Sequence[Standing], key: str) -> list[Standing]:
    """Return standings by another criterion, the best first; each keeps their place."""
    return sorted(found, key=lambda one: _rank(CRITERIA[key].value(one.row)), reverse=True)


def _rank(value: Value) -> tuple[bool, Value]:
    return (value is not None, value or 0)


def _placed(
    ranked: Sequence[tuple[SeasonRow, Sequence[Value]]], criteria: Sequence[Criterion]
) -> Iterable[Standing]:
    rows = [row for row, _ in ranked]
    values = [those for _, those in ranked]
    apart = [None, *(_what_parts(above, below, criteria) for above, below in pairwise(values))]
    for index, row in enumerate(rows):
        above = rows[index - 1] if index else None
        level = index > 0 and apart[index] is not criteria[0]
        yield Standing(
            row=row,
            place=_place(index, apart),
            shared=_same(index, apart) or _same(index + 1, apart),
            tied_with=above.name if level else "",
            decided_by=apart[index] if level else None,
        )


def _what_parts(
    above: Sequence[Value], below: Sequence[Value], criteria: Sequence[Criterion]
) -> Criterion | None:
    """Return the first criterion on which two differ; None when they are tied on all."""
    each = zip(criteria, above, below, strict=True)
    return next((one for one, first, second in each if first != second), None)


def _same(index: int, apart: Sequence[Criterion | None]) -> bool:
    """Return whether the row at this index shares the place of the one above it."""
    return 0 < index < len(apart) and apart[index] is None


def _place(index: int, apart: Sequence[Criterion | None]) -> int:
    while _same(index, apart):
        index -= 1
    return index + 1
