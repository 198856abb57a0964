"""What stands on a score sheet where games are played, filled or blank."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class GameLine:
    """A game, over or in progress. What belongs to a side stands in the order of the sheet's
    sides."""

    no: int
    hands: str
    """Its first and last hand: "hands 8–14"."""
    laps: tuple[int, ...]
    """What each side opened it with."""
    marks: tuple[tuple[int, ...], ...]
    """What each side scored, hand by hand; a set-back is below zero."""
    score: tuple[int, ...]
    winner: int | None
    told: str
    """Who won and what it counts, in words: "To Ann and Cat. Counts 2: a love game, double."."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SumLine:
    """A line below the games: a number a side (None: nothing to say), and what it is."""

    figures: tuple[int | None, ...]
    told: str
    strong: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class GameBlock:
    """A rubber with its games, or all games where no rubber is played."""

    title: str
    games: tuple[GameLine, ...]
    sums: tuple[SumLine, ...] = ()
    told: tuple[str, ...] = ()
    """How it ended, and what each loser pays whom: sentences."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BlankGames:
    """What the boxes of a blank sheet are for."""

    target: int
    laps: bool
    love_double: bool
    rubber: tuple[str, ...] = ()
    """What each game of a rubber is called: "1", "2", "3", "4 after a lap"; empty without
    rubbers."""
    bonus: int = 0
    deficit: bool = False
    """Whether a lost game costs the points that the loser wanted of game."""
