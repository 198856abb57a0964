from __future__ import annotations

from django.db import IntegrityError, transaction

from scoring.actions import Refused
from scoring.models import Club, Player, Table
from scoring.rules.names import name_key


@transaction.atomic
def rename_player(*, player: Player, name: str, short_name: str, guest: bool) -> Player:
    """Change what a player is called; Refused when somebody else in the club goes by that name."""
    here = Table.objects.filter(
        session__closed_at=None, sittings__seats__player=player, sittings__ended_at=None
    )
    # Before the player: who sits down at one of these tables holds it, and then waits for the player.
    tables = Table.objects.filter(pk__in=here).lock_all()
    player.name, player.short_name, player.guest = name, short_name, guest
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as cause:
        raise Refused(f"Somebody else in the club is called {name}. Nothing was changed.") from cause
    for table in tables:
        table.raise_version()
    return player


@transaction.atomic
def add_players(*, club: Club, names: list[str], guest: bool = False) -> list[Player]:
    """Return the club's players of these names, in this order; those it does not know yet are added."""
    known = _by_key(club, names)
    added = [name for name in names if name_key(name) not in known]
    if added:
        # Another table may add the same name at this very moment; the first spelling stands.
        players = [Player(club=club, name=name, key=name_key(name), guest=guest) for name in added]
        Player.objects.bulk_create(players, ignore_conflicts=True)
        known = _by_key(club, names)
    return [known[name_key(name)] for name in names]


def _by_key(club: Club, names: list[str]) -> dict[str, Player]:
    return {player.key: player for player in club.players.named(names)}
