"""Who has a place in a round of a tournament: he is here, and owes what the door costs."""

from __future__ import annotations

from django.db.models import Q

from scoring.models.club import Player
from scoring.models.first_draw import seats_in, waiting_for_a_draw
from scoring.models.play import ClubSession
from scoring.models.tournament import Entrant, Round, Tournament
from scoring.models.tournament_now import entrants_of


def people_in(row: Round) -> list[Player]:
    """Return who sits in a round or sits out, ghosts apart, by number: one query."""
    seated = Q(pk__in=row.placings.values("entrant"))
    found = entrants_of(row.tournament).filter(seated | Q(no__in=row.sitting_out), ghost=False)
    return [player for entrant in found for player in entrant.people]


def not_checked_in(row: Round) -> list[Player]:
    """Return which of them nobody has checked in: two queries."""
    people = people_in(row)
    came = set(row.tournament.session.attendances.values_list("player", flat=True))
    return [player for player in people if player.pk not in came]


def has_played(session: ClubSession, player: Player) -> bool:
    """Return whether somebody had a place in a round that everybody was told of, maybe in a pair of
    which he is no more."""
    tournament = Tournament.objects.filter(session=session).first()
    if tournament is None:
        return False
    if seats_in(tournament).filter(player=player).exists():
        return True
    his = Entrant.objects.filter(
        Q(player=player) | Q(partner=player), tournament=tournament, ghost=False
    )
    entrant = his.first()
    return entrant is not None and entrant not in waiting_for_a_draw(tournament)


def in_the_round_now(session: ClubSession) -> set[int]:
    """Return the keys of those who sit in the round that was told last, or sit out in it; two
    queries."""
    rounds = Round.objects.filter(tournament__session=session).exclude(published_at=None)
    last = rounds.select_related("tournament").order_by("no").last()
    return {player.pk for player in people_in(last)} if last else set()
