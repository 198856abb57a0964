"""Helpers for every action on a tournament. Each locks it first and updates every screen at the
end."""

from __future__ import annotations

from django.db.models import F

from scoring.common.prepared import Prepared
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.table.models import ClubSession, Table
from scoring.tournament.models import Round, Tournament

# Every action asks for these, some of them several times. Their SQL is built once.
_lock_tables = Prepared(
    lambda session: (
        Table.objects.filter(session=session).select_for_update().order_by("pk").values_list("pk")
    )
)
_lock_session = Prepared(
    lambda pk: ClubSession.objects.filter(pk=pk).select_for_update().values_list("pk")
)
_lock_tournament = Prepared(
    lambda pk: (
        Tournament.objects.select_for_update(of=("self",))
        .select_related("session__club", "house")
        .filter(pk=pk)
    )
)
_latest_round = Prepared(
    lambda tournament: Round.objects.filter(tournament=tournament).order_by("-no")[:1]
)


def locked(tournament: Tournament) -> Tournament:
    """Return the tournament, reloaded and locked with its session. Tables are locked before
    sessions, as everywhere. Raise Refused if it no longer exists."""
    _lock_tables(tournament.session_id)
    _lock_session(tournament.session_id)
    found = _lock_tournament(tournament.pk)
    if not found:
        raise Refused("This tournament was deleted.")
    return found[0]


def for_changes(tournament: Tournament) -> Tournament:
    """Return the tournament locked, as `locked` does. Raise Refused if it is over."""
    tournament = locked(tournament)
    if tournament.session.closed:
        raise Refused("This club night is closed. An organiser can reopen it.")
    if tournament.finished_at is not None:
        raise Refused("This tournament is finished. The director can reopen it under Prizes.")
    return tournament


def refresh_screens(tournament: Tournament) -> None:
    """Update every screen in the hall, on phones at tables and of players, the big screen and the
    director's."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    ClubSession.objects.filter(pk=tournament.session_id).update(version=F("version") + 1)
    Table.objects.filter(session=tournament.session_id).update(version=F("version") + 1)


def latest_round(tournament: Tournament) -> Round | None:
    """Return the round that was drawn last."""
    for row in _latest_round(tournament.pk):
        row.tournament = tournament
        return row
    return None


def round_of(tournament: Tournament, no: int) -> Round:
    """Return the round of this number. Raise Refused if it is not the latest.

    Actions never change an earlier round.
    """
    latest = latest_round(tournament)
    if latest is None or latest.no != no:
        raise Refused(f"Round {no} is not the current round. {OUT_OF_DATE}")
    return latest
