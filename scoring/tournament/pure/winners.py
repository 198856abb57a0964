"""Who won at a table, and who of it moves where winners progress."""

from __future__ import annotations

from random import Random

from scoring.tournament.pure.values import OTHER, RoundTable


class NotYet(ValueError):
    """The next round cannot be seated yet: a sentence that names what is lacking."""


def winner_of(table: RoundTable) -> str | None:
    """Return the side that won, at a table of three the seat; None while that is level and nobody
    said, and where nothing was played."""
    return _first(table) if table.result.played else None


def lot(seed: int, round: int, table: RoundTable) -> str:
    """Return the side that moves as if it had won where nothing was played: drawn by the
    tournament's seed.

    A ruling of ours: nobody scores there, and the hall goes on as after a tie that is cut for.
    """
    return Random(f"{seed} {round} {table.no}").choice(list(table.by_side))


def _first(table: RoundTable) -> str | None:
    points = table.result.points
    best = max(points.values())
    first = [side for side, scored in points.items() if scored == best]
    return table.result.tie if len(first) > 1 else first[0]


def winners_and_losers(table: RoundTable, *, head: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the entrants who won and those who lost, as the movement takes them; raise NotYet for
    a tie.

    A ruling of ours for a table of three: the winner stays at the head table; elsewhere they and
    the second go up; of two who are level for the second place, the lower number.
    """
    won = _first(table)
    if won is None:
        score = " to ".join(str(scored) for scored in table.result.points.values())
        raise NotYet(f"Table {table.no} is tied {score}: say who won the tie.")
    if len(table.seats) != 3:
        return table.by_side[won], table.by_side[OTHER[won]]
    points = table.result.points
    order = sorted(table.seats, key=lambda seat: (seat != won, -points[seat], table.seats[seat]))
    numbers = tuple(table.seats[seat] for seat in order)
    winners = 1 if head else 2
    return numbers[:winners], numbers[winners:]
