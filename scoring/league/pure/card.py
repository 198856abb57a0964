"""The card of a match while it is played: its meetings by rounds, their games, their sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.league.pure.agreement import Agreement

Game = tuple[int, int]
"""The points of home and away."""


@dataclass(frozen=True, kw_only=True)
class Sums:
    """What the games of a card come to, each of home and away."""

    total: tuple[int, int]
    games_won: tuple[int, int]
    games: int
    """How many were played."""


def sums(games: Iterable[Game]) -> Sums:
    """Return what these games come to."""
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
    """Return why these points of two pairs are no game's, in a sentence; nothing where they can
    be. A game may end over its target, or with nobody at it when the time was over."""
    if min(game) < 0:
        return "A game has no points below nothing."
    if target is not None and min(game) >= target:
        return f"{game[0]}\N{EN DASH}{game[1]}: both have the {target} that end a game."
    return ""


def too_many_won(won: Sequence[int], agreement: Agreement) -> str:
    """Return why so many games won cannot be those of one match, in a sentence; nothing where they
    can be."""
    most = len(list(agreement.meetings())) * agreement.games_a_meeting
    if not most or sum(won) <= most:
        return ""
    return f"{won[0]} and {won[1]} are {sum(won)} games, and a match has {most}."


def all_played(agreement: Agreement, meetings: Iterable[Sequence[Game]]) -> bool:
    """Return whether every meeting has all its games."""
    found = list(meetings)
    return bool(found) and all(len(games) == agreement.games_a_meeting for games in found)


def from_pad(score: Sequence[int], target: int | None) -> Game:
    """Return a game as a card has it of what the sides had on the pad: what was scored over game
    is not counted."""
    home, away = (min(points, target) if target else points for points in score)
    return home, away
