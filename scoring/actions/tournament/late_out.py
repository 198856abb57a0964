"""A late comer who was entered by mistake goes again, as long as he had a place in no round."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from scoring.actions import Refused
from scoring.actions.door import undo_arrival
from scoring.actions.tournament.running import begin, done
from scoring.models import Entrant, Tournament
from scoring.models.first_draw import waiting_for_a_draw
from scoring.models.tournament_now import entrants_of
from scoring.permissions import Actor


@transaction.atomic
def take_late_out(*, tournament: Tournament, player: int, actor: Actor) -> Entrant | None:
    """Take out the entrant with this player (his key) who waits for his first draw; return him as
    he was.

    Whoever was checked in by being entered is not here any more, and owes no fee; who was checked
    in before stays so. Told twice, it happens once: then None is returned. Refused once he had a
    place in a round, and when he has paid.
    """
    tournament, _ = begin(tournament)
    gone = entrants_of(tournament).filter(Q(player=player) | Q(partner=player), ghost=False).first()
    if gone is None:
        return None
    if gone not in waiting_for_a_draw(tournament):
        raise Refused(
            f"{gone} had a place in a round. Nothing was changed: say that he leaves instead."
        )
    came = tournament.session.attendances.filter(player__in=gone.people, arrived_at=gone.entered_at)
    for one in came.select_related("player"):
        undo_arrival(session=tournament.session, player=one.player, actor=actor)
    Entrant.objects.filter(pk=gone.pk).delete()
    return done(tournament, gone)
