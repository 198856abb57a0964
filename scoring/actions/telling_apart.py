"""Two people with names alike are two: that is remembered, and they are pointed out no more."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from scoring.actions import Refused
from scoring.actions.players import add_players, lock_players, refuse_forgotten
from scoring.models import Club, Player, ToldApart
from scoring.models.people import alike_among, doubtful, everybody
from scoring.models.told_apart import pairs_with
from scoring.permissions import Actor


@transaction.atomic
def tell_apart(*, one: Player, other: Player, actor: Actor) -> None:
    """Remember that two players are two persons; told twice, it happens once.

    Raises Refused when they are one already, are not of one club, or one of them was forgotten.
    """
    if one.pk == other.pk or one.club_id != other.club_id:
        raise Refused("These are not two players of one club. Nothing was changed.")
    for player in lock_players(one, other):
        refuse_forgotten(player)
    if not pairs_with(one, other).exists():
        ToldApart.objects.create(one=one, other=other, by=actor.name)


@transaction.atomic
def take_telling_back(*, one: Player, other: Player) -> None:
    """Forget that two players are two persons: they are pointed out again; told twice, it happens
    once."""
    pairs_with(one, other).delete()


@transaction.atomic
def add_other_people(*, club: Club, names: list[str], guest: bool, actor: Actor) -> list[Player]:
    """Add people as `add_players` does, and remember of the new ones that whoever has a name like
    theirs is somebody else, also among themselves."""
    known = everybody(club)
    like, among = doubtful(known, names), alike_among(known, names)
    lock_players(*{player for players in like.values() for player in players})
    players = add_players(club=club, names=names, guest=guest)
    remember_apart(((player, like.get(player.name, ())) for player in players), actor=actor)
    added = dict(zip(names, players, strict=True))
    remember_apart(((added[one], [added[other]]) for one, other in among), actor=actor)
    return players


def remember_apart(found: Iterable[tuple[Player, Iterable[Player]]], *, actor: Actor) -> None:
    """Remember of players who are new that each is none of those with names like his."""
    rows = [
        ToldApart(one=player, other=other, by=actor.name)
        for player, others in found
        for other in others
    ]
    ToldApart.objects.bulk_create(rows, ignore_conflicts=True)
