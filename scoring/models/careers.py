"""What is kept of one player's closed evenings."""

from __future__ import annotations

from datetime import date

from scoring.figures.career import Evening
from scoring.models.club import Player
from scoring.models.play import ClubSession
from scoring.models.season import Rating, Tally


def evenings_of(player: Player) -> list[Evening]:
    """Return all his tallies in the order of time: one query."""
    rows = Tally.objects.filter(player=player).order_by("played_on", "session_id", "pk")
    return [Evening(*row) for row in rows.values_list("session_id", *Evening._fields[1:])]


def ratings_of(player: Player) -> list[tuple[date, int, int, int]]:
    """Return day, mu, sigma and sittings so far after each of his evenings: one query."""
    rows = Rating.objects.filter(player=player).order_by("played_on", "session_id")
    return list(rows.values_list("played_on", "mu", "sigma", "sittings"))


def names_of(players: set[int]) -> dict[int, str]:
    """Return what these players are called: one query."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))


def sessions_of(sessions: list[int]) -> dict[int, ClubSession]:
    """Return these sessions by their keys: one query."""
    return ClubSession.objects.in_bulk(sessions)
