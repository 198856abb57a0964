"""The effect of a rated sitting on strengths, by the full Bradley-Terry model of Weng and Lin, as
implemented by openskill.

It compares every two sides of a table, as the settlement does. A tie is half a win, and a higher
score never gains less. (In the Plackett-Luce model two who tie for first may gain less than the
third.) Only this module uses fractions. Values are rounded to whole thousandths after every
sitting, so that an evening rated again next year gives the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull()
THOUSANDTHS = 1000

Strength = tuple[int, int]
"""A player's estimated strength and its uncertainty (mu and sigma), in thousandths."""


def rated(
    sides: Sequence[Sequence[int]], scores: Sequence[int], strengths: Mapping[int, Strength]
) -> dict[int, Strength]:
    """Return the strengths of all players after a sitting. Higher scores rank higher, and equal
    scores are ties.

    The sides are sorted by their scores and strengths first, so that their order doesn't matter.
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
