"""A tournament that may be over, held while its prizes are given: also once its evening is
closed."""

from __future__ import annotations

from scoring.models import ClubSession, Table, Tournament


def locked(tournament: Tournament) -> Tournament:
    """Return the tournament read anew and locked, with its evening; tables before it, as everybody
    does."""
    session = tournament.session_id
    list(Table.objects.filter(session=session).select_for_update().order_by("pk").values_list("pk"))
    list(ClubSession.objects.filter(pk=session).select_for_update().values_list("pk"))
    found = Tournament.objects.select_for_update(of=("self",)).select_related("session__club")
    return found.get(pk=tournament.pk)
