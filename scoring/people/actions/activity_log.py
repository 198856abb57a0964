from __future__ import annotations

from scoring.common.permissions import Actor
from scoring.people.models import Club, Event


def note_down(*, club: Club, actor: Actor, said: str) -> Event:
    """Write a line into the club's activity log, in the transaction of its action, and return
    it."""
    return Event.objects.create(club=club, by=actor.name, said=said[:300])


def note_of_account(*, user, said: str) -> None:
    """Write what a user did with their account into the log of each club where they have a role."""
    for office in user.offices.select_related("club"):
        note_down(club=office.club, actor=Actor(user=user), said=said)
