"""What stands on a score sheet, filled or blank."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rules.awards import Award
from scoring.sheets.game_values import BlankGames, GameBlock


@dataclass(frozen=True, kw_only=True, slots=True)
class HandLine:
    """A hand as it is printed, or an earlier version of one, struck through."""

    no: int | None
    dealer: str
    told: str
    """What happened, in words."""
    points: tuple[int, ...]
    """By player; by side where games are played or partners score as one."""
    totals: tuple[int, ...]
    """Where each stands after it; where games are played, in the game: a game it ended, at its
    end."""
    awards: tuple[Award, ...]
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
