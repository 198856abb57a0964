"""Check-in on a tournament's evening. Players are entered at check-in if the director chose
that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions import check_in as door
from scoring.people.actions.people import add_players
from scoring.people.models import Player
from scoring.table.models import ClubSession
from scoring.tournament.actions.entrants import enter, take_all_out
from scoring.tournament.actions.late_comers import take_late_out
from scoring.tournament.actions.setting_up import is_published
from scoring.tournament.actions.stage import for_changes, refresh_screens
from scoring.tournament.models import Entrant, Tournament
from scoring.tournament.queries.now import entrants_of, format_in, tournament_at_the_door


@dataclass(frozen=True, kw_only=True)
class CheckIn:
    """A check-in, and the entrant that it created, if any."""

    arrival: door.Arrival
    entrant: Entrant | None = None
    undrawn: bool = False
    """Whether the check-in undid a draw that was not published yet."""


@transaction.atomic
def enter_who_checks_in(*, tournament: Tournament, enters: bool) -> None:
    """Choose whether players are entered automatically at check-in from now on. Raise Refused for a
    tournament of pairs."""
    tournament = for_changes(tournament)
    if enters and format_in(tournament).pairs:
        raise Refused("Enter both partners together.")
    if tournament.enters_arrivals != enters:
        Tournament.objects.filter(pk=tournament.pk).update(enters_arrivals=enters)
        refresh_screens(tournament)


@transaction.atomic
def check_in(*, session: ClubSession, player: Player, actor: Actor) -> CheckIn:
    """Check a player in as `door.arrive` does, and enter them if the tournament enters players at
    check-in.

    A player who is already entered or checked in is left unchanged.
    """
    tournament = tournament_at_the_door(session)
    here = session.attendances.filter(player=player)
    if tournament is None or not tournament.enters_arrivals or here.exists():
        return CheckIn(arrival=door.arrive(session=session, player=player, actor=actor))
    entered = enter(tournament=tournament, people=[[player]])
    entrant = next(iter(entered.entrants), None)
    arrival = door.arrive(session=session, player=player, actor=actor, with_entry=entrant)
    return CheckIn(arrival=arrival, entrant=entrant, undrawn=entered.undrawn)


@transaction.atomic
def check_in_by_name(*, session: ClubSession, name: str, actor: Actor) -> CheckIn:
    """Check in the player of this name as `check_in` does. A name that is new to the club becomes a
    guest."""
    tournament = tournament_at_the_door(session)
    if tournament is None or not tournament.enters_arrivals:
        return CheckIn(arrival=door.arrive_by_name(session=session, name=name, actor=actor))
    for_changes(tournament)
    (player,) = add_players(club=session.club, names=[name], guest=True)
    return check_in(session=session, player=player, actor=actor)


@transaction.atomic
def check_all_in_by_name(
    *, session: ClubSession, names: Sequence[str], actor: Actor
) -> list[CheckIn]:
    """Check in several players as `check_in_by_name` does, in this order."""
    return [check_in_by_name(session=session, name=name, actor=actor) for name in names]


@transaction.atomic
def undo_check_in(*, session: ClubSession, player: Player, actor: Actor) -> None:
    """Undo a check-in as `door.undo_arrival` does, together with the entry that it made."""
    tournament = tournament_at_the_door(session)
    if tournament is not None and (gone := _entered_with_it(tournament, player)):
        if is_published(tournament):
            take_late_out(tournament=tournament, player=player.pk, actor=actor)
            return
        take_all_out(tournament=tournament, numbers=[gone.no])
    door.undo_arrival(session=session, player=player, actor=actor)


def _entered_with_it(tournament: Tournament, player: Player) -> Entrant | None:
    came = tournament.session.attendances.filter(player=player).values("with_entry")
    return entrants_of(tournament).filter(pk__in=came).first()
