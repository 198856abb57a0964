"""Create, change and delete seasons. Their standings are computed on each view."""

from __future__ import annotations

from django.db import transaction

from scoring.club.models import Season
from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.people.actions.public_version import raise_public
from scoring.people.models import Club

NAMED = "The club already has a season called {}. Choose another name."


@transaction.atomic
def make_season(*, club: Club, name: str, **what) -> Season:
    """Return a new season of the club. `what` are the other fields of Season, including the order.

    It is idempotent. Raise Refused if the name is taken.
    """
    club = lock_club(club.pk)
    named = _named(club, name)
    if named and _says(named, name=name, **what):
        return named
    if named:
        raise Refused(NAMED.format(named))
    raise_public(club.pk)
    return Season.objects.create(club=club, name=name, **what)


@transaction.atomic
def change_season(*, season: Season, actor: Actor, **what) -> Season:
    """Change a season's fields and return it. Raises Refused when its name is taken, or it was
    deleted."""
    club = lock_club(season.club_id)
    found = club.seasons.filter(pk=season.pk).first()
    if found is None:
        raise Refused("This season was deleted.")
    named = _named(club, what.get("name", found.name))
    if named and named.pk != found.pk:
        raise Refused(NAMED.format(named))
    if not _says(found, **what):
        for field, value in what.items():
            setattr(found, field, value)
        found.save()
        raise_public(club.pk)
        note_down(club=club, actor=actor, said=f"Changed the season {found}")
    return found


@transaction.atomic
def delete_season(*, club: Club, season: int, actor: Actor) -> Season | None:
    """Delete the season of this key and return what it was; None when it was deleted before.

    Evenings, tallies and ratings stay.
    """
    club = lock_club(club.pk)
    found = club.seasons.filter(pk=season).first()
    if found is not None:
        found.delete()
        raise_public(club.pk)
        note_down(club=club, actor=actor, said=f"Deleted the season {found}")
    return found


def _named(club: Club, name: str) -> Season | None:
    return next((one for one in club.seasons.all() if name_key(one.name) == name_key(name)), None)


def _says(season: Season, **what) -> bool:
    return all(getattr(season, field) == value for field, value in what.items())
