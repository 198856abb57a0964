from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.evening import hooks
from scoring.evening.models import Pass
from scoring.table.actions.lock import lock_session
from scoring.table.models import ClubSession


@transaction.atomic
def make_passes(*, session: ClubSession, rights: Iterable[str]) -> None:
    """Make an address for each of these that the evening has none of; its session is locked."""
    live = set(session.passes.filter(revoked_at=None).values_list("right", flat=True))
    new = [right for right in rights if right not in live]
    Pass.objects.bulk_create(
        Pass(club_id=session.club_id, session=session, right=right) for right in new
    )


@transaction.atomic
def renew_pass(*, session: ClubSession, right: str) -> Pass:
    """Return a new link to the big screen or to check-in. The old one is revoked, and its screens
    are refreshed. Raise CalledOff."""
    session = lock_session(session.pk)
    session.passes.filter(right=right, revoked_at=None).update(revoked_at=timezone.now())
    if right == Pass.Right.PLAYERS:
        hooks.players_link_revoked(session)
    ClubSession.objects.filter(pk=session.pk).update(version=F("version") + 1)
    return Pass.objects.create(club_id=session.club_id, session=session, right=right)
