"""Scores beside the cards. Give or take points and games won with a reason, and set handicaps."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from scoring.common.refused import Refused
from scoring.tournament.actions.setting_up import undraw
from scoring.tournament.actions.stage import for_changes, refresh_screens
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.queries.now import entrants_of, format_in

MOST = 20
"""Adjustments of one entrant."""


@transaction.atomic
def adjust(
    *,
    key: UUID,
    tournament: Tournament,
    no: int,
    round: int | None = None,
    points: int = 0,
    won: int = 0,
    why: str,
) -> Entrant:
    """Give an entrant points and games won beside the cards, or below zero take them, and return
    the entrant. Idempotent by its key. Raise Refused for a ghost and for too many."""
    tournament = for_changes(tournament)
    entrant = _player(tournament, no)
    if any(one["key"] == str(key) for one in entrant.adjustments):
        return entrant
    if len(entrant.adjustments) >= MOST:
        raise Refused(f"{entrant} has {MOST} adjustments already. Remove one first.")
    made = {"key": str(key), "points": points, "won": won, "why": why}
    made |= {"round": round} if round else {}
    entrant.adjustments = [*entrant.adjustments, made]
    return _changed(tournament, entrant, "adjustments")


@transaction.atomic
def remove_adjustment(*, key: UUID, tournament: Tournament) -> Entrant | None:
    """Remove an adjustment, and return its entrant. Return None if there is none with this key."""
    tournament = for_changes(tournament)
    for entrant in entrants_of(tournament).exclude(adjustments=[]):
        kept = [one for one in entrant.adjustments if one["key"] != str(key)]
        if kept != entrant.adjustments:
            entrant.adjustments = kept
            return _changed(tournament, entrant, "adjustments")
    return None


@transaction.atomic
def set_handicap(*, tournament: Tournament, no: int, points: int) -> Entrant:
    """Give an entrant points for each round they play, and return the entrant. 0 means none."""
    tournament = for_changes(tournament)
    entrant = _player(tournament, no)
    entrant.handicap = points
    return _changed(tournament, entrant, "handicap")


def _player(tournament: Tournament, no: int) -> Entrant:
    entrant = entrants_of(tournament).filter(no=no).first()
    if entrant is None:
        raise Refused(f"No entrant has number {no}.")
    if entrant.ghost:
        raise Refused(f"{no} {entrant} is a ghost and has no score.")
    return entrant


def _changed(tournament: Tournament, entrant: Entrant, field: str) -> Entrant:
    """Store the change. A draw that is not published and follows the standings is undone."""
    entrant.save(update_fields=[field])
    if format_in(tournament).movement == "swiss":
        undraw(tournament)
    refresh_screens(tournament)
    return entrant
