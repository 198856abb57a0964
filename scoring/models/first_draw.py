"""Who of a tournament's late comers waits for the first round that he has a place in."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from scoring.models.play import Seat
from scoring.models.tournament import Entrant, Tournament
from scoring.models.tournament_now import entrants_of


def waiting_for_a_draw(tournament: Tournament) -> list[Entrant]:
    """Return who is entered, is no ghost, and had neither a seat nor a sit-out in a round that was
    told.

    Whoever gave his seat away had one: he sat at a table's phone, has a card, or somebody took his
    place.
    """
    rounds = tournament.rounds.exclude(published_at=None)
    out = {
        no
        for lists in rounds.values_list("sitting_out", "was_out")
        for numbers in lists
        for no in numbers
    }
    entered = entrants_of(tournament).filter(ghost=False)
    sat = seats_in(tournament).values("player")
    taken = tournament.entrants.exclude(in_place_of=None).values("in_place_of")
    had_a_seat = Q(placings__round__in=rounds) | Q(player__in=sat) | Q(partner__in=sat)
    had_a_seat |= Q(reports__isnull=False) | Q(pk__in=taken)
    waiting = entered.exclude(pk__in=tournament.entrants.filter(had_a_seat).values("pk"))
    return [one for one in waiting if one.no not in out]


def seats_in(tournament: Tournament) -> QuerySet[Seat]:
    """Return who sat at the phones of a tournament's tables, but for seats changed before a hand
    was told."""
    return Seat.objects.not_replaced().filter(sitting__round_table__round__tournament=tournament)
