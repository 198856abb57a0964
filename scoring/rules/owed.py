"""What players owe each other for a sitting, in points: by scores where points alone are counted,
else by games or rubbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations

from scoring.rules.game import Game, Played, Rubber, rubbers
from scoring.rules.rule_set import RuleSet

Owed = dict[tuple[Hashable, Hashable], int]
"""Points by (debtor, creditor)."""


def owed(played: Sequence[Played], *, rules: RuleSet, seats: int) -> Owed:
    """Return what each seat owes each other for a sitting, in points or game points; nothing left
    out."""
    if rules.target is None:
        totals = played[-1].totals if played else (0,) * seats
        return differences(dict(enumerate(totals)), sides=rules.sides(seats))
    if not played:
        return {}
    sides, standing = rules.sides(seats), played[-1].standing
    debts: Owed = defaultdict(int)
    if rules.rubber is None:
        for game in standing.games:
            _add_game(debts, game, sides)
    else:
        for rubber in rubbers(standing, rules):
            _add_rubber(debts, rubber, sides)
    return dict(debts)


def differences(
    totals: Mapping[Hashable, int], *, sides: Sequence[Sequence[Hashable]] = ()
) -> Owed:
    """Return what every lower player owes every higher one: the difference (Foster 1905, p. 29).

    Of `sides` each loser pays one winner; without them each plays for himself.
    """
    debts = {}
    for one, other in combinations(sides or [(player,) for player in totals], 2):
        lower, higher = (one, other) if totals[one[0]] < totals[other[0]] else (other, one)
        difference = totals[higher[0]] - totals[lower[0]]
        debts |= dict.fromkeys(zip(lower, higher, strict=True), difference)
    return debts


def _add_game(debts: Owed, game: Game, sides: tuple[tuple[int, ...], ...]) -> None:
    for side, value in enumerate(game.values):
        _pay_across(debts, sides[side], sides[game.winner], value)


def _add_rubber(debts: Owed, rubber: Rubber, sides: tuple[tuple[int, ...], ...]) -> None:
    one, other = rubber.points
    if one > other:
        _pay_across(debts, sides[1], sides[0], one - other)
    else:
        _pay_across(debts, sides[0], sides[1], other - one)


def _pay_across(
    debts: Owed, losers: tuple[int, ...], winners: tuple[int, ...], points: int
) -> None:
    """Each loser pays one winner: the same adversary whoever wins."""
    if points:
        for loser, winner in zip(losers, winners, strict=True):
            debts[loser, winner] += points
