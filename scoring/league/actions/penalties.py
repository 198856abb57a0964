"""League points that a team loses: given, let go, given back."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.league.actions.cards import lock_match
from scoring.league.actions.fixtures import lock_league, raise_league
from scoring.league.models import LeagueMatch, Team, TeamPenalty
from scoring.league.queries.cards import came_late
from scoring.league.queries.money import pays_for_lateness
from scoring.people.actions.activity_log import note_down

LET_GO = "Late card, no penalty"


@transaction.atomic
def give_penalty(
    *,
    team: Team,
    points: int,
    why: str,
    dated: date,
    actor: Actor,
    match: LeagueMatch | None = None,
) -> TeamPenalty:
    """Take points off a team from a day on. The same of one day and match is given once."""
    league = lock_league(team.league_id)
    same = {"match": match, "date": dated, "points": points, "why": why, "given_back_at": None}
    given = team.penalties.filter(**same).first()
    if given is None:
        given = TeamPenalty.objects.create(team=team, by=actor.name, **same)
        said = f"{league}: {team} loses {points}{f' ({why})' if why else ''}."
        note_down(club=league.club, actor=actor, said=said)
        raise_league(league)
    return given


@transaction.atomic
def punish_late_card(*, match: LeagueMatch, points: int, why: str, actor: Actor) -> list[Team]:
    """Deduct these points from the teams that lose by a late card under the league rules, from its
    due day on, and return them; 0 points stores that there is no penalty. Idempotent.

    Raises Refused where the card was on time.
    """
    match = lock_match(match)
    if match.penalties.exists():
        return []
    if not came_late(match):
        raise Refused(f"The card of {match} was on time.")
    pays = pays_for_lateness(match.league, match)
    teams = [team for team in (match.home, match.away) if team.pk in pays]
    if points and teams:
        about = {"points": points, "why": why, "dated": match.due.date()}
        for team in teams:
            give_penalty(team=team, match=match, actor=actor, **about)
        return teams
    TeamPenalty.objects.create(
        team=(teams or [match.home])[0],
        match=match,
        date=match.due.date(),
        points=0,
        why=LET_GO,
        by=actor.name,
        given_back_at=timezone.now(),
        given_back_by=actor.name,
    )
    return []


@transaction.atomic
def give_back(*, penalty: TeamPenalty, actor: Actor) -> TeamPenalty:
    """Give a team its points back. Twice, it is done once."""
    league = lock_league(penalty.team.league_id)
    penalty = TeamPenalty.objects.select_related("team").get(pk=penalty.pk)
    if penalty.given_back_at is None:
        penalty.given_back_at, penalty.given_back_by = timezone.now(), actor.name
        penalty.save(update_fields=["given_back_at", "given_back_by"])
        said = f"{league}: {penalty.team} gets {penalty.points} back."
        note_down(club=league.club, actor=actor, said=said)
        raise_league(league)
    return penalty
