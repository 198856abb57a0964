"""The card of a match in progress, with its meetings by rounds, their games and their sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.euchre.wording import score_as_text
from scoring.league.pure.agreement import Agreement

Game = tuple[int, int]
"""The points of home and away."""


@dataclass(frozen=True, kw_only=True)
class Sums:
    """The sums of the games on a card, each for home and away."""

    total: tuple[int, int]
    games_won: tuple[int, int]
    games: int
    """How many were played."""


def sums(games: Iterable[Game]) -> Sums:
    """Return the sums of these games."""
    found = list(games)
    return Sums(
        total=(sum(home for home, _ in found), sum(away for _, away in found)),
        games_won=(
            sum(home > away for home, away in found),
            sum(away > home for home, away in found),
        ),
        games=len(found),
    )


def why_no_game(game: Sequence[int], target: int | None) -> str:
    """Return why these points of two pairs can't be a game's, as a sentence, or "". A game may end
    above its target, or below it when time is up."""
    if min(game) < 0:
        return "Points can’t be below zero."
    if target is not None and min(game) >= target:
        return f"{score_as_text(game)}. Only one side can have the {target} points that end a game."
    return ""


def too_many_won(won: Sequence[int], agreement: Agreement) -> str:
    """Return why this number of games won is impossible in one match, as a sentence, or ""."""
    most = len(list(agreement.meetings())) * agreement.games_a_meeting
    if not most or sum(won) <= most:
        return ""
    return f"{won[0]} and {won[1]} make {sum(won)} games, but a match has {most}."


def all_played(agreement: Agreement, meetings: Iterable[Sequence[Game]]) -> bool:
    """Return whether every meeting has all its games."""
    found = list(meetings)
    return bool(found) and all(len(games) == agreement.games_a_meeting for games in found)


def from_pad(score: Sequence[int], target: int | None) -> Game:
    """Return a game for the card from the score on the pad. Points over the target don't count,
    and neither do those that a penalty took below zero."""
    home, away = (max(0, min(points, target) if target else points) for points in score)
    return home, away
