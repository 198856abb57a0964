"""The contents of tally cards, certificates and slips."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.common.pdf.code import Code


@dataclass(frozen=True, kw_only=True, slots=True)
class TallyLine:
    """One round on a tally card. Blank fields are filled in by hand."""

    round: int
    table: str = ""
    seat: str = ""
    beside: str = ""
    """The partner, or another player as the card's own `beside` says."""
    against: str = ""
    points: str = ""
    lones: str = ""
    star: str = ""
    """ "gold", "red" or "green", once it is known."""
    out: bool = False
    """Whether the entrant sits out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TallyCard:
    """The card that an entrant carries from table to table."""

    no: int
    name: str
    """The entrant's name, or "" on a blank card."""
    group: str = ""
    about: str
    """Club, evening and format."""
    lines: tuple[TallyLine, ...]
    planned: bool = False
    """Whether partners and opponents are known for every round."""
    beside: str = "Partner"
    """The heading of the names on the lines, which is "Partner" for single players. On a pair's
    card it is "Against", or "Played by" if the pair has changed since."""
    stars: bool = False
    """Whether the format gives stars."""
    total: str = ""
    """The total of the points, once they are known."""
    counts: tuple[str, ...] = ()
    """The number of stars of each kind, once they are known."""
    address: str = ""
    """The address that the QR code opens, or "" on a blank card."""
    code: Code | None = None
    """The tournament's code. A blank card has its signs alone. Its QR code is printed if the card
    has no address of its own."""
    mark: str = ""
    """The tournament's mark (`card_layout.mark_of`), for the small code at the foot."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Certificate:
    """A certificate for the winner of a prize."""

    prize: str
    """"First prize", "Most lone hands"."""
    name: str
    about: str
    """The achievement, such as "312 points in 8 rounds, 5 lone hands"."""
    club: str
    evening: str
    """The name of the evening, such as "The Spring Progressive", or "" if it has none."""
    day: str
    """"Friday 20 November 2026"."""
    gift: str = ""
    """What the prize is, such as "a bottle of port"; "" if it is money or honour."""
    code: Code | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SlipLine:
    """One entrant at the table of a slip."""

    seat: str
    """ "N", or "N and S" for a pair."""
    name: str = ""
    """The number and the name, or "" to write them."""
    points: bool
    """Whether the line has the points of its side. The partners' lines have their lone hands."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Slip:
    """A slip for one table in one round, to fill in at the table and hand in."""

    round: str
    table: str
    lines: tuple[SlipLine, ...]
    """The entrants, side by side."""
    about: str
    code: Code | None = None
    """The code of the table in its round, or of the tournament on a blank slip."""
    mark: str = ""
    """The tournament's mark (`card_layout.mark_of`), for the small code."""
    check: int = 0
    """Of the players (`card_layout.check_of`), for the small code."""
