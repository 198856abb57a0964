"""A knock-out cup. Each round is drawn from a hat with a seed, so that anyone can check the draw.

The names are sorted and then shuffled by the seed. Only the first round has byes, for the first
names drawn, so that a power of two is left for the second round. The other teams meet in twos, the
first of them at home.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A round of the draw, with its byes, and its matches as home and away."""

    byes: tuple[str, ...]
    matches: tuple[tuple[str, str], ...]

    @property
    def teams(self) -> tuple[str, ...]:
        """Everybody in it, in the order of the draw."""
        return (*self.byes, *(team for match in self.matches for team in match))


def byes_of(teams: int) -> int:
    """Return the number of byes for this number of teams, so that a power of two is left after the
    round."""
    return 0 if teams < 2 else (1 << (teams - 1).bit_length()) - teams


def drawn(teams: Sequence[str], seed: int) -> Drawn:
    """Return the round of these teams. The same seed gives the same. Raise ValueError for fewer
    than two teams, or a duplicate."""
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
    """Return the number of rounds in a cup of this number of teams."""
    return (teams - 1).bit_length() if teams > 1 else 0


def round_name(no: int, teams: int) -> str:
    """Return the name of a round of this number of teams, byes included, such as "Round 1" or
    "Final"."""
    matches = (teams + byes_of(teams)) // 2
    return ROUNDS.get(matches, f"Round {no}")
