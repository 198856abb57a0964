"""Entrants come and pay: the door's verbs, by one tap on the list of who is entered."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from scoring.actions import Refused, door
from scoring.actions.tournament.entrants import take_all_out
from scoring.actions.tournament.stage import for_changes
from scoring.models import Entrant, Player, Tournament
from scoring.models.tournament_now import entrants_of
from scoring.permissions import Actor


@transaction.atomic
def come(*, tournament: Tournament, player: Player, here: bool, actor: Actor) -> None:
    """Check in somebody who is entered, or take it back; Refused as the door refuses it."""
    if not any(player in entrant.people for entrant in entrants_of(tournament)):
        raise Refused(f"{player} is not entered. Nothing was changed: look again.")
    verb = door.arrive if here else door.undo_arrival
    verb(session=tournament.session, player=player, actor=actor)


@transaction.atomic
def pay(*, tournament: Tournament, player: Player, paid: bool, actor: Actor) -> None:
    """Say that somebody paid his entry, or that he did not; whoever pays is here."""
    if paid:
        come(tournament=tournament, player=player, here=True, actor=actor)
    door.pay_at_the_door(session=tournament.session, player=player, paid=paid, actor=actor)


@transaction.atomic
def take_out_absent(*, tournament: Tournament, numbers: Collection[int]) -> list[Entrant]:
    """Take out those of these entrants of whom nobody is here, and return them; as `take_all_out`
    does."""
    tournament = for_changes(tournament)
    here = set(tournament.session.attendances.filter(left_at=None).values_list("player", flat=True))
    found = entrants_of(tournament).filter(no__in=numbers, ghost=False)
    absent = [one for one in found if not here & {player.pk for player in one.people}]
    return take_all_out(tournament=tournament, numbers=[one.no for one in absent])
