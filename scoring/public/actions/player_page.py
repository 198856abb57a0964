"""Changes that players make on their own page (contact details, a hidden name, the wish to erase
their data), and the parts of it that a club opens."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.league.models import League
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.people.actions.people import lock_players, refuse_forgotten
from scoring.people.actions.public_version import raise_public
from scoring.people.models import Club, OwnPart, Player


@transaction.atomic
def open_to_players(*, club: Club, actor: Actor, parts: Collection[str]) -> Club:
    """Let players see these parts (of models.club.OwnPart) of their own pages and no other; said
    twice, it is done once."""
    club = lock_club(club.pk)
    found = [part for part in OwnPart.values if part in parts]
    if found != club.own_parts:
        club.own_parts = found
        club.save(update_fields=["own_parts"])
        raise_public(club.pk)
        shown = ", ".join(found) or "nothing"
        note_down(club=club, actor=actor, said=f"Player pages show: {shown}.")
    return club


@transaction.atomic
def wish_to_be_unnamed(*, player: Player, unnamed: bool) -> None:
    """Hide a player's name on public pages, or show it again."""
    player = _changed(player)
    player.unnamed = unnamed
    player.save(update_fields=["unnamed"])
    _raise_leagues(player)


@transaction.atomic
def correct_contact(*, player: Player, phone: str, email: str, actor: Actor) -> None:
    """Change a player's contact details."""
    player = _changed(player)
    if (player.phone, player.email) != (phone, email):
        player.phone, player.email = phone, email
        player.save(update_fields=["phone", "email"])
        said = f"{player} changed their contact details."
        note_down(club=player.club, actor=actor, said=said)


@transaction.atomic
def wish_to_be_forgotten(*, player: Player, wishes: bool, actor: Actor) -> None:
    """Store or withdraw a player's request to erase their data. Meanwhile their name is hidden on
    public pages. An owner does the rest."""
    player = _changed(player)
    if bool(player.wishes_to_go) == wishes:
        return
    player.wishes_to_go = timezone.now() if wishes else None
    player.unnamed = player.unnamed or wishes
    player.save(update_fields=["wishes_to_go", "unnamed"])
    _raise_leagues(player)
    says = (
        "asked to have their data erased" if wishes else "withdrew the request to erase their data"
    )
    note_down(club=player.club, actor=actor, said=f"{player} {says}.")


def _changed(player: Player) -> Player:
    """Return the player read again and locked, after the club, in the order of all writers."""
    raise_public(player.club_id)
    (player,) = lock_players(player)
    refuse_forgotten(player)
    return player


def _raise_leagues(player: Player) -> None:
    """Raise the version of what else names people to everybody."""
    League.objects.filter(club=player.club_id).update(version=F("version") + 1)
