"""Promotion and relegation: the division in which each team of a final table plays next season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.league.pure.agreement import Agreement


@dataclass(frozen=True, kw_only=True)
class Goes:
    """A team's move. `to` is the number of a division, from 0. None means out of the next
    season."""

    to: int | None
    why: str = ""
    """ "up", "down", "goes on", "does not go on"; nothing where it stays."""


def goes_to(agreement: Agreement, *, season: str, sizes: Sequence[int]) -> list[list[Goes]]:
    """Return the moves of the teams in each place of each final table. `sizes` are the numbers of
    teams in each table, best division first, without those that withdrew.

    The first of a division go up and the last go down, as many as the league rules say. In a league
    of stages the first of each division go on to the next stage, all in its first division.
    """
    begins_again = agreement.stage_of(season) == len(agreement.stages) - 1
    stays_on = bool(agreement.stages) and not begins_again

    def one(at: int, place: int) -> Goes:
        if agreement.stages:
            if not stays_on:
                return Goes(to=at)
            on = place < (agreement.up or 1)
            return (
                Goes(to=0, why="goes through") if on else Goes(to=None, why="does not go through")
            )
        if at and place < agreement.up:
            return Goes(to=at - 1, why="up")
        if at + 1 < len(sizes) and place >= sizes[at] - agreement.down:
            return Goes(to=at + 1, why="down")
        return Goes(to=at)

    return [[one(at, place) for place in range(size)] for at, size in enumerate(sizes)]
