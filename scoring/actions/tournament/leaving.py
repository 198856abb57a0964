"""Leavers, who plays in their place, and ghosts; each of it taken back."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from scoring.actions import Refused
from scoring.actions.tournament.checking_in import check_entrant_in, check_entrant_out, has_left
from scoring.actions.tournament.entrants import add_ghosts
from scoring.actions.tournament.people import come_late_by_name
from scoring.actions.tournament.rounds import NOBODY
from scoring.actions.tournament.running import (
    as_before,
    begin,
    done,
    entrant_of,
    is_here,
    is_not_out,
    is_out_again,
    placing_of,
    refuse_over,
    refuse_seated,
    take_seat,
)
from scoring.models import Entrant, Round, Tournament
from scoring.permissions import Actor


@transaction.atomic
def leave(*, tournament: Tournament, no: int) -> Entrant:
    """Say that an entrant leaves: the running round stays his, played for him; then he has no seat.

    The door knows it, too. Who sits out in it just goes. Told twice, it happens once.
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
    """Let another entrant, who has no seat in the running round, finish it in the place of one who
    leaves.

    Without `by` a ghost does. Returns who does; he is checked in by that, if he was not.
    """
    tournament, running = begin(tournament)
    entrant = entrant_of(tournament, no)
    placing = placing_of(running, entrant)
    if placing is None:
        raise Refused(
            f"{entrant} has no seat in round {running.no}. Nothing was changed: look again."
        )
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
    """Let somebody who is not entered yet come and finish the running round for one who leaves."""
    new = come_late_by_name(tournament=tournament, names=names, actor=actor)
    return leave_at_once(tournament=tournament, no=no, by=new.no, actor=actor)


@transaction.atomic
def come_back(*, tournament: Tournament, no: int, actor: Actor = NOBODY) -> Entrant:
    """Take back that an entrant left: he is seated again.

    Of the running round he has his seat back from who took it over, and who stays entered and is as
    he was before; or he sits out in it again, if he was drawn to.
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
    """Let a ghost be seated no more; Refused while it sits in the running round. Twice is once."""
    tournament, running = begin(tournament)
    ghost = tournament.entrants.filter(no=no, ghost=True).first()
    if ghost is None:
        return
    if placing_of(running, ghost) is not None and running.ended_at is None:
        raise Refused(
            f"{ghost} has a seat in round {running.no}. Nothing was changed: give it to somebody "
            "first."
        )
    if ghost.placings.exists() or Entrant.objects.filter(in_place_of=ghost).exists():
        Entrant.objects.filter(pk=ghost.pk).update(left=running.no)
    else:
        ghost.delete()
    done(tournament, ghost)


def _ghost(tournament: Tournament, running: Round) -> Entrant:
    """Return a ghost who has no seat in the running round, made if there is none."""
    free = tournament.entrants.filter(ghost=True, left=None).exclude(placings__round=running)
    if not free.exists():
        add_ghosts(tournament=tournament, number=tournament.entrants.filter(ghost=True).count() + 1)
    return free.select_related("player").first()
