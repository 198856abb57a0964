"""Results of equal players by chance, to try a movement before the evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.values import Result, Round, RoundTable, Tournament
from scoring.tournament.pure.winners import Decided

LONE = 4
BROUGHT = (*[1] * 14, *[2] * 5, LONE)
"""The points of twenty hands (our ruling). One is a lone hand."""
HANDS = 8
"""The hands of a round that ends by the clock."""


def evening_of(tournament: Tournament, *, rounds: int, chance: Random) -> Tournament:
    """Return the tournament after this number of further rounds, or after its final, with results
    by chance. Raise NotYet if a round can't be seated."""
    for _ in range(rounds):
        try:
            played = with_results(next_round(tournament), tournament.format, chance)
        except Decided:
            break
        tournament = replace(tournament, rounds=(*tournament.rounds, played))
    return tournament


def with_results(round: Round, format: Format, chance: Random) -> Round:
    """Return the round with a result by chance at each table. Each side is as likely to score."""
    return replace(round, tables=tuple(_played(round, format, chance)))


def _played(round: Round, format: Format, chance: Random) -> Iterator[RoundTable]:
    tables, rung = sorted(round.tables, key=lambda table: table.no), 0
    format = format.in_round(round.no)
    for table in tables:
        hands = format.hands or HANDS
        if format.ends == "bell":
            hands = max(1, rung + chance.randint(-1, 1)) if rung else 2 * format.bell_at
        bell = format.bell_at if format.ends == "bell" and not rung else 0
        lones = not format.bars_lone_hands(table.no, len(table.seats))
        points, alone, played = _scored(table, hands, bell=bell, lones=lones, chance=chance)
        rung = rung or played
        best = max(points.values())
        tied = [side for side, scored in points.items() if scored == best]
        decided = len(tied) > 1 and format.tie != "stays"
        tie = chance.choice(tied) if decided else None
        result = Result(points=points, lones=alone, tie=tie)
        yield replace(table, result=result)


def _scored(
    table: RoundTable, hands: int, *, bell: int, lones: bool, chance: Random
) -> tuple[dict[str, int], dict[int, int], int]:
    """Return the points, the lone hands and the number of hands, up to the one that rings the
    bell."""
    points, alone, played = dict.fromkeys(table.by_side, 0), dict[int, int](), 0
    sides = chance.choices([*points], k=hands)
    for side, won in zip(sides, chance.choices(BROUGHT, k=hands), strict=True):
        played += 1
        points[side] += won if lones or won < LONE else 1
        if won == LONE and lones:
            player = chance.choice(table.by_side[side])
            alone[player] = alone.get(player, 0) + 1
        if bell and points[side] >= bell:
            break
    return points, alone, played
