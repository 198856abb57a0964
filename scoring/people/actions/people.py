"""Add and rename the people of a club, and keep two entries separate."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import IntegrityError, transaction

from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.people import hooks
from scoring.people.actions.public_version import raise_public
from scoring.people.models import Club, Player, ToldApart, pairs_with
from scoring.people.queries.people import alike_among, doubtful, everybody

MOST_OF_FRIENDS = 100
"""The most people of a visitor's evening without a club, so that no stranger makes it slow."""


@transaction.atomic
def rename_player(  # noqa: PLR0913
    *,
    player: Player,
    name: str,
    short_name: str,
    guest: bool,
    active: bool | None = None,
    phone: str | None = None,
    email: str | None = None,
    notes: str | None = None,
    unnamed: bool | None = None,
    actor: Actor | None = None,
) -> Player:
    """Change a player's data, and return them. A value of None leaves it unchanged. A new member or
    guest owes tonight's other fee, if there is an `actor`.

    Raise Refused if another player of the club has that name, or if their data was erased.
    """
    # The club is first in everybody's order.
    raise_public(player.club_id)
    # Before the player: who sits down at one of these tables, or changes one of these tournaments,
    # holds it, and then waits for the player.
    hooks.names_changed([player])
    if actor and Player.objects.filter(pk=player.pk).exclude(guest=guest).exists():
        hooks.guest_changes(player, guest, actor)
    (player,) = lock_players(player)
    refuse_forgotten(player)
    player.name, player.short_name, player.guest = name, short_name, guest
    besides = {"active": active, "phone": phone, "email": email, "notes": notes}
    besides["unnamed"] = unnamed
    for field, value in besides.items():
        if value is not None:
            setattr(player, field, value)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as cause:
        raise Refused(f"Another person {_where(player.club)} is called {name}.") from cause
    return player


def rename_at_table(*, player: Player, name: str) -> Player:
    """Correct a player's name, and return them. Raise Refused if another player has it."""
    same = {"short_name": player.short_name, "guest": player.guest}
    return rename_player(player=player, name=name, **same)


def lock_players(*players: Player) -> list[Player]:
    """Return these players read again, locked until the transaction ends. Raise Refused if one is
    gone."""
    keys = [player.pk for player in players]
    found = {player.pk: player for player in _locked(keys)}
    gone = [str(player) for player in players if player.pk not in found]
    if gone:
        raise Refused(f"{gone[0]} is no longer in the list.")
    return [found[key] for key in keys]


def _locked(keys: list[int]):
    return Player.objects.select_for_update().filter(pk__in=keys).order_by("pk")


def refuse_forgotten(player: Player) -> None:
    """Raise Refused if a player's data was erased, as their name must not be stored again."""
    if player.forgotten_at:
        raise Refused(f"The data of {player} was erased, so the name can’t be used again.")


def _where(club: Club) -> str:
    return "here" if club.casual else "in the club"


@transaction.atomic
def add_players(
    *, club: Club, names: list[str], guest: bool = False, sat: Collection[Player] = ()
) -> list[Player]:
    """Return the club's players of these names, in this order; those it does not know yet are
    added.

    Raise Refused for one who was forgotten, unless they `sat` there anyway, and if there would be
    too many people in an evening without a club.
    """
    known = _by_key(club, names)
    for player in known.values():
        if player not in sat:
            refuse_forgotten(player)
    added = [name for name in names if name_key(name) not in known]
    if added:
        if club.casual and club.players.count() + len(added) > MOST_OF_FRIENDS:
            raise Refused(f"An evening of friends has at most {MOST_OF_FRIENDS} people.")
        # Another table may add the same name at this very moment; the first spelling stands.
        players = [Player(club=club, name=name, key=name_key(name), guest=guest) for name in added]
        Player.objects.bulk_create(players, ignore_conflicts=True)
        known = _by_key(club, names)
    return [known[name_key(name)] for name in names]


def _by_key(club: Club, names: list[str]) -> dict[str, Player]:
    return {player.key: player for player in club.players.named(names)}


@transaction.atomic
def tell_apart(*, one: Player, other: Player, actor: Actor) -> None:
    """Store that two players are two people. It is idempotent.

    Raise Refused if they are merged already, are not of one club, or one of them was erased.
    """
    if one.pk == other.pk or one.club_id != other.club_id:
        raise Refused("Choose two different players of this club.")
    for player in lock_players(one, other):
        refuse_forgotten(player)
    if not pairs_with(one, other).exists():
        ToldApart.objects.create(one=one, other=other, by=actor.name)


@transaction.atomic
def undo_tell_apart(*, one: Player, other: Player) -> None:
    """Delete the note that two players are two people, so that they are pointed out again. It is
    idempotent."""
    pairs_with(one, other).delete()


@transaction.atomic
def add_other_people(*, club: Club, names: list[str], guest: bool, actor: Actor) -> list[Player]:
    """Add people as `add_players` does, and store that they are not the players with similar names,
    nor each other."""
    known = everybody(club)
    like, among = doubtful(known, names), alike_among(known, names)
    lock_players(*{player for players in like.values() for player in players})
    players = add_players(club=club, names=names, guest=guest)
    remember_apart(((player, like.get(player.name, ())) for player in players), actor=actor)
    added = dict(zip(names, players, strict=True))
    remember_apart(((added[one], [added[other]]) for one, other in among), actor=actor)
    return players


def remember_apart(found: Iterable[tuple[Player, Iterable[Player]]], *, actor: Actor) -> None:
    """Remember of players who are new that each is none of those with names like theirs."""
    rows = [
        ToldApart(one=player, other=other, by=actor.name)
        for player, others in found
        for other in others
    ]
    ToldApart.objects.bulk_create(rows, ignore_conflicts=True)
