"""A game that is over in words, as its line on a score sheet says them."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.rules.game import Game
from scoring.rules.rule_set import RuleSet


def told_of_game(game: Game, sides: Sequence[str], rules: RuleSet, *, lapped: bool) -> str:
    """Return who won it, what it counts, and what becomes of a lap.

    `lapped` is a game that the lap of the one before won at once.
    """
    how = ", by the lap alone" if lapped else ""
    losers = [side for side in range(len(sides)) if side != game.winner]
    counts = [_counts(game, side, sides if len(losers) > 1 else None, rules) for side in losers]
    return " ".join([f"To {sides[game.winner]}{how}.", *counts, *_lap(game, rules)])


def _counts(game: Game, loser: int, names: Sequence[str] | None, rules: RuleSet) -> str:
    """Return what the game costs a loser, who is named where there are several."""
    love = rules.love_double and game.score[loser] <= 0
    cost = f"{names[loser]} pays" if names else "Counts"
    if rules.stakes == "deficit" and rules.rubber is None:
        wanted = max(0, rules.target - game.score[loser])
        doubled = " doubled for a love game" if love else ""
        return f"{cost} {game.values[loser]}: {wanted} wanted of game{doubled}."
    doubled = ": a love game, double" if love else ""
    return f"{cost} {game.values[loser]}{doubled}."


def _lap(game: Game, rules: RuleSet) -> list[str]:
    over = game.score[game.winner] - rules.target
    if not over or not rules.laps:
        return []
    if not game.lap:
        return ["Its lap is lost: the rubber is over (a ruling)."]
    return [f"A lap of {game.lap} opens the next."]
