"""Scores beside the cards. Give or take points and games won with a reason, and set handicaps."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.tournament.actions.setting_up import undraw
from scoring.tournament.actions.stage import for_changes, latest_round, refresh_screens
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.queries.now import entrants_of, format_in

MOST = 20
"""Adjustments of one entrant that count, and removed ones that are kept."""


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
    the entrant. Idempotent by its key. Raise Refused for a ghost, for too many, and if the key was
    used for another adjustment or for one that was removed."""
    tournament = for_changes(tournament)
    entrant = _player(tournament, no)
    made = {"key": str(key), "points": points, "won": won, "why": why}
    made |= {"round": round} if round else {}
    known = _by_key(tournament, key)
    if known is not None:
        return _the_same(*known, entrant, made)
    if len(entrant.adjusted) >= MOST:
        raise Refused(f"{entrant} has {MOST} adjustments already. Remove one first.")
    entrant.adjustments = [*entrant.adjustments, made]
    return _changed(tournament, entrant, "adjustments")


@transaction.atomic
def remove_adjustment(*, key: UUID, tournament: Tournament) -> Entrant | None:
    """Remove an adjustment, and return its entrant. Return None if there is none with this key. It
    is kept, so that its form sent again does not give it again."""
    tournament = for_changes(tournament)
    known = _by_key(tournament, key)
    if known is None or known[1].get("removed"):
        return None
    entrant, gone = known
    removed = [one for one in entrant.adjustments if one.get("removed")]
    counting = [one for one in entrant.adjusted if one != gone]
    entrant.adjustments = [*counting, *[*removed, gone | {"removed": True}][-MOST:]]
    return _changed(tournament, entrant, "adjustments")


def _by_key(tournament: Tournament, key: UUID) -> tuple[Entrant, dict] | None:
    """Return the adjustment that was stored under a key, after its entrant."""
    given = entrants_of(tournament).exclude(adjustments=[])
    stored = ((entrant, one) for entrant in given for one in entrant.adjustments)
    return next((known for known in stored if known[1]["key"] == str(key)), None)


def _the_same(before: Entrant, known: dict, entrant: Entrant, made: dict) -> Entrant:
    if (before, known) != (entrant, made):
        raise Refused(OUT_OF_DATE)
    return entrant


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
    latest = latest_round(tournament)
    if latest and format_in(tournament).in_round(latest.no).needs_all_results:
        undraw(tournament)
    refresh_screens(tournament)
    return entrant
