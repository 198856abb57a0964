from __future__ import annotations

from scoring.common.permissions import Actor
from scoring.people.models import Club, Event


def note_down(*, club: Club, actor: Actor, said: str) -> Event:
    """Write a line into the club's activity log, in the transaction of its action, and return
    it."""
    return Event.objects.create(club=club, by=actor.name, said=said[:300])
