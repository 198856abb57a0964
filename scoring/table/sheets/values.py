"""The contents of a score sheet, filled or blank."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common.pdf.code import Code
from scoring.euchre.awards import Award

DISCS = tuple(range(7))
"""The colours and shapes of discs, in order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameLine:
    """A game, over or in progress. Values of sides are in the order of the sheet's sides."""

    no: int
    hands: str
    """Its first and last hand: "hands 8–14"."""
    laps: tuple[int, ...]
    """What each side opened it with."""
    marks: tuple[tuple[int, ...], ...]
    """What each side scored, hand by hand; a set-back is below zero."""
    score: tuple[int, ...]
    winner: int | None
    words: str
    """The winner and the worth in words, such as "To Ann and Cat. Worth 2: a love game,
    double."."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SumLine:
    """A line below the games, with a number for each side (None if there is nothing to say), and
    its words."""

    figures: tuple[int | None, ...]
    words: str
    strong: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class GameBlock:
    """A rubber with its games, or all games where no rubber is played."""

    title: str
    games: tuple[GameLine, ...]
    sums: tuple[SumLine, ...] = ()
    words: tuple[str, ...] = ()
    """Sentences about how it ended, and what each loser pays each winner."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BlankGames:
    """What the boxes of a blank sheet are for."""

    target: int
    laps: bool
    doubles_below: int | None = None
    """The points below which a loser's game counts double."""
    ahead: int = 0
    """How many points ahead a game must be won, or 0."""
    rubber: tuple[str, ...] = ()
    """The names of a rubber's games, such as "1", "2", "3", "4 after a lap"; empty without
    rubbers."""
    bonus: int = 0
    deficit: bool = False
    """Whether a lost game costs the points that the loser wanted of game."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HandLine:
    """A hand as it is printed, or an earlier version of one, struck through."""

    no: int | None
    dealer: str
    facts: str
    """What happened, in words."""
    points: tuple[int, ...]
    """By player; by side where games are played or partners score as one."""
    totals: tuple[int, ...]
    """The totals after it. If games are played they are in the game, and for a game that it ended,
    at its end."""
    awards: tuple[Award, ...]
    bid: str = ""
    """For bidding "4", or "alone", and beside it the tricks of the side."""
    tricks: str = ""
    ended: tuple[str, ...] = ()
    """The games and the rubber that it ended, in words."""
    struck: str = ""
    """When and why it was corrected or undone, such as "Corrected 21:14 by Ann: Dan was the
    partner".

    A hand struck through may have no points, totals and awards; its totals are never printed.
    """
    agreed: bool = False
    """Whether the opponents confirmed its current revision."""
    objection: str = ""
    """Who disputes it and why, such as "Objected to 21:14 by phone K7: wrong partner"."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreSheet:
    """A sitting on paper."""

    club: str
    date: str
    subtitle: str
    """Table, rules, number of hands and stake, such as "Table 1 · Call-Ace · 31 hands · 25p a
    point"."""
    status: str = ""
    """Printed at the right of the title, such as "19:30 to 21:40"."""
    players: tuple[str, ...]
    """The players who score, as they sat, in short names if they have them, or partners as one."""
    totals: tuple[int, ...]
    hands: tuple[HandLine, ...] = ()
    """In order; a struck version is before the one that replaced it."""
    sides: tuple[str, ...] = ()
    """The names of the sides, if games are played."""
    colours: tuple[int, ...] = DISCS
    """The disc of each column's player, which is the same as on screens; those of sides are in
    order."""
    games: tuple[GameBlock, ...] = ()
    code: Code | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The headings of the hands' columns, which are the sides, or the players."""
        return self.sides or self.players


@dataclass(frozen=True, kw_only=True, slots=True)
class BlankScoreSheet:
    """A sheet to score on by hand."""

    club: str
    date: str
    subtitle: str
    players: tuple[str, ...]
    first_dealer: int = 0
    """The seat that deals first; the others follow to the left."""
    key: tuple[str, ...] = ()
    """What scores what, a line each; `key_to_the_score` writes them for a rule set."""
    lines: int = 30
    """How many hands can be written down."""
    sides: tuple[str, ...] = ()
    """The names of the sides, if games are played or partners score as one."""
    colours: tuple[int, ...] = DISCS
    games: BlankGames | None = None
    asks: tuple[str, ...] = ("Maker", "Partner", "Tricks")
    """The facts of a hand to write down, beside remarks."""
    code: Code | None = None
    bidding: bool = False
    """Whether every hand has a line of its own across the page, with the bid and the score."""
    bids_alone: bool = False
    """Whether a bid may be alone, which is written as A."""
