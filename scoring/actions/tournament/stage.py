"""What every verb of a tournament begins and ends with: it is locked, and every screen is told."""

from __future__ import annotations

from django.db.models import F

from scoring.actions import Refused
from scoring.models import ClubSession, Round, Table, Tournament


def locked(tournament: Tournament) -> Tournament:
    """Return the tournament read anew and locked, with its session, tables before sessions as
    everybody does; Refused when it is there no more."""
    session = tournament.session_id
    list(Table.objects.filter(session=session).select_for_update().order_by("pk").values_list("pk"))
    list(ClubSession.objects.filter(pk=session).select_for_update().values_list("pk"))
    found = Tournament.objects.select_for_update(of=("self",)).select_related(
        "session__club", "house"
    )
    tournament = found.filter(pk=tournament.pk).first()
    if tournament is None:
        raise Refused("This tournament is there no more. Nothing was stored.")
    return tournament


def for_changes(tournament: Tournament) -> Tournament:
    """Return the tournament locked, as `locked` does; Refused when it is over."""
    tournament = locked(tournament)
    if tournament.session.closed:
        raise Refused("This evening is closed. Nothing was changed; whoever runs it can reopen it.")
    if tournament.finished_at is not None:
        raise Refused(
            "This tournament is finished. Nothing was changed; its director can open it again."
        )
    return tournament


def tell_everybody(tournament: Tournament) -> None:
    """Let every screen in the hall notice: phones at tables, players' phones, the wall, the
    director's."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    ClubSession.objects.filter(pk=tournament.session_id).update(version=F("version") + 1)
    Table.objects.filter(session=tournament.session_id).update(version=F("version") + 1)


def latest_round(tournament: Tournament) -> Round | None:
    """Return the round that was drawn last."""
    return tournament.rounds.order_by("no").last()


def round_of(tournament: Tournament, no: int) -> Round:
    """Return the round of this number if it is the latest; Refused when another one is.

    Nothing of an earlier round is ever changed by what happens now.
    """
    latest = latest_round(tournament)
    if latest is None or latest.no != no:
        raise Refused(
            f"Round {no} is not the round that goes on now. Nothing was changed: look again."
        )
    return latest
