"""What stands on tally cards and the other small papers of a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common.pdf.code import Code


@dataclass(frozen=True, kw_only=True, slots=True)
class TallyLine:
    """One round on a tally card; what is empty is left to be written."""

    round: int
    table: str = ""
    seat: str = ""
    beside: str = ""
    """Whom the card names on its lines."""
    against: str = ""
    points: str = ""
    lones: str = ""
    star: str = ""
    """ "gold", "red" or "green", once it is known."""
    out: bool = False
    """Whether they sit out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TallyCard:
    """The card that an entrant carries from table to table."""

    no: int
    name: str
    """Nothing on a blank card."""
    group: str = ""
    about: str
    """Club, evening and format."""
    lines: tuple[TallyLine, ...]
    planned: bool = False
    """Whether partner and adversaries are known for every round."""
    beside: str = "Partner"
    """Whom each line names: the partner; on a pair's card whom they play, "Against", or of a pair
    that is another by now who played it, "Played by"."""
    stars: bool = False
    """Whether the format gives stars."""
    total: str = ""
    """The sum of the points, once they are known."""
    counts: tuple[str, ...] = ()
    """How many stars of each kind, once they are known."""
    address: str = ""
    """Of the page that the QR code opens; none on a blank card."""
    code: Code | None = None
    """On a blank card the tournament's, its signs alone: its name is written. Its QR code stands
    where there is no other."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Certificate:
    """What a winner takes home."""

    prize: str
    """"First prize", "Most lone hands"."""
    name: str
    about: str
    """How it was won: "312 points in 8 rounds, 5 lone hands"."""
    club: str
    evening: str
    """What it was won at: "The Spring Progressive"; empty where the evening has no name."""
    day: str
    """"Friday 20 November 2026"."""
    code: Code | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Slip:
    """A slip for one table in one round, to be written at the table and handed to the desk."""

    round: str
    table: str
    sides: tuple[str, str]
    """Who plays whom; empty to be written."""
    about: str
    code: Code | None = None
    """On a blank slip the tournament's."""
