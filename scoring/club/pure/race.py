"""How a season's standings developed: each player's total after every club night, and what each
night brought."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.club.pure.career import hundredths
from scoring.club.pure.season import (
    CRITERIA,
    Criterion,
    Evenings,
    Night,
    SeasonRow,
    Standing,
    Value,
)
from scoring.common.amounts import written
from scoring.euchre.wording import figure

Figure = int | Fraction
Parts = tuple[Figure, int]
"""A figure, and what it is divided by if it is a quotient."""
HUNDRED = 100
"""A quotient is drawn in hundredths."""


@dataclass(frozen=True, kw_only=True)
class Race:
    """The club nights of a season in their order, with each player's results.

    Totals are of the criterion `by`, over the best nights so far by the criterion that ranks.
    """

    nights: tuple[Night, ...]
    of_each: Mapping[int, Mapping[int, SeasonRow]]
    """By player: their results by the number of the night, from 0, in order."""
    by: Criterion
    ranks: Criterion
    best_of: int | None
    carried: Mapping[int, Parts]
    """By player, what was carried into the season: points, if the criterion counts them, and the
    number of club nights."""
    scale: int
    """By how much figures are multiplied to be whole numbers."""

    def results(self, player: int) -> list[int | None]:
        """Return what each night brought a player; None if they were not there or it has no
        figure."""
        found: list[int | None] = [None] * len(self.nights)
        for night, one in self.of_each.get(player, {}).items():
            found[night] = self._whole(*_parts(self.by, one))
        return found

    def totals(self, player: int) -> list[tuple[int, int]]:
        """Return a player's totals by the number of nights so far, from the night before their
        first on. A night without them has no entry."""
        played = list(self.of_each.get(player, {}).items())
        carried = self.carried.get(player, (0, 0))
        start = self._whole(*carried)
        found = [] if start is None else [(played[0][0] if played else 0, start)]
        so_far: list[tuple[tuple, Parts]] = []
        above, below = carried
        for no, one in played:
            parts = _parts(self.by, one)
            if self.best_of is None:
                above, below = above + parts[0], below + parts[1]
            else:
                insort(so_far, (_best_first(one, self.ranks, no), parts))
                best = [carried, *(those for _, those in so_far[: self.best_of])]
                above, below = sum(one for one, _ in best), sum(other for _, other in best)
            total = self._whole(above, below)
            if total is not None:
                found.append((no + 1, total))
            else:  # as the best nights have no hands any more, the line begins again
                found = []
        return found

    def _whole(self, above: Figure, below: int) -> int | None:
        """Return a figure as a whole number, rounded as it is written: half away from zero."""
        if self.by.quotient is None:
            if self.scale == 1:
                return int(above)
            below = 1
        if not below:
            return None
        size = above if above > 0 else -above
        whole = int((2 * self.scale * size + below) // (2 * below))
        return -whole if above < 0 else whole


def _parts(by: Criterion, row: SeasonRow) -> Parts:
    """Return the figure of a night, and what it is divided by, if it is."""
    return by.quotient(row) if by.quotient else (by.value(row) or 0, 0)


def _best_first(row: SeasonRow, ranks: Criterion, no: int) -> tuple:
    """Return a key that sorts the best night first, of equal ones the earlier."""
    value = ranks.value(row)
    return (value is None, -(value or 0), no)


def race(
    evenings: Evenings,
    *,
    by: str,
    ranks: str,
    best_of: int | None,
    carried: Mapping[int, Parts],
) -> Race | None:
    """Return the Race by this criterion; None if no single night has it, or without nights."""
    criterion = CRITERIA[by]
    if not criterion.of_an_evening:
        return None
    if not evenings:
        return None
    of_each: dict[int, dict[int, SeasonRow]] = {}
    for no, rows in enumerate(evenings.values()):
        for row in rows:
            of_each.setdefault(row.player, {})[no] = row
    return Race(
        nights=tuple(evenings),
        of_each=of_each,
        by=criterion,
        ranks=CRITERIA[ranks],
        best_of=best_of,
        carried=carried,
        scale=HUNDRED if criterion.quotient or criterion.of_places else 1,
    )


@dataclass(frozen=True, kw_only=True)
class Lead:
    """The players in the first place, by their keys, and their lead over the next."""

    players: tuple[int, ...]
    by: Value
    """0 if something else decided. None if no one is behind them, or there is no figure."""


def lead_of(placed: Sequence[Standing], criterion: Criterion) -> Lead | None:
    """Return who leads by this criterion, which ranks; None without a player or a figure."""
    if not placed or (most := criterion.value(placed[0].row)) is None:
        return None
    first = [one for one in placed if one.place == 1]
    behind = placed[len(first) :]
    next_best = criterion.value(behind[0].row) if behind else None
    return Lead(
        players=tuple(one.row.player for one in first),
        by=None if next_best is None else most - next_best,
    )


def lead_words(by: Value, *, currency: str = "") -> str:
    """Return a lead for display, with decimals if it is a fraction; nothing for None. `currency`
    is given if it is money."""
    if by is None:
        return ""
    if currency and by:
        return written(int(by), currency)
    if isinstance(by, int) or by.denominator == 1:
        return figure(int(by))
    least = Fraction(1, HUNDRED)
    return hundredths(by.numerator, by.denominator) if by >= least else "less than 0.01"
