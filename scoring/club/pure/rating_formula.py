"""What a rated sitting does to strengths: the full Bradley-Terry model of Weng and Lin, as
openskill has it.

It compares every two sides of a table, as the settlement does: a tie is half a win, and who had
more never gains less (in the Plackett-Luce model two who are tied first may gain less than the
third). The one room with fractions: whole thousandths come in and whole thousandths go out after
every sitting, so that an evening rated today and the same evening rated again next year come to the
same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull()
THOUSANDTHS = 1000

Strength = tuple[int, int]
"""How strong somebody is taken to be, and how unsure that is (mu and sigma), in thousandths."""


def rated(
    sides: Sequence[Sequence[int]], scores: Sequence[int], strengths: Mapping[int, Strength]
) -> dict[int, Strength]:
    """Return the strengths of all players after a sitting: who had more stands higher, equal scores
    are ties.

    The sides are taken in the order of their scores and strengths, whatever order they are given
    in.
    """
    order = sorted(
        range(len(sides)),
        key=lambda side: (-scores[side], [strengths[player] for player in sides[side]]),
    )
    teams = [[_rating(strengths[player]) for player in sides[side]] for side in order]
    after = MODEL.rate(teams, scores=[scores[side] for side in order])
    return {
        player: (round(one.mu * THOUSANDTHS), round(one.sigma * THOUSANDTHS))
        for side, team in zip(order, after, strict=True)
        for player, one in zip(sides[side], team, strict=True)
    }


def _rating(strength: Strength):
    mu, sigma = strength
    return MODEL.create_rating([mu / THOUSANDTHS, sigma / THOUSANDTHS])
