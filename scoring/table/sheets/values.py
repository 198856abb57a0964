"""What stands on a score sheet, filled or blank."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common.pdf.code import Code
from scoring.euchre.awards import Award


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
    words: str
    """Who won and what it counts, in words: "To Ann and Cat. Counts 2: a love game, double."."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SumLine:
    """A line below the games: a number a side (None: nothing to say), and what it is."""

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
    """Where each stands after it; where games are played, in the game: a game it ended, at its
    end."""
    awards: tuple[Award, ...]
    bid: str = ""
    """Where the trump is bid for: "4", or "alone", and beside it the tricks of the side."""
    tricks: str = ""
    ended: tuple[str, ...] = ()
    """The games and the rubber that it ended, in words."""
    struck: str = ""
    """When and why it was corrected or taken back: "Corrected 21:14 by Ann: Dan was the partner".

    A hand so struck may leave points, totals and awards empty; its totals are never printed.
    """
    agreed: bool = False
    """Whether the other side agreed to it as it stands."""
    objection: str = ""
    """Who objects to it as it stands, and why: "Objected to 21:14 by phone K7: wrong partner"."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreSheet:
    """A sitting on paper."""

    club: str
    date: str
    subtitle: str
    """Table, rules, number of hands, stake: "Table 1 · Call-Ace · 31 hands · 25p a point"."""
    status: str = ""
    """Stands at the right of the title: "19:30 to 21:40", "As it stands"."""
    players: tuple[str, ...]
    """Who score, as they sat: players in short names where they have them, or partners as one."""
    totals: tuple[int, ...]
    hands: tuple[HandLine, ...] = ()
    """In order; a struck version stands before the one that replaced it."""
    sides: tuple[str, ...] = ()
    """Where games are played: what each side is called."""
    games: tuple[GameBlock, ...] = ()
    code: Code | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """What heads the columns of the hands: the sides, or the players."""
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
    """What each side is called, where games are played or partners score as one."""
    games: BlankGames | None = None
    asks: tuple[str, ...] = ("Maker", "Partner", "Tricks")
    """What is written down of a hand, besides remarks."""
    code: Code | None = None
    bidding: bool = False
    """Whether every hand has a line of its own across the page, with the bid and the score."""
