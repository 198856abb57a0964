"""One of a fixed pair is replaced by somebody else: the pair goes on under its number, with what it
has."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from scoring.actions import Refused, door
from scoring.actions.diary import note_down
from scoring.actions.players import add_players
from scoring.actions.tournament.anew import goes_on
from scoring.actions.tournament.running import begin, done, entrant_of, placing_of
from scoring.models import Entrant, Player, Round, Tournament
from scoring.models.entry_fees import set_by_hand
from scoring.models.in_a_round import has_played
from scoring.models.tournament_now import entrants_of
from scoring.permissions import Actor


@transaction.atomic
def replace_one(
    *, tournament: Tournament, no: int, player: int, name: str, actor: Actor
) -> Entrant:
    """Let somebody of this name go on in the place of one (his key) of the pair `no`; return the
    pair.

    Points and stars stay with the pair; a round that runs is his who finishes it, and once a result
    is told of it his who sat there. The new one is checked in; who goes has left, and owes nothing
    if he never played. A name that the club does not know is a new guest's. Told twice, it happens
    once; the other way round it is taken back.
    """
    tournament, running = begin(tournament)
    pair, club = entrant_of(tournament, no), tournament.session.club
    (new,) = add_players(club=club, names=[name], guest=not club.casual)
    gone = next((one for one in pair.people if one.pk == player), None)
    if gone is None and new in pair.people:
        return pair
    _refuse(tournament, pair, gone, new)
    setattr(pair, "player" if pair.player_id == gone.pk else "partner", new)
    pair.save(update_fields=["player", "partner"])
    # He came with the round: taken back, it takes him with it.
    door.arrive(session=tournament.session, player=new, actor=actor, at=running.published_at)
    said = f"{tournament}, round {_from(running)}: {new} plays for {gone} in the pair {no}."
    note_down(club=club, actor=actor, said=said)
    placing = placing_of(running, pair)
    going_on = placing is not None and goes_on(placing.round_table)
    done(tournament, pair, placing.round_table if going_on else None)
    _goes(tournament, gone, actor)
    return pair


def _refuse(tournament: Tournament, pair: Entrant, gone: Player | None, new: Player) -> None:
    if pair.partner_id is None or pair.ghost:
        raise Refused(
            f"{pair} is no pair of people. Nothing was changed: say that he leaves instead."
        )
    if gone is None:
        raise Refused(f"Number {pair.no} is {pair} by now. Nothing was changed: look again.")
    if pair.left is not None:
        raise Refused(f"{pair} have left. Nothing was changed: take that back first.")
    entered = entrants_of(tournament).filter(Q(player=new) | Q(partner=new)).first()
    if entered is not None:
        raise Refused(f"{new} is entered as number {entered.no}, {entered}. Nothing was changed.")


def _from(running: Round) -> int:
    return running.no + (running.ended_at is not None)


def _goes(tournament: Tournament, gone: Player, actor: Actor) -> None:
    """Let somebody have left the evening; who never played never came, unless he has paid or his
    fee was set by hand."""
    came = tournament.session.attendances.filter(player=gone).first()
    if came is None:
        return
    if came.fee_paid_at or set_by_hand(came) or has_played(tournament.session, gone):
        door.leave(session=tournament.session, player=gone, left=True)
    else:
        door.undo_arrival(session=tournament.session, player=gone, actor=actor)
