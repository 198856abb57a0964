"""The winners at a table, and the players who move where winners progress."""

from __future__ import annotations

from random import Random

from scoring.euchre.wording import score_as_text
from scoring.tournament.pure.seats import OTHER
from scoring.tournament.pure.values import RoundTable


class NotYet(ValueError):
    """The next round can't be seated yet. The sentence names what is missing."""


class Decided(NotYet):
    """There is no next round, as the final was played."""


def winner_of(table: RoundTable) -> str | None:
    """Return the side that won, or at a table of three the seat. It is None for an undecided tie,
    and if the round was not played."""
    return _first(table) if table.result.played else None


def lot(seed: int, round: int, table: RoundTable) -> str:
    """Return the side that moves as if it had won, after a round that was not played. It is drawn
    by the tournament's seed.

    Our ruling: the table has no scores, and the hall goes on as after a tie that is cut for.
    """
    return Random(f"{seed} {round} {table.no}").choice(list(table.by_side))


def _first(table: RoundTable) -> str | None:
    if table.result.forfeit is not None:
        return OTHER[table.result.forfeit]
    points = table.result.points
    best = max(points.values())
    first = [side for side, scored in points.items() if scored == best]
    return table.result.tie if len(first) > 1 else first[0]


def winners_and_losers(table: RoundTable, *, head: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the winners and the losers, as the movement takes them. Raise NotYet if the table is
    tied.

    Our ruling for a table of three is that the winner stays at the head table. Elsewhere, and where
    each of four plays for themselves, the winner and the second go up. If two tie for second place,
    the lower number does.
    """
    won = _first(table)
    if won is None:
        score = score_as_text(table.result.points.values())
        raise NotYet(f"Table {table.no} is tied {score}: enter who won the tie.")
    if len(table.by_side) == 2:
        return table.by_side[won], table.by_side[OTHER[won]]
    points = table.result.points
    order = sorted(table.seats, key=lambda seat: (seat != won, -points[seat], table.seats[seat]))
    numbers = tuple(table.seats[seat] for seat in order)
    winners = 1 if head and len(numbers) == 3 else 2
    return numbers[:winners], numbers[winners:]
