from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.models import ClubSession, Pass


@transaction.atomic
def renew_pass(*, session: ClubSession, right: str) -> Pass:
    """Return a new address of the evening's wall or door; the one before is revoked, its screens are told."""
    session = ClubSession.objects.select_for_update(of=("self",)).get(pk=session.pk)
    session.passes.filter(right=right, revoked_at=None).update(revoked_at=timezone.now())
    ClubSession.objects.filter(pk=session.pk).update(version=F("version") + 1)
    return Pass.objects.create(club_id=session.club_id, session=session, right=right)
