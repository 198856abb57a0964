"""Who of a tournament's late comers waits for the first round that he has a place in."""

from __future__ import annotations

from scoring.models.tournament import Entrant, Tournament
from scoring.models.tournament_now import entrants_of


def waiting_for_a_draw(tournament: Tournament) -> list[Entrant]:
    """Return who is entered, is no ghost, and had neither a seat nor a sit-out in a round that was told."""
    rounds = tournament.rounds.exclude(published_at=None)
    out = {
        no for lists in rounds.values_list("sitting_out", "was_out") for numbers in lists for no in numbers
    }
    entered = entrants_of(tournament).filter(ghost=False)
    waiting = entered.exclude(pk__in=tournament.entrants.filter(placings__round__in=rounds).values("pk"))
    return [one for one in waiting if one.no not in out]
