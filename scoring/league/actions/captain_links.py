"""The captains' secret addresses: made, renewed, revoked."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.league.actions.fixtures import lock_league
from scoring.league.models import League, Team, TeamLink
from scoring.people.actions.activity_log import note_down


@transaction.atomic
def make_links(*, league: League) -> int:
    """Make a link for every team that plays and has none; return how many were made."""
    lock_league(league.pk)
    live = TeamLink.objects.filter(team__league=league, revoked_at=None).values("team")
    without = league.teams.filter(withdrawn_at=None).exclude(pk__in=live)
    return len(TeamLink.objects.bulk_create(TeamLink(team=team) for team in without))


@transaction.atomic
def renew_link(*, team: Team, actor: Actor) -> TeamLink:
    """Return a new link of the team's captain; the one before is good no longer."""
    lock_league(team.league_id)
    if _revoke(team):
        _note(team, actor, "is new")
    return TeamLink.objects.create(team=team)


@transaction.atomic
def revoke_link(*, team: Team, actor: Actor) -> None:
    """Revoke a team's captain link. Idempotent."""
    lock_league(team.league_id)
    if _revoke(team):
        _note(team, actor, "was revoked")


def _revoke(team: Team) -> int:
    return team.links.filter(revoked_at=None).update(revoked_at=timezone.now())


def _note(team: Team, actor: Actor, what: str) -> None:
    said = f"{team.league}: the captain link of {team} {what}."
    note_down(club=team.league.club, actor=actor, said=said)
