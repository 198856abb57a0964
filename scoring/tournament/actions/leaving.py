"""Entrants who leave, their replacements, partners replaced in a fixed pair, and ghosts. Each
change can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.evening.actions import check_in
from scoring.evening.models import Attendance
from scoring.evening.queries.fees import set_by_hand
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import add_players
from scoring.people.models import Player
from scoring.tournament.actions.entrants import add_ghosts
from scoring.tournament.actions.late_comers import come_late_by_name
from scoring.tournament.actions.round_attendance import (
    check_entrant_in,
    check_entrant_out,
    has_left,
)
from scoring.tournament.actions.rounds import NOBODY
from scoring.tournament.actions.running import (
    as_before,
    begin,
    done,
    entrant_of,
    goes_on,
    is_here,
    is_not_out,
    is_out_again,
    placing_of,
    refuse_over,
    refuse_seated,
    take_seat,
)
from scoring.tournament.models import Entrant, Round, Tournament
from scoring.tournament.queries.entry_fees import has_played
from scoring.tournament.queries.now import entrants_of


@transaction.atomic
def leave(*, tournament: Tournament, no: int) -> Entrant:
    """Store that an entrant leaves. Their seat in the running round is kept, and another player
    plays it for them. They have no seat after that.

    They are marked as left at check-in as well. Players who sit out the running round leave at
    once. Idempotent.
    """
    tournament, running = begin(tournament)
    entrant = entrant_of(tournament, no)
    if entrant.left is None:
        seated = placing_of(running, entrant) is not None
        entrant.left = running.no if seated else running.no - 1
        entrant.save(update_fields=["left"])
        has_left(entrant, left=True)
        is_not_out(running, entrant.no)
    return done(tournament, entrant)


@transaction.atomic
def leave_at_once(
    *, tournament: Tournament, no: int, by: int | None = None, actor: Actor = NOBODY
) -> Entrant:
    """Seat another entrant, who has no seat in the running round, in place of one who leaves now.

    Without `by`, a ghost takes the seat. Return the entrant who takes it. They are checked in if
    they were not.
    """
    tournament, running = begin(tournament)
    entrant = entrant_of(tournament, no)
    placing = placing_of(running, entrant)
    if placing is None:
        raise Refused(f"{entrant} has no seat in round {running.no}.")
    refuse_over(running)
    other = entrant_of(tournament, by) if by is not None else _ghost(tournament, running)
    refuse_seated(running, other)
    take_seat(placing, other, late=True)
    other.in_place_of = entrant
    is_here(running, other)
    check_entrant_in(running, other, actor=actor)
    entrant.left = running.no - 1
    entrant.save(update_fields=["left"])
    has_left(entrant, left=True)
    return done(tournament, other, placing.round_table)


@transaction.atomic
def leave_to_somebody_new(
    *, tournament: Tournament, no: int, names: Sequence[str], actor: Actor
) -> Entrant:
    """Enter a new player, who finishes the running round in place of one who leaves."""
    new = come_late_by_name(tournament=tournament, names=names, actor=actor)
    return leave_at_once(tournament=tournament, no=no, by=new.no, actor=actor)


@transaction.atomic
def come_back(*, tournament: Tournament, no: int, actor: Actor = NOBODY) -> Entrant:
    """Undo that an entrant left. They are seated again.

    In the running round they get their seat back. The entrant who took it stays entered, and is as
    they were before. An entrant who was drawn to sit out sits out again.
    """
    tournament, running = begin(tournament)
    entrant = entrant_of(tournament, no)
    if entrant.left is None:
        return entrant
    entrant.left = None
    entrant.save(update_fields=["left"])
    has_left(entrant, left=False)
    if placing_of(running, entrant) is not None:
        return done(tournament, entrant)
    taken = running.placings.filter(late=True, entrant__in_place_of=entrant)
    placing = taken.select_related("entrant", "round_table").first()
    if placing is None or running.ended_at is not None:
        is_out_again(running, entrant.no)
        return done(tournament, entrant)
    take_seat(placing, entrant, late=False)
    as_before(running, placing.entrant)
    done(tournament, entrant, placing.round_table)
    check_entrant_out(running, placing.entrant, actor=actor)
    return entrant


@transaction.atomic
def take_ghost_out(*, tournament: Tournament, no: int) -> None:
    """Stop seating a ghost. Raise Refused while it has a seat in the running round. Idempotent."""
    tournament, running = begin(tournament)
    ghost = tournament.entrants.filter(no=no, ghost=True).first()
    if ghost is None:
        return
    if placing_of(running, ghost) is not None and running.ended_at is None:
        raise Refused(f"{ghost} has a seat in round {running.no}. Give it to a player first.")
    if ghost.placings.exists() or Entrant.objects.filter(in_place_of=ghost).exists():
        Entrant.objects.filter(pk=ghost.pk).update(left=running.no)
    else:
        ghost.delete()
    done(tournament, ghost)


def _ghost(tournament: Tournament, running: Round) -> Entrant:
    """Return a ghost without a seat in the running round. Create one if there is none."""
    free = tournament.entrants.filter(ghost=True, left=None).exclude(placings__round=running)
    if not free.exists():
        add_ghosts(tournament=tournament, number=tournament.entrants.filter(ghost=True).count() + 1)
    return free.select_related("player").first()


@transaction.atomic
def replace_one(
    *, tournament: Tournament, no: int, player: int, name: str, actor: Actor
) -> Entrant:
    """Replace one partner (their key) of the pair `no` by the player of this name. Return the pair.

    Points and stars stay with the pair. A running round belongs to the players who finish it, and
    once a table has reported it, to the players in its seats. The new partner is checked in. The
    old one has left, and owes nothing if they never played. A name that is new to the club becomes
    a guest. Idempotent. To undo it, replace the other way round.
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
    # Their check-in belongs to the round, and is undone together with it.
    check_in.arrive(session=tournament.session, player=new, actor=actor, with_round=running)
    said = f"{tournament}, round {_from(running)}: {new} plays for {gone} in the pair {no}."
    note_down(club=club, actor=actor, said=said)
    placing = placing_of(running, pair)
    going_on = placing is not None and goes_on(placing.round_table)
    done(tournament, pair, placing.round_table if going_on else None)
    _goes(tournament, pair, gone, actor)
    return pair


def _refuse(tournament: Tournament, pair: Entrant, gone: Player | None, new: Player) -> None:
    if pair.partner_id is None or pair.ghost:
        raise Refused(f"{pair} is no pair of people. Use “Remove a player” instead.")
    if gone is None:
        raise Refused(f"Number {pair.no} is {pair} now. {OUT_OF_DATE}")
    if pair.left is not None:
        raise Refused(f"{pair} have left. Undo that first.")
    entered = entrants_of(tournament).filter(Q(player=new) | Q(partner=new)).first()
    if entered is not None:
        raise Refused(f"{new} is entered as number {entered.no}, {entered}.")


def _from(running: Round) -> int:
    return running.no + (running.ended_at is not None)


def _goes(tournament: Tournament, pair: Entrant, gone: Player, actor: Actor) -> None:
    """Mark a player as having left the evening. What they paid still counts for the pair. The
    check-in of a player who never played is undone, unless they have paid or their fee was set by
    hand."""
    came = tournament.session.attendances.filter(player=gone).first()
    if came is None:
        return
    Attendance.objects.filter(pk=came.pk).update(replaced_in=pair)
    if came.fee_paid_at or set_by_hand(came) or has_played(tournament.session, gone):
        check_in.leave(session=tournament.session, player=gone, left=True)
    else:
        check_in.undo_arrival(session=tournament.session, player=gone, actor=actor)
