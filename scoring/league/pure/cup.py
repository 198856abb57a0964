"""A knock-out cup: each round is drawn from a hat, by a seed from which anybody can draw it again.

The names are put in the order of their letters and shuffled by the seed. Only the first round has
byes, so many that a power of two is left for the second: who is drawn first has one. Then two and
two meet, the first of them at home.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A round as it was drawn: who has a bye, then the matches, home and away."""

    byes: tuple[str, ...]
    matches: tuple[tuple[str, str], ...]

    @property
    def teams(self) -> tuple[str, ...]:
        """Everybody in it, in the order of the draw."""
        return (*self.byes, *(team for match in self.matches for team in match))


def byes_of(teams: int) -> int:
    """Return how many of so many teams have a bye, that a power of two is left after the round."""
    return 0 if teams < 2 else (1 << (teams - 1).bit_length()) - teams


def drawn(teams: Sequence[str], seed: int) -> Drawn:
    """Return the round of these teams; the same seed gives the same. Raises ValueError for fewer
    than two, or one that stands twice."""
    hat = sorted(teams)
    if len(hat) < 2 or len({*hat}) < len(hat):
        raise ValueError("a round is drawn of two teams or more, each once")
    Random(seed).shuffle(hat)
    byes = byes_of(len(hat))
    playing = hat[byes:]
    return Drawn(
        byes=tuple(hat[:byes]), matches=tuple(zip(playing[::2], playing[1::2], strict=True))
    )


def rounds_of(teams: int) -> int:
    """Return how many rounds a cup of so many teams has."""
    return (teams - 1).bit_length() if teams > 1 else 0


def round_name(no: int, teams: int) -> str:
    """Return what a round of so many teams, byes among them, is called: "Round 1", "Final"."""
    matches = (teams + byes_of(teams)) // 2
    return ROUNDS.get(matches, f"Round {no}")
