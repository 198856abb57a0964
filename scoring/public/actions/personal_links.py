"""The personal links of a club's people: create, replace and revoke."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import lock_players
from scoring.people.models import Club, Player
from scoring.public.actions.subscriptions import stop_all
from scoring.public.models import PersonalLink, Subscription
from scoring.public.queries.player_page import people_without_a_link


@transaction.atomic
def make_links(*, club: Club, actor: Actor) -> int:
    """Make a link for every member who has none; return how many were made."""
    lock_players(*people_without_a_link(club))
    made = PersonalLink.objects.bulk_create(
        PersonalLink(player=one, made_by=actor.name) for one in people_without_a_link(club)
    )
    if made:
        note_down(club=club, actor=actor, said=f"Created {len(made)} player links.")
    return len(made)


@transaction.atomic
def renew_link(*, player: Player, actor: Actor) -> PersonalLink:
    """Return a new link of theirs; the one before, and its code, are good no longer."""
    (player,) = lock_players(player)
    if player.forgotten_at:
        raise Refused(f"The data of {player} was erased, so there is no player page.")
    if end_links(player):
        _note(player, actor, "was renewed")
    return PersonalLink.objects.create(player=player, made_by=actor.name)


@transaction.atomic
def revoke_link(*, player: Player, actor: Actor) -> None:
    """Revoke a player's link. It is idempotent."""
    (player,) = lock_players(player)
    if end_links(player):
        _note(player, actor, "was revoked")


def end_links(*players: Player) -> int:
    """Revoke the links of these players, and end notifications by them. Return how many were
    revoked."""
    stop_all(Subscription.objects.filter(player__in=players))
    live = PersonalLink.objects.filter(player__in=players, revoked_at=None)
    return live.update(revoked_at=timezone.now())


def _note(player: Player, actor: Actor, what: str) -> None:
    note_down(club=player.club, actor=actor, said=f"The player link of {player} {what}.")
