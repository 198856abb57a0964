"""A club is made, with the account that owns it."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from scoring.common.permissions import Actor
from scoring.people.actions.activity_log import note_down
from scoring.people.models import Club, Officer, usual_paper


@transaction.atomic
def make_club(*, name: str, currency: str, owner: AbstractBaseUser) -> Club:
    """Create a club and its owner. It is idempotent: sent again by the owner, it returns their club
    of this name."""
    owner = get_user_model().objects.select_for_update(no_key=True).get(pk=owner.pk)
    role = Officer.Role.OWNER
    known = Club.objects.filter(officers__user=owner, officers__role=role, name=name).first()
    if known is not None:
        return known
    club = Club.objects.create(name=name, currency=currency, paper=usual_paper(currency))
    Officer.objects.create(club=club, user=owner, role=role)
    note_down(club=club, actor=Actor(user=owner), said="Created the club.")
    return club
