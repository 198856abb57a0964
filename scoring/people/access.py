"""Access to a club, by its number or by an invitation link."""

from __future__ import annotations

from functools import wraps

from django.db.models import QuerySet
from django.http import HttpRequest

from scoring.common.access import (
    LinkEnded,
    NoSuchLink,
    actor_of,
    behind_a_door,
    by_number,
    in_one_snapshot,
)
from scoring.common.answers import answered
from scoring.common.permissions import ARRIVE, LOOK, OWN, RUN, WRITE, Actor, rights_of
from scoring.people import hooks
from scoring.people.actions.officers import NotOpen
from scoring.people.models import Club, Invitation, Officer

# What each office may do with its club, the club's evenings and their tables.
OFFICES = {
    Officer.Role.SCORER: {LOOK, ARRIVE, WRITE},
    Officer.Role.ORGANISER: {LOOK, ARRIVE, WRITE, RUN},
    Officer.Role.OWNER: {LOOK, ARRIVE, WRITE, RUN, OWN},
}


def serves(actor: Actor, verb: str, club: int) -> bool:
    """Return whether the actor's office in this club lets them do this."""
    return verb in OFFICES.get(actor.role_in(club), ())


@rights_of(Club)
def _may_of_club(actor: Actor, verb: str, club: Club) -> bool:
    return serves(actor, verb, club.pk)


def _clubs() -> QuerySet[Club]:
    """Return clubs with the counts for their tabs, in the same query."""
    found = Club.objects.all()
    for more in hooks.tabs_of_clubs():
        found = found.annotate(**more)
    return found


def club_by_number(verb: str):
    """The view gets (request, club, actor) when the actor may do this with the club."""
    return by_number(_clubs, verb)


def by_invitation(view):
    """Return a view that gets (request, invitation, actor). It answers 404 if there is none, and
    410 if it is no longer valid."""
    view = answered(view)

    @behind_a_door
    @in_one_snapshot
    @wraps(view)
    def inner(request: HttpRequest, token: str):
        found = Invitation.objects.select_related("club", "user").filter(token=token).first()
        if found is None:
            raise NoSuchLink("There is no invitation at this address. Ask for the link again.")
        try:
            return view(request, found, actor_of(request))
        except NotOpen as why:
            raise LinkEnded(str(why)) from why

    return inner
