"""Count how often people sit out, and find numbers of rounds in which all sit out equally often."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import gcd

from scoring.tournament.pure.bracket import rounds_for
from scoring.tournament.pure.formats import FORMATS, Format
from scoring.tournament.pure.odd import sizes

MOST_OFFERED = 16
"""Rounds of an evening that are offered."""
STRETCHED = 2
"""Rounds by which an evening may become longer or shorter without being asked for."""
MOST_ROUNDS = 99
"""Rounds of a tournament."""


@dataclass(frozen=True, kw_only=True)
class SitOuts:
    """Numbers of entrants and rounds, where some entrants sit out each round in turn."""

    number: int
    rounds: int
    out: int
    """The number of entrants who sit out each round."""
    pairs: bool = False

    @property
    def least(self) -> int:
        """The number of times that every entrant sits out at least."""
        return self.rounds * self.out // self.number

    @property
    def oftener(self) -> int:
        """The number of entrants who sit out once more than the others."""
        return self.rounds * self.out % self.number

    @property
    def fair(self) -> bool:
        """Whether all sit out equally often."""
        return not self.oftener

    @property
    def as_text(self) -> str:
        """Return "6 of 10 sit out twice, the others once", or "everyone sits out twice" if it is
        fair. It is "" if no one sits out."""
        if not self.out:
            return ""
        if self.fair:
            who = "every pair" if self.pairs else "everyone"
            return f"{who} sits out {_times(self.least)}"
        of = f"{self.number} pairs" if self.pairs else self.number
        verb = "sits" if self.oftener == 1 else "sit"
        more, less = _times(self.least + 1), _times(self.least)
        return f"{self.oftener} of {of} {verb} out {more}, the others {less}"


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def sit_outs_in(format: Format, number: int, *, rounds: int | None = None) -> SitOuts:
    """Return how often this number of entrants (without ghosts) sits out, in `rounds` or in the
    format's own number of rounds."""
    out = 0 if format.odd == "ghost" or format.eliminates else number - sum(sizes(number, format))
    wanted = format.rounds if rounds is None else rounds
    return SitOuts(number=max(number, 1), rounds=wanted, out=out, pairs=format.pairs)


def fair_rounds(format: Format, number: int) -> tuple[SitOuts, ...]:
    """Return the numbers of rounds in which all sit out equally often, at most two, the nearest to
    the format's own first. It is empty if no one sits out, or if an evening has too few rounds for
    it."""
    out = sit_outs_in(format, number).out
    if not out:
        return ()
    step = number // gcd(number, out)
    found = range(step, MOST_OFFERED + 1, step)
    nearest = sorted(found, key=lambda rounds: (abs(rounds - format.rounds), -rounds))[:2]
    return tuple(sit_outs_in(format, number, rounds=rounds) for rounds in nearest)


def usual_rounds(format: Format, number: int) -> int:
    """Return the default number of rounds for this number of entrants. It is the style's, or the
    nearest fair number if an entrant would lose by the style's."""
    if format.ends_by_final:
        by_bracket = format.parts[-1].start - 1 + rounds_for(number, reset=format.reset)
        return min(MOST_ROUNDS, max(1, by_bracket))
    usual = replace(format, rounds=FORMATS[format.style].rounds)
    offered = fair_rounds(usual, number)
    if sit_outs_in(usual, number).fair or not pays_for_sitting_out(usual) or not offered:
        return usual.rounds
    nearest = offered[0].rounds
    return nearest if abs(nearest - usual.rounds) <= STRETCHED else usual.rounds


def pays_for_sitting_out(format: Format) -> bool:
    """Return whether sitting out can cost a place, because it earns no points and the ranking
    begins with a total."""
    byes = any(one.bye_points is not None for one in format.each_movement)
    unpaid = format.sit_out_points == "none" and not byes
    return unpaid and format.ranking[0] != "average"


def by_average(format: Format) -> tuple[str, ...]:
    """Return the ranking that begins with the average a round, in the place of the points."""
    return ("average", *(one for one in format.ranking if one not in ("points", "average")))
